#ifndef CAROM_CORE_EVENT_PREDICT_EDGE_H_
#define CAROM_CORE_EVENT_PREDICT_EDGE_H_

#include <limits>
#include <optional>

#include "core/event/obstacles.h"
#include "core/event/trajectory_table.h"

namespace carom {

inline constexpr double kAlways = std::numeric_limits<double>::infinity();

/// Both functions may return nothing for what comes after `useful_s`, as it is of no use; the bits
/// of an answer depend on window_s alone.

/// First time in [0, window_s] at which a centre that moves as (x, y) comes within the reach of a
/// straight edge, its end points included, from either side. With `parted` the two have just been
/// resolved at time 0. [Event-based] cushion I and II, which on the cloth differ in the reach
/// alone, with the bounds 0 <= s <= 1 that the paper leaves open.
std::optional<double> EdgeCrossing(const Motion1D& x, const Motion1D& y, const StraightEdge& edge,
                                   double window_s, bool parted, double useful_s = kAlways);

/// The same for a circle.
std::optional<double> CircleCrossing(const Motion1D& x, const Motion1D& y, const Vec2& centre_m,
                                     double reach_m, double window_s, bool parted,
                                     double useful_s = kAlways);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_PREDICT_EDGE_H_
