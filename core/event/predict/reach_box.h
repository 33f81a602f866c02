#ifndef CAROM_CORE_EVENT_PREDICT_REACH_BOX_H_
#define CAROM_CORE_EVENT_PREDICT_REACH_BOX_H_

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/event/obstacles.h"
#include "core/event/trajectory_table.h"

namespace carom {

/// Least and greatest value of a motion over [0, until_s].
inline void Extremes(const Motion1D& motion, double until_s, double& low, double& high) {
  const double end = motion.At(until_s);
  low = std::min(motion.c0, end);
  high = std::max(motion.c0, end);
  const double turn_s = -0.5 * motion.c1 / motion.c2;  // Not a number or infinite if straight.
  if (turn_s > 0.0 && turn_s < until_s) {
    low = std::min(low, motion.At(turn_s));
    high = std::max(high, motion.At(turn_s));
  }
}

/// The box that a centre stays in until then, seen from above; everything if that is for ever.
inline Box ReachBox(const Motion1D& x, const Motion1D& y, double until_s) {
  Box box;
  if (!std::isfinite(until_s)) {
    constexpr double kFar_m = std::numeric_limits<double>::infinity();
    return {-kFar_m, kFar_m, -kFar_m, kFar_m};
  }
  Extremes(x, until_s, box.x_low, box.x_high);
  Extremes(y, until_s, box.y_low, box.y_high);
  return box;
}

}  // namespace carom

#endif  // CAROM_CORE_EVENT_PREDICT_REACH_BOX_H_
