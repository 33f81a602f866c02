// Shots on a cloth whose rolling friction depends on speed: what the engines make of the bands of
// speed that tests/core/motion/rolling_factor_test.cc holds against the law.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/core/event/rig.h"
#include "tests/testing/log_player.h"
#include "tests/testing/shots/random_factor.h"
#include "tests/testing/shots/random_shot.h"

namespace carom {
namespace {

using testing::Rig;

Rig OnAClothOfSpeed(double speed_m_s) {
  Rig rig;
  rig.AddRolling({0.0, 0.0}, {speed_m_s, 0.0});
  rig.settings.environment.cloth.rolling_factor.Add({0.0, 1.0});
  rig.settings.environment.cloth.rolling_factor.Add({10.0, 7.0});
  return rig;
}

TEST(RollingFactorShots, AreLoggedPartByPart) {
  const Rig rig = OnAClothOfSpeed(1.0);
  const Record record = rig.Play();
  ASSERT_GT(record.events.size(), 4u);
  EXPECT_LT(record.events.size(), 20u);
  EXPECT_EQ(record.events.back().kind, EventKind::kRollingToStationary);
  for (size_t i = 0; i + 1 < record.events.size(); ++i) {
    EXPECT_EQ(record.events[i].kind, EventKind::kRollingToRolling);
    // From one event to the next the acceleration is constant.
    const BallState& from = record.event_states[2 * i].after;
    const BallState& to = record.event_states[2 * i + 2].before;
    const double lasts_s = record.events[i + 1].time_s - record.events[i].time_s;
    const Vec3 way = 0.5 * (from.velocity + to.velocity) * lasts_s;
    EXPECT_LT((to.position - from.position - way).norm(), 1e-12);
  }
}

TEST(RollingFactorShots, PlayAgainFromTheirLogs) {
  constexpr uint64_t kShots = 300;
  Detail detail;
  detail.events = detail.event_states = detail.hops = true;
  Workspace workspace;
  LogPlayer player;
  Record played;
  Record again;
  int bands = 0;
  for (uint64_t index = 0; index < kShots; ++index) {
    const auto random = testing::WithRollingFactor(
        testing::MakeRandomShot3D(testing::kFlightSeed, index), 1, index);
    if (!random) continue;
    ASSERT_TRUE(Simulate(random->scene, random->shot, detail, {}, workspace, played).ok());
    ASSERT_TRUE(player.Play(random->scene.world(), random->shot, played, detail, again)) << index;
    EXPECT_EQ(again.hash, played.hash) << index;
    bands += static_cast<int>(std::count_if(
        played.events.begin(), played.events.end(),
        [](const Event& event) { return event.kind == EventKind::kRollingToRolling; }));
  }
  EXPECT_GT(bands, 1000);
}

// The discrete evolution notices the end of a part at the end of its step, but rolls by its time.
TEST(RollingFactorShots, RollAlikeInDiscreteTime) {
  for (const double step_s : {0.01, 0.7}) {
    Rig rig = OnAClothOfSpeed(1.0);
    rig.settings.environment.stop.at_time_s = 5.6;
    const Record events = rig.Play();
    rig.settings.engine = Engine::kDiscreteTime;
    rig.settings.discrete_time = {StepRule::kFixed, step_s, 1e-4, 1'000'000};
    const Record steps = rig.Play();
    EXPECT_EQ(steps.stop_reason, StopReason::kAtTime);
    EXPECT_NEAR(steps.final_states[0].position.x(), events.final_states[0].position.x(), 1e-9);
    EXPECT_NEAR(steps.final_states[0].velocity.x(), events.final_states[0].velocity.x(), 1e-9);
    EXPECT_EQ(std::count_if(events.events.begin(), events.events.end(),
                            [](const Event& e) { return e.kind == EventKind::kRollingToRolling; }),
              steps.event_count);
  }
}

}  // namespace
}  // namespace carom
