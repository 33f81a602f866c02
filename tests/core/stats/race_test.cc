#include "core/stats/race.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "core/base/random.h"

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

// 0.7 among 199 of at most 0.3: 20 draws each would tell them apart, so that 4000 are plenty. Of
// halving the first of 8 rounds gives each two draws only, and who fails in both leaves with the
// many others: 0.3^2 = 9 % of the runs, and more than 10 of 40 with a probability of 1e-3.
TEST_P(RaceMethods, FindTheOneThatStandsOut) {
  std::vector<double> p(200, 0.0);
  for (size_t i = 0; i < p.size(); ++i) p[i] = i % 4 == 0 ? 0.3 : 0.02;
  p[137] = 0.7;
  int found = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    if (RunRace(Options(200, 4000, GetParam()), p, seed).winner == 137) ++found;
  }
  EXPECT_GE(found, GetParam() == RaceMethod::kSuccessiveHalving ? 30 : 38);
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
