#include "core/laws/ball_ball/mathavan_2014.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/portable_math.h"
#include "core/laws/ball_ball/frictional.h"
#include "tests/core/laws/states.h"
#include "tests/testing/csv.h"

namespace carom::testing {
namespace {

const BallSpec kBall;
constexpr double kSlateFriction = 0.2;

struct Pair {
  BallState a;
  BallState b;
};

struct PeerCase {
  Vec3 normal = Vec3::Zero();
  double friction = 0.0;
  double restitution = 0.0;
  Pair before;
  Pair after;
};

std::vector<PeerCase> PeerCases() {
  std::vector<PeerCase> cases;
  for (const CsvRow& row : ReadCsv("peer_ball_ball.csv")) {
    if (row.Text("model") != "frictional_mathavan") continue;
    cases.push_back(
        {row.Vector("centres_").normalized(),
         row.Number("mu"),
         row.Number("e"),
         {Moving(row.Vector("v1"), row.Vector("w1")), Moving(row.Vector("v2"), row.Vector("w2"))},
         {Moving(row.Vector("out_v1"), row.Vector("out_w1")),
          Moving(row.Vector("out_v2"), row.Vector("out_w2"))}});
  }
  return cases;
}

Pair After(const PeerCase& c) {
  Pair pair = c.before;
  Resolve(Mathavan2014{c.restitution, ConstantFriction{c.friction}, kSlateFriction},
          BallBallImpact{kBall, kBall, c.normal}, pair.a, pair.b);
  return pair;
}

void ExpectPairNear(const Pair& actual, const Pair& expected, double tolerance) {
  const double radius = kBall.radius_m;
  ExpectNear(actual.a.velocity, expected.a.velocity, tolerance, "v_a");
  ExpectNear(actual.b.velocity, expected.b.velocity, tolerance, "v_b");
  ExpectNear(radius * actual.a.spin, radius * expected.a.spin, tolerance, "R w_a");
  ExpectNear(radius * actual.b.spin, radius * expected.b.spin, tolerance, "R w_b");
}

// Where a ball's slip on the slate is taken: at the slate, or at the ball's highest point.
enum class SlateSlip { kAtSlate, kAtTop };

// The paper's scheme: Euler steps over the normal impulse until e^2 of the work has come back,
// written down in frame W without a word from the law under test. Impulses per unit of mass.
Pair PaperStepping(const PeerCase& c, int steps, SlateSlip where) {
  const double radius = kBall.radius_m;
  const double arm = where == SlateSlip::kAtSlate ? -radius : radius;
  const Vec3 n = c.normal;
  Pair pair = c.before;
  const double first = n.dot(pair.a.velocity - pair.b.velocity);
  const double dp = 0.5 * (1.0 + c.restitution) * first / steps;
  double work = 0.0;
  double work_at_end = 0.0;
  for (double approach = first; approach > 0.0 || work < work_at_end;) {
    const Vec3 slip = Horizontal(pair.a.velocity - pair.b.velocity) - approach * n +
                      radius * (pair.a.spin + pair.b.spin).cross(n);
    const double slip_speed = slip.norm();
    const Vec3 friction =  // On a.
        slip_speed < 1e-16 ? Vec3(Vec3::Zero()) : Vec3(-c.friction * dp / slip_speed * slip);
    const auto slate = [&](const BallState& ball, double load) {
      const Vec3 slide = Horizontal(ball.velocity + arm * ball.spin.cross(UnitZ()));
      return Vec3(-kSlateFriction * load * slide.stableNormalized());
    };
    const double pressed = std::fabs(slip.z()) < 1e-16 ? 0.0 : friction.z();
    const Vec3 slate_a = slate(pair.a, std::max(0.0, -pressed));
    const Vec3 slate_b = slate(pair.b, std::max(0.0, pressed));
    pair.a.velocity += Horizontal(friction) + slate_a - dp * n;
    pair.b.velocity += -Horizontal(friction) + slate_b + dp * n;
    pair.a.spin += 2.5 / radius * (n.cross(friction) - UnitZ().cross(slate_a));
    pair.b.spin += 2.5 / radius * (n.cross(friction) - UnitZ().cross(slate_b));
    const double after = n.dot(pair.a.velocity - pair.b.velocity);
    work += 0.5 * dp * std::fabs(approach + after);
    if (approach > 0.0 && after <= 0.0) {
      work_at_end = (1.0 + c.restitution * c.restitution) * work;
    }
    approach = after;
  }
  return pair;
}

// The peer takes 1000 such steps, and the slip on the slate at the ball's top: it has R w with the
// wrong sign there. With that its outputs are met to rounding, so that it is all that differs.
TEST(Mathavan2014, ThePeerTakesTheSlipOnTheSlateAtTheTop) {
  const std::vector<PeerCase> cases = PeerCases();
  ASSERT_EQ(cases.size(), 40u);
  int far = 0;
  for (const PeerCase& c : cases) {
    ExpectPairNear(PaperStepping(c, 1000, SlateSlip::kAtTop), c.after, 1e-12);
    const Pair stepped = PaperStepping(c, 1000, SlateSlip::kAtSlate);
    const double approach = c.normal.dot(c.before.a.velocity - c.before.b.velocity);
    ExpectPairNear(After(c), stepped, 2e-3 * approach);
    if ((stepped.a.velocity - c.after.a.velocity).norm() > 2e-3 * approach) ++far;
  }
  EXPECT_GT(far, 5);
}

TEST(Mathavan2014, IsTheLimitOfThePapersSteps) {
  for (const PeerCase& c : PeerCases()) {
    const double approach = c.normal.dot(c.before.a.velocity - c.before.b.velocity);
    ExpectPairNear(After(c), PaperStepping(c, 100000, SlateSlip::kAtSlate), 1e-4 * approach);
  }
}

// Without friction at the slate the peer's slip there does not matter.
TEST(Mathavan2014, AgreesWithThePeerWhereNothingIsPressedDown) {
  int cases = 0;
  for (const PeerCase& c : PeerCases()) {
    const Vec3 along(c.normal.y(), -c.normal.x(), 0.0);
    if (std::fabs(along.dot(c.before.a.spin + c.before.b.spin)) > 1e-12) continue;
    const double approach = c.normal.dot(c.before.a.velocity - c.before.b.velocity);
    ExpectPairNear(After(c), c.after, 2e-3 * approach);
    ++cases;
  }
  EXPECT_GT(cases, 0);
}

// Without slip along z nothing loads the slate; then it is the closed form of free spheres.
TEST(Mathavan2014, IsTheClosedFormWhereFrictionIsHorizontal) {
  for (const double side : {-60.0, 0.0, 5.0, 90.0}) {
    Pair held = {Moving(Vec3(2.0, 0.3, 0.0), Vec3(0.0, 0.0, side)), BallState{}};
    Pair free = held;
    const BallBallImpact impact = {kBall, kBall, Vec3(Cos(0.5), Sin(0.5), 0.0)};
    Resolve(Mathavan2014{0.9, ConstantFriction{0.06}, 0.3}, impact, held.a, held.b);
    Resolve(FrictionalBallBall{0.9, ConstantFriction{0.06}}, impact, free.a, free.b);
    ExpectPairNear(held, free, 1e-8);
  }
}

TEST(Mathavan2014, CollidesAsFreeSpheresInFlight) {
  const Pair before = {Moving(Vec3(2.0, 0.3, 0.0), Vec3(10.0, 40.0, -20.0)), BallState{}};
  const Mathavan2014 law = {0.9, ConstantFriction{0.06}, 0.3};
  const auto expect_free = [&](Pair held, const BallBallImpact& impact) {
    Pair free = held;
    Resolve(law, impact, held.a, held.b);
    Resolve(FrictionalBallBall{0.9, ConstantFriction{0.06}}, impact, free.a, free.b);
    ExpectPairNear(held, free, 0.0);
  };
  expect_free(before, BallBallImpact{kBall, kBall, Vec3::UnitX(), 0.2, false});
  expect_free(before, BallBallImpact{kBall, kBall, Vec3(0.8, 0.0, 0.6)});
  Pair falling = before;
  falling.b.velocity.z() = -0.1;
  expect_free(falling, BallBallImpact{kBall, kBall, Vec3::UnitX()});
}

// Draw makes the cue ball's surface climb: it is pressed down, and the slate's friction acts on it.
TEST(Mathavan2014, TheSlateHoldsTheBallThatIsPressedDown) {
  const auto hit = [](double slate_friction, double top) {
    Pair pair = {Moving(Vec3(2.0, 0.0, 0.0), Vec3(0.0, top, 0.0)), BallState{}};
    Resolve(Mathavan2014{0.9, ConstantFriction{0.06}, slate_friction},
            BallBallImpact{kBall, kBall, Vec3::UnitX()}, pair.a, pair.b);
    return pair;
  };
  const Pair draw = hit(0.3, -70.0);
  const Pair smooth_draw = hit(0.0, -70.0);
  EXPECT_GT((draw.a.velocity - smooth_draw.a.velocity).norm(), 1e-3);
  EXPECT_LT(draw.a.velocity.x(), smooth_draw.a.velocity.x());  // Draw slips forward.
  const Pair follow = hit(0.3, 70.0);
  const Pair smooth_follow = hit(0.0, 70.0);
  EXPECT_GT((follow.b.velocity - smooth_follow.b.velocity).norm(), 1e-3);
  EXPECT_EQ(draw.a.velocity.z(), 0.0);
}

}  // namespace
}  // namespace carom::testing
