#ifndef CAROM_CORE_TABLE_PLACEMENT_CHECKS_H_
#define CAROM_CORE_TABLE_PLACEMENT_CHECKS_H_

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "core/state/ball_state.h"
#include "core/table/environment.h"
#include "core/table/table.h"
#include "core/table/table_solids.h"

// The parts of ValidatePlacement() that its files share.

namespace carom {

/// A ball of a layout lies on the cloth up to this far from it, m.
inline constexpr double kClothTolerance_m = 1e-6;

/// "balls[2].position_m: (...) must be must_be".
absl::Status BadPosition(size_t ball, const BallState& state, const std::string& must_be);

/// "balls[2].position_m: (...) must be clear of noses[3], which it overlaps by 0.001 m".
absl::Status OverlapError(size_t ball, const BallState& state, const char* list, size_t other,
                          double depth_m);

/// Clear of every solid that its box touches: measured in space, or as on the cloth.
absl::Status CheckSolids(size_t ball, const BallState& state, const SolidSet& set, bool on_cloth);

/// A ball in play with nothing of the other balls: its motion and numbers, inside the outline, on
/// the cloth or above it, clear of the table.
absl::Status CheckBall(size_t ball, const BallState& state, const Table& table, const SolidSet& set,
                       const Environment& environment);

/// Outside the circle of every pocket.
absl::Status CheckPockets(size_t ball, const BallState& state, const Table& table);

/// With Flight::kOn, a ball with a finite state inside the outline: height, motion, pockets and
/// solids in space.
absl::Status CheckInSpace(size_t ball, const BallState& state, const Table& table,
                          const SolidSet& set, const Environment& environment);

}  // namespace carom

#endif  // CAROM_CORE_TABLE_PLACEMENT_CHECKS_H_
