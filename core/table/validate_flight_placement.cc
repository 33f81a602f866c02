#include <variant>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/table/lies_on_cloth.h"
#include "core/table/placement_checks.h"

namespace carom {
namespace {

bool AtClothHeight(const BallState& state, double radius_m) {
  return state.position.z() <= radius_m + kClothTolerance_m;
}

// A supported ball lies still.
absl::Status CheckSupported(size_t i, const BallState& state) {
  if (state.motion != MotionState::kSupported) return absl::OkStatus();
  const bool moves = state.velocity != Vec3::Zero();
  if (!moves && state.spin == Vec3::Zero()) return absl::OkStatus();
  return InvalidField(
      absl::StrCat("balls[", i, moves ? "].velocity_m_s" : "].angular_velocity_rad_s"),
      moves ? state.velocity : state.spin, "zero, since the ball is SUPPORTED");
}

absl::Status CheckHeight(size_t i, const BallState& state, double lowest_m, const char* over) {
  if (state.position.z() >= lowest_m) return absl::OkStatus();
  return BadPosition(i, state,
                     absl::StrCat("at z = ", FormatNumber(lowest_m), " or above, ", over));
}

absl::Status CheckAboveSlate(size_t i, const BallState& state, double radius_m) {
  return CheckHeight(i, state, radius_m - kClothTolerance_m, "since the slate is below");
}

// A ball above a pocket: with kCircle it would be in it below the pocket's top, with kDrop it may
// be anywhere on its way down.
absl::Status CheckOverPocket(size_t i, const BallState& state, double radius_m, const Table& table,
                             size_t p, PocketModel model) {
  if (model == PocketModel::kCircle) {
    if (AtClothHeight(state, radius_m)) {
      return BadPosition(i, state, absl::StrCat("outside the circle of pockets[", p, "]"));
    }
    const double lowest_m = PocketTop(table, table.pockets[p]) + radius_m - kOverlapTolerance;
    return CheckHeight(i, state, lowest_m, "else the ball is pocketed");
  }
  return CheckHeight(i, state, -radius_m, "else the ball is pocketed");
}

absl::Status CheckPocketsAndSlate(size_t i, const BallState& state, double radius_m,
                                  const Table& table, PocketModel model) {
  for (size_t p = 0; p < table.pockets.size(); ++p) {
    if (!IsOver(table.pockets[p], state.position.head<2>())) continue;
    return CheckOverPocket(i, state, radius_m, table, p, model);
  }
  return CheckAboveSlate(i, state, radius_m);
}

// The penetration into a hole that the ball is in, however deep: in play, a ball deep in a wall
// would count as behind it.
absl::Status CheckWalls(size_t i, const BallState& state, const SolidSet& set) {
  for (const Placed<Solid>& solid : set.solids.items) {
    const auto* hole = std::get_if<HoleSolid>(&solid.shape);
    if (hole == nullptr || !hole->circle().Covers(state.position.head<2>())) continue;
    const double depth_m = -hole->GapFromInside(state.position);
    if (depth_m <= kOverlapTolerance) continue;
    return OverlapError(i, state, "pockets", static_cast<size_t>(solid.index), depth_m);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckInSpace(size_t i, const BallState& state, const Table& table, const SolidSet& set,
                          const Environment& environment) {
  absl::Status bad = CheckSupported(i, state);
  if (!bad.ok()) return bad;
  if (set.free.Holds(state.position.head<2>())) return CheckAboveSlate(i, state, set.radius_m);
  bad = CheckPocketsAndSlate(i, state, set.radius_m, table, environment.pocket_model);
  if (!bad.ok()) return bad;
  bad = CheckWalls(i, state, set);
  if (!bad.ok()) return bad;
  return CheckSolids(i, state, set, false);
}

}  // namespace carom
