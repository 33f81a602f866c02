#include <cmath>
#include <string>
#include <variant>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/solid/plane_geometry.h"
#include "core/table/placement_checks.h"
#include "core/table/validate.h"

namespace carom {
namespace {

absl::Status BadVector(size_t ball, const char* field, const Vec3& value,
                       const std::string& must_be) {
  return InvalidField(absl::StrCat("balls[", ball, "].", field), value, must_be);
}

// False for NaN.
bool Within(const Vec3& v, const Interval& range) {
  return range.Contains(v.x()) && range.Contains(v.y()) && range.Contains(v.z());
}

absl::Status CheckMotion(size_t i, const BallState& state) {
  if (OnCloth(state.motion)) return absl::OkStatus();
  return InvalidField(absl::StrCat("balls[", i, "].motion"),
                      state.motion == MotionState::kAirborne ? "AIRBORNE" : "SUPPORTED",
                      "a motion on the cloth, since flight is off");
}

absl::Status CheckFinite(size_t i, const BallState& state) {
  if (!Within(state.position, kPositionRange)) {
    return BadPosition(i, state, Describe(kPositionRange) + " m");
  }
  if (!Within(state.velocity, kVelocityRange)) {
    return BadVector(i, "velocity_m_s", state.velocity, Describe(kVelocityRange) + " m/s");
  }
  if (!Within(state.spin, kSpinRange)) {
    return BadVector(i, "angular_velocity_rad_s", state.spin, Describe(kSpinRange) + " rad/s");
  }
  return absl::OkStatus();
}

absl::Status CheckOnCloth(size_t i, const BallState& state, double radius_m) {
  if (std::fabs(state.position.z() - radius_m) > kClothTolerance_m) {
    return BadPosition(i, state,
                       absl::StrCat("on the cloth, z = ", FormatNumber(radius_m), ", the radius"));
  }
  if (state.velocity.z() != 0.0) {
    return BadVector(i, "velocity_m_s", state.velocity, "horizontal, since flight is off");
  }
  return absl::OkStatus();
}

bool OnOutline(const std::vector<Vec2>& outline, const Vec2& point) {
  for (size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    const Vec2 nearest = NearestOnSegment(point, outline[j], outline[i]);
    if ((nearest - point).norm() <= kOverlapTolerance) return true;
  }
  return false;
}

absl::Status CheckOutline(size_t i, const BallState& state, const Table& table) {
  const Vec2 centre = state.position.head<2>();
  const std::vector<Vec2>& outline = table.bed_outline_m;
  if (outline.empty() || InsidePolygon(centre, outline) || OnOutline(outline, centre)) {
    return absl::OkStatus();
  }
  return BadPosition(i, state, "inside the bed's outline");
}

// Where a ball that stays on the cloth may be.
absl::Status CheckInPlane(size_t i, const BallState& state, const Table& table,
                          const SolidSet& set) {
  if (absl::Status bad = CheckOnCloth(i, state, set.radius_m); !bad.ok()) return bad;
  if (set.free.Holds(state.position.head<2>())) return absl::OkStatus();
  if (absl::Status bad = CheckOutline(i, state, table); !bad.ok()) return bad;
  if (absl::Status bad = CheckPockets(i, state, table); !bad.ok()) return bad;
  absl::Status bad = CheckSolids(i, state, set, true);
  if (!bad.ok() || !BehindCushions(table, state.position.head<2>())) return bad;
  return BadPosition(i, state, "on the playing surface, not behind a cushion");
}

absl::Status CheckPairs(size_t i, const std::vector<BallSpec>& balls,
                        const std::vector<BallState>& states) {
  for (size_t j = 0; j < i; ++j) {
    if (!InPlay(states[j].motion)) continue;
    const Vec3 apart = states[i].position - states[j].position;
    const double touching = balls[i].radius_m + balls[j].radius_m;
    if (apart.squaredNorm() >= touching * touching) continue;
    const double depth = touching - apart.norm();
    if (depth > kOverlapTolerance) return OverlapError(i, states[i], "balls", j, depth);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckBall(size_t i, const BallState& state, const Table& table, const SolidSet& set,
                       const Environment& environment) {
  const bool in_plane = environment.flight == Flight::kOff;
  if (in_plane) {
    if (absl::Status bad = CheckMotion(i, state); !bad.ok()) return bad;
  }
  if (absl::Status bad = CheckFinite(i, state); !bad.ok()) return bad;
  if (in_plane) return CheckInPlane(i, state, table, set);
  if (!set.free.Holds(state.position.head<2>())) {
    if (absl::Status bad = CheckOutline(i, state, table); !bad.ok()) return bad;
  }
  return CheckInSpace(i, state, table, set, environment);
}

absl::Status CheckPockets(size_t i, const BallState& state, const Table& table) {
  const Vec2 centre = state.position.head<2>();
  for (size_t p = 0; p < table.pockets.size(); ++p) {
    const Pocket& pocket = table.pockets[p];
    const double edge = pocket.radius_m - kOverlapTolerance;
    if (edge > 0.0 && (centre - pocket.centre_m).squaredNorm() < edge * edge) {
      return BadPosition(i, state, absl::StrCat("outside the circle of pockets[", p, "]"));
    }
  }
  return absl::OkStatus();
}

absl::Status BadPosition(size_t ball, const BallState& state, const std::string& must_be) {
  return BadVector(ball, "position_m", state.position, must_be);
}

absl::Status OverlapError(size_t ball, const BallState& state, const char* list, size_t other,
                          double depth_m) {
  return BadPosition(ball, state,
                     absl::StrCat("clear of ", list, "[", other, "], which it overlaps by ",
                                  FormatNumber(depth_m), " m"));
}

// No contact is farther from the centre than R, so most solids are ruled out by their boxes.
absl::Status CheckSolids(size_t i, const BallState& state, const SolidSet& set, bool on_cloth) {
  const Vec3& centre = state.position;
  const Box here{centre.x(), centre.x(), centre.y(), centre.y()};
  for (size_t k = 0; k < set.solids.items.size(); ++k) {
    if (!set.solids.vicinities.Overlaps(k, here)) continue;
    const Placed<Solid>& solid = set.solids.items[k];
    const double depth_m = -PartsNear(solid.shape, centre, on_cloth).Closest().gap_m;
    if (depth_m <= kOverlapTolerance) continue;
    const char* list = std::visit([](const auto& s) { return s.kList; }, solid.shape);
    return OverlapError(i, state, list, static_cast<size_t>(solid.index), depth_m);
  }
  return absl::OkStatus();
}

absl::Status ValidatePlacement(const Table& table, const Environment& environment,
                               const TableSolids& solids, const std::vector<BallSpec>& balls,
                               const std::vector<BallState>& states) {
  if (states.size() != balls.size()) {
    return InvalidField("balls", absl::StrCat(states.size(), " states"),
                        absl::StrCat(balls.size(), ", one a ball"));
  }
  for (size_t i = 0; i < states.size(); ++i) {
    if (!InPlay(states[i].motion)) continue;
    const SolidSet& set = solids.ForBall(static_cast<int>(i));
    absl::Status bad = CheckBall(i, states[i], table, set, environment);
    if (!bad.ok()) return bad;
    bad = CheckPairs(i, balls, states);
    if (!bad.ok()) return bad;
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
