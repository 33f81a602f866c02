// The invariants that every shot must hold, on random shots in three dimensions: energy with that
// of height never grows, balls overlap neither each other nor anything of the table, events follow
// the state machine, nothing leaves but into a pocket or past the outline, and every shot ends for
// a reason, fewer than 1 in 10^4 of them at a limit.
//
// CAROM_FUZZ=all plays 10^6 shots and checks the clearances of 2 x 10^3 in place of a part.

#include <gtest/gtest.h>

#include <optional>

#include "core/table/catalog.h"
#include "tests/core/invariants/fuzz_shard.h"
#include "tests/testing/fuzz_share.h"

namespace carom::testing {
namespace {

constexpr int kFlightShards = 10;
constexpr uint64_t kFlightSeed = 20261122;

struct Extent {
  uint64_t shots;    // A shard.
  uint64_t cleared;  // Of them.
};

Extent ShardExtent() {
  if (FuzzesAll()) return {100'000, 200};
  return {FuzzShare(1'000), 10};
}

class RandomShots3D : public ::testing::TestWithParam<int> {};

TEST_P(RandomShots3D, HoldTheInvariants) {
  const Extent extent = ShardExtent();
  FuzzShard shard;
  shard.Play(MakeRandomShot3D, kFlightSeed, static_cast<uint64_t>(GetParam()), extent.shots,
             extent.cleared);
  shard.Print();
  EXPECT_LE(shard.at_limit(), extent.shots / 10'000);
}

INSTANTIATE_TEST_SUITE_P(Shard, RandomShots3D, ::testing::Range(0, kFlightShards));

// Sharp corners between nose and facing, which no other preset has.
std::optional<RandomShot> OnPrisms3D(uint64_t seed, uint64_t index) {
  return MakeRandomShot3DOn(FindTable("pool_9ft_prisms")->table, seed, index);
}

TEST(RandomShots3D, OnPrismsHoldTheInvariants) {
  const Extent extent = ShardExtent();
  FuzzShard shard;
  shard.Play(OnPrisms3D, kFlightSeed, 0, extent.shots, extent.cleared);
  shard.Print();
  EXPECT_LE(shard.at_limit(), extent.shots / 10'000);
}

TEST(RandomShots3D, OnRoughCushionsHoldTheInvariants) {
  const Extent extent = ShardExtent();
  FuzzShard shard;
  shard.Play(MakeRoughShot3D, kFlightSeed, 0, extent.shots, extent.cleared);
  shard.Print();
  EXPECT_LE(shard.at_limit(), extent.shots / 10'000);
}

// What the fuzzer is said to play, it plays.
TEST(RandomShots3D, CoverWhatTheyName) {
  int in_the_air = 0;
  int on_rails = 0;
  int falling = 0;
  int holes = 0;
  int steep = 0;
  int clusters = 0;
  int slopes = 0;
  for (uint64_t index = 0; index < 1000; ++index) {
    const auto random = MakeRandomShot3D(kFlightSeed, index);
    if (!random) continue;
    const Environment& environment = random->scene.settings().environment;
    const Table& table = random->scene.table();
    EXPECT_EQ(environment.flight, Flight::kOn);
    holes += environment.pocket_model == PocketModel::kDrop && !table.pockets.empty();
    clusters += environment.simultaneous == SimultaneousImpacts::kCluster;
    slopes += !table.noses.empty() && table.noses[0].rise_m != 0.0;
    steep += random->shot.strike && random->shot.strike->elevation_rad > 1.2;
    for (const BallState& state : random->shot.start) {
      in_the_air += state.motion == MotionState::kAirborne;
      on_rails += state.motion == MotionState::kSupported;
      falling += state.velocity.z() < 0.0;
    }
  }
  EXPECT_GT(in_the_air, 100);
  EXPECT_GT(on_rails, 20);
  EXPECT_GT(falling, 10);
  EXPECT_GT(holes, 100);
  EXPECT_GT(steep, 30);
  EXPECT_GT(clusters, 50);
  EXPECT_GT(slopes, 30);
}

}  // namespace
}  // namespace carom::testing
