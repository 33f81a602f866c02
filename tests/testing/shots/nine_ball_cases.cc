// Nine-ball, rule by rule. The numbers are of the WPA's Rules of Play (2016).

#include <vector>

#include "core/rules/pool.h"
#include "tests/testing/shots/rules_cases.h"

namespace carom::rules {
namespace {

const Call kNoCall;
const Call kPushOut{.push_out = true};

std::vector<Case> BreakCases() {
  return {
      {"2.3(b)", "nothing potted, four object balls to a rail", NineBallStart(0), kNoCall,
       Played().Hit(1).Rail(1).Rail(2).Rail(3).Rail(4), "legal by 2.5: 1 shoots"},
      {"2.3(b)", "nothing potted, three to a rail", NineBallStart(0), kNoCall,
       Played().Hit(1).Rail(1).Rail(2).Rail(3), "foul 2.3 by 2.3: 1 shoots, in hand anywhere"},
      {"2.3(b)", "one of three balls hits two rails", NineBallStart(0), kNoCall,
       Played().Hit(1).Rail(1).Rail(2).Rail(3).Rail(3),
       "foul 2.3 by 2.3: 1 shoots, in hand anywhere"},
      {"2.3(b)", "the cue ball is no object ball", NineBallStart(0), kNoCall,
       Played().Hit(1).Rail(0).Rail(1).Rail(2).Rail(3),
       "foul 2.3 by 2.3: 1 shoots, in hand anywhere"},
      {"2.3(b)", "a ball potted makes up for rails", NineBallStart(0), kNoCall,
       Played().Hit(1).Pot(6), "legal by 2.5: 0 shoots"},
      {"8.1", "jaws, rail tops and liners are parts of rails", NineBallStart(0), kNoCall,
       Played()
           .Hit(1)
           .Rail(1)
           .Rail(2, RailPart::kJaw)
           .Rail(3, RailPart::kRailTop)
           .Rail(4, RailPart::kPocketRim),
       "legal by 2.5: 1 shoots"},
      {"2.7, 6.2", "the 2 first on the break", NineBallStart(0), kNoCall, Played().Hit(2).Pot(3),
       "foul 6.2 by 2.7: 1 shoots, in hand anywhere"},
      {"2.7, 6.3", "the break touches nothing", NineBallStart(0), kNoCall, Played().Rail(0),
       "foul 6.3 by 2.7: 1 shoots, in hand anywhere"},
      {"2.7, 6.1", "a scratch on the break gives the whole table", NineBallStart(0), kNoCall,
       Played().Hit(1).Pot(4).Pot(0), "foul 6.1 by 2.7: 1 shoots, in hand anywhere"},
      {"2.7, 6.5", "a ball off the table on the break", NineBallStart(0), kNoCall,
       Played().Hit(1).Pot(4).Off(7), "foul 6.5 by 2.7: 1 shoots, in hand anywhere"},
      {"2.5", "the nine on the break wins", NineBallStart(0), kNoCall, Played().Hit(1).Pot(9),
       "legal by 2.5: 0 wins"},
      {"2.6", "the nine on a fouled break is spotted", NineBallStart(0), kNoCall,
       Played().Hit(1).Pot(9).Pot(0), "foul 6.1 by 2.7: 1 shoots, in hand anywhere, spot 9 foot"},
  };
}

std::vector<Case> PushOutCases() {
  return {
      {"2.4", "6.3 is suspended: nothing is touched", NineBallSecond(), kPushOut, Played().Rail(0),
       "legal by 2.4: 1 may accept or pass back"},
      {"2.4", "6.2 is suspended: the 5 first", NineBallSecond(), kPushOut, Played().Hit(5),
       "legal by 2.4: 1 may accept or pass back"},
      {"2.4", "a ball potted on a push-out gives no further shot", NineBallSecond(), kPushOut,
       Played().Hit(1).Pot(1), "legal by 2.4: 1 may accept or pass back"},
      {"2.6", "the nine on a push-out is spotted", NineBallSecond(), kPushOut,
       Played().Hit(1).Pot(9), "legal by 2.4: 1 may accept or pass back, spot 9 foot"},
      {"2.4, 6.1", "a scratch stays a foul", NineBallSecond(), kPushOut, Played().Hit(1).Pot(0),
       "foul 6.1 by 2.7: 1 shoots, in hand anywhere"},
      {"2.4, 6.5", "a ball off the table stays a foul", NineBallSecond(), kPushOut,
       Played().Hit(1).Off(2), "foul 6.5 by 2.7: 1 shoots, in hand anywhere"},
      {"2.4", "not announced, it is an ordinary shot", NineBallSecond(), kNoCall, Played().Rail(0),
       "foul 6.3 by 2.7: 1 shoots, in hand anywhere"},
      {"2.4", "later than the second shot it is an ordinary shot", NineBallPlay({1, 2, 9}),
       kPushOut, Played().Hit(2).Rail(2), "foul 6.2 by 2.7: 1 shoots, in hand anywhere"},
  };
}

std::vector<Case> PlayCases() {
  return {
      {"2.5", "a ball potted after the lowest was touched", NineBallPlay({2, 5, 9}), kNoCall,
       Played().Hit(2).Hit(5).Pot(5), "legal by 2.5: 0 shoots"},
      {"2.5", "the nine by a combination wins", NineBallPlay({2, 5, 9}), kNoCall,
       Played().Hit(2).Pot(9), "legal by 2.5: 0 wins"},
      {"2.5", "nothing potted, no foul: the cue ball stays", NineBallPlay({2, 5, 9}), kNoCall,
       Played().Hit(2).Rail(2), "legal by 2.5: 1 shoots"},
      {"6.2", "a higher ball first, though the lowest falls", NineBallPlay({2, 5, 9}), kNoCall,
       Played().Hit(5).Pot(2), "foul 6.2 by 2.7: 1 shoots, in hand anywhere"},
      {"6.2", "the nine on a wrong ball is spotted", NineBallPlay({2, 5, 9}), kNoCall,
       Played().Hit(9).Pot(9), "foul 6.2 by 2.7: 1 shoots, in hand anywhere, spot 9 foot"},
      {"6.3", "no rail after the contact", NineBallPlay({2, 5, 9}), kNoCall, Played().Hit(2),
       "foul 6.3 by 2.7: 1 shoots, in hand anywhere"},
      {"6.3", "a rail before the contact does not do", NineBallPlay({2, 5, 9}), kNoCall,
       Played().Rail(0).Hit(2), "foul 6.3 by 2.7: 1 shoots, in hand anywhere"},
      {"6.3", "the cue ball to a rail after it", NineBallPlay({2, 5, 9}), kNoCall,
       Played().Hit(2).Rail(0), "legal by 2.5: 1 shoots"},
      {"6.3", "any object ball to a rail after it", NineBallPlay({2, 5, 9}), kNoCall,
       Played().Hit(2).Rail(5), "legal by 2.5: 1 shoots"},
      {"6.1", "a scratch", NineBallPlay({2, 5, 9}), kNoCall, Played().Hit(2).Rail(2).Pot(0),
       "foul 6.1 by 2.7: 1 shoots, in hand anywhere"},
      {"6.1", "the cue ball off the table", NineBallPlay({2, 5, 9}), kNoCall,
       Played().Hit(2).Off(0), "foul 6.1 by 2.7: 1 shoots, in hand anywhere"},
      {"6.5", "another ball off the table stays off", NineBallPlay({2, 5, 9}), kNoCall,
       Played().Hit(2).Off(5), "foul 6.5 by 2.7: 1 shoots, in hand anywhere"},
      {"2.6, 6.5", "the nine off the table is spotted", NineBallPlay({2, 5, 9}), kNoCall,
       Played().Hit(2).Off(9), "foul 6.5 by 2.7: 1 shoots, in hand anywhere, spot 9 foot"},
      {"6", "of several fouls one is enforced", NineBallPlay({2, 5, 9}, 1), kNoCall,
       Played().Hit(5).Pot(0).Off(2), "foul 6.1 by 2.7: 1 shoots, in hand anywhere"},
      {"2.8, 6.14", "the third foul in a row loses the rack", NineBallPlay({2, 5, 9}, 2), kNoCall,
       Played().Hit(2), "foul 6.3 by 2.8: 1 wins"},
      {"6.14", "unwarned, a third foul is a second", NineBallPlay({2, 5, 9}, 2, false), kNoCall,
       Played().Hit(2), "foul 6.3 by 2.7: 1 shoots, in hand anywhere"},
  };
}

}  // namespace

GameState NineBallSecond() {
  GameState state = NineBallStart(0);
  state.phase = Phase::kAfterBreak;
  return state;
}

GameState NineBallPlay(std::initializer_list<int> on_table, int fouls, bool warned) {
  GameState state = NineBallStart(0);
  state.phase = Phase::kPlay;
  state.on_table = Balls(on_table);
  state.consecutive_fouls[0] = fouls;
  state.referee_warns = warned;
  return state;
}

std::vector<Case> NineBallCases() {
  std::vector<Case> cases = BreakCases();
  for (const auto& more : {PushOutCases(), PlayCases()})
    cases.insert(cases.end(), more.begin(), more.end());
  return cases;
}

}  // namespace carom::rules
