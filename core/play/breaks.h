#ifndef CAROM_CORE_PLAY_BREAKS_H_
#define CAROM_CORE_PLAY_BREAKS_H_

#include <optional>
#include <vector>

#include "core/play/plan.h"
#include "core/play/position.h"
#include "core/play/skill.h"

namespace carom::play {

/// How to break a rack, from behind the head string.
struct BreakAim {
  /// At the ball beside the apex, on the side of the cue ball, which the rules of eight-ball allow;
  /// else at the apex.
  bool second = false;
  double aside = 0.0;  ///< Of the cue ball: a share of the way to the rail.
  double hit = 0.0;    ///< As AzimuthForHitOffset(), positive on the side of the cue ball.
  double fast_m_s = 0.0;
};

/// To the left of the rack (side 1) or to the right (-1), no faster than the skill. Nothing where
/// the cue ball finds no place, or the cue cannot be raised enough.
std::optional<PlannedShot> BreakBy(const Scene& scene, const Position& position, const Skill& skill,
                                   const BreakAim& aim, double side);

/// Those among which a plan chooses, in eight-ball and nine-ball.
std::vector<PlannedShot> BreaksOf(const Scene& scene, const Position& position, const Skill& skill);

}  // namespace carom::play

#endif  // CAROM_CORE_PLAY_BREAKS_H_
