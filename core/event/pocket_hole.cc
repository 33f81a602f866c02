#include "core/event/pocket_hole.h"

#include <algorithm>

namespace carom {
namespace {

SurfacePoint Towards(const Vec3& centre_m, const Vec3& point_m) {
  const Vec3 offset = centre_m - point_m;
  const double distance_m = offset.norm();
  if (distance_m == 0.0) return {0.0, Vec3::UnitZ()};
  return {distance_m, offset / distance_m};
}

// The wall that ends at `top_m` above the cloth, in the direction in which the centre lies.
SurfacePoint NearestOnWall(const Pocket& pocket, const Vec3& centre_m, double top_m) {
  const Vec2 offset = centre_m.head<2>() - pocket.centre_m;
  const double from_axis_m = offset.norm();
  const Vec2 outwards = from_axis_m > 0.0 ? Vec2(offset / from_axis_m) : Vec2(1.0, 0.0);
  if (centre_m.z() <= top_m) {
    return {pocket.radius_m - from_axis_m, Vec3(-outwards.x(), -outwards.y(), 0.0)};
  }
  const Vec2 rim = pocket.centre_m + pocket.radius_m * outwards;
  return Towards(centre_m, Vec3(rim.x(), rim.y(), top_m));
}

}  // namespace

SurfacePoint NearestOnHole(const Pocket& pocket, const Vec3& centre_m) {
  if (!HasBack(pocket)) return NearestOnWall(pocket, centre_m, 0.0);
  const bool behind = pocket.opening.dot(centre_m.head<2>() - pocket.centre_m) <= 0.0;
  if (behind) return NearestOnWall(pocket, centre_m, pocket.back_height_m);
  SurfacePoint nearest = NearestOnWall(pocket, centre_m, 0.0);
  for (const double side : {1.0, -1.0}) {
    const Vec2 end = BackEnd(pocket, side);
    const double height_m = std::clamp(centre_m.z(), 0.0, pocket.back_height_m);
    const SurfacePoint post = Towards(centre_m, Vec3(end.x(), end.y(), height_m));
    if (post.distance_m < nearest.distance_m) nearest = post;
  }
  return nearest;
}

}  // namespace carom
