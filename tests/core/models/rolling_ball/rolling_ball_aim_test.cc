#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <string>

#include "core/models/rolling_ball/rolling_ball.h"

namespace carom {
namespace {

// Precise enough for the search.
RollingBall QuickBall(const Vec3& spin) {
  RollingBall ball;
  ball.spin_rad_s = spin;
  ball.duration_s = 6.0;
  ball.integration.relative_tolerance = 1e-8;
  ball.integration.absolute_tolerance = 1e-10;
  return ball;
}

// The rest point of Fig. 7 leads back to its spin.
TEST(RollingBallAim, FindsTheSpinOfFigure7) {
  SpinAim aim;
  aim.target_m = Vec2(0.0678815, 2.3795106);
  aim.grid = 5;
  const auto found = AimRollingBall(QuickBall(Vec3::Zero()), aim, {});
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->solutions.size(), 1u);
  const AimedSpin& spin = found->solutions[0];
  EXPECT_LT((spin.spin_rad_s - Vec3(-50.0, 5.0, 0.0)).norm(), 1e-3);
  EXPECT_LT(spin.miss_m, 1e-5);
  EXPECT_LT((spin.rest_m - aim.target_m).norm(), 1e-5);
  EXPECT_GT(spin.iterations, 0);
  EXPECT_GT(found->runs, 25);
}

// Along the ball's way two english, right and left, lead to the same place.
TEST(RollingBallAim, FindsBothSolutions) {
  SpinAim aim;
  aim.target_m = Vec2(0.05, 2.39);
  aim.held_axis = 0;
  aim.grid = 5;
  aim.largest_spin_rad_s = 100.0;
  const auto found = AimRollingBall(QuickBall(Vec3(-50.0, 0.0, 0.0)), aim, {});
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->solutions.size(), 2u);
  EXPECT_LT(found->solutions[0].spin_rad_s.z() * found->solutions[1].spin_rad_s.z(), 0.0);
  for (const AimedSpin& spin : found->solutions) {
    EXPECT_EQ(spin.spin_rad_s.x(), -50.0);
    EXPECT_LT(spin.miss_m, 1e-5);
  }
}

TEST(RollingBallAim, NoSolutionIsAnAnswer) {
  SpinAim aim;
  aim.target_m = Vec2(50.0, 0.0);
  aim.grid = 3;
  const auto found = AimRollingBall(QuickBall(Vec3::Zero()), aim, {});
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(found->solutions.empty());
}

TEST(RollingBallAim, EndsAfterItsRuns) {
  SpinAim aim;
  aim.target_m = Vec2(0.0678815, 2.3795106);
  aim.max_runs = 30;
  const auto found = AimRollingBall(QuickBall(Vec3::Zero()), aim, {});
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(found->solutions.empty());
  EXPECT_EQ(found->runs, 30);
}

TEST(RollingBallAim, RefusesBadInput) {
  const RollingBall ball = QuickBall(Vec3::Zero());
  const auto message = [&](const SpinAim& aim) {
    return std::string(AimRollingBall(ball, aim, {}).status().message());
  };
  EXPECT_EQ(message({.held_axis = 3}), "aim.held_axis: 3 must be in [0, 2]");
  EXPECT_EQ(message({.grid = 2}), "aim.grid: 2 must be in [3, 100]");
  EXPECT_EQ(message({.target_m = Vec2(0.0, std::nan(""))}),
            "aim.target_m.y: nan must be in [-1e+06, 1e+06]");
  const std::atomic<bool> flag = true;
  EXPECT_EQ(AimRollingBall(ball, {}, StopToken(&flag)).status().code(),
            absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace carom
