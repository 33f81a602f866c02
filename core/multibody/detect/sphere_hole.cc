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

// The plane (a centre below it is still pressed up), or over the hole its rim, and below that its
// wall.
SphereContact OnSlate(const Vec3& centre, double radius, bool inside, const Vec2& on_circle) {
  if (!inside) return {centre.z() - radius, UnitZ(), Vec3(centre.x(), centre.y(), 0.0)};
  return Touch(centre, radius, Vec3(on_circle.x(), on_circle.y(), std::min(centre.z(), 0.0)));
}

// On the back: the wall in the ball's direction, or else the nearer of its two ends.
Vec3 NearestOnBack(const Vec3& centre, const Vec2& from_axis, const Vec2& on_circle,
                   const Hole& hole) {
  const double z = std::clamp(centre.z(), 0.0, hole.back_height_m);
  if (from_axis.dot(hole.opening) <= 0.0) return {on_circle.x(), on_circle.y(), z};
  const Vec2 across(-hole.opening.y(), hole.opening.x());
  const double side = std::copysign(hole.radius_m, from_axis.dot(across));
  const Vec2 end = hole.centre_m + side * across;
  return {end.x(), end.y(), z};
}

}  // namespace

SphereContact SphereHole(const Vec3& centre_m, double radius_m, const Hole& hole) {
  const Vec2 from_axis = centre_m.head<2>() - hole.centre_m;
  const double off_axis = from_axis.norm();
  const Vec2 on_axis = hole.opening.isZero() ? Vec2(1.0, 0.0) : Vec2(-hole.opening);
  const Vec2 outward = off_axis > 0.0 ? Vec2(from_axis / off_axis) : on_axis;
  const Vec2 on_circle = hole.centre_m + hole.radius_m * outward;

  const SphereContact slate = OnSlate(centre_m, radius_m, OverHole(centre_m, hole), on_circle);
  if (hole.opening.isZero()) return slate;
  const SphereContact back =
      Touch(centre_m, radius_m, NearestOnBack(centre_m, from_axis, on_circle, hole));
  return back.gap_m < slate.gap_m ? back : slate;
}

}  // namespace carom
