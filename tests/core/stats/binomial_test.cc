// Binomial probabilities and tails against closed forms and sums of exact binomials.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/stats/proportion.h"

namespace carom::stats {
namespace {

// C(n, k) p^k q^(n - k) by products, in extended precision.
long double ByProduct(int n, int k, long double p) {
  long double value = 1.0L;
  for (int i = 1; i <= k; ++i) value *= static_cast<long double>(n - k + i) / i * p;
  for (int i = 0; i < n - k; ++i) value *= 1.0L - p;
  return value;
}

double RelativeError(double got, long double expected) {
  return static_cast<double>(std::abs((got - expected) / expected));
}

TEST(BinomialProbability, OfFairCoinsIsACountOverAPowerOfTwo) {
  EXPECT_NEAR(BinomialProbability(4, 2, 0.5), 6.0 / 16.0, 1e-15);
  EXPECT_NEAR(BinomialProbability(10, 3, 0.5), 120.0 / 1024.0, 1e-15);
  EXPECT_NEAR(BinomialProbability(52, 5, 0.5), 2598960.0 / 4503599627370496.0, 1e-23);
}

TEST(BinomialProbability, AtTheEnds) {
  EXPECT_EQ(BinomialProbability(0, 0, 0.3), 1.0);
  EXPECT_EQ(BinomialProbability(5, 0, 0.0), 1.0);
  EXPECT_EQ(BinomialProbability(5, 1, 0.0), 0.0);
  EXPECT_EQ(BinomialProbability(5, 5, 1.0), 1.0);
  EXPECT_EQ(BinomialProbability(5, 4, 1.0), 0.0);
  EXPECT_EQ(BinomialProbability(5, -1, 0.3), 0.0);
  EXPECT_EQ(BinomialProbability(5, 6, 0.3), 0.0);
}

TEST(BinomialProbability, EqualsTheProduct) {
  double worst = 0.0;
  for (int n : {1, 2, 3, 7, 16, 17, 25, 40, 200, 1000}) {
    for (double p : {1e-9, 0.005, 0.09, 0.11, 0.3, 0.5, 0.73, 0.95, 0.999}) {
      for (int k = 0; k <= n; ++k) {
        const long double expected = ByProduct(n, k, p);
        if (expected < 1e-300L) continue;
        worst = std::max(worst, RelativeError(BinomialProbability(n, k, p), expected));
      }
    }
  }
  EXPECT_LT(worst, 1e-12);
}

// No success in a million draws of one in a million: (1 - 1e-6)^1e6 = e^(-1 - 5e-7 - 1/3e12 ...).
TEST(BinomialProbability, KeepsRareSuccesses) {
  const long double expected = std::exp(-1.0L - 5e-7L - 1.0L / 3e12L);
  EXPECT_LT(RelativeError(BinomialProbability(1000000, 0, 1e-6), expected), 1e-12);
  EXPECT_LT(RelativeError(BinomialProbability(1000000, 1000000, 1.0 - 1.0 / 1048576.0),
                          std::exp(1e6L * std::log1p(-1.0L / 1048576.0L))),
            1e-12);
}

TEST(Tails, EqualTheSumOfProducts) {
  double worst = 0.0;
  for (int n : {1, 2, 5, 25, 60, 150}) {
    for (double p : {0.001, 0.2, 0.5, 0.8, 0.99}) {
      for (int k = 0; k <= n; ++k) {
        long double upper = 0.0L, lower = 0.0L;
        for (int i = n; i >= k; --i) upper += ByProduct(n, i, p);
        for (int i = 0; i <= k; ++i) lower += ByProduct(n, i, p);
        const auto error = [](double got, long double expected) {
          return expected < 1e-300L ? 0.0 : RelativeError(got, expected);
        };
        worst =
            std::max({worst, error(UpperTail(n, k, p), upper), error(LowerTail(n, k, p), lower)});
      }
    }
  }
  EXPECT_LT(worst, 1e-12);
}

TEST(Tails, OutsideAndAtTheEnds) {
  EXPECT_EQ(UpperTail(5, 0, 0.3), 1.0);
  EXPECT_EQ(UpperTail(5, -2, 0.3), 1.0);
  EXPECT_EQ(UpperTail(5, 6, 0.3), 0.0);
  EXPECT_EQ(LowerTail(5, 5, 0.3), 1.0);
  EXPECT_EQ(LowerTail(5, -1, 0.3), 0.0);
  EXPECT_EQ(UpperTail(5, 3, 0.0), 0.0);
  EXPECT_EQ(UpperTail(5, 3, 1.0), 1.0);
  EXPECT_EQ(LowerTail(5, 3, 0.0), 1.0);
  EXPECT_EQ(LowerTail(5, 3, 1.0), 0.0);
}

TEST(Tails, OfAMillionDrawsAddUpToOne) {
  for (int64_t k : {int64_t{499000}, int64_t{500000}, int64_t{500001}, int64_t{502500}}) {
    EXPECT_NEAR(UpperTail(1000000, k, 0.5) + LowerTail(1000000, k - 1, 0.5), 1.0, 1e-12) << k;
  }
  // By symmetry P(X >= 500001) = (1 - P(X = 500000)) / 2.
  EXPECT_NEAR(UpperTail(1000000, 500001, 0.5),
              0.5 * (1.0 - BinomialProbability(1000000, 500000, 0.5)), 1e-12);
}

}  // namespace
}  // namespace carom::stats
