#ifndef CAROM_CORE_PLAY_PLACE_BALLS_H_
#define CAROM_CORE_PLAY_PLACE_BALLS_H_

#include <optional>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "core/play/position.h"
#include "core/rules/placement.h"
#include "core/shot/simulate.h"

namespace carom::play {

/// The scene's table under these balls, for core/rules. Scene and states outlive it.
rules::Ground GroundOf(const Scene& scene, std::span<const BallState> states);

/// The balls that a cue ball that was in hand behind the head string must not touch first, since
/// they lie there too, unless it has crossed it ([WPA] 6.11); none of another cue ball.
rules::BallMask BehindString(const Scene& scene, const Position& position);

/// What the record of a shot from this position has to keep for its view.
void AskForView(const Position& position, Detail& detail);

/// Sets ShotView::stays_behind_string in the view of such a shot.
void SeeBehindString(const Scene& scene, const Position& position, const Record& record,
                     rules::ShotView& view);

/// What is put down between two shots.
struct Placing {
  std::vector<rules::Spotting> spotted;
  rules::CueBallPlace cue_ball = rules::CueBallPlace::kInPosition;
  int cue_ball_index = 0;
  /// Of a cue ball in hand, m; without one it stays off the table.
  std::optional<Vec2> wish_m;
};

/// Puts balls on their spots, one after the other, then the cue ball in hand at the free place
/// nearest to the wish. `states` has a state for each ball of the scene, and `placing` names no
/// other balls. INVALID_ARGUMENT at "spotted" or "cue_ball_wish" where a ball finds no place, and
/// at "cue_ball" for the starting position, which is a rack. Pure.
absl::Status PlaceBalls(const Scene& scene, const Placing& placing, std::span<BallState> states);

}  // namespace carom::play

#endif  // CAROM_CORE_PLAY_PLACE_BALLS_H_
