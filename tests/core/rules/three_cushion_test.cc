// Three-cushion, rule by rule. The articles are of the UMB's World Rules of Carom Billiard (1989).

#include "core/rules/three_cushion.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/testing/shots/rules_cases.h"

namespace carom::rules {
namespace {

constexpr int kDistance = 40;

Played White() { return Played(kWhite); }
Played Yellow() { return Played(kYellow); }

TEST(ThreeCushion, Cases) {
  for (const Case& c : ThreeCushionCases()) {
    EXPECT_EQ(Describe(RuleThreeCushion(c.state, c.shot.view())), c.ruling)
        << c.rule << ": " << c.what;
  }
}

TEST(ThreeCushion, CountsPointsAndInnings) {
  const Played cannon = White().Hit(kRed).Rail(0).Rail(0).Rail(0).Hit(kYellow);
  const GameState start = ThreeCushionStart(0, kDistance, /*equalizing=*/false);
  GameState state = RuleThreeCushion(start, cannon.view()).next;
  EXPECT_EQ(state.points, (std::array<int, 2>{1, 0}));
  EXPECT_EQ(state.innings, (std::array<int, 2>{0, 0}));
  EXPECT_EQ(state.phase, Phase::kPlay);
  state = RuleThreeCushion(state, White().Hit(kRed).view()).next;
  EXPECT_EQ(state.points, (std::array<int, 2>{1, 0}));
  EXPECT_EQ(state.innings, (std::array<int, 2>{1, 0}));
  state = RuleThreeCushion(state, Yellow().Off(kRed).view()).next;
  EXPECT_EQ(state.innings, (std::array<int, 2>{1, 1}));
  EXPECT_EQ(state.shooter, 0);
}

TEST(ThreeCushion, TellsTheCushionsBeforeTheSecondBall) {
  EXPECT_EQ(CushionsBeforeSecondBall(White().Hit(kRed).Rail(0).view()), -1);
  EXPECT_EQ(CushionsBeforeSecondBall(White().Rail(0).Hit(kRed).Rail(0).Hit(kYellow).view()), 2);
  // The starter plays white, whichever player that is.
  EXPECT_EQ(CueBallOf(ThreeCushionStart(1, kDistance, false), 1), kWhite);
  EXPECT_EQ(CueBallOf(ThreeCushionStart(1, kDistance, false), 0), kYellow);
}

}  // namespace
}  // namespace carom::rules
