#include "core/multibody/surface.h"

#include <algorithm>
#include <limits>

namespace carom {
namespace {

SphereContact DetectIn(const Plane& plane, const Vec3& centre, double radius) {
  return SpherePlane(centre, radius, plane);
}

SphereContact DetectIn(const BallSurface& ball, const Vec3& centre, double radius) {
  return SphereSphere(centre, radius, Vec3::Zero(), ball.radius_m);
}

SphereContact DetectIn(const HollowBallSurface& hollow, const Vec3& centre, double radius) {
  return SphereInSphere(centre, radius, Vec3::Zero(), hollow.radius_m);
}

SphereContact DetectIn(const CylinderSurface& solid, const Vec3& centre, double radius) {
  return ToWorld(solid.pose, SphereCylinder(solid.pose.ToBody(centre), radius, solid.cylinder));
}

SphereContact DetectIn(const BoreSurface& bore, const Vec3& centre, double radius) {
  return ToWorld(bore.pose, SphereInBore(bore.pose.ToBody(centre), radius, bore.radius_m));
}

SphereContact DetectIn(const PrismSurface& solid, const Vec3& centre, double radius) {
  return SpherePrism(centre, radius, solid.prism, solid.rule);
}

// Beside the holes the plane; over a hole its rim, a circle. On the hole's axis all of the rim is
// equally near: the normal is then the one towards -x.
SphereContact DetectIn(const ClothSurface& cloth, const Vec3& centre, double radius) {
  for (const ClothSurface::Hole& hole : cloth.holes) {
    const Vec2 from_axis = centre.head<2>() - hole.centre_m;
    const double off_axis = from_axis.norm();
    if (off_axis >= hole.radius_m) continue;
    const Vec2 out = off_axis > 0.0 ? Vec2(from_axis / off_axis) : Vec2(1.0, 0.0);
    const Vec2 rim = hole.centre_m + hole.radius_m * out;
    const Vec3 point(rim.x(), rim.y(), 0.0);
    const Vec3 apart = centre - point;
    const double distance = apart.norm();
    return {distance - radius, apart / distance, point};
  }
  return {centre.z() - radius, UnitZ(), Vec3(centre.x(), centre.y(), 0.0)};
}

SphereContact DetectIn(const UnionSurface& solids, const Vec3& centre, double radius) {
  SphereContact nearest;
  nearest.gap_m = std::numeric_limits<double>::infinity();
  const auto take = [&](const auto& solid) {
    const SphereContact here = DetectIn(solid, centre, radius);
    if (here.gap_m < nearest.gap_m) nearest = here;
  };
  for (const PrismSurface& prism : solids.prisms) take(prism);
  for (const CylinderSurface& cylinder : solids.cylinders) take(cylinder);
  return nearest;
}

}  // namespace

SphereContact Detect(const Surface& surface, const Vec3& centre_m, double radius_m) {
  return std::visit([&](const auto& s) { return DetectIn(s, centre_m, radius_m); }, surface);
}

double LeastGap(const Surface& surface, const Vec3& centre_m, double radius_m) {
  if (const auto* solid = std::get_if<PrismSurface>(&surface)) {
    const double bound = LeastPrismGap(centre_m, radius_m, solid->prism);
    // The paper's windows reach past the solid's edges, by the radius.
    return solid->rule == PrismRule::kExact ? bound : bound - radius_m;
  }
  if (const auto* solids = std::get_if<UnionSurface>(&surface)) {
    const Vec3 below = solids->least_m - centre_m;
    const Vec3 above = centre_m - solids->most_m;
    const double outside = std::max(below.maxCoeff(), above.maxCoeff());
    if (outside > 2.0 * radius_m) return outside - radius_m;
  }
  return Detect(surface, centre_m, radius_m).gap_m;
}

}  // namespace carom
