#ifndef CAROM_CORE_TABLE_SHOT_H_
#define CAROM_CORE_TABLE_SHOT_H_

#include <optional>
#include <vector>

#include "core/state/ball_state.h"
#include "core/table/cue.h"

namespace carom {

/// One shot: where the balls are and how they move at t = 0 (one state per ball of the scene), and
/// the stroke that starts it, if any.
struct Shot {
  std::vector<BallState> start;
  std::optional<CueStrike> strike;
};

}  // namespace carom

#endif  // CAROM_CORE_TABLE_SHOT_H_
