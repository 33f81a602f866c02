#ifndef CAROM_CORE_TABLE_ENVIRONMENT_H_
#define CAROM_CORE_TABLE_ENVIRONMENT_H_

#include <cstdint>
#include <limits>

#include "core/table/cloth.h"
#include "core/table/cue.h"
#include "core/table/table.h"

namespace carom {

/// Whether a vertical velocity that a law gives is kept.
/// kOff drops it: motion stays on the cloth. Cushion and cue laws always give some, and a hop of a
/// few millimetres changes little in most shots, so a planner may well choose the cheaper plane.
enum class Flight { kOff };

/// What happens to a layout whose balls overlap by more than kOverlapTolerance.
enum class OverlapPolicy { kReject, kSeparate };

/// Deepest overlap that is taken as touching, m.
inline constexpr double kOverlapTolerance = 1e-9;

/// Bounds that end a shot with a StopReason of its own; a shot never hangs.
struct Limits {
  int max_events = 100000;
  double max_time_s = 600.0;
  /// Events at one instant, beyond which the cascade is given up.
  int max_events_at_one_time = 10000;
};

/// Early ends that the caller asks for.
struct StopRules {
  double at_time_s = std::numeric_limits<double>::infinity();
  bool at_first_contact = false;  ///< The cue ball touches another ball (any two balls if no cue).
  bool at_scratch = false;        ///< The cue ball is pocketed or leaves the table.
  uint32_t when_potted = 0;       ///< Bit i: ball i. Ends when all of these are down; 0: never.
};

/// Everything about the world that is neither table, ball nor law.
struct Environment {
  double gravity_m_s2 = 9.81;
  Cloth cloth;
  Cue cue;
  NoseContact nose_contact = NoseContact::kLine;
  Flight flight = Flight::kOff;
  OverlapPolicy overlap = OverlapPolicy::kReject;
  /// Shortest hop of two bodies that friction presses together; see event/rest_rule.h.
  double rest_hop_s = 0.01;
  Limits limits;
  StopRules stop;
};

}  // namespace carom

#endif  // CAROM_CORE_TABLE_ENVIRONMENT_H_
