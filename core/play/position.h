#ifndef CAROM_CORE_PLAY_POSITION_H_
#define CAROM_CORE_PLAY_POSITION_H_

#include <vector>

#include "core/rules/rulebook.h"
#include "core/state/trajectory.h"

namespace carom::play {

/// A game at rest between two shots: all that its next shot depends on.
struct Position {
  rules::GameKind game = rules::GameKind::kEightBall;
  rules::GameState state;
  /// Where the cue ball comes from; its state in `balls` is not asked where it is in hand.
  rules::CueBallPlace cue_ball = rules::CueBallPlace::kInPosition;
  std::vector<BallState> balls;  ///< One for each ball of the scene.
  /// The cue ball in position was in hand behind the head string.
  bool from_behind_string = false;

  bool InHand() const {
    return cue_ball == rules::CueBallPlace::kAnywhere ||
           cue_ball == rules::CueBallPlace::kBehindHeadString;
  }
  int CueBall() const { return rules::CueBallOf(game, state); }
};

}  // namespace carom::play

#endif  // CAROM_CORE_PLAY_POSITION_H_
