// The discrete-time evolution through the core's door: what it notices, and how late, from closed
// forms.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/core/event/rig.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::kRadius_m;
using testing::Rig;
using ::testing::StartsWith;

// Ball 0 comes with 2 m/s at ball 1, a metre before it, without friction and loss.
Rig HeadOn(StepRule rule, double step_s, double depth_m = 1e-4) {
  Rig rig;
  rig.RemoveFriction();
  rig.AddBall({0.0, 0.0}, {2.0, 0.0});
  rig.AddBall({1.0, 0.0});
  rig.settings.laws.ball_ball = ElasticBallBall{};
  rig.settings.environment.stop.at_time_s = 1.0;
  rig.settings.engine = Engine::kDiscreteTime;
  rig.settings.discrete_time = {rule, step_s, depth_m, 1'000'000};
  return rig;
}

constexpr double kTouch_s = (1.0 - 2.0 * kRadius_m) / 2.0;

// The end of the step in which they touch; then they exchange velocities. A step is at most 2R/v =
// 0.029 s, else the balls may pass through each other within it.
TEST(DiscreteStepper, NoticesAnImpactAtTheEndOfItsStep) {
  for (const double step_s : {0.028, 0.01, 1e-3}) {
    SCOPED_TRACE(step_s);
    const Record record = HeadOn(StepRule::kFixed, step_s).Play();
    ASSERT_EQ(record.event_count, 1);
    const double noticed_s = std::ceil(kTouch_s / step_s) * step_s;
    EXPECT_NEAR(record.events[0].time_s, noticed_s, 1e-12);
    EXPECT_EQ(record.events[0].kind, EventKind::kBallBall);
    EXPECT_NEAR(record.final_states[0].position.x(), 2.0 * noticed_s, 1e-12);
    EXPECT_NEAR(record.final_states[1].position.x(), 1.0 + 2.0 * (1.0 - noticed_s), 1e-12);
    EXPECT_EQ(record.stop_reason, StopReason::kAtTime);
    EXPECT_EQ(record.end_time_s, 1.0);
  }
}

TEST(DiscreteStepper, AdaptiveStepsKeepTheOverlapSmall) {
  for (const StepRule rule : {StepRule::kBySpeed, StepRule::kByDistance}) {
    const Record record = HeadOn(rule, 0.1, 1e-4).Play();
    ASSERT_EQ(record.event_count, 1);
    const double late_s = record.events[0].time_s - kTouch_s;
    EXPECT_GE(late_s, 0.0);
    EXPECT_LE(late_s * 2.0, 1e-4 * (1.0 + 1e-9)) << "the depth allowed";
  }
}

// Sliding from 2 m/s with mu = 0.2 it rolls from 2/7 v/(mu g) on, which is noticed a step later.
TEST(DiscreteStepper, NoticesATransitionAtTheEndOfItsStep) {
  Rig rig = HeadOn(StepRule::kFixed, 0.01);
  rig.settings.environment.cloth = {0.2, 0.0, 0.0};
  rig.shot.start[1].position.x() = 50.0;
  const Record record = rig.Play();
  ASSERT_EQ(record.event_count, 1);
  EXPECT_EQ(record.events[0].kind, EventKind::kSlidingToRolling);
  const double rolls_s = 2.0 / 7.0 * 2.0 / (0.2 * rig.settings.environment.gravity_m_s2);
  EXPECT_NEAR(record.events[0].time_s, std::ceil(rolls_s / 0.01) * 0.01, 1e-12);
  EXPECT_NEAR(record.final_states[0].velocity.x(), 10.0 / 7.0, 1e-12);
}

TEST(DiscreteStepper, SamplesAndDetailDoNotMoveIt) {
  Rig rig = HeadOn(StepRule::kFixed, 0.03);
  const Record plain = rig.Play();
  rig.detail.samples = true;
  rig.detail.sample_period_s = 0.25;
  const Record sampled = rig.Play();
  EXPECT_EQ(plain.hash, sampled.hash);
  ASSERT_EQ(sampled.sample_times_s.size(), 5u);
  EXPECT_NEAR(sampled.samples[2 * 1].position.x(), 0.5, 1e-12) << "at 0.25 s";
}

TEST(DiscreteStepper, EndsByItsCaps) {
  Rig rig = HeadOn(StepRule::kFixed, 1e-3);
  rig.settings.discrete_time.max_steps = 100;
  const Record few = rig.Play();
  EXPECT_EQ(few.stop_reason, StopReason::kEvaluationLimit);
  EXPECT_NEAR(few.end_time_s, 0.1, 1e-12);
  rig.settings.discrete_time.max_steps = 1000;
  rig.settings.environment.stop.at_first_contact = true;
  EXPECT_EQ(rig.Play().stop_reason, StopReason::kFirstContact);
}

std::string Refusal(const Rig& rig) {
  return std::string(Scene::Make(std::make_shared<Table>(rig.table),
                                 std::make_shared<Settings>(rig.settings), rig.balls)
                         .status()
                         .message());
}

TEST(DiscreteStepper, RefusesByPath) {
  Rig rig = HeadOn(StepRule::kFixed, 0.0);
  EXPECT_EQ(Refusal(rig), "settings.discrete_time.step_s: 0 must be in [1e-07, 1]");
  rig.settings.discrete_time = {StepRule::kBySpeed, 0.01, std::nan(""), 10};
  EXPECT_THAT(Refusal(rig), StartsWith("settings.discrete_time.depth_m: nan must be in"));
  rig.settings.discrete_time = {StepRule::kFixed, 0.01, 1e-4, 0};
  EXPECT_THAT(Refusal(rig), StartsWith("settings.discrete_time.max_steps: 0 must be in"));
  rig.settings.discrete_time = {};
  rig.settings.environment.flight = Flight::kOn;
  EXPECT_EQ(Refusal(rig), "settings.flight: ON must be OFF with the engine DISCRETE_TIME");
}

}  // namespace
}  // namespace carom
