// The invariants that every shot must hold, on random shots in the plane: energy never grows, no
// ball overlaps another, a nose, a jaw or a pocket by more than a nanometre, nothing leaves but
// through a pocket or over the outline, and every shot ends for a reason.

#include <gtest/gtest.h>

#include <optional>

#include "core/table/catalog.h"
#include "tests/core/invariants/fuzz_shard.h"

namespace carom::testing {
namespace {

#ifndef CAROM_FUZZ_DIVISOR
#define CAROM_FUZZ_DIVISOR 1  // Sanitizer builds play a part of the shots.
#endif

constexpr int kShards = 10;
constexpr uint64_t kShotsPerShard = 10'000 / CAROM_FUZZ_DIVISOR;
constexpr uint64_t kClearedPerShard = 1'000 / CAROM_FUZZ_DIVISOR;
constexpr uint64_t kSeed = 20261121;

class RandomShots : public ::testing::TestWithParam<int> {};

TEST_P(RandomShots, HoldTheInvariants) {
  FuzzShard shard;
  shard.Play(MakeRandomShot, kSeed, static_cast<uint64_t>(GetParam()), kShotsPerShard,
             kClearedPerShard);
  shard.Print();
  // Only a cloth without rolling friction.
  EXPECT_LE(shard.at_limit(), kShotsPerShard / 20);
}

INSTANTIATE_TEST_SUITE_P(Shard, RandomShots, ::testing::Range(0, kShards));

// Sharp corners between nose and facing, which no other preset has.
std::optional<RandomShot> OnPrisms(uint64_t seed, uint64_t index) {
  return MakeRandomShotOn(FindTable("pool_9ft_prisms")->table, seed, index);
}

TEST(RandomShots, OnPrismsHoldTheInvariants) {
  FuzzShard shard;
  shard.Play(OnPrisms, kSeed, 0, kShotsPerShard, kClearedPerShard);
  shard.Print();
  EXPECT_LE(shard.at_limit(), kShotsPerShard / 20);
}

}  // namespace
}  // namespace carom::testing
