#ifndef CAROM_CORE_TABLE_BALL_SET_H_
#define CAROM_CORE_TABLE_BALL_SET_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/table/ball.h"

namespace carom {

/// The balls of a game by index; index 0 is the cue ball. The two vectors are parallel.
struct BallSet {
  std::string name;
  std::string description;
  std::vector<BallSpec> balls;
  std::vector<std::string> ball_names;
};

/// All ball sets, in order of name: "carom" (white, yellow, red), "pool" (cue, 1 to 15), "snooker"
/// (cue, red_1 to red_15, yellow, green, brown, blue, pink, black). Built once, thread-safe.
const std::vector<BallSet>& BallSets();

/// Null when the name is unknown.
const BallSet* FindBallSet(std::string_view name);

}  // namespace carom

#endif  // CAROM_CORE_TABLE_BALL_SET_H_
