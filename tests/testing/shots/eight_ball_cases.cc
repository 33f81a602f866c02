// Eight-ball after the break, rule by rule. The numbers are of the WPA's Rules of Play (2016).

#include <vector>

#include "core/rules/pool.h"
#include "tests/testing/shots/rules_cases.h"

namespace carom::rules {
namespace {

constexpr Call In(int ball, int pocket) { return {.ball = ball, .pocket = pocket}; }
constexpr Call Safety() { return {.safety = true}; }

GameState OnEight() { return EightBallSolids({8, 10, 11}); }

std::vector<Case> OpenCases() {
  return {
      {"3.4", "the called ball gives its group", EightBallOpen(), In(3, 2),
       Played().Hit(3).Pot(3, 2), "legal by 3.4: 0 shoots"},
      {"3.4", "any ball but the eight may be touched first", EightBallOpen(), In(3, 2),
       Played().Hit(12).Pot(3, 2), "legal by 3.4: 0 shoots"},
      {"3.4", "the eight first", EightBallOpen(), In(3, 2), Played().Hit(8).Pot(3, 2),
       "foul 6.2 by 3.9: 1 shoots, in hand anywhere"},
      {"3.4", "another ball than the called one falls", EightBallOpen(), In(3, 2),
       Played().Hit(3).Pot(11, 2), "legal by 3.5: 1 shoots"},
      {"3.4, 1.6", "the called ball falls into another pocket", EightBallOpen(), In(3, 2),
       Played().Hit(3).Pot(3, 4), "legal by 3.5: 1 shoots"},
      {"3.6",
       "nothing called",
       EightBallOpen(),
       {},
       Played().Hit(3).Pot(3, 2),
       "legal by 3.5: 1 shoots"},
      {"3.6", "a safety: play passes, the table stays open", EightBallOpen(), Safety(),
       Played().Hit(3).Pot(3, 2), "legal by 3.6: 1 shoots"},
      {"3.4", "the called ball with a foul", EightBallOpen(), In(3, 2),
       Played().Hit(3).Pot(3, 2).Pot(0), "foul 6.1 by 3.9: 1 shoots, in hand anywhere"},
      {"3.8(b)", "the eight while the table is open", EightBallOpen(), In(8, 1),
       Played().Hit(3).Pot(8, 1), "illegal by 3.8(b): 1 wins"},
      {"6.3", "no rail after the contact", EightBallOpen(), In(3, 2), Played().Hit(3),
       "foul 6.3 by 3.9: 1 shoots, in hand anywhere"},
  };
}

std::vector<Case> GroupCases() {
  const GameState solids = EightBallSolids({1, 5, 8, 10, 11});
  GameState two_fouls = solids;
  two_fouls.consecutive_fouls = {2, 2};
  return {
      {"3.5", "the called ball made", solids, In(5, 3), Played().Hit(1).Pot(5, 3),
       "legal by 3.5: 0 shoots"},
      {"3.5", "with it one of the other group", solids, In(5, 3),
       Played().Hit(5).Pot(5, 3).Pot(10, 0), "legal by 3.5: 0 shoots"},
      {"3.5", "another own ball falls instead", solids, In(5, 3), Played().Hit(5).Pot(1, 3),
       "legal by 3.5: 1 shoots"},
      {"3.5", "nothing falls, no foul", solids, In(5, 3), Played().Hit(5).Rail(5),
       "legal by 3.5: 1 shoots"},
      {"3.5", "a ball of the other group called and made", solids, In(10, 3),
       Played().Hit(5).Pot(10, 3), "legal by 3.5: 1 shoots"},
      {"3.6", "a safety passes, though an own ball falls", solids, Safety(),
       Played().Hit(5).Pot(5, 3), "legal by 3.6: 1 shoots"},
      {"3.6",
       "a safety with ball and pocket named is a safety",
       solids,
       {.ball = 5, .pocket = 3, .safety = true},
       Played().Hit(5).Pot(5, 3),
       "legal by 3.6: 1 shoots"},
      {"3.9, 6.2", "the other group first", solids, In(5, 3), Played().Hit(10).Pot(5, 3),
       "foul 6.2 by 3.9: 1 shoots, in hand anywhere"},
      {"3.9, 6.2", "the eight first, with own balls on the table", solids, In(5, 3),
       Played().Hit(8).Pot(5, 3), "foul 6.2 by 3.9: 1 shoots, in hand anywhere"},
      {"3.9, 6.3", "touches nothing", solids, In(5, 3), Played().Rail(0),
       "foul 6.3 by 3.9: 1 shoots, in hand anywhere"},
      {"3.9, 6.1", "a scratch", solids, In(5, 3), Played().Hit(5).Pot(0),
       "foul 6.1 by 3.9: 1 shoots, in hand anywhere"},
      {"3.7, 6.5", "an own ball off the table is not spotted", solids, In(5, 3),
       Played().Hit(5).Off(5), "foul 6.5 by 3.9: 1 shoots, in hand anywhere"},
      {"6.14", "a third foul in a row is a foul like others", two_fouls, In(5, 3), Played().Hit(5),
       "foul 6.3 by 3.9: 1 shoots, in hand anywhere"},
      {"3.8(b)", "the eight with own balls on the table", solids, In(5, 3),
       Played().Hit(5).Pot(8, 3), "illegal by 3.8(b): 1 wins"},
      {"3.8(b), 3.6", "the eight on the shot that clears the group", EightBallSolids({5, 8, 10}),
       In(5, 3), Played().Hit(5).Pot(5, 3).Pot(8, 1), "illegal by 3.8(b): 1 wins"},
      {"3.8(b), 3.6", "the same with the eight called", EightBallSolids({5, 8, 10}), In(8, 1),
       Played().Hit(5).Pot(5, 3).Pot(8, 1), "illegal by 3.8(b): 1 wins"},
      {"3.8(d)", "the eight off the table", solids, In(5, 3), Played().Hit(5).Pot(5, 3).Off(8),
       "foul 6.5 by 3.8(d): 1 wins"},
  };
}

std::vector<Case> EightCases() {
  return {
      {"3.5", "the eight into its called pocket wins", OnEight(), In(8, 4),
       Played().Hit(8).Pot(8, 4), "legal by 3.5: 0 wins"},
      {"3.5", "a ball of the other group may fall with it", OnEight(), In(8, 4),
       Played().Hit(8).Pot(10, 1).Pot(8, 4), "legal by 3.5: 0 wins"},
      {"3.8(c)", "into another pocket", OnEight(), In(8, 4), Played().Hit(8).Pot(8, 5),
       "illegal by 3.8(c): 1 wins"},
      {"3.8(c)",
       "not called",
       OnEight(),
       {},
       Played().Hit(8).Pot(8, 4),
       "illegal by 3.8(c): 1 wins"},
      {"3.8(c), 3.6", "on a safety", OnEight(), Safety(), Played().Hit(8).Pot(8, 4),
       "illegal by 3.8(c): 1 wins"},
      {"3.8(a)", "with a scratch", OnEight(), In(8, 4), Played().Hit(8).Pot(8, 4).Pot(0),
       "foul 6.1 by 3.8(a): 1 wins"},
      {"3.8(a), 6.2", "off a ball of the other group", OnEight(), In(8, 4),
       Played().Hit(10).Pot(8, 4), "foul 6.2 by 3.8(a): 1 wins"},
      {"3.8(d)", "off the table", OnEight(), In(8, 4), Played().Hit(8).Off(8),
       "foul 6.5 by 3.8(d): 1 wins"},
      {"3.9", "a scratch without the eight is a foul only", OnEight(), In(8, 4),
       Played().Hit(8).Rail(8).Pot(0), "foul 6.1 by 3.9: 1 shoots, in hand anywhere"},
      {"3.9, 6.2", "another ball first", OnEight(), In(8, 4), Played().Hit(10).Rail(10),
       "foul 6.2 by 3.9: 1 shoots, in hand anywhere"},
      {"3.5", "missed without a foul", OnEight(), In(8, 4), Played().Hit(8).Rail(8),
       "legal by 3.5: 1 shoots"},
  };
}

}  // namespace

GameState EightBallOpen() {
  GameState state = EightBallStart(0);
  state.phase = Phase::kPlay;
  return state;
}

GameState EightBallSolids(std::initializer_list<int> on_table) {
  GameState state = EightBallOpen();
  state.on_table = Balls(on_table);
  state.group = {Group::kSolids, Group::kStripes};
  return state;
}

std::vector<Case> EightBallCases() {
  std::vector<Case> cases = OpenCases();
  for (const auto& more : {GroupCases(), EightCases()})
    cases.insert(cases.end(), more.begin(), more.end());
  return cases;
}

}  // namespace carom::rules
