// Nine-ball, rule by rule. The numbers are of the WPA's Rules of Play (2016).

#include "core/rules/nine_ball.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/core/rules/cases.h"

namespace carom::rules {
namespace {

const Call kNoCall;
const Call kPushOut{.push_out = true};

GameState Break() { return NineBallStart(0); }

GameState Second() {
  GameState state = NineBallStart(0);
  state.phase = Phase::kAfterBreak;
  return state;
}

GameState Play(std::initializer_list<int> on_table, int fouls = 0, bool warned = true) {
  GameState state = NineBallStart(0);
  state.phase = Phase::kPlay;
  state.on_table = Balls(on_table);
  state.consecutive_fouls[0] = fouls;
  state.referee_warns = warned;
  return state;
}

std::vector<Case> BreakCases() {
  return {
      {"2.3(b)", "nothing potted, four object balls to a rail", Break(), kNoCall,
       Played().Hit(1).Rail(1).Rail(2).Rail(3).Rail(4), "legal by 2.5: 1 shoots"},
      {"2.3(b)", "nothing potted, three to a rail", Break(), kNoCall,
       Played().Hit(1).Rail(1).Rail(2).Rail(3), "foul 2.3 by 2.3: 1 shoots, in hand anywhere"},
      {"2.3(b)", "one of three balls hits two rails", Break(), kNoCall,
       Played().Hit(1).Rail(1).Rail(2).Rail(3).Rail(3),
       "foul 2.3 by 2.3: 1 shoots, in hand anywhere"},
      {"2.3(b)", "the cue ball is no object ball", Break(), kNoCall,
       Played().Hit(1).Rail(0).Rail(1).Rail(2).Rail(3),
       "foul 2.3 by 2.3: 1 shoots, in hand anywhere"},
      {"2.3(b)", "a ball potted makes up for rails", Break(), kNoCall, Played().Hit(1).Pot(6),
       "legal by 2.5: 0 shoots"},
      {"8.1", "jaws, rail tops and liners are parts of rails", Break(), kNoCall,
       Played()
           .Hit(1)
           .Rail(1)
           .Rail(2, RailPart::kJaw)
           .Rail(3, RailPart::kRailTop)
           .Rail(4, RailPart::kPocketRim),
       "legal by 2.5: 1 shoots"},
      {"2.7, 6.2", "the 2 first on the break", Break(), kNoCall, Played().Hit(2).Pot(3),
       "foul 6.2 by 2.7: 1 shoots, in hand anywhere"},
      {"2.7, 6.3", "the break touches nothing", Break(), kNoCall, Played().Rail(0),
       "foul 6.3 by 2.7: 1 shoots, in hand anywhere"},
      {"2.7, 6.1", "a scratch on the break gives the whole table", Break(), kNoCall,
       Played().Hit(1).Pot(4).Pot(0), "foul 6.1 by 2.7: 1 shoots, in hand anywhere"},
      {"2.7, 6.5", "a ball off the table on the break", Break(), kNoCall,
       Played().Hit(1).Pot(4).Off(7), "foul 6.5 by 2.7: 1 shoots, in hand anywhere"},
      {"2.5", "the nine on the break wins", Break(), kNoCall, Played().Hit(1).Pot(9),
       "legal by 2.5: 0 wins"},
      {"2.6", "the nine on a fouled break is spotted", Break(), kNoCall,
       Played().Hit(1).Pot(9).Pot(0), "foul 6.1 by 2.7: 1 shoots, in hand anywhere, spot 9 foot"},
  };
}

std::vector<Case> PushOutCases() {
  return {
      {"2.4", "6.3 is suspended: nothing is touched", Second(), kPushOut, Played().Rail(0),
       "legal by 2.4: 1 may accept or pass back"},
      {"2.4", "6.2 is suspended: the 5 first", Second(), kPushOut, Played().Hit(5),
       "legal by 2.4: 1 may accept or pass back"},
      {"2.4", "a ball potted on a push-out gives no further shot", Second(), kPushOut,
       Played().Hit(1).Pot(1), "legal by 2.4: 1 may accept or pass back"},
      {"2.6", "the nine on a push-out is spotted", Second(), kPushOut, Played().Hit(1).Pot(9),
       "legal by 2.4: 1 may accept or pass back, spot 9 foot"},
      {"2.4, 6.1", "a scratch stays a foul", Second(), kPushOut, Played().Hit(1).Pot(0),
       "foul 6.1 by 2.7: 1 shoots, in hand anywhere"},
      {"2.4, 6.5", "a ball off the table stays a foul", Second(), kPushOut, Played().Hit(1).Off(2),
       "foul 6.5 by 2.7: 1 shoots, in hand anywhere"},
      {"2.4", "not announced, it is an ordinary shot", Second(), kNoCall, Played().Rail(0),
       "foul 6.3 by 2.7: 1 shoots, in hand anywhere"},
      {"2.4", "later than the second shot it is an ordinary shot", Play({1, 2, 9}), kPushOut,
       Played().Hit(2).Rail(2), "foul 6.2 by 2.7: 1 shoots, in hand anywhere"},
  };
}

std::vector<Case> PlayCases() {
  return {
      {"2.5", "a ball potted after the lowest was touched", Play({2, 5, 9}), kNoCall,
       Played().Hit(2).Hit(5).Pot(5), "legal by 2.5: 0 shoots"},
      {"2.5", "the nine by a combination wins", Play({2, 5, 9}), kNoCall, Played().Hit(2).Pot(9),
       "legal by 2.5: 0 wins"},
      {"2.5", "nothing potted, no foul: the cue ball stays", Play({2, 5, 9}), kNoCall,
       Played().Hit(2).Rail(2), "legal by 2.5: 1 shoots"},
      {"6.2", "a higher ball first, though the lowest falls", Play({2, 5, 9}), kNoCall,
       Played().Hit(5).Pot(2), "foul 6.2 by 2.7: 1 shoots, in hand anywhere"},
      {"6.2", "the nine on a wrong ball is spotted", Play({2, 5, 9}), kNoCall,
       Played().Hit(9).Pot(9), "foul 6.2 by 2.7: 1 shoots, in hand anywhere, spot 9 foot"},
      {"6.3", "no rail after the contact", Play({2, 5, 9}), kNoCall, Played().Hit(2),
       "foul 6.3 by 2.7: 1 shoots, in hand anywhere"},
      {"6.3", "a rail before the contact does not do", Play({2, 5, 9}), kNoCall,
       Played().Rail(0).Hit(2), "foul 6.3 by 2.7: 1 shoots, in hand anywhere"},
      {"6.3", "the cue ball to a rail after it", Play({2, 5, 9}), kNoCall, Played().Hit(2).Rail(0),
       "legal by 2.5: 1 shoots"},
      {"6.3", "any object ball to a rail after it", Play({2, 5, 9}), kNoCall,
       Played().Hit(2).Rail(5), "legal by 2.5: 1 shoots"},
      {"6.1", "a scratch", Play({2, 5, 9}), kNoCall, Played().Hit(2).Rail(2).Pot(0),
       "foul 6.1 by 2.7: 1 shoots, in hand anywhere"},
      {"6.1", "the cue ball off the table", Play({2, 5, 9}), kNoCall, Played().Hit(2).Off(0),
       "foul 6.1 by 2.7: 1 shoots, in hand anywhere"},
      {"6.5", "another ball off the table stays off", Play({2, 5, 9}), kNoCall,
       Played().Hit(2).Off(5), "foul 6.5 by 2.7: 1 shoots, in hand anywhere"},
      {"2.6, 6.5", "the nine off the table is spotted", Play({2, 5, 9}), kNoCall,
       Played().Hit(2).Off(9), "foul 6.5 by 2.7: 1 shoots, in hand anywhere, spot 9 foot"},
      {"6", "of several fouls one is enforced", Play({2, 5, 9}, 1), kNoCall,
       Played().Hit(5).Pot(0).Off(2), "foul 6.1 by 2.7: 1 shoots, in hand anywhere"},
      {"2.8, 6.14", "the third foul in a row loses the rack", Play({2, 5, 9}, 2), kNoCall,
       Played().Hit(2), "foul 6.3 by 2.8: 1 wins"},
      {"6.14", "unwarned, a third foul is a second", Play({2, 5, 9}, 2, false), kNoCall,
       Played().Hit(2), "foul 6.3 by 2.7: 1 shoots, in hand anywhere"},
  };
}

void Check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    EXPECT_EQ(Describe(RuleNineBall(c.state, c.call, c.shot.view())), c.ruling)
        << c.rule << ": " << c.what;
  }
}

TEST(NineBall, Break) { Check(BreakCases()); }
TEST(NineBall, PushOut) { Check(PushOutCases()); }
TEST(NineBall, Play) { Check(PlayCases()); }

// 2.6: what falls on a foul stays down, but for the nine.
TEST(NineBall, KeepsTheBallsOnTheTable) {
  const Ruling foul =
      RuleNineBall(Play({2, 5, 7, 9}), kNoCall, Played().Hit(5).Pot(5).Pot(9).Off(7).view());
  EXPECT_EQ(foul.next.on_table, Balls({2, 9}));
  EXPECT_EQ(NineBallStart(1).on_table, Balls({1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(NineBallStart(1).shooter, 1);
}

// 2.4: a push-out follows a break without a foul, and only it, whoever plays it.
TEST(NineBall, PushOutOnlyAfterALegalBreak) {
  const auto after = [](const Played& shot) {
    return RuleNineBall(Break(), kNoCall, shot.view()).next.phase;
  };
  EXPECT_EQ(after(Played().Hit(1).Pot(5)), Phase::kAfterBreak);
  EXPECT_EQ(after(Played().Hit(1).Rail(1).Rail(2).Rail(3).Rail(4)), Phase::kAfterBreak);
  EXPECT_EQ(after(Played().Hit(1).Pot(0)), Phase::kPlay);
  EXPECT_EQ(RuleNineBall(Second(), kPushOut, Played().view()).next.phase, Phase::kPlay);
}

// 2.4: the other player shoots, or lets the shooter shoot again, from the position.
TEST(NineBall, TheOtherPlayerChoosesAfterAPushOut) {
  const Ruling ruling = RuleNineBall(Second(), kPushOut, Played().view());
  EXPECT_EQ(Describe(*Choose(ruling, Choice::kAcceptTable)), "legal by 2.4: 1 shoots");
  EXPECT_EQ(Describe(*Choose(ruling, Choice::kPassBack)), "legal by 2.4: 0 shoots");
  EXPECT_FALSE(Choose(ruling, Choice::kRackAndBreak).has_value());
  EXPECT_EQ(Choose(ruling, Choice::kPassBack)->next.phase, Phase::kPlay);
}

// 6.14: fouls count for each player; a legal shot of his own ends the row.
TEST(NineBall, CountsConsecutiveFouls) {
  GameState state = Play({2, 5, 9}, 1);
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
