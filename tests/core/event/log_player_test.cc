#include "tests/testing/log_player.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

#include "core/shot/simulate.h"
#include "tests/testing/shots/random_shot.h"

namespace carom {
namespace {

Detail FullLog() {
  Detail detail;
  detail.events = detail.event_states = detail.hops = detail.samples = true;
  detail.sample_period_s = 0.05;
  return detail;
}

// Presses, supports, stops and impacts of groups of every kind among them. (The frozen scenes are
// in tests/determinism.)
TEST(LogPlayer, GivesTheBitsOfRandomShots) {
  constexpr uint64_t kShots = 2000;
  const Detail detail = FullLog();
  Workspace workspace;
  LogPlayer player;
  Record played;
  Record again;
  int groups = 0;
  int supported = 0;
  for (uint64_t index = 0; index < kShots; ++index) {
    const auto random = testing::MakeRandomShot3D(testing::kFlightSeed, index);
    if (!random) continue;
    ASSERT_TRUE(Simulate(random->scene, random->shot, detail, {}, workspace, played).ok());
    ASSERT_TRUE(player.Play(random->scene.world(), random->shot, played, detail, again))
        << "shot " << index << ": " << random->what;
    EXPECT_EQ(again.hash, played.hash) << "shot " << index << ": " << random->what;
    EXPECT_EQ(again.samples.size(), played.samples.size());
    EXPECT_EQ(again.outcome.cushions_total, played.outcome.cushions_total);
    EXPECT_EQ(again.outcome.miscue, played.outcome.miscue);
    groups += static_cast<int>(played.group_leads.size());
    for (const Event& event : played.events) {
      supported += static_cast<int>(event.kind == EventKind::kAirborneToSupported);
    }
  }
  EXPECT_GT(groups, 100);
  EXPECT_GT(supported, 100);
}

TEST(LogPlayer, RefusesTheLogOfAnotherShot) {
  const Detail detail = FullLog();
  Workspace workspace;
  LogPlayer player;
  Record played;
  Record again;
  int refused = 0;
  for (uint64_t index = 0; index < 50; ++index) {
    const auto random = testing::MakeRandomShot3D(testing::kFlightSeed, index);
    if (!random) continue;
    ASSERT_TRUE(Simulate(random->scene, random->shot, detail, {}, workspace, played).ok());
    if (played.group_leads.empty()) continue;
    const auto first = static_cast<size_t>(played.group_leads[0].first);
    std::swap(played.events[first], played.events[first + 1]);
    EXPECT_FALSE(player.Play(random->scene.world(), random->shot, played, detail, again));
    ++refused;
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace carom
