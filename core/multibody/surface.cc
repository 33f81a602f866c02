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

SphereContact DetectIn(const Prism& prism, const Vec3& centre, double radius) {
  return SpherePrism(centre, radius, prism);
}

SphereContact DetectIn(const Face& face, const Vec3& centre, double radius) {
  return SphereFace(centre, radius, face);
}

// Of two holes so close that a ball is near both, the one that its centre is over counts.
SphereContact DetectIn(const ClothSurface& cloth, const Vec3& centre, double radius) {
  SphereContact nearest = SpherePlane(centre, radius, Plane());
  for (const Hole& hole : cloth.holes) {
    if (!NearHole(centre, radius, hole)) continue;
    const SphereContact here = SphereHole(centre, radius, hole);
    if (OverHole(centre, hole)) return here;
    if (here.gap_m < nearest.gap_m) nearest = here;
  }
  return nearest;
}

SphereContact DetectIn(const LinerSurface& liners, const Vec3& centre, double radius) {
  SphereContact nearest;
  nearest.gap_m = std::numeric_limits<double>::infinity();
  for (const Hole& hole : liners.holes) {
    const SphereContact here = SphereLiner(centre, radius, hole);
    if (here.gap_m < nearest.gap_m) nearest = here;
  }
  return nearest;
}

// A liner lies within its hole's circle, seen from above.
bool IsFarFrom(const LinerSurface& liners, const Vec3& centre, double radius) {
  for (const Hole& hole : liners.holes) {
    const double reach = hole.radius_m + 2.0 * radius;
    if ((centre.head<2>() - hole.centre_m).squaredNorm() <= reach * reach) return false;
  }
  return true;
}

bool IsFarFrom(const UnionSurface& solids, const Vec3& centre, double radius) {
  const Vec3 below = solids.least_m - centre;
  const Vec3 above = centre - solids.most_m;
  return std::max(below.maxCoeff(), above.maxCoeff()) > 2.0 * radius;
}

bool IsFarFrom(const Prism& prism, const Vec3& centre, double radius) {
  return LeastPrismGap(centre, radius, prism) > radius;
}

SphereContact DetectIn(const UnionSurface& solids, const Vec3& centre, double radius) {
  SphereContact nearest;
  nearest.gap_m = std::numeric_limits<double>::infinity();
  const auto take = [&](const auto& solid) {
    const SphereContact here = DetectIn(solid, centre, radius);
    if (here.gap_m < nearest.gap_m) nearest = here;
  };
  for (const Prism& prism : solids.prisms) take(prism);
  for (const CylinderSurface& cylinder : solids.cylinders) take(cylinder);
  return nearest;
}

}  // namespace

SphereContact Detect(const Surface& surface, const Vec3& centre_m, double radius_m) {
  return std::visit([&](const auto& s) { return DetectIn(s, centre_m, radius_m); }, surface);
}

bool IsFar(const Surface& surface, const Vec3& centre_m, double radius_m) {
  const auto is_far_from = [&](const auto* solid) {
    return solid != nullptr && IsFarFrom(*solid, centre_m, radius_m);
  };
  return is_far_from(std::get_if<UnionSurface>(&surface)) ||
         is_far_from(std::get_if<LinerSurface>(&surface)) ||
         is_far_from(std::get_if<Prism>(&surface));
}

}  // namespace carom
