// This build against the numbers that every build must give.

#include <gtest/gtest.h>

#include <ios>

#include "tests/determinism/frozen_hashes.h"

namespace carom {
namespace {

TEST(FrozenHash, IsTheSameInEveryBuild) {
  for (const FrozenHash& frozen : kFrozenHashes) {
    const std::optional<uint64_t> hash = ComputeFrozenHash(frozen);
    ASSERT_TRUE(hash.has_value()) << frozen.scene;
    EXPECT_EQ(*hash, frozen.hash) << frozen.scene << ", " << NameOf(frozen.laws) << ": 0x"
                                  << std::hex << *hash << "; see frozen_hashes.h";
  }
}

TEST(FrozenHash, OfDerivativesIsTheSameInEveryBuild) {
  for (const FrozenTangents& frozen : kFrozenTangents) {
    const std::optional<FrozenTangents> found = ComputeFrozenHash(frozen);
    ASSERT_TRUE(found.has_value()) << frozen.scene;
    EXPECT_EQ(found->hash, frozen.hash) << frozen.scene << ": 0x" << std::hex << found->hash;
    EXPECT_EQ(found->others, frozen.others) << frozen.scene << ": 0x" << std::hex << found->others;
  }
}

}  // namespace
}  // namespace carom
