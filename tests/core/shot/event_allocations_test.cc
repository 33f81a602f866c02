// A warm workspace and record allocate nothing a shot, whatever happens in it.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/shot/named_scene.h"
#include "core/shot/simulate.h"
#include "tests/testing/allocations.h"

namespace carom {
namespace {

constexpr uint64_t kSeed = 4;
constexpr uint64_t kShots = 10;

std::vector<Shot> ShotsOf(const NamedScene& scene) {
  std::vector<Shot> shots(kShots);
  for (uint64_t i = 0; i < kShots; ++i) scene.Generate(kSeed, i, shots[i]);
  return shots;
}

// Of playing all shots once more in the memory that playing them before has left.
int64_t AllocationsWhenWarm(const NamedScene& named, const Detail& detail) {
  const Scene scene = named.MakeScene();
  const std::vector<Shot> shots = ShotsOf(named);
  Workspace workspace;
  Record record;
  int64_t allocations = 0;
  for (int round = 0; round < 2; ++round) {
    allocations = testing::AllocationCount();
    for (const Shot& shot : shots) {
      EXPECT_TRUE(Simulate(scene, shot, detail, StopToken(), workspace, record).ok());
    }
    allocations = testing::AllocationCount() - allocations;
  }
  return allocations;
}

TEST(EventAllocations, NoneAShotAtFinal) {
  for (const NamedScene& scene : NamedScenes()) {
    EXPECT_EQ(AllocationsWhenWarm(scene, Detail{}), 0) << scene.name;
  }
}

TEST(EventAllocations, NoneAShotWithEventsAndTheirStates) {
  Detail detail;
  detail.events = detail.event_states = true;
  for (const NamedScene& scene : NamedScenes()) {
    EXPECT_EQ(AllocationsWhenWarm(scene, detail), 0) << scene.name;
  }
}

// The count is one of allocations that happen: a new record has all of its memory to ask for.
TEST(EventAllocations, AColdRecordAllocates) {
  const NamedScene& named = *FindNamedScene("nine_ball_break");
  const Scene scene = named.MakeScene();
  const std::vector<Shot> shots = ShotsOf(named);
  Workspace workspace;
  const int64_t before = testing::AllocationCount();
  Record record;
  EXPECT_TRUE(Simulate(scene, shots[0], Detail{}, StopToken(), workspace, record).ok());
  EXPECT_GT(testing::AllocationCount() - before, 0);
}

}  // namespace
}  // namespace carom
