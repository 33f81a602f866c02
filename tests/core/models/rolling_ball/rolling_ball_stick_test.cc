#include "core/models/rolling_ball/rolling_ball_stick.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "core/models/rolling_ball/rolling_ball_aim.h"
#include "tests/testing/shots/contensou_ball.h"

namespace carom {
namespace {

using testing::PaperBall;

std::string Phases(const StickRoll& roll) {
  constexpr char kNames[] = {'s', 'r', 't', '.'};  // slides, rolls, turns on the spot, rests
  std::string phases;
  for (const StickRoll::Phase& phase : roll.phases) {
    phases += kNames[static_cast<int>(phase.phase)];
  }
  return phases;
}

// catalogue B-10: the ideal rest point.
TEST(RollingBallStick, RollsToTheIdealRest) {
  const auto roll = RollWithStick(PaperBall("Fig6"), {});
  ASSERT_TRUE(roll.ok());
  EXPECT_EQ(Phases(*roll), "r.");
  EXPECT_NEAR(roll->rest_m.y(), 2.3785253143, 1e-9);
  EXPECT_NEAR(roll->rest_time_s, 1.0 / 0.2102142857142857, 1e-5);
}

TEST(RollingBallStick, SpinsOnTheSpotUntilTheSpinIsGone) {
  RollingBall ball;
  ball.velocity_m_s.setZero();
  ball.spin_rad_s = Vec3(0.0, 0.0, 100.0);
  const auto roll = RollWithStick(ball, {});
  ASSERT_TRUE(roll.ok());
  EXPECT_EQ(Phases(*roll), "t.");
  EXPECT_EQ(roll->rest_m.norm(), 0.0);
  EXPECT_NEAR(roll->rest_time_s, 100.0 / 21.6696262, 1e-6);
}

// A slip that the leaning pressure can balance at first, but not when the spin has fallen.
TEST(RollingBallStick, BreaksAwayWhenRollingResistanceNoLongerHolds) {
  RollingBall ball;
  ball.velocity_m_s.setZero();
  ball.spin_rad_s = Vec3(1.0, 0.0, 100.0);
  const auto roll = RollWithStick(ball, {});
  ASSERT_TRUE(roll.ok());
  EXPECT_EQ(Phases(*roll).substr(0, 2), "ts");
  EXPECT_EQ(Phases(*roll).back(), '.');
  EXPECT_GT(roll->rest_m.norm(), 1e-6);
  // T = 0 in Eq. (10): |slip| / (b 3 pi/32 |spin|) = d at the moment of breaking away; until then
  // spin falls and slip only turns.
  EXPECT_GT(roll->phases[1].begin_s, 1.0);
  EXPECT_LT(roll->phases[1].begin_s, 100.0 / 21.67);
}

TEST(RollingBallStick, SmoothedModelsTendToIt) {
  for (const char* figure : {"Fig7", "Fig8"}) {
    for (const ContensouModel model : {ContensouModel::kIntegral, ContensouModel::kFourParameter}) {
      RollingBall ball = PaperBall(figure, model);
      const auto sharp = RollWithStick(ball, {});
      ASSERT_TRUE(sharp.ok());
      EXPECT_EQ(Phases(*sharp), "sr.");
      double last_m = 1.0;
      for (const double eps : {0.1, 0.01, 0.001}) {
        ball.patch.slip_smoothing_per_s = ball.patch.rolling_smoothing_per_s = eps;
        MechanismRecord record;
        ASSERT_TRUE(Simulate(ball, {}, {}, record).ok());
        const Vec2 rest(record.figures[1].value, record.figures[2].value);
        const double error_m = (rest - sharp->rest_m).norm();
        EXPECT_LT(error_m, 0.2 * last_m);
        EXPECT_LT(error_m, 1e-3 * eps);
        last_m = error_m;
      }
    }
  }
}

TEST(RollingBallStick, RefusesABallThatCannotRoll) {
  RollingBall ball;
  ball.patch.friction = 0.02;  // Less than a d / (7 r) = 0.0214.
  const auto roll = RollWithStick(ball, {});
  EXPECT_EQ(roll.status().message(),
            "patch.lean: 1 must be at most 7 r mu / a, for a patch without smoothing to roll");
}

TEST(RollingBallStick, StopsWhenAsked) {
  const std::atomic<bool> flag = true;
  const auto roll = RollWithStick(PaperBall("Fig8"), StopToken(&flag));
  ASSERT_TRUE(roll.ok());
  EXPECT_EQ(roll->stop_reason, StopReason::kCancelled);
}

TEST(RollingBallStick, AtRestFromTheStartRestsAtOnce) {
  RollingBall ball = PaperBall("Fig6");
  ball.velocity_m_s.setZero();
  ball.spin_rad_s.setZero();
  const auto roll = RollWithStick(ball, {});
  ASSERT_TRUE(roll.ok());
  EXPECT_EQ(Phases(*roll), ".");
  EXPECT_EQ(roll->stop_reason, StopReason::kAtRest);
  EXPECT_EQ(roll->rest_time_s, 0.0);
}

// Without smoothing, every ball of an aim would be refused: so is the aim.
TEST(RollingBallStick, AnAimIsRefusedWhereNoBallCouldRoll) {
  RollingBall ball;
  ball.patch.slip_smoothing_per_s = 0.0;
  ball.patch.friction = 0.05;
  ball.patch.radius_m = 0.02;
  const auto aimed = AimRollingBall(ball, {}, {});
  EXPECT_TRUE(aimed.status().message().find("patch.lean: 1 must be at most 7 r mu / a") == 0)
      << aimed.status();
}

}  // namespace
}  // namespace carom
