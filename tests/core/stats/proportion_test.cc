// Wilson's and Clopper and Pearson's intervals against closed forms, published values and the exact
// coverage.

#include "core/stats/proportion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/random.h"
#include "tests/core/stats/exact_coverage.h"

namespace carom::stats {
namespace {

constexpr double k95 = 0.95;

void ExpectInterval(const ProportionInterval& got, double low, double high, double tolerance) {
  EXPECT_NEAR(got.low, low, tolerance);
  EXPECT_NEAR(got.high, high, tolerance);
}

// Values of any table of the normal distribution; erf is the C library's.
TEST(TwoSidedNormalQuantile, EqualsTablesAndInvertsTheErrorFunction) {
  EXPECT_NEAR(TwoSidedNormalQuantile(0.90), 1.6448536269514722, 1e-13);
  EXPECT_NEAR(TwoSidedNormalQuantile(0.95), 1.9599639845400545, 1e-13);
  EXPECT_NEAR(TwoSidedNormalQuantile(0.99), 2.5758293035489004, 1e-12);
  for (double confidence : {1e-6, 0.1, 0.5, 0.8, 0.999, 0.999999}) {
    const double z = TwoSidedNormalQuantile(confidence);
    EXPECT_NEAR(std::erf(z / std::sqrt(2.0)), confidence, 1e-14) << confidence;
  }
}

// R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statist. Med. 17
// (1998), Table I: methods 3 (score) and 5 (exact), to the four decimals printed.
TEST(Intervals, EqualNewcombesTable) {
  struct Row {
    int64_t k, n;
    double score_low, score_high, exact_low, exact_high;
  };
  for (const Row& r :
       {Row{81, 263, 0.2553, 0.3662, 0.2527, 0.3676}, Row{15, 148, 0.0624, 0.1605, 0.0578, 0.1617},
        Row{0, 20, 0.0000, 0.1611, 0.0000, 0.1684}, Row{1, 29, 0.0061, 0.1718, 0.0009, 0.1776}}) {
    SCOPED_TRACE(r.n);
    ExpectInterval(Wilson(r.k, r.n, k95), r.score_low, r.score_high, 5e-5);
    ExpectInterval(ClopperPearson(r.k, r.n, k95), r.exact_low, r.exact_high, 5e-5);
  }
}

// The ends solve |k/n - p| = z sqrt(p (1 - p) / n).
TEST(Wilson, EndsSolveTheScoreEquation) {
  const double z = TwoSidedNormalQuantile(k95);
  for (int64_t n : {1, 2, 25, 1000, 1000000}) {
    for (int64_t k : {int64_t{0}, n / 3, n / 2, n - 1, n}) {
      const double share = static_cast<double>(k) / static_cast<double>(n);
      const ProportionInterval got = Wilson(k, n, k95);
      for (double p : {got.low, got.high}) {
        const double score = z * std::sqrt(p * (1.0 - p) / static_cast<double>(n));
        EXPECT_NEAR(std::abs(share - p), score, 1e-9) << k << " of " << n;
      }
    }
  }
}

// k = 0: [0, z^2 / (n + z^2)]; k = n is its mirror.
TEST(Wilson, WithoutSuccessOrWithoutFailure) {
  const double z = TwoSidedNormalQuantile(k95);
  for (int64_t n : {1, 10, 25, 400}) {
    const double reach = z * z / (static_cast<double>(n) + z * z);
    EXPECT_EQ(Wilson(0, n, k95).low, 0.0);
    EXPECT_NEAR(Wilson(0, n, k95).high, reach, 1e-15);
    EXPECT_NEAR(Wilson(n, n, k95).low, 1.0 - reach, 1e-15);
    EXPECT_EQ(Wilson(n, n, k95).high, 1.0);
  }
}

// k = 0: the upper end solves (1 - p)^n = alpha / 2; k = n is its mirror; n = 2, k = 1:
// 1 - (1 - p)^2 = alpha / 2 and 1 - p^2 = alpha / 2.
TEST(ClopperPearson, ClosedForms) {
  for (double confidence : {0.5, 0.95, 0.999}) {
    const double tail = 0.5 * (1.0 - confidence);
    for (int n : {1, 3, 25, 1000}) {
      const double root = std::pow(tail, 1.0 / n);
      ExpectInterval(ClopperPearson(0, n, confidence), 0.0, 1.0 - root, 1e-13);
      ExpectInterval(ClopperPearson(n, n, confidence), root, 1.0, 1e-13);
    }
    ExpectInterval(ClopperPearson(1, 2, confidence), 1.0 - std::sqrt(1.0 - tail),
                   std::sqrt(1.0 - tail), 1e-13);
  }
}

// An end is found to half a unit in its last place, 1.1e-16; the tails change by at most n times as
// much.
TEST(ClopperPearson, EndsLeaveHalfOfAlphaToTheTails) {
  for (int64_t n : {5, 25, 400, 100000}) {
    for (int64_t k : {int64_t{1}, n / 4, n / 2, n - 1}) {
      const ProportionInterval got = ClopperPearson(k, n, k95);
      const double tolerance = 1e-13 + 1.1e-16 * static_cast<double>(n);
      EXPECT_NEAR(UpperTail(n, k, got.low), 0.025, tolerance) << k << " of " << n;
      EXPECT_NEAR(LowerTail(n, k, got.high), 0.025, tolerance) << k << " of " << n;
    }
  }
}

TEST(Intervals, WithoutDrawsSayNothing) {
  ExpectInterval(Wilson(0, 0, k95), 0.0, 1.0, 0.0);
  ExpectInterval(ClopperPearson(0, 0, k95), 0.0, 1.0, 0.0);
}

// One success of 25 puts the lower end at 0.7 %, beyond p = 0.5 %. Only k = 0 covers.
TEST(Wilson, CoversTooLittleNearZero) {
  EXPECT_TRUE(Wilson(0, 25, k95).Contains(0.005));
  EXPECT_FALSE(Wilson(1, 25, k95).Contains(0.005));
  const double exact = ExactCoverage(Wilson, 25, 0.005, k95);
  EXPECT_NEAR(exact, std::pow(0.995, 25), 1e-15);
  EXPECT_NEAR(exact, 0.8822, 5e-5);
}

// 10^4 repetitions are within four standard deviations of the exact coverage: sqrt(c (1 - c) / 1e4)
// is 0.0032 for Wilson's 88 %.
TEST(ExactCoverage, IsWhatRepetitionsShow) {
  struct Case {
    ProportionMethod method;
    int64_t n;
    double p;
  };
  for (const Case& c : {Case{Wilson, 25, 0.005}, Case{Wilson, 50, 0.3},
                        Case{ClopperPearson, 25, 0.005}, Case{ClopperPearson, 50, 0.3}}) {
    std::vector<bool> covers;
    for (int64_t k = 0; k <= c.n; ++k) covers.push_back(c.method(k, c.n, k95).Contains(c.p));
    constexpr int kTrials = 10000;
    int covered = 0;
    for (uint64_t repetition = 0; repetition < kTrials; ++repetition) {
      CounterRandom random(/*seed=*/18, repetition);
      size_t successes = 0;
      for (int64_t i = 0; i < c.n; ++i) successes += random.Uniform() < c.p ? 1 : 0;
      covered += covers[successes] ? 1 : 0;
    }
    const double exact = ExactCoverage(c.method, c.n, c.p, k95);
    const double deviation = std::sqrt(exact * (1.0 - exact) / kTrials);
    EXPECT_NEAR(covered / static_cast<double>(kTrials), exact, 4.0 * deviation)
        << c.n << " draws of " << c.p;
  }
}

double Coverage(const std::vector<ProportionInterval>& intervals, double p) {
  const auto n = static_cast<int64_t>(intervals.size()) - 1;
  double coverage = 0.0;
  for (int64_t k = 0; k <= n; ++k) {
    if (intervals[static_cast<size_t>(k)].Contains(p)) coverage += BinomialProbability(n, k, p);
  }
  return coverage;
}

// On a grid, and at the ends of the intervals, where the coverage jumps.
TEST(ClopperPearson, CoversWithTheConfidenceOrMore) {
  double least = 1.0;
  for (int64_t n : {1, 2, 5, 10, 25, 50, 100}) {
    for (double confidence : {0.8, 0.95, 0.99}) {
      std::vector<ProportionInterval> intervals;
      std::vector<double> grid;
      for (int64_t k = 0; k <= n; ++k) {
        intervals.push_back(ClopperPearson(k, n, confidence));
        grid.insert(grid.end(), {intervals.back().low, intervals.back().high});
        grid.push_back(std::nextafter(intervals.back().low, 0.0));
        grid.push_back(std::nextafter(intervals.back().high, 1.0));
      }
      for (int i = 0; i <= 200; ++i) grid.push_back(0.005 * i);
      for (double p : grid) {
        const double coverage = Coverage(intervals, p);
        EXPECT_GE(coverage, confidence - 1e-12) << n << " draws of " << p;
        least = std::min(least, coverage - confidence);
      }
    }
  }
  // It is no wider than that needs: somewhere it covers with hardly more.
  EXPECT_LT(least, 0.005);
}

}  // namespace
}  // namespace carom::stats
