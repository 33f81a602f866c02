#include "core/base/random.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace carom {
namespace {

using Block = std::array<uint32_t, 4>;

// Known answers published with the authors' reference implementation (Random123, kat_vectors).
TEST(Philox4x32, PublishedVectors) {
  EXPECT_EQ(Philox4x32({0, 0, 0, 0}, {0, 0}),
            (Block{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}));
  constexpr uint32_t kOnes = 0xffffffffu;
  EXPECT_EQ(Philox4x32({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (Block{0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu}));
  EXPECT_EQ(
      Philox4x32({0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}, {0xa4093822u, 0x299f31d0u}),
      (Block{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}));
}

TEST(CounterRandom, BitsFollowTheSpecification) {
  CounterRandom zero(0, 0);
  EXPECT_EQ(zero.Bits(), 0xe169c58d6627e8d5u);
  EXPECT_EQ(zero.Bits(), 0x9b00dbd8bc57ac4cu);
  CounterRandom random(0x0123456789abcdefu, 0xfedcba9876543210u);
  random.Bits();
  random.Bits();
  const Block block = Philox4x32({1, 0, 0x76543210u, 0xfedcba98u}, {0x89abcdefu, 0x01234567u});
  EXPECT_EQ(random.Bits(), block[0] | (uint64_t{block[1]} << 32));
  EXPECT_EQ(random.Bits(), block[2] | (uint64_t{block[3]} << 32));
}

// Frozen: client and server, today's and tomorrow's, must draw the same shots.
TEST(CounterRandom, FrozenDraws) {
  CounterRandom random(42, 7);
  EXPECT_EQ(random.Uniform(), 0x1.caa82198cfdcdp-1);
  EXPECT_EQ(random.Normal(), -0x1.46c7f843cfcb3p-1);
  EXPECT_EQ(random.Below(1000), 174u);
  EXPECT_EQ(random.Uniform(-2.0, 3.0), 0x1.5801ab00dc506p+1);
}

TEST(CounterRandom, UniformMoments) {
  constexpr int kDraws = 200000;
  CounterRandom random(1, 0);
  double sum = 0.0;
  double squares = 0.0;
  for (int i = 0; i < kDraws; ++i) {
    const double u = random.Uniform();
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    sum += u;
    squares += u * u;
  }
  // Four standard errors.
  EXPECT_NEAR(sum / kDraws, 0.5, 4.0 * std::sqrt(1.0 / 12.0 / kDraws));
  EXPECT_NEAR(squares / kDraws, 1.0 / 3.0, 4.0 * std::sqrt(4.0 / 45.0 / kDraws));
}

TEST(CounterRandom, NormalMoments) {
  constexpr int kDraws = 200000;
  CounterRandom random(2, 0);
  std::array<double, 5> moment{};
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.Normal();
    double power = 1.0;
    for (double& m : moment) m += (power *= x) / kDraws;
  }
  const double root_n = std::sqrt(static_cast<double>(kDraws));
  EXPECT_NEAR(moment[0], 0.0, 4.0 / root_n);
  EXPECT_NEAR(moment[1], 1.0, 4.0 * std::sqrt(2.0) / root_n);
  EXPECT_NEAR(moment[2], 0.0, 4.0 * std::sqrt(15.0) / root_n);
  EXPECT_NEAR(moment[3], 3.0, 4.0 * std::sqrt(96.0) / root_n);
}

TEST(CounterRandom, BelowIsUniform) {
  constexpr uint64_t kFaces = 6;
  constexpr int kDraws = 120000;
  CounterRandom random(3, 0);
  std::array<int, kFaces> count{};
  for (int i = 0; i < kDraws; ++i) ++count[random.Below(kFaces)];
  double chi_square = 0.0;
  for (const int n : count) {
    const double expected = static_cast<double>(kDraws) / kFaces;
    chi_square += (n - expected) * (n - expected) / expected;
  }
  EXPECT_LT(chi_square, 20.5);  // 5 degrees of freedom: exceeded once in a thousand seeds
}

TEST(CounterRandom, BelowAtItsLimits) {
  CounterRandom random(4, 0);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(random.Below(1), 0u);
    EXPECT_LT(random.Below(uint64_t{1} << 63), uint64_t{1} << 63);
    // A bound that rejects nearly half of all words.
    EXPECT_LE(random.Below((uint64_t{1} << 63) + 1), uint64_t{1} << 63);
  }
  EXPECT_DEATH(random.Below(0), "positive bound");
}

// Neighbouring streams and seeds, and lags within one stream, are uncorrelated.
TEST(CounterRandom, StreamsAreIndependent) {
  constexpr int kDraws = 50000;
  const auto draws = [](uint64_t seed, uint64_t stream) {
    CounterRandom random(seed, stream);
    std::vector<double> values(kDraws + 2);
    for (double& v : values) v = random.Uniform() - 0.5;
    return values;
  };
  const auto correlation = [](const std::vector<double>& a, const std::vector<double>& b,
                              std::size_t lag) {
    double sum = 0.0;
    for (std::size_t i = 0; i < kDraws; ++i) sum += a[i] * b[i + lag];
    return 12.0 * sum / kDraws;
  };
  const std::vector<double> base = draws(5, 10);
  const double limit = 4.5 / std::sqrt(static_cast<double>(kDraws));
  for (const auto& other : {draws(5, 11), draws(6, 10), draws(5, 10 + (uint64_t{1} << 32))}) {
    EXPECT_LT(std::fabs(correlation(base, other, 0)), limit);
    EXPECT_LT(std::fabs(correlation(base, other, 1)), limit);
  }
  EXPECT_LT(std::fabs(correlation(base, base, 1)), limit);
  EXPECT_LT(std::fabs(correlation(base, base, 2)), limit);
}

// The first draw of many streams is as good as many draws of one: how a batch uses them.
TEST(CounterRandom, FirstDrawsOverStreamsAreUniform) {
  constexpr int kStreams = 100000;
  double sum = 0.0;
  for (uint64_t stream = 0; stream < kStreams; ++stream) {
    sum += CounterRandom(9, stream).Uniform();
  }
  EXPECT_NEAR(sum / kStreams, 0.5, 4.0 * std::sqrt(1.0 / 12.0 / kStreams));
}

}  // namespace
}  // namespace carom
