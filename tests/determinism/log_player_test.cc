// A log that is played again on a stage gives the bits of the shot that it was recorded of.

#include "tests/testing/log_player.h"

#include <gtest/gtest.h>

#include "tests/determinism/frozen_hashes.h"

namespace carom {
namespace {

TEST(LogPlayer, GivesTheBitsOfEveryFrozenScene) {
  Detail detail;
  detail.events = detail.hops = true;
  Workspace workspace;
  LogPlayer player;
  Record played;
  Record again;
  Shot shot;
  for (const FrozenHash& frozen : kFrozenHashes) {
    const NamedScene& named = *FindNamedScene(frozen.scene);
    const auto scene =
        Scene::Make(std::make_shared<Table>(named.MakeScene().table()),
                    std::make_shared<Settings>(SettingsOf(named, frozen.laws)), named.layout.balls);
    ASSERT_TRUE(scene.ok());
    for (uint64_t i = 0; i < frozen.shots; ++i) {
      named.Generate(kFrozenSeed, i, shot);
      ASSERT_TRUE(Simulate(*scene, shot, detail, {}, workspace, played).ok());
      ASSERT_TRUE(player.Play(scene->world(), shot, played, detail, again))
          << frozen.scene << ", shot " << i;
      EXPECT_EQ(again.hash, played.hash) << frozen.scene << ", shot " << i;
    }
  }
}

}  // namespace
}  // namespace carom
