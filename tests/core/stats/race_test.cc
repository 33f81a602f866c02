#include "core/stats/race.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/random.h"
#include "core/stats/proportion.h"

namespace carom::stats {
namespace {

// Draw d of a candidate succeeds where its own uniform number, a function of both, is below p.
bool Succeeds(uint64_t seed, int candidate, int64_t draw, double p) {
  CounterRandom random(seed,
                       static_cast<uint64_t>(candidate) * 100000 + static_cast<uint64_t>(draw));
  return random.Uniform() < p;
}

struct Ran {
  int winner = -1;
  int64_t total = 0;
  int rounds = 0;
  std::vector<Heat> heats;
};

Ran RunRace(const RaceOptions& options, const std::vector<double>& p, uint64_t seed) {
  Race race(options);
  Ran ran;
  for (;;) {
    const std::span<const Heat> heats = race.NextRound();
    if (heats.empty()) break;
    ++ran.rounds;
    std::vector<HeatResult> results;
    for (const Heat& heat : heats) {
      ran.heats.push_back(heat);
      HeatResult result;
      for (int64_t draw = heat.first; draw < heat.end; ++draw) {
        ++result.counted;
        const double share = p[static_cast<size_t>(heat.candidate)];
        if (Succeeds(seed, heat.candidate, draw, share)) result.sum += 1.0;
      }
      results.push_back(result);
    }
    race.Add(results);
  }
  ran.winner = race.Ranking().front();
  ran.total = race.total_draws();
  return ran;
}

RaceOptions Options(int candidates, int64_t budget, RaceMethod method) {
  RaceOptions options;
  options.candidates = candidates;
  options.budget = budget;
  options.most_each = 1000;
  options.method = method;
  options.confidence = 0.8;
  return options;
}

class RaceMethods : public ::testing::TestWithParam<RaceMethod> {};

// Every draw is asked for once, from 0 on, within budget and bound.
TEST_P(RaceMethods, AsksForEachDrawOnceWithinItsBudget) {
  const std::vector<double> p{0.1, 0.5, 0.45, 0.0, 0.9, 0.88, 0.2};
  for (const int64_t budget : {7, 8, 50, 1000, 5000}) {
    const Ran ran = RunRace(Options(7, budget, GetParam()), p, 1);
    EXPECT_LE(ran.total, budget);
    std::vector<int64_t> next(7, 0);
    int64_t sum = 0;
    for (const Heat& heat : ran.heats) {
      int64_t& at = next[static_cast<size_t>(heat.candidate)];
      EXPECT_EQ(heat.first, at);
      EXPECT_LT(heat.first, heat.end);
      at = heat.end;
      sum += heat.end - heat.first;
      EXPECT_LE(at, 1000);
    }
    EXPECT_EQ(sum, ran.total);
    for (const int64_t draws : next) EXPECT_GE(draws, 1);
  }
}

// Without luck, when each heat brings just its mean, the greatest mean wins. Of elimination: its
// bounds are the greatest at equal draws, and its upper one lies above all others at any, so that
// it plays in every round and its lower one stays ahead.
TEST_P(RaceMethods, FindTheGreatestMeanWithoutLuck) {
  std::vector<double> p(200, 0.0);
  for (size_t i = 0; i < p.size(); ++i) p[i] = i % 4 == 0 ? 0.3 : 0.02;
  p[137] = 0.7;
  Race race(Options(200, 4000, GetParam()));
  for (;;) {
    const std::span<const Heat> heats = race.NextRound();
    if (heats.empty()) break;
    std::vector<HeatResult> results;
    for (const Heat& heat : heats) {
      const int64_t draws = heat.end - heat.first;
      results.push_back(
          {draws, p[static_cast<size_t>(heat.candidate)] * static_cast<double>(draws)});
    }
    race.Add(results);
  }
  EXPECT_EQ(race.Ranking().front(), 137);
}

// With luck: the last of 200 succeeds with 0.7, the others never do. It wins as soon as it has
// succeeded, for nobody else ever has a bound or a mean above 0, and before it stands behind all
// equals. So it is lost just when it fails in all draws that it is given until then:
//
// - Of halving two, its share of the first of 8 rounds of 500 draws: it is lost with 0.3^2.
// - Of elimination all that it has when the budget is spent. Among equals those with the fewest
//   draws have the greatest upper bounds and play next, so that all come from 2 draws to 4, 6, 9,
//   13 and 19 in turn, which takes 3800 of the 4000: it is lost with 0.3^19 = 1e-10 at the most.
TEST_P(RaceMethods, LoseTheOnlyOneThatSucceedsAsOftenAsTheoryLets) {
  constexpr uint64_t kRuns = 400;
  std::vector<double> p(200, 0.0);
  p[199] = 0.7;
  int64_t lost = 0;
  int64_t unlucky = 0;
  for (uint64_t seed = 0; seed < kRuns; ++seed) {
    if (RunRace(Options(200, 4000, GetParam()), p, seed).winner != 199) ++lost;
    if (!Succeeds(seed, 199, 0, 0.7) && !Succeeds(seed, 199, 1, 0.7)) ++unlucky;
  }
  if (GetParam() == RaceMethod::kElimination) {
    EXPECT_EQ(lost, 0);
    return;
  }
  EXPECT_EQ(lost, unlucky);
  // The draws are those of a binomial number, but for one of 10^6 at either end.
  EXPECT_GT(LowerTail(kRuns, lost, 0.09), 1e-6);
  EXPECT_GT(UpperTail(kRuns, lost, 0.09), 1e-6);
}

TEST_P(RaceMethods, AreFunctionsOfTheResults) {
  const std::vector<double> p{0.4, 0.5, 0.6, 0.5, 0.1};
  const Ran a = RunRace(Options(5, 500, GetParam()), p, 9);
  const Ran b = RunRace(Options(5, 500, GetParam()), p, 9);
  EXPECT_EQ(a.winner, b.winner);
  ASSERT_EQ(a.heats.size(), b.heats.size());
  for (size_t i = 0; i < a.heats.size(); ++i) EXPECT_EQ(a.heats[i].end, b.heats[i].end);
}

TEST_P(RaceMethods, OneCandidateWins) {
  const Ran ran = RunRace(Options(1, 100, GetParam()), {0.5}, 2);
  EXPECT_EQ(ran.winner, 0);
}

INSTANTIATE_TEST_SUITE_P(All, RaceMethods,
                         ::testing::Values(RaceMethod::kElimination,
                                           RaceMethod::kSuccessiveHalving));

// What is decided costs little: those that never succeed leave after a few draws each.
TEST(Race, SpendsDrawsWhereTheDecisionIsOpen) {
  std::vector<double> p(500, 0.0);
  p[3] = 0.9;
  const Ran ran = RunRace(Options(500, 100000, RaceMethod::kElimination), p, 5);
  EXPECT_EQ(ran.winner, 3);
  EXPECT_LT(ran.total, 500 * 6);
}

// Two whose values are always the same, 0.80 and 0.81. By their sums within n draws leave bounds of
// half width z 0.4 sqrt(k / (n + k)) / sqrt(n), with k = 1/4 untold draws: 3.29 deviations are
// 0.005 from n = 132 on, and a leader has twice that at the most where the other goes on. Truth
// values of these means are told apart by 1.28 deviations, the narrowest, from n = (1.28 * 0.4 /
// 0.005)^2 = 10 486 on.
TEST(Race, ValuesThatVaryLittleNeedFewDraws) {
  const auto total = [](bool with_within) {
    RaceOptions options = Options(2, 200'000, RaceMethod::kElimination);
    options.most_each = 100'000;
    Race race(options);
    for (auto heats = race.NextRound(); !heats.empty(); heats = race.NextRound()) {
      std::vector<HeatResult> results;
      for (const Heat& heat : heats) {
        const double v = heat.candidate == 1 ? 0.81 : 0.80;
        const auto draws = static_cast<double>(heat.end - heat.first);
        results.push_back(
            {heat.end - heat.first, v * draws, with_within ? v * (1.0 - v) * draws : 0.0});
      }
      race.Add(results);
    }
    EXPECT_EQ(race.Ranking().front(), 1);
    return race.total_draws();
  };
  EXPECT_LE(total(true), 132 * 6);
  EXPECT_GE(total(false), 2 * 10'486);
}

// Values so near 1 that their mean rounds to it. The other candidate succeeds in every second draw.
TEST(Race, ValuesThatRoundToOneAreAsGoodAsOne) {
  const double v = 1.0 - 0x1p-53;
  ASSERT_EQ(1.0 + v, 2.0);
  RaceOptions options = Options(2, 1000, RaceMethod::kElimination);
  Race race(options);
  for (auto heats = race.NextRound(); !heats.empty(); heats = race.NextRound()) {
    std::vector<HeatResult> results;
    for (const Heat& heat : heats) {
      const auto draws = static_cast<double>(heat.end - heat.first);
      results.push_back(heat.candidate == 1 ? HeatResult{heat.end - heat.first, draws, 1.0 - v}
                                            : HeatResult{heat.end - heat.first, 0.5 * draws});
    }
    race.Add(results);
  }
  EXPECT_EQ(race.Ranking().front(), 1);
  EXPECT_LT(race.total_draws(), 1000);
}

// Candidate 0 succeeds in its first draws and then in every other one; candidate 1 fails in its
// first ones and never again. After two draws each, the bounds of 80 % are [0.55, 1] and [0, 0.45]:
// with a budget of that many 0 wins, and else 1, which leaves and returns with wider bounds.
TEST(Race, WhoeverLeftTooEarlyReturnsWhileTheBudgetLasts) {
  for (const int64_t budget : {4, 400}) {
    Race race(Options(2, budget, RaceMethod::kElimination));
    for (;;) {
      const std::span<const Heat> heats = race.NextRound();
      if (heats.empty()) break;
      std::vector<HeatResult> results;
      for (const Heat& heat : heats) {
        HeatResult result;
        for (int64_t draw = heat.first; draw < heat.end; ++draw, ++result.counted) {
          const bool succeeds = heat.candidate == 0 ? draw < 2 || draw % 2 == 0 : draw >= 2;
          if (succeeds) result.sum += 1.0;
        }
        results.push_back(result);
      }
      race.Add(results);
    }
    EXPECT_EQ(race.Ranking().front(), budget == 4 ? 0 : 1);
    EXPECT_LE(race.total_draws(), budget);
  }
}

TEST(Race, OfEqualsTheLowerNumberWins) {
  const Ran ran = RunRace(Options(4, 400, RaceMethod::kElimination), {0.0, 1.0, 1.0, 0.0}, 5);
  EXPECT_EQ(ran.winner, 1);
}

// A candidate none of whose draws can be played never wins over one that fails.
TEST(Race, WhatCannotBePlayedLeaves) {
  Race race(Options(2, 100, RaceMethod::kElimination));
  for (;;) {
    const std::span<const Heat> heats = race.NextRound();
    if (heats.empty()) break;
    std::vector<HeatResult> results;
    for (const Heat& heat : heats) {
      const bool plays = heat.candidate == 1;
      results.push_back({plays ? heat.end - heat.first : 0, plays ? 1.0 : 0.0});
    }
    race.Add(results);
  }
  EXPECT_EQ(race.Ranking().front(), 1);
}

}  // namespace
}  // namespace carom::stats
