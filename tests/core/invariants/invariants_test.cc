// The invariants that every shot must hold, on random shots in the plane: energy never grows, no
// ball overlaps another, a nose, a jaw or a pocket by more than a nanometre, nothing leaves but
// through a pocket or over the outline, and every shot ends for a reason.

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "core/table/catalog.h"
#include "tests/core/invariants/fuzz_shard.h"
#include "tests/testing/fuzz_share.h"

namespace carom::testing {
namespace {

constexpr int kShards = 10;
constexpr uint64_t kShotsPerShard = FuzzShare(10'000);
constexpr uint64_t kClearedPerShard = FuzzShare(1'000);
// Of time or events, where little friction is drawn: at most 5 % of the shots, and 3 standard
// deviations of such a number.
const auto kMostAtLimit =
    static_cast<uint64_t>(kShotsPerShard / 20.0 + 3.0 * std::sqrt(kShotsPerShard / 20.0));
constexpr uint64_t kSeed = 20261121;

class RandomShots : public ::testing::TestWithParam<int> {};

TEST_P(RandomShots, HoldTheInvariants) {
  FuzzShard shard;
  shard.Play(MakeRandomShot, kSeed, static_cast<uint64_t>(GetParam()), kShotsPerShard,
             kClearedPerShard);
  shard.Print();
  EXPECT_LE(shard.at_limit(), kMostAtLimit);
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
  EXPECT_LE(shard.at_limit(), kMostAtLimit);
}

}  // namespace
}  // namespace carom::testing
