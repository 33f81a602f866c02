#ifndef CAROM_TESTS_TESTING_SHOTS_RULES_CASES_H_
#define CAROM_TESTS_TESTING_SHOTS_RULES_CASES_H_

#include <initializer_list>
#include <string>
#include <vector>

#include "core/rules/game.h"

namespace carom::rules {

/// A shot told event by event, in order of time.
class Played {
 public:
  explicit Played(int cue_ball = 0) { view_.cue_ball = cue_ball; }

  /// The cue ball touches a ball.
  Played& Hit(int ball) {
    view_.contacts.push_back({Next(), ball, cushions_});
    return *this;
  }
  /// A ball hits a rail.
  Played& Rail(int ball, RailPart part = RailPart::kCushion) {
    const int contacts = static_cast<int>(view_.contacts.size());
    view_.rail_hits.push_back({Next(), ball, part, /*index=*/0, contacts});
    if (ball == view_.cue_ball) ++cushions_;
    return *this;
  }
  Played& Pot(int ball, int pocket = 0) {
    view_.potted.push_back({ball, pocket});
    return *this;
  }
  Played& Off(int ball) {
    view_.off_table |= Bit(ball);
    return *this;
  }

  const ShotView& view() const { return view_; }

 private:
  double Next() { return time_s_ += 0.1; }

  ShotView view_;
  double time_s_ = 0.0;
  int cushions_ = 0;
};

/// One line of a table: by this rule of the text, this shot is ruled so.
struct Case {
  const char* rule;
  const char* what;
  GameState state;
  Call call;
  Played shot;
  std::string ruling;  ///< As told by Describe.
};

/// Written from the texts, each with its number.
std::vector<Case> NineBallCases();
std::vector<Case> EightBallBreakCases();
std::vector<Case> EightBallCases();
std::vector<Case> ThreeCushionCases();

inline BallMask Balls(std::initializer_list<int> balls) {
  BallMask mask = 0;
  for (int ball : balls) mask |= Bit(ball);
  return mask;
}

/// Nine-ball after a break without a foul, and later in the rack; player 0 shoots.
GameState NineBallSecond();
GameState NineBallPlay(std::initializer_list<int> on_table, int fouls = 0, bool warned = true);
/// Eight-ball after the break: the table is open, or player 0 has the solids.
GameState EightBallOpen();
GameState EightBallSolids(std::initializer_list<int> on_table);

/// "legal by 2.5: 0 shoots", "foul 6.1 by 2.7: 1 shoots, in hand anywhere, spot 9 foot",
/// "legal by 2.4: 1 may accept or pass back".
std::string Describe(const Ruling& ruling);

}  // namespace carom::rules

#endif  // CAROM_TESTS_TESTING_SHOTS_RULES_CASES_H_
