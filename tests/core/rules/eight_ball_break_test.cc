// The break of eight-ball, rule by rule. The numbers are of the WPA's Rules of Play (2016).

#include <gtest/gtest.h>

#include <vector>

#include "core/rules/pool.h"
#include "tests/testing/shots/rules_cases.h"

namespace carom::rules {
namespace {

TEST(EightBallBreak, Cases) {
  for (const Case& c : EightBallBreakCases()) {
    EXPECT_EQ(Describe(RuleEightBall(c.state, c.call, c.shot.view())), c.ruling)
        << c.rule << ": " << c.what;
  }
}

// 3.3(c), 3.4: the table is open after every break.
TEST(EightBallBreak, LeavesTheTableOpen) {
  const Ruling ruling =
      RuleEightBall(EightBallStart(0), {.ball = 3, .pocket = 0}, Played().Hit(1).Pot(3).view());
  EXPECT_EQ(ruling.next.group[0], Group::kOpen);
  EXPECT_EQ(ruling.next.group[1], Group::kOpen);
  EXPECT_EQ(ruling.next.phase, Phase::kPlay);
  EXPECT_EQ(ruling.next.on_table, EightBallStart(0).on_table & ~Bit(3));
}

TEST(EightBallBreak, ChoicesAfterAnIllegalBreak) {
  const Ruling ruling = RuleEightBall(EightBallStart(0), {}, Played().Hit(1).view());
  EXPECT_EQ(Choose(ruling, Choice::kAcceptTable)->next.shooter, 1);
  EXPECT_EQ(Choose(ruling, Choice::kAcceptTable)->next.phase, Phase::kPlay);
  EXPECT_EQ(Choose(ruling, Choice::kRackAndBreak)->next, EightBallStart(1));
  EXPECT_EQ(Choose(ruling, Choice::kRackForOtherToBreak)->next, EightBallStart(0));
  EXPECT_EQ(Choose(ruling, Choice::kRackAndBreak)->cue_ball, CueBallPlace::kBehindHeadString);
  EXPECT_FALSE(Choose(ruling, Choice::kCueBallInHand).has_value());
}

TEST(EightBallBreak, ChoicesAfterTheEight) {
  const Ruling mine = RuleEightBall(EightBallStart(0), {}, Played().Hit(1).Pot(8).view());
  EXPECT_EQ(Describe(*Choose(mine, Choice::kAcceptTable)),
            "legal by 3.3(e): 0 shoots, spot 8 foot");
  EXPECT_NE(Choose(mine, Choice::kAcceptTable)->next.on_table & Bit(8), 0u);
  EXPECT_EQ(Describe(*Choose(mine, Choice::kRackAndBreak)),
            "legal by 3.3(e): 0 shoots, in hand behind the head string");
  const Ruling scratch = RuleEightBall(EightBallStart(0), {}, Played().Hit(1).Pot(8).Pot(0).view());
  EXPECT_EQ(Describe(*Choose(scratch, Choice::kCueBallInHand)),
            "foul 6.1 by 3.3(f): 1 shoots, in hand behind the head string, spot 8 foot");
  EXPECT_EQ(Choose(scratch, Choice::kRackAndBreak)->next, EightBallStart(1));
}

}  // namespace
}  // namespace carom::rules
