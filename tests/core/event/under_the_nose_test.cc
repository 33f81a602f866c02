// In a drop pocket's hole a ball gets below the noses. What it meets there is a vertical face, and
// the contact is at the ball's equator.

#include <gtest/gtest.h>

#include <cmath>

#include "core/event/impact.h"
#include "tests/core/event/rig.h"

namespace carom {
namespace {

constexpr double kRestitution = 0.85;
constexpr double kFriction = 0.2;

// A nose along y at x = 1, with the ball touching the face under it.
struct Fall {
  explicit Fall(const Vec3& velocity, double friction) {
    rig.AddNose({1.0, -0.5}, {1.0, 0.5});
    rig.settings.environment.flight = Flight::kOn;
    rig.settings.laws.cushion = Han2005{kRestitution, friction};
    rig.AddBall({1.0 - testing::kNoseReach_m, 0.0});
    rig.shot.start[0].position.z() = 0.01;
    rig.shot.start[0].motion = MotionState::kAirborne;
    rig.shot.start[0].velocity = velocity;
    const Scene scene = rig.MakeScene();
    Impact impact(scene.world(), {0.0, EventKind::kBallCushion, 0, 0}, Recurrence::kIsolated,
                  [this](int) { return rig.shot.start[0]; });
    ResolveImpact(scene.world(), TrajectoryTable(), impact);
    after = impact.state[0];
  }

  testing::Rig rig;
  BallState after;
};

// Its level speed was lost as if e = 0, without friction, or v_z changed by the restitution of a
// tilted normal.
TEST(UnderTheNose, WithoutFrictionOnlyTheLevelSpeedTurns) {
  const Vec3 before(0.468, -0.236, -0.882);
  const Vec3 after = Fall(before, 0.0).after.velocity;
  EXPECT_NEAR(after.x(), -kRestitution * before.x(), 1e-15);
  EXPECT_EQ(after.y(), before.y());
  EXPECT_EQ(after.z(), before.z());
}

// Against a wall, in closed form: P_n = (1 + e) m v_x; the slip (v_y, v_z) slides on, since
// mu P_n < (2/7) m |s|.
TEST(UnderTheNose, FrictionActsAtTheEquator) {
  const Vec3 before(0.468, -0.236, -0.882);
  const Fall fall(before, kFriction);
  const double normal = (1.0 + kRestitution) * before.x();
  const double slip = std::hypot(before.y(), before.z());
  ASSERT_LT(kFriction * normal, 2.0 / 7.0 * slip);
  const double kept = 1.0 - kFriction * normal / slip;
  const BallState& after = fall.after;
  EXPECT_NEAR(after.velocity.x(), -kRestitution * before.x(), 1e-15);
  EXPECT_NEAR(after.velocity.y(), kept * before.y(), 1e-15);
  EXPECT_NEAR(after.velocity.z(), kept * before.z(), 1e-15);
  // A unit impulse per mass at the arm R turns R w by 5/2 of it.
  const double radius_m = fall.rig.balls[0].radius_m;
  EXPECT_NEAR(radius_m * after.spin.norm(), 2.5 * kFriction * normal, 1e-15);
}

}  // namespace
}  // namespace carom
