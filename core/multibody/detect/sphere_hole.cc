#include "core/multibody/detect/sphere_hole.h"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

SphereContact Touch(const Vec3& centre, double radius, const Vec3& point) {
  const Vec3 apart = centre - point;
  const double distance = apart.norm();
  return {distance - radius, distance > 0.0 ? Vec3(apart / distance) : UnitZ(), point};
}

// Of the half of the circle on the side of `half`, the direction from the centre to the point that
// is nearest to a place at `offset`: its own, or that of the nearer end.
Vec2 DirectionOnHalf(const Vec2& offset, const Vec2& half) {
  const double off_axis = offset.norm();
  if (off_axis == 0.0) return half;
  if (offset.dot(half) >= 0.0) return offset / off_axis;
  const Vec2 across(-half.y(), half.x());
  return std::copysign(1.0, offset.dot(across)) * across;
}

Vec2 DirectionOnCircle(const Vec2& offset) {
  const double off_axis = offset.norm();
  return off_axis > 0.0 ? Vec2(offset / off_axis) : Vec2(1.0, 0.0);
}

}  // namespace

// A centre below the plane is still pressed up, or over the hole its rim, and below that its wall.
SphereContact SphereHole(const Vec3& centre_m, double radius_m, const Hole& hole) {
  if (!OverHole(centre_m, hole)) {
    return {centre_m.z() - radius_m, UnitZ(), Vec3(centre_m.x(), centre_m.y(), 0.0)};
  }
  const Vec2 offset = centre_m.head<2>() - hole.centre_m;
  const Vec2 outwards =
      hole.opening.isZero() ? DirectionOnCircle(offset) : DirectionOnHalf(offset, hole.opening);
  const Vec2 on_circle = hole.centre_m + hole.radius_m * outwards;
  return Touch(centre_m, radius_m, Vec3(on_circle.x(), on_circle.y(), std::min(centre_m.z(), 0.0)));
}

// In the direction of the nearest point the liner is two straight lines from axis to axis: upright
// below the plane, and from there to the upper rim. At the seam, which is concave, one of them is
// always nearer than it.
SphereContact SphereLiner(const Vec3& centre_m, double radius_m, const Hole& hole) {
  const Vec2 offset = centre_m.head<2>() - hole.centre_m;
  const Vec2 outwards = DirectionOnHalf(offset, -hole.opening);
  const auto at = [&](double from_axis_m, double height_m) {
    const Vec2 point = hole.centre_m + from_axis_m * outwards;
    return Touch(centre_m, radius_m, Vec3(point.x(), point.y(), height_m));
  };
  const double rise = hole.back_height_m;
  const double lean = hole.overhang_m;
  const double inside = hole.radius_m - offset.dot(outwards);
  const double along = (centre_m.z() * rise + inside * lean) / (rise * rise + lean * lean);
  const double share = std::clamp(along, 0.0, 1.0);
  const SphereContact back = at(hole.radius_m - share * lean, share * rise);
  const SphereContact wall = at(hole.radius_m, std::min(centre_m.z(), 0.0));
  return back.gap_m < wall.gap_m ? back : wall;
}

}  // namespace carom
