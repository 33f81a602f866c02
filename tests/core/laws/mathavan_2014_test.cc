#include "core/laws/ball_ball/mathavan_2014.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/portable_math.h"
#include "core/laws/ball_ball/single_contact.h"
#include "tests/core/laws/states.h"
#include "tests/testing/csv.h"
#include "tests/testing/paper_stepping_2014.h"

namespace carom::testing {
namespace {

constexpr double kSlateFriction = 0.2;

struct PeerCase {
  Vec3 normal = Vec3::Zero();
  double friction = 0.0;
  double restitution = 0.0;
  BallPair before;
  BallPair after;
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

Mathavan2014 LawOf(const PeerCase& c) {
  return {c.restitution, ConstantFriction{c.friction}, kSlateFriction};
}

BallPair After(const PeerCase& c) {
  BallPair pair = c.before;
  Resolve(LawOf(c), BallBallImpact{kBall, kBall, c.normal}, pair.a, pair.b);
  return pair;
}

BallPair Stepped(const PeerCase& c, int steps, SlateSlip where) {
  return PaperStepping(LawOf(c), BallBallImpact{kBall, kBall, c.normal}, c.before, steps, where);
}

void ExpectPairNear(const BallPair& actual, const BallPair& expected, double tolerance) {
  const double radius = kBall.radius_m;
  ExpectNear(actual.a.velocity, expected.a.velocity, tolerance, "v_a");
  ExpectNear(actual.b.velocity, expected.b.velocity, tolerance, "v_b");
  ExpectNear(radius * actual.a.spin, radius * expected.a.spin, tolerance, "R w_a");
  ExpectNear(radius * actual.b.spin, radius * expected.b.spin, tolerance, "R w_b");
}

// The peer takes 1000 such steps, and the slip on the slate at the ball's top: it has R w with the
// wrong sign there. With that its outputs are met to rounding, so that it is all that differs.
TEST(Mathavan2014, ThePeerTakesTheSlipOnTheSlateAtTheTop) {
  const std::vector<PeerCase> cases = PeerCases();
  ASSERT_EQ(cases.size(), 40u);
  int far = 0;
  for (const PeerCase& c : cases) {
    ExpectPairNear(Stepped(c, 1000, SlateSlip::kAtTop), c.after, 1e-12);
    const BallPair stepped = Stepped(c, 1000, SlateSlip::kAtSlate);
    const double approach = c.normal.dot(c.before.a.velocity - c.before.b.velocity);
    ExpectPairNear(After(c), stepped, 2e-3 * approach);
    if ((stepped.a.velocity - c.after.a.velocity).norm() > 2e-3 * approach) ++far;
  }
  EXPECT_GT(far, 5);
}

TEST(Mathavan2014, IsTheLimitOfThePapersSteps) {
  for (const PeerCase& c : PeerCases()) {
    const double approach = c.normal.dot(c.before.a.velocity - c.before.b.velocity);
    ExpectPairNear(After(c), Stepped(c, 100000, SlateSlip::kAtSlate), 1e-4 * approach);
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
    BallPair held = {Moving(Vec3(2.0, 0.3, 0.0), Vec3(0.0, 0.0, side)), BallState{}};
    BallPair free = held;
    const BallBallImpact impact = {kBall, kBall, Vec3(Cos(0.5), Sin(0.5), 0.0)};
    Resolve(Mathavan2014{0.9, ConstantFriction{0.06}, 0.3}, impact, held.a, held.b);
    Resolve(FrictionalBallBall{0.9, ConstantFriction{0.06}}, impact, free.a, free.b);
    ExpectPairNear(held, free, 1e-8);
  }
}

TEST(Mathavan2014, CollidesAsFreeSpheresInFlight) {
  const BallPair before = {Moving(Vec3(2.0, 0.3, 0.0), Vec3(10.0, 40.0, -20.0)), BallState{}};
  const Mathavan2014 law = {0.9, ConstantFriction{0.06}, 0.3};
  const auto expect_free = [&](BallPair held, const BallBallImpact& impact) {
    BallPair free = held;
    Resolve(law, impact, held.a, held.b);
    Resolve(FrictionalBallBall{0.9, ConstantFriction{0.06}}, impact, free.a, free.b);
    ExpectPairNear(held, free, 0.0);
  };
  expect_free(before, BallBallImpact{kBall, kBall, Vec3::UnitX(), 0.2, false});
  expect_free(before, BallBallImpact{kBall, kBall, Vec3(0.8, 0.0, 0.6)});
  BallPair falling = before;
  falling.b.velocity.z() = -0.1;
  expect_free(falling, BallBallImpact{kBall, kBall, Vec3::UnitX()});
}

// Draw makes the cue ball's surface climb: it is pressed down, and the slate's friction acts on it.
TEST(Mathavan2014, TheSlateHoldsTheBallThatIsPressedDown) {
  const auto hit = [](double slate_friction, double top) {
    BallPair pair = {Moving(Vec3(2.0, 0.0, 0.0), Vec3(0.0, top, 0.0)), BallState{}};
    Resolve(Mathavan2014{0.9, ConstantFriction{0.06}, slate_friction},
            BallBallImpact{kBall, kBall, Vec3::UnitX()}, pair.a, pair.b);
    return pair;
  };
  const BallPair draw = hit(0.3, -70.0);
  const BallPair smooth_draw = hit(0.0, -70.0);
  EXPECT_GT((draw.a.velocity - smooth_draw.a.velocity).norm(), 1e-3);
  EXPECT_LT(draw.a.velocity.x(), smooth_draw.a.velocity.x());  // Draw slips forward.
  const BallPair follow = hit(0.3, 70.0);
  const BallPair smooth_follow = hit(0.0, 70.0);
  EXPECT_GT((follow.b.velocity - smooth_follow.b.velocity).norm(), 1e-3);
  EXPECT_EQ(draw.a.velocity.z(), 0.0);
}

}  // namespace
}  // namespace carom::testing
