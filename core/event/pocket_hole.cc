#include "core/event/pocket_hole.h"

#include <algorithm>
#include <array>

#include "core/event/predict/flight_shell.h"

namespace carom {
namespace {

SurfacePoint Towards(const Vec3& centre_m, const Vec3& point_m) {
  const Vec3 offset = centre_m - point_m;
  const double distance_m = offset.norm();
  if (distance_m == 0.0) return {0.0, Vec3::UnitZ()};
  return {distance_m, offset / distance_m};
}

// What a ball can touch at one place: the wall on its side or else its rims, and the two ends of
// the back. The same parts as PocketHoleCrossing asks, where they count.
struct Parts {
  std::array<SurfacePoint, 4> point;
  size_t count = 0;

  void Add(const SurfacePoint& part) { point[count++] = part; }
};

// In the direction in which the centre lies. The wall has an inside only: a ball that has got
// behind it meets its rims. Under the back, the slate's own rim is one of them.
void AddWallOrRims(const PocketHole& hole, const Vec3& centre_m, double radius_m, bool behind,
                   Parts& parts) {
  const Pocket& pocket = hole.pocket;
  const double top_m = behind ? pocket.back_height_m : 0.0;
  const Vec2 offset = centre_m.head<2>() - pocket.centre_m;
  const double from_axis_m = offset.norm();
  const Vec2 outwards = from_axis_m > 0.0 ? Vec2(offset / from_axis_m) : Vec2(1.0, 0.0);
  const double from_wall_m = pocket.radius_m - from_axis_m;
  if (centre_m.z() <= top_m && from_wall_m >= radius_m - kBehind_m) {
    parts.Add({from_wall_m, Vec3(-outwards.x(), -outwards.y(), 0.0)});
    return;
  }
  const Vec2 rim = pocket.centre_m + pocket.radius_m * outwards;
  parts.Add(Towards(centre_m, Vec3(rim.x(), rim.y(), top_m)));
  if (behind) {
    parts.Add(Towards(centre_m, Vec3(rim.x(), rim.y(), 0.0)));
  } else if (OverUpperRim(hole, offset)) {
    parts.Add(Towards(centre_m, Vec3(rim.x(), rim.y(), pocket.back_height_m)));
  }
}

Parts PartsOfHole(const PocketHole& hole, const Vec3& centre_m, double radius_m) {
  const Pocket& pocket = hole.pocket;
  Parts parts;
  const bool back = HasBack(pocket);
  const bool behind = back && pocket.opening.dot(centre_m.head<2>() - pocket.centre_m) <= 0.0;
  AddWallOrRims(hole, centre_m, radius_m, behind, parts);
  if (!back) return parts;
  for (const double side : {1.0, -1.0}) {
    const Vec2 end = BackEnd(pocket, side);
    const double height_m = std::clamp(centre_m.z(), 0.0, pocket.back_height_m);
    parts.Add(Towards(centre_m, Vec3(end.x(), end.y(), height_m)));
  }
  return parts;
}

SurfacePoint Nearest(const Parts& parts) {
  SurfacePoint nearest = parts.point[0];
  for (size_t i = 1; i < parts.count; ++i) {
    if (parts.point[i].distance_m < nearest.distance_m) nearest = parts.point[i];
  }
  return nearest;
}

}  // namespace

SurfacePoint NearestOnHole(const PocketHole& hole, const Vec3& centre_m, double radius_m) {
  return Nearest(PartsOfHole(hole, centre_m, radius_m));
}

SurfacePoint MetOnHole(const PocketHole& hole, const Vec3& centre_m, double radius_m,
                       const Vec3& velocity_m_s) {
  constexpr double kTouchingToo_m = 1e-8;
  const Parts parts = PartsOfHole(hole, centre_m, radius_m);
  SurfacePoint met = Nearest(parts);
  const double reach_m = std::max(met.distance_m, radius_m) + kTouchingToo_m;
  for (size_t i = 0; i < parts.count; ++i) {
    const SurfacePoint& point = parts.point[i];
    const bool faster = velocity_m_s.dot(point.normal) < velocity_m_s.dot(met.normal);
    if (point.distance_m <= reach_m && faster) met = point;
  }
  return met;
}

}  // namespace carom
