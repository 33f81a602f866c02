#include <cmath>

#include "core/laws/ball_cushion/mathavan_2010.h"
#include "core/laws/ball_cushion/single_contact.h"
#include "core/laws/ball_slate/slate_laws.h"
#include "tests/core/laws/states.h"
#include "tests/testing/csv.h"

// Balls off the slate, and off noses while nothing holds them from below.

namespace carom::testing {
namespace {

BallState AfterBounce(const FrictionalSlate& law, const BallState& before) {
  BallState ball = before;
  Resolve(law, SlateImpact{kBall, UnitZ(), 0.2}, ball);
  return ball;
}

TEST(FrictionalSlate, BouncesDieOutGeometrically) {  // catalogue E-40
  constexpr double kGravity = 9.81;
  constexpr double kApex[] = {0.018348623853211009, 0.0045871559633027523, 0.0011467889908256881};
  const FrictionalSlate law = {0.5, 0.2};
  BallState ball = Moving(Vec3(0.0, 0.0, -1.2), Vec3::Zero());
  double time = 0.0;
  for (int bounce = 0; bounce < 60; ++bounce) {
    ball = AfterBounce(law, ball);
    const double up = ball.velocity.z();
    if (bounce < 3) {
      EXPECT_NEAR(up * up / (2.0 * kGravity), kApex[bounce], 1e-12);
    }
    if (bounce == 0) {
      EXPECT_NEAR(2.0 * up / kGravity, 0.12232415902140673, 1e-12);
    }
    time += 2.0 * up / kGravity;
    ball.velocity.z() = -up;
  }
  EXPECT_NEAR(time, 0.24464831804281346, 1e-12);
}

TEST(FrictionalSlate, StopsTheSlipIfItCan) {  // catalogue E-42
  const BallState ball =
      AfterBounce(FrictionalSlate{0.5, -1.0}, Moving(Vec3(1.0, 0.0, -3.0), Vec3::Zero()));
  ExpectNear(ball.velocity, Vec3(0.71428571428571429, 0.0, 1.5), 1e-12, "velocity");
  ExpectNear(ball.spin, Vec3(0.0, 24.996875390576178, 0.0), 1e-12, "spin");
  EXPECT_NEAR(ball.velocity.x() - kBall.radius_m * ball.spin.y(), 0.0, 1e-15);
}

TEST(FrictionalSlate, SlidesWhereItCannot) {
  const BallState ball =
      AfterBounce(FrictionalSlate{0.5, 0.1}, Moving(Vec3(2.0, 0.0, -1.0), Vec3::Zero()));
  EXPECT_NEAR(ball.velocity.x(), 2.0 - 0.1 * 1.5, 1e-15);
  EXPECT_NEAR(ball.spin.y(), 2.5 / kBall.radius_m * 0.1 * 1.5, 1e-12);
}

// The peer's vectors are those of its law without friction; it ends bounces lower than 5 mm, which
// here is the engine's business.
TEST(FrictionalSlate, AgreesWithPeerWithoutFriction) {
  int ended = 0;
  for (const CsvRow& row : ReadCsv("peer_slate.csv")) {
    BallState ball =
        AfterBounce(FrictionalSlate{0.5, 0.0}, Moving(row.Vector("v"), row.Vector("w")));
    if (ball.velocity.z() * ball.velocity.z() < 2.0 * 9.81 * 0.005) {
      ball.velocity.z() = 0.0;
      ++ended;
    }
    ExpectNear(ball.velocity, row.Vector("out_v"), 1e-12, "velocity");
    ExpectNear(ball.spin, row.Vector("out_w"), 1e-12, "spin");
  }
  EXPECT_EQ(ended, 3);
}

// A ball that comes down on a nose below its centre's height: the line of contact decides.
TEST(CushionsInTheAir, ActAlongTheLineOfContact) {
  const Vec3 normal(-1.0, 0.0, 0.0);
  const double sine = -0.6;  // The nose lies below the centre.
  const CushionImpact impact = {kBall, normal, (1.0 + sine) * kBall.radius_m, 0.2, false};
  const Vec3 up_and_out(-0.8, 0.0, 0.6);
  const BallState before = Moving(Vec3(1.0, 0.5, -2.0), Vec3(3.0, -20.0, 40.0));
  const double approach = -before.velocity.dot(up_and_out);

  BallState ball = before;
  Resolve(RestitutionCushion{0.7}, impact, ball);
  ExpectNear(ball.velocity, before.velocity + 1.7 * approach * up_and_out, 1e-15, "restitution");
  ExpectNear(ball.spin, before.spin, 0.0, "spin");

  BallState han = before;
  BallState mathavan = before;
  Resolve(Han2005{0.7, 0.1}, impact, han);
  Resolve(Mathavan2010{0.7, 0.1, 0.3}, impact, mathavan);
  EXPECT_NEAR(han.velocity.dot(up_and_out), 0.7 * approach, 1e-15);
  ExpectNear(mathavan.velocity, han.velocity, 0.0, "velocity");
  ExpectNear(mathavan.spin, han.spin, 0.0, "spin");
}

TEST(CushionsInTheAir, LeaveABallAloneThatMovesOff) {
  const CushionImpact impact = {kBall, Vec3(-1.0, 0.0, 0.0), 0.4 * kBall.radius_m, 0.2, false};
  const BallState before = Moving(Vec3(1.0, 0.0, 2.0), Vec3::Zero());  // Up, over the nose.
  BallState ball = before;
  Resolve(RestitutionCushion{}, impact, ball);
  Resolve(Mathavan2010{}, impact, ball);
  ExpectNear(ball.velocity, before.velocity, 0.0, "velocity");
}

}  // namespace
}  // namespace carom::testing
