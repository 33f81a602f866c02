#include "core/table/space_geometry.h"

#include <algorithm>
#include <cmath>

#include "core/table/plane_geometry.h"

namespace carom {

Vec3 NearestOnNose(const Nose& nose, const Vec3& centre_m) {
  const Vec3 start(nose.start_m.x(), nose.start_m.y(), nose.height_m);
  const Vec3 end(nose.end_m.x(), nose.end_m.y(), nose.height_m + nose.rise_m);
  const Vec3 along = end - start;
  const double fraction = std::clamp(along.dot(centre_m - start) / along.squaredNorm(), 0.0, 1.0);
  return start + fraction * along;
}

double DistanceFromNose(const Nose& nose, const Vec3& centre_m) {
  return (centre_m - NearestOnNose(nose, centre_m)).norm();
}

double DistanceFromJaw(const Jaw& jaw, const Vec3& centre_m) {
  const double outside_m = (centre_m.head<2>() - jaw.centre_m).norm() - jaw.radius_m;
  const double above_m = centre_m.z() - jaw.height_m;
  return outside_m > 0.0 ? std::sqrt(outside_m * outside_m + above_m * above_m) : above_m;
}

bool PlateHolds(const RailTop& rail_top, const std::vector<Pocket>& pockets, const Vec2& centre_m) {
  if (!InsidePolygon(centre_m, rail_top.corners_m)) return false;
  return std::none_of(pockets.begin(), pockets.end(), [&](const Pocket& pocket) {
    return (centre_m - pocket.centre_m).norm() < pocket.radius_m;
  });
}

double DistanceFromHole(const Pocket& pocket, const Vec3& centre_m) {
  const Vec2 offset = centre_m.head<2>() - pocket.centre_m;
  const bool before_back = offset.dot(pocket.opening) <= 0.0 && pocket.opening != Vec2::Zero();
  const double top_m = before_back ? pocket.back_height_m : 0.0;
  const double inside_m = pocket.radius_m - offset.norm();
  const double above_m = std::max(centre_m.z() - top_m, 0.0);
  return std::sqrt(inside_m * inside_m + above_m * above_m);
}

}  // namespace carom
