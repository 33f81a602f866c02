#include "core/solid/nearest.h"

#include <algorithm>

#include "core/solid/resolution.h"

namespace carom {

const Nearest& Parts::Closest() const {
  static const Nearest* const nothing = new Nearest;
  const Nearest* closest = nothing;
  for (const Nearest& part : *this) {
    if (part.gap_m < closest->gap_m) closest = &part;
  }
  return *closest;
}

const Nearest& Parts::Hit(const Vec3& velocity_m_s) const {
  if (count_ == 1) return part_[0];
  const Nearest* hit = &Closest();
  const double reach_m = std::max(hit->gap_m, 0.0) + kResolution_m;
  for (const Nearest& part : *this) {
    const bool faster = velocity_m_s.dot(part.normal) < velocity_m_s.dot(hit->normal);
    if (part.gap_m <= reach_m && faster) hit = &part;
  }
  return *hit;
}

Nearest NearestToPoint(const Vec3& centre_m, const Vec3& point_m, double radius_m) {
  const Vec3 offset = centre_m - point_m;
  const double distance_m = offset.norm();
  Nearest nearest;
  nearest.gap_m = distance_m - radius_m;
  nearest.place_m = point_m;
  if (distance_m == 0.0) {
    nearest.normal = UnitZ();
    return nearest;
  }
  nearest.normal = offset / distance_m;
  nearest.curvature = PointCurvature(distance_m);
  return nearest;
}

}  // namespace carom
