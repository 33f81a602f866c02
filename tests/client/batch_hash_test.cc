#include "client/internal/batch_hash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace carom {
namespace {

uint64_t Fold(const std::vector<uint64_t>& hashes) {
  BitHash fold;
  for (const uint64_t hash : hashes) fold.Add(hash);
  return fold.Value();
}

carom::v1::ShotResults Chunk(uint64_t first_shot, const std::vector<uint64_t>& hashes) {
  carom::v1::ShotResults chunk;
  chunk.set_first_shot(first_shot);
  chunk.set_shot_count(static_cast<uint32_t>(hashes.size()));
  chunk.mutable_hashes()->Assign(hashes.begin(), hashes.end());
  return chunk;
}

// Values from a transcription of the specification in result.proto into Python.
TEST(BatchHashTest, GivesTheSpecifiedValues) {
  EXPECT_EQ(Fold({}), 0x28ABF1FBEAED7C7Bu);
  EXPECT_EQ(Fold({0}), 0x1D3CB275EB02EDD7u);
  EXPECT_EQ(Fold({1, 2, 3}), 0x2B7218CCEF74491Au);
  EXPECT_EQ(Fold({2, 1, 3}), 0x6F702AC189DF0F9Du);
  EXPECT_EQ(Fold({0xFFFFFFFFFFFFFFFFu, 0, 0x0123456789ABCDEFu}), 0x020A8B7DAFCBC244u);
}

TEST(BatchHashTest, DoesNotDependOnTheOrderOfChunks) {
  const std::vector<carom::v1::ShotResults> chunks = {Chunk(7, {10, 11}), Chunk(9, {12}),
                                                      Chunk(10, {13, 14, 15})};
  const uint64_t expected = Fold({10, 11, 12, 13, 14, 15});
  std::vector<int> order = {0, 1, 2};
  do {
    BatchHash hash(7);
    for (const int i : order) hash.Add(chunks[static_cast<size_t>(i)]);
    EXPECT_EQ(hash.Value(), expected);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(BatchHashTest, LeavesOutShotsThatAreMissing) {
  BatchHash hash(0);
  hash.Add(Chunk(4, {5, 6}));
  hash.Add(Chunk(0, {1, 2}));
  EXPECT_EQ(hash.Value(), Fold({1, 2, 5, 6}));
  hash.Add(Chunk(2, {3, 4}));
  EXPECT_EQ(hash.Value(), Fold({1, 2, 3, 4, 5, 6}));
}

// What an earlier run has done must not make the hashes of the rest wait for ever.
TEST(BatchHashTest, WaitsForNoShotThatIsSkipped) {
  BatchHash hash(0, {{0, 2}, {4, 3}});
  hash.Add(Chunk(7, {5}));
  hash.Add(Chunk(2, {3, 4}));
  EXPECT_EQ(hash.Value(), Fold({3, 4, 5}));
}

TEST(BatchHashTest, GoesOnFromItsValue) {
  std::vector<uint64_t> all;
  uint64_t random = 1;
  for (uint64_t told = 0; told < 1000; ++told) {
    BatchHash hash(told, {}, told, Fold(all));
    random = random * 6364136223846793005u + 1442695040888963407u;
    all.push_back(random);
    EXPECT_EQ(hash.Value(), Fold({all.begin(), all.end() - 1}));
    hash.Add(Chunk(told, {random}));
    ASSERT_EQ(hash.Value(), Fold(all));
  }
}

// Of a batch with a filter: shots that are not told are covered all the same.
TEST(BatchHashTest, FoldsWhatIsToldAndWaitsForWhatIsCovered) {
  const auto selected = [](uint64_t first, uint32_t played, const std::vector<uint64_t>& hashes) {
    carom::v1::ShotResults chunk = Chunk(first, hashes);
    chunk.mutable_selection()->set_played_count(played);
    return chunk;
  };
  BatchHash hash(0);
  hash.Add(selected(100, 50, {7}));
  hash.Add(selected(0, 60, {1, 2}));
  hash.Add(selected(60, 40, {}));
  EXPECT_EQ(hash.Value(), Fold({1, 2, 7}));
}

}  // namespace
}  // namespace carom
