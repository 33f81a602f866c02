#include "core/rules/game.h"

#include <algorithm>

#include "core/rules/pool.h"

namespace carom::rules {

std::optional<Ruling> Choose(const Ruling& ruling, Choice choice) {
  const std::vector<Choice>& offered = ruling.choices;
  if (std::find(offered.begin(), offered.end(), choice) == offered.end()) return std::nullopt;
  Ruling chosen = ruling;
  chosen.choices.clear();
  chosen.chooser = kNobody;
  chosen.next.shooter = choice == Choice::kPassBack || choice == Choice::kRackForOtherToBreak
                            ? Opponent(ruling.chooser)
                            : ruling.chooser;
  chosen.cue_ball = CueBallPlace::kInPosition;
  if (choice == Choice::kCueBallInHand) chosen.cue_ball = CueBallPlace::kBehindHeadString;
  if (choice == Choice::kRackAndBreak || choice == Choice::kRackForOtherToBreak) {
    // Only breaks of eight-ball are played again.
    chosen.next = EightBallStart(chosen.next.shooter);
    chosen.cue_ball = CueBallPlace::kBehindHeadString;
    chosen.spotted.clear();
  }
  return chosen;
}

const char* RuleOf(Foul foul) {
  switch (foul) {
    case Foul::kNone:
      return "";
    case Foul::kCueBallGone:
      return "6.1";
    case Foul::kWrongBall:
      return "6.2";
    case Foul::kNoRail:
      return "6.3";
    case Foul::kBallOffTable:
      return "6.5";
    case Foul::kIllegalBreak:
      return "2.3";
    case Foul::kWrongCueBall:
      return "Art. 41";
    case Foul::kBehindString:
      return "6.11";
  }
  return "";
}

}  // namespace carom::rules
