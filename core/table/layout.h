#ifndef CAROM_CORE_TABLE_LAYOUT_H_
#define CAROM_CORE_TABLE_LAYOUT_H_

#include <string>
#include <vector>

#include "core/state/ball_state.h"
#include "core/table/ball.h"

namespace carom {

/// The balls of a shot and how they lie or move before the cue strikes. The three vectors are
/// parallel (names may be empty); at most kMaxBalls entries.
struct Layout {
  std::vector<BallSpec> balls;
  std::vector<BallState> states;
  std::vector<std::string> names;  ///< Informative: "cue", "8", ...
};

}  // namespace carom

#endif  // CAROM_CORE_TABLE_LAYOUT_H_
