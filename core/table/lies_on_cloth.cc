#include "core/table/lies_on_cloth.h"

#include <algorithm>

#include "core/table/placement_checks.h"

namespace carom {

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

}  // namespace carom
