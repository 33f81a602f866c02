// The core by itself: an answer depends on the scene and the shot, and on nothing that happened
// before, happens beside, or is written down.

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "core/shot/named_scene.h"
#include "core/shot/simulate.h"
#include "tests/testing/fuzz_share.h"

namespace carom {
namespace {

constexpr uint64_t kSeed = 1;

/// How many shots of a scene are played; a cluster costs as much as a hundred pairs.
uint64_t ShotsOf(const NamedScene& named) {
  const bool clusters = named.settings.environment.simultaneous == SimultaneousImpacts::kCluster;
  return clusters ? 5 : testing::FuzzShare(500);
}

/// Plays shots of a named scene, one after the other, in the same memory.
class Player {
 public:
  Player(const NamedScene& named, const Scene& scene) : named_(named), scene_(scene) {}

  uint64_t Play(uint64_t index, const Detail& detail = {}) {
    named_.Generate(kSeed, index, shot_);
    EXPECT_TRUE(Simulate(scene_, shot_, detail, {}, workspace_, record_).ok());
    return record_.hash;
  }

  const Record& record() const { return record_; }

 private:
  const NamedScene& named_;
  const Scene scene_;
  Workspace workspace_;
  Record record_;
  Shot shot_;
};

std::vector<uint64_t> PlayAll(const NamedScene& named, const Scene& scene) {
  Player player(named, scene);
  std::vector<uint64_t> hashes;
  for (uint64_t i = 0; i < ShotsOf(named); ++i) hashes.push_back(player.Play(i));
  return hashes;
}

class Core : public ::testing::Test {
 protected:
  /// Calls `check(named, scene, hashes of its shots)` for every named scene.
  template <typename Check>
  static void ForEveryScene(const Check& check) {
    for (const NamedScene& named : NamedScenes()) {
      SCOPED_TRACE(named.name);
      const Scene scene = named.MakeScene();
      check(named, scene, PlayAll(named, scene));
    }
  }
};

TEST_F(Core, ForgetsTheShotsBefore) {
  ForEveryScene(
      [](const NamedScene& named, const Scene& scene, const std::vector<uint64_t>& expected) {
        Player backwards(named, named.MakeScene());
        for (uint64_t i = ShotsOf(named); i-- > 0;) ASSERT_EQ(backwards.Play(i), expected[i]) << i;
        for (uint64_t i = 0; i < ShotsOf(named); ++i) {
          ASSERT_EQ(Player(named, scene).Play(i), expected[i]) << i;
        }
      });
}

TEST_F(Core, AnswersTheSameAtAnyDetail) {
  Detail everything;
  everything.events = everything.event_states = everything.samples = true;
  everything.sample_period_s = 0.01;
  everything.sample_times_s = {0.0, 0.123, 1000.0};
  ForEveryScene([&](const NamedScene& named, const Scene& scene,
                    const std::vector<uint64_t>& expected) {
    Player player(named, scene);
    for (uint64_t i = 0; i < ShotsOf(named); ++i) {
      ASSERT_EQ(player.Play(i, everything), expected[i]) << i;
      EXPECT_EQ(player.record().events.size(), static_cast<size_t>(player.record().event_count));
      EXPECT_FALSE(player.record().samples.empty());
    }
  });
}

TEST_F(Core, ThreadsShareAScene) {
  ForEveryScene(
      [](const NamedScene& named, const Scene& scene, const std::vector<uint64_t>& expected) {
        std::vector<std::vector<uint64_t>> hashes(4);
        std::vector<std::thread> threads;
        for (std::vector<uint64_t>& mine : hashes) {
          threads.emplace_back([&] { mine = PlayAll(named, scene); });
        }
        for (std::thread& thread : threads) thread.join();
        for (const std::vector<uint64_t>& mine : hashes) EXPECT_TRUE(mine == expected);
      });
}

}  // namespace
}  // namespace carom
