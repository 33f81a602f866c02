#ifndef CAROM_CORE_MULTIBODY_DETECT_SPHERE_HOLE_H_
#define CAROM_CORE_MULTIBODY_DETECT_SPHERE_HOLE_H_

#include "core/multibody/detect/sphere_contact.h"

namespace carom {

/// A round upright hole in the plane z = 0, solid below. The half of its wall that faces away from
/// `opening` may be a liner, which goes on above the plane as a thin back with two ends.
struct Hole {
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;        ///< Above that of every ball.
  Vec2 opening = Vec2::Zero();  ///< Unit, or zero: no liner.
  double back_height_m = 0.0;   ///< Of the liner above the plane.
  double overhang_m = 0.0;      ///< How far its top leans inwards over the hole.
};

/// Whether a sphere there might touch anything but the plane.
inline bool NearHole(const Vec3& centre_m, double radius_m, const Hole& hole) {
  const double reach = hole.radius_m + 2.0 * radius_m;
  return (centre_m.head<2>() - hole.centre_m).squaredNorm() < reach * reach;
}

inline bool OverHole(const Vec3& centre_m, const Hole& hole) {
  return (centre_m.head<2>() - hole.centre_m).squaredNorm() < hole.radius_m * hole.radius_m;
}

/// A sphere against the plane, the rim of the hole and its wall as far as that is no liner, by
/// exact distance: the nearest counts. On the hole's axis all of the wall is equally near: the
/// normal is then -x, or away from the opening.
SphereContact SphereHole(const Vec3& centre_m, double radius_m, const Hole& hole);

/// The same against the liner. Requires an opening.
SphereContact SphereLiner(const Vec3& centre_m, double radius_m, const Hole& hole);

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_DETECT_SPHERE_HOLE_H_
