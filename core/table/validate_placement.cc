#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/solid/plane_geometry.h"
#include "core/table/table_solids.h"
#include "core/table/validate.h"

namespace carom {
namespace {

bool DiscBetween(const Vec2& centre_m, double radius_m, const Vec2& from_m, const Vec2& to_m) {
  if (!BoxesOverlap(from_m, to_m, centre_m, centre_m, radius_m)) return false;
  const Vec2 offset = NearestOnSegment(centre_m, from_m, to_m) - centre_m;
  return offset.squaredNorm() < radius_m * radius_m;
}

bool AnythingBetween(const Table& table, const Vec2& from_m, const Vec2& to_m) {
  for (const Nose& nose : table.noses) {
    if (BoxesOverlap(from_m, to_m, nose.start_m, nose.end_m, 0.0) &&
        SegmentsIntersect(from_m, to_m, nose.start_m, nose.end_m))
      return true;
  }
  for (const Jaw& jaw : table.jaws) {
    if (DiscBetween(jaw.centre_m, jaw.radius_m, from_m, to_m)) return true;
  }
  for (const Pocket& pocket : table.pockets) {
    if (DiscBetween(pocket.centre_m, pocket.radius_m, from_m, to_m)) return true;
  }
  return false;
}

Vec2 NearestOnOutline(const std::vector<Vec2>& outline, const Vec2& point_m) {
  Vec2 nearest = outline.front();
  for (size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    const Vec2 candidate = NearestOnSegment(point_m, outline[j], outline[i]);
    if ((candidate - point_m).squaredNorm() < (nearest - point_m).squaredNorm()) {
      nearest = candidate;
    }
  }
  return nearest;
}

bool SeesOutline(const Table& table, const Vec2& point_m) {
  return !AnythingBetween(table, point_m, NearestOnOutline(table.bed_outline_m, point_m));
}

}  // namespace

bool BehindCushions(const Table& table, const Vec2& point_m) {
  if (table.bed_outline_m.empty()) return false;
  // The first test decides for nearly every ball on nearly every table.
  if (!AnythingBetween(table, point_m, table.head_spot_m)) return false;
  if (!AnythingBetween(table, point_m, table.foot_spot_m)) return false;
  return SeesOutline(table, point_m) && !SeesOutline(table, table.head_spot_m);
}

bool IsOver(const Pocket& pocket, const Vec2& centre_m) {
  const double edge_m = pocket.radius_m - kOverlapTolerance;
  return edge_m > 0.0 && (centre_m - pocket.centre_m).squaredNorm() < edge_m * edge_m;
}

bool IsOverOne(std::span<const Pocket> pockets, const Vec2& centre_m) {
  return std::any_of(pockets.begin(), pockets.end(),
                     [&](const Pocket& pocket) { return IsOver(pocket, centre_m); });
}

bool LiesOnCloth(const BallState& state, double radius_m, const Table& table,
                 const Environment& environment) {
  if (environment.flight == Flight::kOff) return true;
  if (!OnCloth(state.motion)) return false;
  if (state.position.z() > radius_m + kClothTolerance_m || state.velocity.z() > 0.0) return false;
  const bool holes = environment.pocket_model == PocketModel::kDrop;
  return !holes || !IsOverOne(table.pockets, state.position.head<2>());
}

namespace {

// Paths are below the ball's.
absl::Status BadPosition(const BallState& state, const std::string& must_be) {
  return InvalidField("position_m", state.position, must_be);
}

absl::Status OverlapError(const BallState& state, const char* list, size_t other, double depth_m) {
  return BadPosition(state, absl::StrCat("clear of ", list, "[", other, "], which it overlaps by ",
                                         FormatNumber(depth_m), " m"));
}

// No contact is farther from the centre than R, so most solids are ruled out by their boxes.
absl::Status CheckSolids(const BallState& state, const SolidSet& set, bool on_cloth) {
  const Vec3& centre = state.position;
  const Box here{centre.x(), centre.x(), centre.y(), centre.y()};
  for (size_t k = 0; k < set.solids.items.size(); ++k) {
    if (!set.solids.vicinities.Overlaps(k, here)) continue;
    const Placed<Solid>& solid = set.solids.items[k];
    const double depth_m = -PartsNear(solid.shape, centre, on_cloth).Closest().gap_m;
    if (depth_m <= kOverlapTolerance) continue;
    const char* list = std::visit([](const auto& s) { return s.kList; }, solid.shape);
    return OverlapError(state, list, static_cast<size_t>(solid.index), depth_m);
  }
  return absl::OkStatus();
}

// False for NaN.
bool Within(const Vec3& v, const Interval& range) {
  return range.Contains(v.x()) && range.Contains(v.y()) && range.Contains(v.z());
}

absl::Status CheckMotion(const BallState& state) {
  if (OnCloth(state.motion)) return absl::OkStatus();
  return InvalidField("motion", state.motion == MotionState::kAirborne ? "AIRBORNE" : "SUPPORTED",
                      "a motion on the cloth, since flight is off");
}

absl::Status CheckOnCloth(const BallState& state, double radius_m) {
  if (std::fabs(state.position.z() - radius_m) > kClothTolerance_m) {
    return BadPosition(state,
                       absl::StrCat("on the cloth, z = ", FormatNumber(radius_m), ", the radius"));
  }
  if (state.velocity.z() != 0.0) {
    return InvalidField("velocity_m_s", state.velocity, "horizontal, since flight is off");
  }
  return absl::OkStatus();
}

absl::Status CheckOutline(const BallState& state, const Table& table) {
  const Vec2 centre = state.position.head<2>();
  const std::vector<Vec2>& outline = table.bed_outline_m;
  if (outline.empty() || InsidePolygon(centre, outline) ||
      (NearestOnOutline(outline, centre) - centre).norm() <= kOverlapTolerance) {
    return absl::OkStatus();
  }
  return BadPosition(state, "inside the bed's outline");
}

}  // namespace

absl::Status CheckNumbers(const BallState& state) {
  if (!Within(state.position, kPositionRange)) {
    return BadPosition(state, Describe(kPositionRange) + " m");
  }
  if (!Within(state.velocity, kVelocityRange)) {
    return InvalidField("velocity_m_s", state.velocity, Describe(kVelocityRange) + " m/s");
  }
  if (!Within(state.spin, kSpinRange)) {
    return InvalidField("angular_velocity_rad_s", state.spin, Describe(kSpinRange) + " rad/s");
  }
  return absl::OkStatus();
}

absl::Status CheckNotOverPocket(const BallState& state, const Table& table) {
  const Vec2 centre = state.position.head<2>();
  for (size_t p = 0; p < table.pockets.size(); ++p) {
    if (IsOver(table.pockets[p], centre)) {
      return BadPosition(state, absl::StrCat("outside the circle of pockets[", p, "]"));
    }
  }
  return absl::OkStatus();
}

namespace {

bool AtClothHeight(const BallState& state, double radius_m) {
  return state.position.z() <= radius_m + kClothTolerance_m;
}

// A supported ball lies still.
absl::Status CheckSupported(const BallState& state) {
  if (state.motion != MotionState::kSupported) return absl::OkStatus();
  const bool moves = state.velocity != Vec3::Zero();
  if (!moves && state.spin == Vec3::Zero()) return absl::OkStatus();
  return InvalidField(moves ? "velocity_m_s" : "angular_velocity_rad_s",
                      moves ? state.velocity : state.spin, "zero, since the ball is SUPPORTED");
}

absl::Status CheckHeight(const BallState& state, double lowest_m, const char* over) {
  if (state.position.z() >= lowest_m) return absl::OkStatus();
  return BadPosition(state, absl::StrCat("at z = ", FormatNumber(lowest_m), " or above, ", over));
}

absl::Status CheckAboveSlate(const BallState& state, double radius_m) {
  return CheckHeight(state, radius_m - kClothTolerance_m, "since the slate is below");
}

// A ball above a pocket: with kCircle it would be in it below the pocket's top, with kDrop it may
// be anywhere on its way down.
absl::Status CheckOverPocket(const BallState& state, double radius_m, const Table& table, size_t p,
                             PocketModel model) {
  if (model == PocketModel::kCircle) {
    if (AtClothHeight(state, radius_m)) {
      return BadPosition(state, absl::StrCat("outside the circle of pockets[", p, "]"));
    }
    const double lowest_m = PocketTop(table, table.pockets[p]) + radius_m - kOverlapTolerance;
    return CheckHeight(state, lowest_m, "else the ball is pocketed");
  }
  return CheckHeight(state, -radius_m, "else the ball is pocketed");
}

absl::Status CheckPocketsAndSlate(const BallState& state, double radius_m, const Table& table,
                                  PocketModel model) {
  for (size_t p = 0; p < table.pockets.size(); ++p) {
    if (!IsOver(table.pockets[p], state.position.head<2>())) continue;
    return CheckOverPocket(state, radius_m, table, p, model);
  }
  return CheckAboveSlate(state, radius_m);
}

// The penetration into a hole that the ball is in, however deep: in play, a ball deep in a wall
// would count as behind it.
absl::Status CheckWalls(const BallState& state, const SolidSet& set) {
  for (const Placed<Solid>& solid : set.solids.items) {
    const auto* hole = std::get_if<HoleSolid>(&solid.shape);
    if (hole == nullptr || !hole->circle().Covers(state.position.head<2>())) continue;
    const double depth_m = -hole->GapFromInside(state.position);
    if (depth_m <= kOverlapTolerance) continue;
    return OverlapError(state, "pockets", static_cast<size_t>(solid.index), depth_m);
  }
  return absl::OkStatus();
}

absl::Status CheckInSpace(const BallState& state, const Table& table, const SolidSet& set,
                          const Environment& environment) {
  absl::Status bad = CheckSupported(state);
  if (!bad.ok()) return bad;
  if (set.free.Holds(state.position.head<2>())) return CheckAboveSlate(state, set.radius_m);
  bad = CheckPocketsAndSlate(state, set.radius_m, table, environment.pocket_model);
  if (!bad.ok()) return bad;
  bad = CheckWalls(state, set);
  if (!bad.ok()) return bad;
  return CheckSolids(state, set, false);
}

// Where a ball that stays on the cloth may be.
absl::Status CheckInPlane(const BallState& state, const Table& table, const SolidSet& set) {
  if (absl::Status bad = CheckOnCloth(state, set.radius_m); !bad.ok()) return bad;
  if (set.free.Holds(state.position.head<2>())) return absl::OkStatus();
  if (absl::Status bad = CheckOutline(state, table); !bad.ok()) return bad;
  if (absl::Status bad = CheckNotOverPocket(state, table); !bad.ok()) return bad;
  absl::Status bad = CheckSolids(state, set, true);
  if (!bad.ok() || !BehindCushions(table, state.position.head<2>())) return bad;
  return BadPosition(state, "on the playing surface, not behind a cushion");
}

}  // namespace

absl::Status CheckBall(const BallState& state, const Table& table, const SolidSet& set,
                       const Environment& environment) {
  const bool in_plane = environment.flight == Flight::kOff;
  if (in_plane) {
    if (absl::Status bad = CheckMotion(state); !bad.ok()) return bad;
  }
  if (absl::Status bad = CheckNumbers(state); !bad.ok()) return bad;
  if (in_plane) return CheckInPlane(state, table, set);
  if (!set.free.Holds(state.position.head<2>())) {
    if (absl::Status bad = CheckOutline(state, table); !bad.ok()) return bad;
  }
  return CheckInSpace(state, table, set, environment);
}

namespace {

absl::Status CheckPairs(size_t i, const std::vector<BallSpec>& balls,
                        const std::vector<BallState>& states) {
  for (size_t j = 0; j < i; ++j) {
    if (!InPlay(states[j].motion)) continue;
    const Vec3 apart = states[i].position - states[j].position;
    const double touching = balls[i].radius_m + balls[j].radius_m;
    if (apart.squaredNorm() >= touching * touching) continue;
    const double depth = touching - apart.norm();
    if (depth > kOverlapTolerance) return OverlapError(states[i], "balls", j, depth);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidatePlacement(const Table& table, const Environment& environment,
                               const TableSolids& solids, const std::vector<BallSpec>& balls,
                               const std::vector<BallState>& states) {
  if (states.size() != balls.size()) {
    return InvalidField("balls", absl::StrCat(states.size(), " states"),
                        absl::StrCat(balls.size(), ", one a ball"));
  }
  for (size_t i = 0; i < states.size(); ++i) {
    if (!InPlay(states[i].motion)) continue;
    absl::Status bad =
        CheckBall(states[i], table, solids.ForBall(static_cast<int>(i)), environment);
    if (bad.ok()) bad = CheckPairs(i, balls, states);
    if (!bad.ok()) return UnderPath("balls", i, bad);
  }
  return absl::OkStatus();
}

absl::Status ValidatePlacement(const Table& table, const Environment& environment,
                               const std::vector<BallSpec>& balls,
                               const std::vector<BallState>& states) {
  return ValidatePlacement(table, environment, MakeSolids(table, environment, balls), balls,
                           states);
}

}  // namespace carom
