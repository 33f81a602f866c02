// Nine-ball, rule by rule. The numbers are of the WPA's Rules of Play (2016).

#include <gtest/gtest.h>

#include <vector>

#include "core/rules/pool.h"
#include "tests/testing/shots/rules_cases.h"

namespace carom::rules {
namespace {

const Call kNoCall;
const Call kPushOut{.push_out = true};

TEST(NineBall, Cases) {
  for (const Case& c : NineBallCases()) {
    EXPECT_EQ(Describe(RuleNineBall(c.state, c.call, c.shot.view())), c.ruling)
        << c.rule << ": " << c.what;
  }
}

// 2.6: what falls on a foul stays down, but for the nine.
TEST(NineBall, KeepsTheBallsOnTheTable) {
  const Ruling foul = RuleNineBall(NineBallPlay({2, 5, 7, 9}), kNoCall,
                                   Played().Hit(5).Pot(5).Pot(9).Off(7).view());
  EXPECT_EQ(foul.next.on_table, Balls({2, 9}));
  EXPECT_EQ(NineBallStart(1).on_table, Balls({1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(NineBallStart(1).shooter, 1);
}

// 2.4: a push-out follows a break without a foul, and only it, whoever plays it.
TEST(NineBall, PushOutOnlyAfterALegalBreak) {
  const auto after = [](const Played& shot) {
    return RuleNineBall(NineBallStart(0), kNoCall, shot.view()).next.phase;
  };
  EXPECT_EQ(after(Played().Hit(1).Pot(5)), Phase::kAfterBreak);
  EXPECT_EQ(after(Played().Hit(1).Rail(1).Rail(2).Rail(3).Rail(4)), Phase::kAfterBreak);
  EXPECT_EQ(after(Played().Hit(1).Pot(0)), Phase::kPlay);
  EXPECT_EQ(RuleNineBall(NineBallSecond(), kPushOut, Played().view()).next.phase, Phase::kPlay);
}

// 2.4: the other player shoots, or lets the shooter shoot again, from the position.
TEST(NineBall, TheOtherPlayerChoosesAfterAPushOut) {
  const Ruling ruling = RuleNineBall(NineBallSecond(), kPushOut, Played().view());
  EXPECT_EQ(Describe(*Choose(ruling, Choice::kAcceptTable)), "legal by 2.4: 1 shoots");
  EXPECT_EQ(Describe(*Choose(ruling, Choice::kPassBack)), "legal by 2.4: 0 shoots");
  EXPECT_FALSE(Choose(ruling, Choice::kRackAndBreak).has_value());
  EXPECT_EQ(Choose(ruling, Choice::kPassBack)->next.phase, Phase::kPlay);
}

// 6.14: fouls count for each player; a legal shot of his own ends the row.
TEST(NineBall, CountsConsecutiveFouls) {
  GameState state = NineBallPlay({2, 5, 9}, 1);
  state.consecutive_fouls[1] = 2;
  const GameState fouled = RuleNineBall(state, kNoCall, Played().Hit(2).view()).next;
  EXPECT_EQ(fouled.consecutive_fouls, (std::array<int, 2>{2, 2}));
  const GameState legal = RuleNineBall(state, kNoCall, Played().Hit(2).Rail(2).view()).next;
  EXPECT_EQ(legal.consecutive_fouls, (std::array<int, 2>{0, 2}));
  // The other player's second foul still stands when he comes to the table.
  EXPECT_EQ(Describe(RuleNineBall(legal, kNoCall, Played().Hit(5).view())),
            "foul 6.2 by 2.8: 0 wins");
}

}  // namespace
}  // namespace carom::rules
