// Early stopping: where looks come, which counts stop, and the coverage over all looks, exactly.

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "core/stats/proportion.h"

namespace carom::stats {
namespace {

std::vector<int64_t> DrawsAt(const Looks& looks, int64_t most_draws) {
  std::vector<int64_t> all;
  for (int64_t draws = 0; draws < most_draws;) all.push_back(draws = looks.Next(draws));
  return all;
}

TEST(Looks, LooksAtDoublingNumbersAndAtTheEnd) {
  const std::vector<std::pair<int64_t, std::vector<int64_t>>> cases{
      {1, {1}}, {64, {64}}, {65, {64, 65}}, {128, {64, 128}}, {1000, {64, 128, 256, 512, 1000}},
  };
  for (const auto& [most, expected] : cases) {
    const Looks looks({most, 0.1, 0.9});
    const auto count = static_cast<int>(expected.size());
    EXPECT_EQ(DrawsAt(looks, most), expected);
    EXPECT_EQ(looks.count(), count);
    EXPECT_DOUBLE_EQ(looks.confidence_of_each(), 1.0 - 0.1 / count);
  }
  EXPECT_EQ(Looks({int64_t{1} << 20, 0.1, 0.9}).count(), 15);
}

// Of no success the interval is [0, 1 - (a / 2k)^(1/n)], a closed form; of nothing but successes
// its mirror image. So the number of draws after which it is narrow enough is known, and the look.
TEST(Looks, StopsAStreamWithoutSuccessesWhereTheClosedFormSays) {
  constexpr int64_t kMost = 4096;
  for (const double width : {0.5, 0.1, 0.05, 0.02, 0.01, 0.003}) {
    const Looks looks({kMost, width, 0.95});
    const double tail = 0.5 * 0.05 / 7.0;  // Seven looks.
    const double least = std::log(tail) / std::log(1.0 - width);
    for (const int64_t look : DrawsAt(looks, kMost)) {
      const bool enough = static_cast<double>(look) >= least;
      EXPECT_EQ(looks.IsEnough(0, look), enough) << width << " after " << look;
      EXPECT_EQ(looks.IsEnough(look, look), enough) << width << " after " << look;
    }
  }
}

// Of n draws with a successes at the most, or as few failures, the interval of 99 % is narrow
// enough; -1: never. From the definition of the interval in 40 digits (mpmath), the nearest width
// of a count is 2e-5 away from the bound.
TEST(Looks, StopsCountsOfATable) {
  struct Row {
    double width;
    int64_t draws;
    int64_t most;
  };
  for (const Row& row :
       {Row{0.08, 64, 0}, Row{0.08, 128, 2}, Row{0.08, 256, 15}, Row{0.08, 512, 69},
        Row{0.15, 64, 2}, Row{0.15, 128, 14}, Row{0.15, 256, 76}, Row{0.15, 512, 256}}) {
    const Looks looks({1024, row.width, 0.95});  // Five looks: 1 % each.
    for (int64_t count = 0; count <= row.draws; ++count) {
      const bool enough = count <= row.most || row.draws - count <= row.most;
      EXPECT_EQ(looks.IsEnough(count, row.draws), enough) << row.draws << ": " << count;
    }
  }
}

// Draws that failed count for nothing: without any that counts nothing is known.
TEST(Looks, OfNoDrawsKnowsNothing) { EXPECT_FALSE(Looks({1000, 0.9, 0.95}).IsEnough(0, 0)); }

// The distribution of the successes after each look, for draws that succeed with p.
struct LooksCoverage {
  double of_all_looks = 0.0;  // All intervals contain p.
  double of_stopped = 0.0;    // That of the look which stops does.
  double mean_draws = 0.0;
};

std::vector<double> After(const std::vector<double>& before, int64_t draws, double p) {
  std::vector<double> after(before.size() + static_cast<size_t>(draws), 0.0);
  for (int64_t k = 0; k <= draws; ++k) {
    const double share = BinomialProbability(draws, k, p);
    for (size_t i = 0; i < before.size(); ++i) {
      after[i + static_cast<size_t>(k)] += share * before[i];
    }
  }
  return after;
}

// All that looks may see.
struct Look {
  int64_t draws = 0;
  std::vector<ProportionInterval> intervals;  // By successes.
  std::vector<bool> stops;
};

std::vector<Look> TableOf(const Looks& looks, int64_t most_draws) {
  std::vector<Look> table;
  for (const int64_t draws : DrawsAt(looks, most_draws)) {
    Look& look = table.emplace_back();
    look.draws = draws;
    for (int64_t k = 0; k <= draws; ++k) {
      look.intervals.push_back(looks.IntervalOf(k, draws));
      look.stops.push_back(draws == most_draws || looks.IsEnough(k, draws));
    }
  }
  return table;
}

LooksCoverage ExactCoverageOf(const std::vector<Look>& table, double p) {
  LooksCoverage coverage;
  std::vector<double> covered{1.0};  // Of those whose intervals all contained p so far.
  std::vector<double> running{1.0};  // Of those that have not stopped.
  int64_t draws = 0;
  for (const Look& look : table) {
    covered = After(covered, look.draws - draws, p);
    running = After(running, look.draws - draws, p);
    draws = look.draws;
    for (size_t k = 0; k < look.intervals.size(); ++k) {
      const bool contains = look.intervals[k].Contains(p);
      if (!contains) covered[k] = 0.0;
      if (!look.stops[k]) continue;
      if (contains) coverage.of_stopped += running[k];
      coverage.mean_draws += running[k] * static_cast<double>(look.draws);
      running[k] = 0.0;
    }
  }
  for (const double share : covered) coverage.of_all_looks += share;
  return coverage;
}

// The chances of all sequences of draws, added up: no repetitions, no luck.
TEST(Looks, CoversWithTheConfidenceAtLeast) {
  for (const int64_t most : {int64_t{100}, int64_t{512}, int64_t{1500}}) {
    for (const double confidence : {0.8, 0.95}) {
      const std::vector<Look> table = TableOf(Looks({most, 0.1, confidence}), most);
      for (const double p : {0.0, 0.002, 0.02, 0.1, 0.3, 0.5, 0.77, 0.99, 1.0}) {
        const LooksCoverage coverage = ExactCoverageOf(table, p);
        EXPECT_GE(coverage.of_all_looks, confidence) << most << " draws, p = " << p;
        EXPECT_GE(coverage.of_stopped, coverage.of_all_looks - 1e-12) << most << ", p = " << p;
        EXPECT_LE(coverage.of_stopped, 1.0 + 1e-9);
      }
    }
  }
}

// Intervals of the confidence itself would not do: one of six looks misses p too often.
TEST(Looks, IntervalsOfOneLookWouldNotCover) {
  constexpr double kP = 0.3;
  std::vector<double> covered{1.0};
  int64_t draws = 0;
  for (const int64_t look : {64, 128, 256, 512, 1024, 2048}) {
    covered = After(covered, look - draws, kP);
    draws = look;
    for (int64_t k = 0; k <= look; ++k) {
      if (!ClopperPearson(k, look, 0.95).Contains(kP)) covered[static_cast<size_t>(k)] = 0.0;
    }
  }
  double share = 0.0;
  for (const double one : covered) share += one;
  EXPECT_LT(share, 0.95);
}

// What is likely needs the most draws, what is sure the fewest: the wider, the sooner.
TEST(Looks, SavesDraws) {
  const std::vector<Look> wide = TableOf(Looks({1500, 0.2, 0.95}), 1500);
  const std::vector<Look> narrow = TableOf(Looks({1500, 0.1, 0.95}), 1500);
  for (const double p : {0.01, 0.1, 0.5}) {
    EXPECT_LE(ExactCoverageOf(wide, p).mean_draws, ExactCoverageOf(narrow, p).mean_draws);
  }
  EXPECT_LT(ExactCoverageOf(narrow, 0.01).mean_draws,
            0.5 * ExactCoverageOf(narrow, 0.5).mean_draws);
}

}  // namespace
}  // namespace carom::stats
