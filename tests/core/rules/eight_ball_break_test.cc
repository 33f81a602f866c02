// The break of eight-ball, rule by rule. The numbers are of the WPA's Rules of Play (2016).

#include <gtest/gtest.h>

#include <vector>

#include "core/rules/eight_ball.h"
#include "tests/core/rules/cases.h"

namespace carom::rules {
namespace {

std::vector<Case> Cases() {
  const GameState start = EightBallStart(0);
  const Call none;
  return {
      {"3.3(d)", "nothing potted, four object balls to a rail", start, none,
       Played().Hit(1).Rail(1).Rail(2).Rail(3).Rail(14), "legal by 3.5: 1 shoots"},
      {"3.3(d)", "nothing potted, three to a rail", start, none,
       Played().Hit(1).Rail(0).Rail(1).Rail(2).Rail(3),
       "illegal by 3.3(d): 1 may accept or rack or rack for the other"},
      {"3.3(d)", "the break touches nothing", start, none, Played().Rail(0),
       "illegal by 3.3(d): 1 may accept or rack or rack for the other"},
      {"3.3(b)", "any ball may be touched first", start, none, Played().Hit(12).Pot(3),
       "legal by 3.3(c): 0 shoots"},
      {"3.3(b)", "the eight too", start, none, Played().Hit(8).Rail(8).Rail(1).Rail(2).Rail(3),
       "legal by 3.5: 1 shoots"},
      {"3.3(c)", "a ball potted", start, none, Played().Hit(1).Pot(11),
       "legal by 3.3(c): 0 shoots"},
      {"3.3(e)", "the eight potted: the breaker's choice", start, none, Played().Hit(1).Pot(8),
       "legal by 3.3(e): 0 may accept or rack, spot 8 foot"},
      {"3.3(f)", "the eight potted, and a scratch", start, none, Played().Hit(1).Pot(8).Pot(0),
       "foul 6.1 by 3.3(f): 1 may take the cue ball or rack, spot 8 foot"},
      {"3.3(g)", "an object ball off the table stays off", start, none,
       Played().Hit(1).Pot(2).Off(5), "foul 6.5 by 3.3(g): 1 may accept or take the cue ball"},
      {"3.3(g)", "the eight off the table is spotted", start, none, Played().Hit(1).Off(8),
       "foul 6.5 by 3.3(g): 1 may accept or take the cue ball, spot 8 foot"},
      {"3.3(g), 3.7", "the eight potted, another ball off", start, none,
       Played().Hit(1).Pot(8).Off(5),
       "foul 6.5 by 3.3(g): 1 may accept or take the cue ball, spot 8 foot"},
      {"3.3(h)", "a scratch: the cue ball is behind the head string", start, none,
       Played().Hit(1).Pot(2).Pot(0),
       "foul 6.1 by 3.3(h): 1 shoots, in hand behind the head string"},
      {"3.3(h)", "the cue ball off the table", start, none, Played().Hit(1).Pot(2).Off(0),
       "foul 6.1 by 3.3(h): 1 shoots, in hand behind the head string"},
  };
}

TEST(EightBallBreak, Cases) {
  for (const Case& c : Cases()) {
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
