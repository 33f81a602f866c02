// The invariants that every shot must hold, on random shots in the plane: energy never grows, no
// ball overlaps another, a nose, a jaw or a pocket by more than a nanometre, nothing leaves but
// through a pocket or over the outline, and every shot ends for a reason.
//
// CAROM_FUZZ=all plays 10^6 shots in place of 4 x 10^4, and checks the clearances of 10^4.

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "core/table/catalog.h"
#include "tests/core/invariants/fuzz_shard.h"
#include "tests/testing/fuzz_share.h"
#include "tests/testing/shots/random_factor.h"

namespace carom::testing {
namespace {

constexpr int kPlaneShards = 10;
constexpr uint64_t kPlaneSeed = 20261121;

uint64_t ShotsPerShard() { return FuzzesAll() ? 100'000 : FuzzShare(4'000); }
uint64_t ClearedPerShard() { return FuzzesAll() ? 1'000 : FuzzShare(400); }

// Of time or events, where little friction is drawn: at most 5 % of the shots, and 3 standard
// deviations of such a number.
uint64_t MostAtLimit() {
  const double mean = static_cast<double>(ShotsPerShard()) / 20.0;
  return static_cast<uint64_t>(mean + 3.0 * std::sqrt(mean));
}

class RandomShots : public ::testing::TestWithParam<int> {};

TEST_P(RandomShots, HoldTheInvariants) {
  FuzzShard shard;
  shard.Play(MakeRandomShot, kPlaneSeed, static_cast<uint64_t>(GetParam()), ShotsPerShard(),
             ClearedPerShard());
  shard.Print();
  EXPECT_LE(shard.at_limit(), MostAtLimit());
}

INSTANTIATE_TEST_SUITE_P(Shard, RandomShots, ::testing::Range(0, kPlaneShards));

// Sharp corners between nose and facing, which no other preset has.
std::optional<RandomShot> OnPrisms(uint64_t seed, uint64_t index) {
  return MakeRandomShotOn(FindTable("pool_9ft_prisms")->table, seed, index);
}

TEST(RandomShots, OnPrismsHoldTheInvariants) {
  FuzzShard shard;
  shard.Play(OnPrisms, kPlaneSeed, 0, ShotsPerShard(), ClearedPerShard());
  shard.Print();
  EXPECT_LE(shard.at_limit(), MostAtLimit());
}

std::optional<RandomShot> OnClothOfSpeed(uint64_t seed, uint64_t index) {
  return WithRollingFactor(MakeRandomShot(seed, index), seed, index);
}

std::optional<RandomShot> AtCushionsOfSpeed(uint64_t seed, uint64_t index) {
  return WithCushionFactors(MakeRandomShot(seed, index), seed, index);
}

// Restitution of cushions that depends on speed, friction on the angle, up to where they end.
TEST(RandomShots, AtCushionsOfSpeedHoldTheInvariants) {
  FuzzShard shard;
  shard.Play(AtCushionsOfSpeed, kPlaneSeed, 2, ShotsPerShard(), ClearedPerShard());
  shard.Print();
  EXPECT_LE(shard.at_limit(), MostAtLimit());
}

// Rolling friction that depends on speed.
TEST(RandomShots, OnAClothOfSpeedHoldTheInvariants) {
  FuzzShard shard;
  shard.Play(OnClothOfSpeed, kPlaneSeed, 1, ShotsPerShard(), ClearedPerShard());
  shard.Print();
  EXPECT_LE(shard.at_limit(), MostAtLimit());
}

}  // namespace
}  // namespace carom::testing
