// A schedule whose draws end early, against streams of successes that are counted here.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/estimate/schedule.h"

namespace carom::estimate {
namespace {

constexpr int64_t kMostDraws = 3000;
constexpr double kWidth = 0.12;

// Draw d of candidate c succeeds, and every eleventh cannot be played, by a number of both.
bool Fails(int64_t draw) { return draw % 11 == 5; }

bool Succeeds(int candidate, int64_t draw, double p) {
  CounterRandom random(static_cast<uint64_t>(candidate), static_cast<uint64_t>(draw));
  return random.Uniform() < p;
}

CellCounts Count(const Cell& cell, double p) {
  CellCounts counts;
  for (int64_t draw = cell.first; draw < cell.end; ++draw) {
    ++counts.played;
    if (Fails(draw)) {
      ++counts.failed;
    } else if (Succeeds(cell.candidate, draw, p)) {
      counts.sums[0] += 1.0;
    }
  }
  return counts;
}

ScheduleOptions Options(int candidates, int reported) {
  ScheduleOptions options;
  options.candidates = candidates;
  options.draws = kMostDraws;
  options.reported = reported;
  options.looks.emplace(stats::LooksOptions{kMostDraws, kWidth, 0.95});
  return options;
}

// Counts of a candidate up to the look that stops it: the first after which the interval is narrow
// enough.
CellCounts StoppedCounts(int candidate, int64_t first, double p) {
  const stats::Looks looks({kMostDraws, kWidth, 0.95});
  for (const int64_t look : {64, 128, 256, 512, 1024, 2048, 3000}) {
    const CellCounts counts = Count({candidate, first, first + look, -1}, p);
    const stats::ProportionInterval interval =
        looks.IntervalOf(static_cast<int64_t>(counts.sums[0]), counts.played - counts.failed);
    if (interval.high - interval.low <= kWidth) return counts;
  }
  return Count({candidate, first, first + kMostDraws, -1}, p);
}

// Plays a schedule and keeps how far each (candidate, place among those reported) came.
std::map<std::pair<int, int>, int64_t> Play(const std::vector<double>& p, Schedule& schedule) {
  std::map<std::pair<int, int>, int64_t> ends;
  for (;;) {
    const std::span<const Cell> cells = schedule.NextRound();
    if (cells.empty()) return ends;
    std::vector<CellCounts> counts;
    for (const Cell& cell : cells) {
      const int64_t begin = cell.reported >= 0 ? schedule.first_reported_draw() : 0;
      const auto [at, is_new] = ends.try_emplace({cell.candidate, cell.reported}, begin);
      EXPECT_EQ(at->second, cell.first) << "every draw once, in order";
      at->second = cell.end;
      counts.push_back(Count(cell, p[static_cast<size_t>(cell.candidate)]));
    }
    schedule.Add(counts);
  }
}

void ExpectSame(const CellCounts& got, const CellCounts& expected) {
  EXPECT_EQ(got.played, expected.played);
  EXPECT_EQ(got.failed, expected.failed);
  EXPECT_EQ(got.sums[0], expected.sums[0]);
}

// Where all are reported, and where all are counted and the best are reported after that.
TEST(LooksSchedule, StopsEachCandidateAtItsOwnLook) {
  const std::vector<double> p{0.0, 0.5, 0.02, 0.9, 1.0, 0.3};
  for (const int reported : {2, 6}) {
    const ScheduleOptions options = Options(6, reported);
    Schedule schedule(options);
    const auto ends = Play(p, schedule);
    int64_t sum = 0;
    std::vector<int64_t> played;
    for (int i = 0; i < 6; ++i) {
      const CellCounts expected = StoppedCounts(i, 0, p[static_cast<size_t>(i)]);
      ExpectSame(schedule.counts()[static_cast<size_t>(i)], expected);
      played.push_back(expected.played);
      sum += expected.played;
    }
    EXPECT_EQ(played.front(), 64) << "of nothing but failures the first look is enough";
    EXPECT_LT(played[2], played[1]);
    for (size_t i = 0; i < schedule.reported().size(); ++i) {
      const int candidate = schedule.reported()[i];
      EXPECT_EQ(schedule.reported_draws(i), played[static_cast<size_t>(candidate)]);
      EXPECT_EQ(ends.at({candidate, static_cast<int>(i)}), played[static_cast<size_t>(candidate)]);
      if (reported < 6) sum += schedule.reported_draws(i);
    }
    EXPECT_EQ(schedule.ReportedBestFirst()[0], 4);
    EXPECT_EQ(schedule.ReportedBestFirst()[1], 3);
    EXPECT_EQ(schedule.draws_done(), sum);
    EXPECT_LT(sum, Schedule::MostDraws(options));
  }
}

// The race is that of a schedule without early stops; the draws after it are fresh, and end early.
TEST(LooksSchedule, LeavesTheRaceAlone) {
  std::vector<double> p(40, 0.1);
  p[17] = 0.95;
  ScheduleOptions options = Options(40, 1);
  options.race = true;
  options.race_budget = 5000;
  options.race_confidence = 0.8;
  Schedule schedule(options);
  Play(p, schedule);
  options.looks.reset();
  Schedule whole(options);
  Play(p, whole);
  EXPECT_EQ(schedule.reported(), std::vector<int>{17});
  for (size_t i = 0; i < p.size(); ++i) ExpectSame(schedule.counts()[i], whole.counts()[i]);
  EXPECT_EQ(whole.reported_draws(0), kMostDraws);
  EXPECT_EQ(schedule.reported_draws(0), StoppedCounts(17, kFreshDraws, 0.95).played);
  EXPECT_LT(schedule.reported_draws(0), kMostDraws);
}

}  // namespace
}  // namespace carom::estimate
