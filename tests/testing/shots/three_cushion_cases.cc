// Three-cushion, rule by rule. The articles are of the UMB's World Rules of Carom Billiard (1989).

#include <vector>

#include "core/rules/three_cushion.h"
#include "tests/testing/shots/rules_cases.h"

namespace carom::rules {
namespace {

constexpr int kDistance = 40;

GameState Start(bool equalizing = false) { return ThreeCushionStart(0, kDistance, equalizing); }

GameState Play(int shooter = 0, std::array<int, 2> points = {0, 0}, bool equalizing = false) {
  GameState state = Start(equalizing);
  state.shooter = shooter;
  state.phase = Phase::kPlay;
  state.points = points;
  return state;
}

// The starter has 40 points, the second player shoots the equalizing inning.
GameState LastInning(int points, Phase phase = Phase::kPlay) {
  GameState state = Play(1, {kDistance, points}, true);
  state.last_inning = true;
  state.phase = phase;
  return state;
}

Played White() { return Played(kWhite); }
Played Yellow() { return Played(kYellow); }

std::vector<Case> CannonCases() {
  return {
      {"Art. 23",
       "from the start directly on the red",
       Start(),
       {},
       White().Hit(kRed).Rail(0).Rail(0).Rail(0).Hit(kYellow),
       "legal by Art. 83: 0 shoots"},
      {"Art. 23",
       "from the start on the other white",
       Start(),
       {},
       White().Hit(kYellow).Rail(0).Rail(0).Rail(0).Hit(kRed),
       "legal by Art. 83: 1 shoots"},
      {"Art. 23",
       "from the start by a cushion",
       Start(),
       {},
       White().Rail(0).Hit(kRed).Rail(0).Rail(0).Hit(kYellow),
       "legal by Art. 83: 1 shoots"},
      {"Art. 83",
       "ball, three cushions, ball",
       Play(),
       {},
       White().Hit(kYellow).Rail(0).Rail(0).Rail(0).Hit(kRed),
       "legal by Art. 83: 0 shoots"},
      {"Art. 83",
       "three cushions, ball, ball",
       Play(),
       {},
       White().Rail(0).Rail(0).Rail(0).Hit(kYellow).Hit(kRed),
       "legal by Art. 83: 0 shoots"},
      {"Art. 83",
       "cushion, ball, two cushions, ball",
       Play(),
       {},
       White().Rail(0).Hit(kYellow).Rail(0).Rail(0).Hit(kRed),
       "legal by Art. 83: 0 shoots"},
      {"Art. 83",
       "five cushions",
       Play(),
       {},
       White().Rail(0).Rail(0).Hit(kRed).Rail(0).Rail(0).Rail(0).Hit(kYellow),
       "legal by Art. 83: 0 shoots"},
      {"Art. 83",
       "two cushions",
       Play(),
       {},
       White().Hit(kRed).Rail(0).Rail(0).Hit(kYellow),
       "legal by Art. 83: 1 shoots"},
      {"Art. 83",
       "the third cushion after the second ball",
       Play(),
       {},
       White().Hit(kRed).Rail(0).Rail(0).Hit(kYellow).Rail(0),
       "legal by Art. 83: 1 shoots"},
      {"Art. 83",
       "the second ball once too early, once late enough",
       Play(),
       {},
       White().Hit(kRed).Rail(0).Hit(kYellow).Rail(0).Rail(0).Hit(kYellow),
       "legal by Art. 83: 1 shoots"},
      {"Art. 83",
       "the first ball twice",
       Play(),
       {},
       White().Hit(kRed).Rail(0).Hit(kRed).Rail(0).Rail(0).Hit(kYellow),
       "legal by Art. 83: 0 shoots"},
      {"Art. 83",
       "the first ball's cushions do not count",
       Play(),
       {},
       White().Hit(kRed).Rail(0).Rail(0).Rail(kRed).Rail(kRed).Hit(kYellow),
       "legal by Art. 83: 1 shoots"},
      {"Art. 83",
       "one ball only",
       Play(),
       {},
       White().Hit(kRed).Rail(0).Rail(0).Rail(0),
       "legal by Art. 83: 1 shoots"},
      {"Art. 83",
       "no ball at all is a miss, no foul",
       Play(),
       {},
       White().Rail(0),
       "legal by Art. 83: 1 shoots"},
      {"Art. 83",
       "the second player's ball is the yellow",
       Play(1),
       {},
       Yellow().Hit(kWhite).Rail(1).Rail(1).Rail(1).Hit(kRed),
       "legal by Art. 83: 1 shoots"},
  };
}

std::vector<Case> FoulCases() {
  const Played cannon = White().Hit(kRed).Rail(0).Rail(0).Rail(0).Hit(kYellow);
  const auto with_off = [&cannon](std::initializer_list<int> balls) {
    Played shot = cannon;
    for (int ball : balls) shot.Off(ball);
    return shot;
  };
  return {
      {"Art. 41, 28",
       "the red leaves the table: no point, top spot",
       Play(),
       {},
       with_off({kRed}),
       "foul 6.5 by Art. 41: 1 shoots, spot 2 foot"},
      {"Art. 41, 28",
       "the ball of the player who comes: bottom spot",
       Play(),
       {},
       with_off({kYellow}),
       "foul 6.5 by Art. 41: 1 shoots, spot 1 head"},
      {"Art. 41, 28",
       "the ball of the player who goes: middle",
       Play(),
       {},
       with_off({kWhite}),
       "foul 6.5 by Art. 41: 1 shoots, spot 0 centre"},
      {"Art. 41, 28",
       "all three",
       Play(),
       {},
       with_off({kWhite, kYellow, kRed}),
       "foul 6.5 by Art. 41: 1 shoots, spot 0 centre, spot 1 head, spot 2 foot"},
      {"Art. 41",
       "played with the other's ball",
       Play(),
       {},
       Yellow().Hit(kRed).Rail(1).Rail(1).Rail(1).Hit(kWhite),
       "foul Art. 41 by Art. 41: 1 shoots"},
  };
}

std::vector<Case> EndCases() {
  const Played cannon = White().Hit(kRed).Rail(0).Rail(0).Rail(0).Hit(kYellow);
  const Played reply = Yellow().Hit(kRed).Rail(1).Rail(1).Rail(1).Hit(kWhite);
  const Played wrong_start = Yellow().Hit(kWhite).Rail(1).Rail(1).Rail(1).Hit(kRed);
  return {
      {"Art. 29",
       "the distance reached",
       Play(0, {39, 38}),
       {},
       cannon,
       "legal by Art. 29: 0 wins"},
      {"Art. 29",
       "the starter reaches it, an inning is left",
       Play(0, {39, 38}, true),
       {},
       cannon,
       "legal by Art. 29: 1 shoots, starting position"},
      {"Art. 29",
       "the second player reaches it first",
       Play(1, {38, 39}, true),
       {},
       reply,
       "legal by Art. 29: 1 wins"},
      {"Art. 29",
       "the equalizing inning goes on with a point",
       LastInning(37),
       {},
       reply,
       "legal by Art. 83: 1 shoots"},
      {"Art. 29",
       "the equalizing inning equalizes",
       LastInning(39),
       {},
       reply,
       "legal by Art. 29: draw"},
      {"Art. 29",
       "the equalizing inning ends short of it",
       LastInning(39),
       {},
       Yellow().Hit(kRed),
       "legal by Art. 29: 0 wins"},
      {"Art. 29, 23",
       "it starts directly on the red",
       LastInning(39, Phase::kBreak),
       {},
       wrong_start,
       "legal by Art. 29: 0 wins"},
      {"Art. 29, 41",
       "a foul ends it",
       LastInning(39),
       {},
       Yellow().Hit(kRed).Off(kRed),
       "foul 6.5 by Art. 29: 0 wins"},
  };
}

}  // namespace

std::vector<Case> ThreeCushionCases() {
  std::vector<Case> cases = CannonCases();
  for (const auto& more : {FoulCases(), EndCases()})
    cases.insert(cases.end(), more.begin(), more.end());
  return cases;
}

}  // namespace carom::rules
