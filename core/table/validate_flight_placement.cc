#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/table/lies_on_cloth.h"
#include "core/table/placement_checks.h"
#include "core/table/plane_geometry.h"
#include "core/table/space_geometry.h"

namespace carom {
namespace {

bool AtClothHeight(const BallState& state, double radius_m) {
  return state.position.z() <= radius_m + kClothTolerance_m;
}

// What is supported lies still.
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
  if (absl::Status bad = CheckHeight(i, state, -radius_m, "else the ball is pocketed"); !bad.ok()) {
    return bad;
  }
  const double depth_m = radius_m - DistanceFromHole(table.pockets[p], state.position);
  if (depth_m <= kOverlapTolerance) return absl::OkStatus();
  return OverlapError(i, state, "pockets", p, depth_m);
}

absl::Status CheckPocketsAndSlate(size_t i, const BallState& state, double radius_m,
                                  const Table& table, PocketModel model) {
  for (size_t p = 0; p < table.pockets.size(); ++p) {
    if (!IsOver(table.pockets[p], state.position.head<2>())) continue;
    return CheckOverPocket(i, state, radius_m, table, p, model);
  }
  return CheckHeight(i, state, radius_m - kClothTolerance_m, "since the slate is below");
}

// Only what is within the ball's radius, seen from above, can be met.
absl::Status CheckCushionsInSpace(size_t i, const BallState& state, double radius_m,
                                  const Table& table) {
  const Vec2 centre = state.position.head<2>();
  for (size_t n = 0; n < table.noses.size(); ++n) {
    const Nose& nose = table.noses[n];
    if (!BoxesMeet(centre, centre, nose.start_m, nose.end_m, radius_m)) continue;
    const double depth_m = radius_m - DistanceFromNose(nose, state.position);
    if (depth_m > kOverlapTolerance) return OverlapError(i, state, "noses", n, depth_m);
  }
  for (size_t j = 0; j < table.jaws.size(); ++j) {
    const Jaw& jaw = table.jaws[j];
    const double reach_m = jaw.radius_m + radius_m;
    if ((centre - jaw.centre_m).squaredNorm() >= reach_m * reach_m) continue;
    const double depth_m = radius_m - DistanceFromJaw(jaw, state.position);
    if (depth_m > kOverlapTolerance) return OverlapError(i, state, "jaws", j, depth_m);
  }
  return absl::OkStatus();
}

absl::Status CheckRailTops(size_t i, const BallState& state, double radius_m, const Table& table) {
  for (size_t t = 0; t < table.rail_tops.size(); ++t) {
    const double depth_m = radius_m - (state.position.z() - table.rail_tops[t].height_m);
    if (depth_m <= kOverlapTolerance) continue;
    if (!PlateHolds(table.rail_tops[t], table.pockets, state.position.head<2>())) continue;
    return OverlapError(i, state, "rail_tops", t, depth_m);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckInSpace(size_t i, const BallState& state, const BallSpec& ball,
                          const Table& table, const Environment& environment) {
  const double radius_m = ball.radius_m;
  absl::Status bad = CheckSupported(i, state);
  if (!bad.ok()) return bad;
  bad = CheckPocketsAndSlate(i, state, radius_m, table, environment.pocket_model);
  if (!bad.ok()) return bad;
  bad = CheckCushionsInSpace(i, state, radius_m, table);
  if (!bad.ok()) return bad;
  return CheckRailTops(i, state, radius_m, table);
}

}  // namespace carom
