#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "core/models/rolling_ball/rolling_ball.h"
#include "tests/testing/shots/contensou_ball.h"

namespace carom {
namespace {

using ::testing::ElementsAre;
using testing::PaperBall;

const MechanismDetail kSampled{.sample_period_s = 0.1, .sample_times_s = {}};

MechanismRecord Roll(const RollingBall& ball, const MechanismDetail& detail = {}) {
  MechanismRecord record;
  EXPECT_TRUE(RunWithStick(ball, detail, {}, record).ok());
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  return record;
}

Vec2 RestOf(const MechanismRecord& record) {
  return Vec2(record.figures[1].value, record.figures[2].value);
}

std::vector<EventKind> Kinds(const MechanismRecord& record) {
  std::vector<EventKind> kinds;
  for (const Event& event : record.events) kinds.push_back(event.kind);
  return kinds;
}

// catalogue B-10: the ideal rest point.
TEST(RollingBallStick, RollsToTheIdealRest) {
  const MechanismRecord record = Roll(PaperBall("Fig6"));
  EXPECT_THAT(Kinds(record), ElementsAre(EventKind::kRollingToStationary));
  EXPECT_NEAR(RestOf(record).y(), 2.3785253143, 1e-9);
  EXPECT_NEAR(record.end_time_s, 1.0 / 0.2102142857142857, 1e-5);
}

TEST(RollingBallStick, SpinsOnTheSpotUntilTheSpinIsGone) {
  RollingBall ball;
  ball.velocity_m_s.setZero();
  ball.spin_rad_s = Vec3(0.0, 0.0, 100.0);
  const MechanismRecord record = Roll(ball);
  EXPECT_THAT(Kinds(record), ElementsAre(EventKind::kSpinningToStationary));
  EXPECT_EQ(RestOf(record).norm(), 0.0);
  EXPECT_NEAR(record.end_time_s, 100.0 / 21.6696262, 1e-6);
}

// A slip that the leaning pressure can balance at first, but not when the spin has fallen.
TEST(RollingBallStick, BreaksAwayWhenRollingResistanceNoLongerHolds) {
  RollingBall ball;
  ball.velocity_m_s.setZero();
  ball.spin_rad_s = Vec3(1.0, 0.0, 100.0);
  const MechanismRecord record = Roll(ball, kSampled);
  EXPECT_GT(RestOf(record).norm(), 1e-6);
  // T = 0 in Eq. (10): |slip| / (b 3 pi/32 |spin|) = d at the moment of breaking away; until then
  // spin falls and slip only turns.
  int first = 0;
  while (Vec2(record.samples.Row(first)[0], record.samples.Row(first)[1]) == ball.position_m) {
    ++first;
  }
  const double moved_s = record.samples.times_s[static_cast<size_t>(first)];
  EXPECT_GT(moved_s, 1.0);
  EXPECT_LT(moved_s, 100.0 / 21.67 + kSampled.sample_period_s);
}

TEST(RollingBallStick, SmoothedModelsTendToIt) {
  for (const char* figure : {"Fig7", "Fig8"}) {
    for (const ContensouModel model : {ContensouModel::kIntegral, ContensouModel::kFourParameter}) {
      RollingBall ball = PaperBall(figure, model);
      const MechanismRecord sharp = Roll(ball);
      EXPECT_THAT(Kinds(sharp),
                  ElementsAre(EventKind::kSlidingToRolling, EventKind::kRollingToStationary));
      double last_m = 1.0;
      for (const double eps : {0.1, 0.01, 0.001}) {
        ball.patch.slip_smoothing_per_s = ball.patch.rolling_smoothing_per_s = eps;
        MechanismRecord record;
        ASSERT_TRUE(Simulate(ball, {}, {}, record).ok());
        const double error_m = (RestOf(record) - RestOf(sharp)).norm();
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
  MechanismRecord record;
  EXPECT_EQ(RunWithStick(ball, {}, {}, record).message(),
            "patch.lean: 1 must be at most 7 r mu / a, for a patch without smoothing to roll");
}

TEST(RollingBallStick, StopsWhenAsked) {
  const std::atomic<bool> flag = true;
  MechanismRecord record;
  ASSERT_TRUE(RunWithStick(PaperBall("Fig8"), {}, StopToken(&flag), record).ok());
  EXPECT_EQ(record.stop_reason, StopReason::kCancelled);
}

TEST(RollingBallStick, AtRestFromTheStartRestsAtOnce) {
  RollingBall ball = PaperBall("Fig6");
  ball.velocity_m_s.setZero();
  ball.spin_rad_s.setZero();
  const MechanismRecord record = Roll(ball);
  EXPECT_THAT(Kinds(record), ElementsAre());
  EXPECT_EQ(record.end_time_s, 0.0);
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
