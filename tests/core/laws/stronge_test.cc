#include <algorithm>
#include <cmath>

#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/laws/ball_cushion/single_contact.h"
#include "tests/core/laws/states.h"
#include "tests/testing/csv.h"

namespace carom::testing {
namespace {

// Speed along the rail, in units of the approach, of a ball without spin.
double SlipAfter(const StrongeCompliant& law, double slip) {
  BallState ball = Moving(Vec3(1.0, slip, 0.0), Vec3::Zero());
  Resolve(law, CushionImpact{kBall, kRailNormal, kBall.radius_m, 0.2}, ball);
  // The ball's surface at the nose.
  return ball.velocity.y() + kBall.radius_m * ball.spin.z();
}

TEST(StrongeCompliant, AgreesWithPeer) {
  int cases = 0;
  for (const CsvRow& row : ReadCsv("peer_cushion.csv")) {
    if (row.Text("model") != "stronge_compliant") continue;
    const BallSpec spec = {row.Number("m"), row.Number("R")};
    const CushionImpact impact = {spec, Vec3(row.Number("nx"), row.Number("ny"), 0.0),
                                  row.Number("h"), row.Number("mu_s")};
    BallState ball = Moving(row.Vector("v"), row.Vector("w"));
    Resolve(StrongeCompliant{row.Number("e"), row.Number("mu"), 1.8}, impact, ball);
    ExpectNear(Horizontal(ball.velocity), row.Vector("out_v"), 1e-9, "velocity");
    ExpectNear(ball.spin, row.Vector("out_w"), 1e-9, "spin");
    ++cases;
  }
  EXPECT_EQ(cases, 42);
}

// Beyond the angle of gross slip the springs do not matter: Coulomb's impulse, as Han has it.
TEST(StrongeCompliant, SlipsAllTheWayAtALargeAngle) {
  const StrongeCompliant law = {0.9, 0.1, 1.7};
  const double beta = 3.5;
  EXPECT_NEAR(SlipAfter(law, 2.0), 2.0 - beta * 0.1 * 1.9, 1e-14);
  const CushionImpact impact = {kBall, kRailNormal, 1.28 * kBall.radius_m, 0.2};
  BallState ball = Moving(Vec3(1.0, 3.0, 0.0), Vec3(20.0, 10.0, -30.0));
  BallState han = ball;
  Resolve(law, impact, ball);
  Resolve(Han2005{0.9, 0.1}, impact, han);
  ExpectNear(ball.velocity, han.velocity, 1e-14, "velocity");
  ExpectNear(ball.spin, han.spin, 1e-12, "spin");
}

// A slip small against friction sticks until the very end, and the tangential spring, free to swing
// for the time pi/2 (1 + e), returns it: x_f = x_0 cos(O pi/2 (1 + e)).
TEST(StrongeCompliant, TheTangentialSpringReturnsASmallSlip) {
  const StrongeCompliant law = {1.0, 10.0, 1.2};
  EXPECT_NEAR(SlipAfter(law, 1e-9), 1e-9 * Cos(1.2 * 180.0 * kDegree), 1e-16);
  EXPECT_LT(SlipAfter({0.9, 0.3, 1.2}, 0.3), 0.0);  // The slip reverses, as for a super ball.
  EXPECT_EQ(SlipAfter(law, 0.0), 0.0);
  EXPECT_EQ(SlipAfter({0.9, 0.0, 1.8}, 0.7), 0.7);
}

// The springs themselves in small steps of time, without a word from the law: friction limits what
// the tangential spring pulls.
double SteppedSlip(const StrongeCompliant& law, double slip, int steps) {
  const double beta = 3.5;
  const double eta2 = beta / (law.frequency_ratio * law.frequency_ratio);
  double x = slip;
  double w = 0.0;
  double push = 0.0;  // Depth of the normal spring; its force is that much, 1/e^2 in restitution.
  double c = 1.0;
  const double dt = 1.0 / steps;
  double deepest = 0.0;
  while (c > 0.0 || push > 0.0) {
    push += c * dt;
    deepest = std::max(deepest, push);
    // Unloads along a line of slope 1/e^2 that ends at zero force.
    const double e2 = law.restitution * law.restitution;
    const double force = c > 0.0 ? push : std::max(0.0, deepest - (deepest - push) / e2);
    if (c <= 0.0 && force == 0.0) break;
    c -= force * dt;
    const double limit = law.friction * eta2 * force;
    w = std::clamp(w + x * dt, -limit, limit);
    x -= beta * w / eta2 * dt;
  }
  return x;
}

TEST(StrongeCompliant, IsTheLimitOfSmallSteps) {
  CounterRandom random(9, 0);
  for (int i = 0; i < 100; ++i) {
    const StrongeCompliant law = {random.Uniform(0.3, 1.0), random.Uniform(0.05, 1.0),
                                  random.Uniform(1.0, 2.0)};
    const double slip = random.Uniform(0.0, 3.0);
    EXPECT_NEAR(SlipAfter(law, slip), SteppedSlip(law, slip, 20000), 1e-3)
        << law.restitution << " " << law.friction << " " << law.frequency_ratio << " " << slip;
  }
}

TEST(StrongeCompliant, NeverSpeedsTheSlipUp) {
  CounterRandom random(9, 1);
  for (int i = 0; i < 100000; ++i) {
    const StrongeCompliant law = {i % 5 == 0 ? 0.0 : random.Uniform(), random.Uniform(0.0, 3.0),
                                  random.Uniform(1.0, 2.0)};
    const double slip = random.Uniform(0.0, 10.0) * random.Uniform();
    ASSERT_LE(std::fabs(SlipAfter(law, slip)), slip * (1.0 + 1e-14) + 1e-15) << i;
  }
}

}  // namespace
}  // namespace carom::testing
