#include <algorithm>
#include <cmath>

#include "core/base/portable_math.h"
#include "core/laws/ball_ball/single_contact.h"
#include "tests/core/laws/states.h"
#include "tests/testing/csv.h"

namespace carom::testing {
namespace {

Vec3 At(double angle_deg) { return {Cos(angle_deg * kDegree), Sin(angle_deg * kDegree), 0.0}; }

struct Pair {
  BallState a;
  BallState b;
};

template <class Law>
Pair Hit(const Law& law, const BallState& cue_ball, double cut_deg) {
  Pair pair = {cue_ball, BallState{}};
  Resolve(law, BallBallImpact{kBall, kBall, At(cut_deg)}, pair.a, pair.b);
  return pair;
}

TEST(ElasticBallBall, ThirtyDegreeCut) {  // catalogue E-19
  const Pair pair = Hit(ElasticBallBall{}, Moving(Vec3(1.5, 0.0, 0.0), Vec3::Zero()), 30.0);
  ExpectNear(pair.a.velocity, Vec3(0.375, -0.64951905283832899, 0.0), 1e-12, "cue ball");
  ExpectNear(pair.b.velocity, Vec3(1.125, 0.64951905283832899, 0.0), 1e-12, "object ball");
}

TEST(ElasticBallBall, FullHitStopsTheCueBallExactly) {
  const Pair pair = Hit(ElasticBallBall{}, Moving(Vec3(1.7, 0.0, 0.0), Vec3::Zero()), 0.0);
  EXPECT_EQ(pair.a.velocity.x(), 0.0);
  EXPECT_EQ(pair.b.velocity.x(), 1.7);
}

TEST(FrictionalBallBall, WithoutFrictionOnlyTheNormalPartIsLost) {  // catalogue E-20
  const FrictionalBallBall law = {0.93, ConstantFriction{0.0}};
  const Pair pair = Hit(law, Moving(Vec3(1.5, 0.0, 0.0), Vec3::Zero()), 30.0);
  ExpectNear(pair.a.velocity, Vec3(0.414375, -0.62678588598898747, 0.0), 1e-12, "cue ball");
  ExpectNear(pair.b.velocity, Vec3(1.085625, 0.62678588598898747, 0.0), 1e-12, "object ball");
  const Vec3& v1 = pair.a.velocity;
  const Vec3& v2 = pair.b.velocity;
  EXPECT_NEAR((Atan2(v1.y(), v1.x()) - Atan2(v2.y(), v2.x())) / kDegree, -86.530873482138671,
              1e-12);
}

TEST(FrictionalBallBall, RollingCueBallInThreeDimensions) {  // catalogue E-21
  const FrictionalBallBall law = {0.93, ConstantFriction{0.06}};
  const Vec3 velocity(1.5, 0.0, 0.0);
  const Pair pair = Hit(law, Moving(velocity, RollingSpin(velocity, kBall.radius_m)), 30.0);
  ExpectNear(pair.a.velocity, Vec3(0.39557142342033038, -0.59421713598898747, 0.0651375), 1e-12,
             "v1");
  ExpectNear(pair.a.spin, Vec3(2.8494094488188976, 47.558116383288813, 3.2902146246141075), 1e-12,
             "w1");
  ExpectNear(pair.b.velocity, Vec3(1.1044285765796696, 0.59421713598898747, -0.0651375), 1e-12,
             "v2");
  ExpectNear(pair.b.spin, Vec3(2.8494094488188976, -4.9353219369211612, 3.2902146246141075), 1e-12,
             "w2");
}

// Angle by which the object ball leaves the line of centres, in the sign of [Alciatore, TP A.14]:
// towards the cue ball's own direction.
double ThrowDegrees(double speed, double top_ratio, double side_ratio, double cut_deg) {
  const FrictionalBallBall law = {1.0, AlciatoreFriction{}};
  const Vec3 spin = speed / kBall.radius_m * Vec3(0.0, top_ratio, side_ratio);
  const Pair pair = Hit(law, Moving(Vec3(speed, 0.0, 0.0), spin), cut_deg);
  const Vec3 normal = At(cut_deg);
  const Vec3 left(-normal.y(), normal.x(), 0.0);
  return Atan2(-pair.b.velocity.dot(left), pair.b.velocity.dot(normal)) / kDegree;
}

TEST(FrictionalBallBall, ThrowOfTpA14) {  // catalogue E-24, E-25, E-27: all rows of the table
  bool saw_stun_1_mph = false;
  for (const CsvRow& row : ReadCsv("throw_tpa14.csv")) {
    const double cut = row.Number("phi_deg");
    if (row.Text("set") == "slow" && cut == 10.0 && row.Number("wx_R_over_v") == 0.0) {
      saw_stun_1_mph = true;
      EXPECT_NEAR(row.Number("throw_deg"), 1.4429508333064997, 1e-9);
    }
    EXPECT_NEAR(
        ThrowDegrees(row.Number("v"), row.Number("wx_R_over_v"), row.Number("wz_R_over_v"), cut),
        row.Number("throw_deg"), 1e-9)
        << row.Text("set") << " cut " << cut;
  }
  EXPECT_TRUE(saw_stun_1_mph);
}

TEST(FrictionalBallBall, ThrowAtCatalogueAngles) {
  constexpr double kMph = 0.44704;
  constexpr double kCut[] = {10.0, 20.0, 30.0, 45.0, 60.0, 75.0};
  constexpr double kStunSlow[] = {1.4429508333064997, 2.9764564892271058, 4.7150039539482152,
                                  4.9449892523691381, 4.6209291704413968, 4.4295317400651502};
  constexpr double kStunMedium[] = {1.4429508333064997, 2.9764564892271058, 3.5489153706369615,
                                    2.7732221751413005, 2.3177237647561756, 2.080857018999088};
  constexpr double kRollMedium[] = {0.34876004995369332, 0.68689877562195378, 1.0041241302495571,
                                    1.4199006169995669,  1.7388380519857159,  1.9392765936333623};
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(ThrowDegrees(kMph, 0.0, 0.0, kCut[i]), kStunSlow[i], 1e-9);          // E-24
    EXPECT_NEAR(ThrowDegrees(3.0 * kMph, 0.0, 0.0, kCut[i]), kStunMedium[i], 1e-9);  // E-25
    EXPECT_NEAR(ThrowDegrees(3.0 * kMph, 1.0, 0.0, kCut[i]), kRollMedium[i], 1e-9);  // E-27
  }
}

TEST(FrictionalBallBall, ThrowIsThatOfMeasurements) {  // catalogue E-29
  double greatest = 0.0;
  double greatest_at = 0.0;
  for (double cut = 5.0; cut <= 80.0; cut += 1.0) {
    const double throw_deg = ThrowDegrees(0.44704, 0.0, 0.0, cut);
    if (throw_deg > greatest) greatest_at = cut;
    greatest = std::max(greatest, throw_deg);
  }
  EXPECT_GT(greatest, 4.5);
  EXPECT_LT(greatest, 6.0);
  EXPECT_NEAR(greatest_at, 35.0, 5.0);
  for (const double speed : {0.44704, 1.34112, 3.12928}) {
    EXPECT_GT(ThrowDegrees(speed, 0.0, 0.0, 10.0), 1.0);
    EXPECT_LT(ThrowDegrees(speed, 0.0, 0.0, 10.0), 2.0);
  }
}

TEST(FrictionalBallBall, SlidingImpulseIsCoulombs) {  // catalogue E-30
  const double e = 0.9;
  const double mu = 0.05;
  const Pair pair = Hit(FrictionalBallBall{e, ConstantFriction{mu}},
                        Moving(Vec3(2.0, 0.0, 0.0), Vec3::Zero()), 60.0);
  const Vec3 normal = At(60.0);
  const Vec3 left(-normal.y(), normal.x(), 0.0);
  const double approach = 2.0 * normal.x();
  EXPECT_NEAR(-pair.b.velocity.dot(left), mu * (1.0 + e) / 2.0 * approach, 1e-12);
}

// Throw, the cue ball's angle off the tangent line and the angle between both paths, in degrees.
Vec3 StunAngles(double restitution, double friction) {
  const Pair pair = Hit(FrictionalBallBall{restitution, ConstantFriction{friction}},
                        Moving(Vec3(1.5, 0.0, 0.0), Vec3::Zero()), 30.0);
  const Vec3 normal = At(30.0);
  const Vec3 right(normal.y(), -normal.x(), 0.0);
  const double thrown = Atan2(pair.b.velocity.dot(right), pair.b.velocity.dot(normal));
  const double off_tangent = Atan2(pair.a.velocity.dot(normal), pair.a.velocity.dot(right));
  return Vec3(thrown, off_tangent, 0.5 * 180.0 * kDegree - thrown - off_tangent) / kDegree;
}

TEST(FrictionalBallBall, AnglesOfTpA5) {  // catalogue C-34
  ExpectNear(StunAngles(0.94, 0.06), Vec3(3.433630362, 3.30725809, 83.25911155), 1e-7, "degrees");
  EXPECT_NEAR(StunAngles(0.94, 0.0).z(), 87.02549909, 1e-7);
  EXPECT_NEAR(StunAngles(1.0, 0.06).z(), 86.56636964, 1e-7);
}

// The peer's friction impulse is mu e m v_n where Coulomb's is mu (1 + e)/2 m v_n (E-30). A
// coefficient smaller by 2 e/(1 + e) makes up for that, and then all agree, spin in 3-D as well. It
// drops the vertical velocity itself, which here is left to the engine.
TEST(BallBall, AgreesWithPeer) {
  int frictionless = 0;
  int frictional = 0;
  for (const CsvRow& row : ReadCsv("peer_ball_ball.csv")) {
    const Vec3 normal = row.Vector("centres_").normalized();
    const BallBallImpact impact = {kBall, kBall, normal};
    BallState a = Moving(row.Vector("v1"), row.Vector("w1"));
    BallState b = Moving(row.Vector("v2"), row.Vector("w2"));
    if (row.Text("model") == "frictionless_elastic") {
      Resolve(ElasticBallBall{}, impact, a, b);
      ++frictionless;
    } else if (row.Text("model") == "frictional_inelastic") {
      const double e = row.Number("e");
      const double peer_mu = row.Number("mu") * 2.0 * e / (1.0 + e);
      Resolve(FrictionalBallBall{e, ConstantFriction{peer_mu}}, impact, a, b);
      ++frictional;
    } else {
      continue;
    }
    ExpectNear(Horizontal(a.velocity), row.Vector("out_v1"), 1e-9, "v1");
    ExpectNear(a.spin, row.Vector("out_w1"), 1e-9, "w1");
    ExpectNear(Horizontal(b.velocity), row.Vector("out_v2"), 1e-9, "v2");
    ExpectNear(b.spin, row.Vector("out_w2"), 1e-9, "w2");
  }
  EXPECT_EQ(frictionless, 20);
  EXPECT_EQ(frictional, 40);
}

}  // namespace
}  // namespace carom::testing
