#include "core/multibody/detect/sphere_round.h"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

// A point in cylindrical terms.
struct Place {
  double from_axis = 0.0;
  Vec3 outward = Vec3::Zero();  // unit, across the axis
};

Place PlaceOf(const Vec3& centre) {
  const double from_axis = std::sqrt(centre.x() * centre.x() + centre.y() * centre.y());
  if (from_axis == 0.0) return {0.0, Vec3::UnitX()};
  return {from_axis, Vec3(centre.x() / from_axis, centre.y() / from_axis, 0.0)};
}

Vec3 AlongAxis(double z) { return {0.0, 0.0, z}; }

}  // namespace

SphereContact SphereCylinder(const Vec3& centre_m, double radius_m, const Cylinder& cylinder) {
  const Place place = PlaceOf(centre_m);
  const double over_side = place.from_axis - cylinder.radius_m;
  const double over_end = std::fabs(centre_m.z()) - cylinder.half_length_m;
  const double end = std::copysign(1.0, centre_m.z());

  if (over_side > 0.0 && over_end > 0.0) {
    const Vec3 rim = cylinder.radius_m * place.outward + AlongAxis(end * cylinder.half_length_m);
    const double distance = std::sqrt(over_side * over_side + over_end * over_end);
    return {distance - radius_m, (centre_m - rim) / distance, rim};
  }
  if (over_side > over_end) {
    return {over_side - radius_m, place.outward,
            cylinder.radius_m * place.outward + AlongAxis(centre_m.z())};
  }
  return {over_end - radius_m, AlongAxis(end),
          Vec3(centre_m.x(), centre_m.y(), end * cylinder.half_length_m)};
}

SphereContact SphereInBore(const Vec3& centre_m, double radius_m, double bore_radius_m) {
  const Place place = PlaceOf(centre_m);
  return {bore_radius_m - place.from_axis - radius_m, -place.outward,
          bore_radius_m * place.outward + AlongAxis(centre_m.z())};
}

}  // namespace carom
