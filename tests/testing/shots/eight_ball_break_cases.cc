// The break of eight-ball, rule by rule. The numbers are of the WPA's Rules of Play (2016).

#include <vector>

#include "core/rules/pool.h"
#include "tests/testing/shots/rules_cases.h"

namespace carom::rules {

std::vector<Case> EightBallBreakCases() {
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

}  // namespace carom::rules
