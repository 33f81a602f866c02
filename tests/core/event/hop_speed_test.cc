// The speed of a hop against closed forms of the gap's equation.

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "core/event/press.h"
#include "tests/core/event/rig.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::EventsOf;
using testing::kGravity_m_s2;
using testing::kHop_s;
using testing::kNoseReach_m;
using testing::kRadius_m;
using testing::Rig;

constexpr double kSlide = 0.2 * kGravity_m_s2;  // m/s^2

double HopOf(const Rig& rig, EventKind kind, int count) {
  const Scene scene = rig.MakeScene();
  const Event event{0.0, kind, 0, static_cast<int16_t>(count == 2 ? 1 : 0)};
  return HopSpeed(scene.world(), Impact(scene.world(), event, Recurrence::kCollapsed,
                                        [&](int ball) { return rig.shot.start[Index(ball)]; }));
}

double AtTheRail(const Vec2& velocity_m_s, const Vec3& spin_rad_s) {
  Rig rig;
  rig.AddNose({0.5, -1.0}, {0.5, 1.0});
  rig.AddBall({0.5 - kNoseReach_m, 0.0}, velocity_m_s, spin_rad_s);
  return HopOf(rig, EventKind::kBallCushion, 1);
}

// The second ball is at the origin, the first beside it; both slide.
double OfTwoBalls(const Vec2& first_m_s, const Vec3& first_rad_s) {
  Rig rig;
  rig.AddBall({2.0 * kRadius_m, 0.0}, first_m_s, first_rad_s);
  rig.AddBall({0.0, 0.0});
  return HopOf(rig, EventKind::kBallBall, 2);
}

// A ball in a hole of radius 62 mm, with its centre 33.425 mm from the axis.
double RoundAHole(double speed_m_s) {
  Rig rig;
  rig.settings.environment.flight = Flight::kOn;
  rig.settings.environment.pocket_model = PocketModel::kDrop;
  rig.table.pockets.push_back({{0.0, 0.0}, 0.062, "hole", Vec2(0.0, 1.0), 0.036});
  rig.AddBall({0.0, -(0.062 - kRadius_m)}, {speed_m_s, 0.0});
  rig.shot.start[0].position.z() = -0.01;
  rig.shot.start[0].motion = MotionState::kAirborne;
  return HopOf(rig, EventKind::kPocketRim, 1);
}

TEST(HopSpeed, IsNoneWhereNothingPresses) {
  EXPECT_EQ(AtTheRail({0.0, 0.0}, Vec3::Zero()), 0.0);
  EXPECT_EQ(AtTheRail({0.0, 0.0}, {0.0, -50.0, 0.0}), 0.0);
}

// 7/5 of half of what a constant slide takes in a hop.
TEST(HopSpeed, OfASlideThatOutlastsTheHop) {
  EXPECT_NEAR(AtTheRail({0.0, 0.0}, {0.0, 100.0, 0.0}), 0.7 * kSlide * kHop_s, 1e-15);
}

// It presses for t = 2/7 R w / (mu_s g), and half as long again at the most.
TEST(HopSpeed, OfAShorterSlide) {
  const double spin = 0.96;
  const double slide_s = 2.0 / 7.0 * kRadius_m * spin / kSlide;
  ASSERT_LT(1.5 * slide_s, kHop_s);
  const double speed = AtTheRail({0.0, 0.0}, {0.0, spin, 0.0});
  EXPECT_GE(speed, 0.7 * kSlide * slide_s);
  EXPECT_LE(speed, 0.7 * kSlide * 1.5 * slide_s + 1e-15);
}

// Separation adds to the slip. The hop of a slide that ends within it lasts until nothing presses
// any more: the ball does not come back.
TEST(HopSpeed, LastsAsLongAsASlideThatPartingProlongs) {
  Rig rig;
  rig.settings.laws.cushion = RestitutionCushion{0.0};
  rig.AddNose({0.5, -1.0}, {0.5, 1.0});
  rig.AddBall({0.5 - kNoseReach_m, 0.0}, Vec2::Zero(), {0.0, 0.96, 0.0});
  EXPECT_EQ(EventsOf(rig.Play(), EventKind::kBallCushion).size(), 4u);
}

// Balls that slide past each other at v part by themselves with v^2 / d.
TEST(HopSpeed, OfBallsThatFlyApart) {
  const double slow = 0.2;  // 0.7 m/s^2 of 1.96.
  const Vec3 follow(-slow / kRadius_m, -1000.0, 0.0);
  const double apart = slow * slow / (2.0 * kRadius_m);
  EXPECT_NEAR(OfTwoBalls({0.0, slow}, follow), 0.7 * (kSlide - apart) * kHop_s, 1e-4);
  EXPECT_EQ(OfTwoBalls({0.0, 1.0}, {-1.0 / kRadius_m, -1000.0, 0.0}), 0.0);
}

// Along the wall of a hole v^2 / r presses; a fast ball turns by 0.2 rad a hop.
TEST(HopSpeed, OfABallRoundAHole) {
  const double radius_m = 0.062 - kRadius_m;
  EXPECT_NEAR(RoundAHole(0.5), 0.5 * kHop_s * 0.25 / radius_m, 1e-12);
  EXPECT_NEAR(RoundAHole(3.0), 0.1 * 3.0, 1e-12);
}

}  // namespace
}  // namespace carom
