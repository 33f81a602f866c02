#include "core/multibody/surface.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/constants.h"
#include "core/base/portable_math.h"

namespace carom {
namespace {

// p and its slope over the sine of the angle from the defect's middle.
struct Profile {
  double depth_m = 0.0;
  double slope_per_sine = 0.0;
};

Profile ProfileAt(const SurfaceDefect& defect, double sine, double cosine) {
  const double arc_m = defect.radius_m * Atan2(sine, cosine);
  if (!(arc_m < 0.5 * defect.width_m)) return {};
  const double turn = kTwoPi / defect.width_m;
  const double p = 0.5 * defect.depth_m * (1.0 + Cos(turn * arc_m));
  // sin(k s)/sin(s/R) -> k R in the middle.
  constexpr double kMiddle = 1e-9;
  const double ratio = sine > kMiddle ? Sin(turn * arc_m) / sine : turn * defect.radius_m;
  return {p, -0.5 * defect.depth_m * turn * ratio};
}

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

// With u the direction of the defect and e that of the contact, both from the defect's body,
// cos(s/R) = u . e, so dp = p' R d(s/R) = -(p'/sin) R d(u . e). The contact's direction follows the
// line of centres, whose length along the normal is rho.
DefectEffect EffectOf(const SurfaceDefect& defect, const Vec3& normal, const BodyMotion& sphere,
                      const BodyMotion& other) {
  const Vec3 apart = sphere.position_m - other.position_m;
  const double along = normal.dot(apart);  // Negative in a hollow.
  const BodyMotion& carrier = defect.on_sphere ? sphere : other;
  const Vec3 u = RotationMatrix(carrier.orientation) * defect.direction;
  const Vec3 towards = defect.on_sphere || along < 0.0 ? Vec3(-normal) : normal;
  const double cosine = u.dot(towards);
  if (!(cosine > -1.0)) return {};
  const Vec3 across = u - cosine * towards;
  const Profile profile = ProfileAt(defect, across.norm(), cosine);
  if (profile.depth_m == 0.0) return {};

  DefectEffect effect;
  effect.depth_m = profile.depth_m;
  const double scale = profile.slope_per_sine * defect.radius_m;
  Vec3 relative = sphere.velocity_m_s - other.velocity_m_s;
  if (defect.on_sphere) {
    effect.lean = scale / along * across;  // e = -n, and dn = dx/rho.
    effect.turn_m = scale * u.cross(normal);
  } else {
    effect.lean = -scale / std::fabs(along) * across;
    relative -= other.spin_rad_s.cross(apart);  // As seen from the race, which turns.
  }
  effect.rate_m_s = effect.lean.dot(relative) + effect.turn_m.dot(sphere.spin_rad_s);
  return effect;
}

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
