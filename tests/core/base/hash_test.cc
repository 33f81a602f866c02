#include "core/base/hash.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <set>

namespace carom {
namespace {

template <class... Words>
uint64_t HashOf(Words... words) {
  BitHash hash;
  (hash.Add(words), ...);
  return hash.Value();
}

// Frozen: the hash is on the wire and in users' records. Computed by a second program from the text
// of the header.
TEST(BitHash, KnownAnswers) {
  EXPECT_EQ(HashOf(), 0x28ABF1FBEAED7C7Bu);
  EXPECT_EQ(HashOf(uint64_t{0}), 0x1D3CB275EB02EDD7u);
  EXPECT_EQ(HashOf(uint64_t{1}, uint64_t{2}, uint64_t{3}), 0x2B7218CCEF74491Au);
  EXPECT_EQ(HashOf(1.5, -2.25), 0xA7EF48B3EA469C3Du);
}

TEST(BitHash, DoublesEnterByTheirBits) {
  EXPECT_EQ(HashOf(1.5), HashOf(std::bit_cast<uint64_t>(1.5)));
  EXPECT_NE(HashOf(1.0), HashOf(std::bit_cast<double>(std::bit_cast<uint64_t>(1.0) + 1)));
}

TEST(BitHash, NegativeZeroAndNanAreFolded) {
  EXPECT_EQ(HashOf(-0.0), HashOf(0.0));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(HashOf(-nan), HashOf(nan));
  EXPECT_EQ(HashOf(std::bit_cast<double>(uint64_t{0x7FF0000000000123u})), HashOf(nan));
}

TEST(BitHash, OrderAndCountMatter) {
  EXPECT_NE(HashOf(1.0, 2.0), HashOf(2.0, 1.0));
  EXPECT_NE(HashOf(uint64_t{0}), HashOf(uint64_t{0}, uint64_t{0}));
}

TEST(BitHash, ValueMayBeReadOnTheWay) {
  BitHash hash;
  hash.Add(1.0);
  const uint64_t first = hash.Value();
  EXPECT_EQ(hash.Value(), first);
  hash.Add(2.0);
  EXPECT_EQ(hash.Value(), HashOf(1.0, 2.0));
}

TEST(BitHash, EveryInputBitMovesAboutHalfOfTheOutput) {
  for (int position = 0; position < 3; ++position) {
    double changed = 0.0;
    for (int bit = 0; bit < 64; ++bit) {
      uint64_t words[3] = {11, 22, 33};
      const uint64_t before = HashOf(words[0], words[1], words[2]);
      words[position] ^= uint64_t{1} << bit;
      changed += std::popcount(before ^ HashOf(words[0], words[1], words[2]));
    }
    EXPECT_NEAR(changed / 64.0, 32.0, 2.0) << position;
  }
}

TEST(BitHash, NoCollisionsAmongSmallInputs) {
  std::set<uint64_t> seen;
  for (uint64_t a = 0; a < 200; ++a) {
    for (uint64_t b = 0; b < 200; ++b) seen.insert(HashOf(a, b));
  }
  EXPECT_EQ(seen.size(), 40000u);
}

}  // namespace
}  // namespace carom
