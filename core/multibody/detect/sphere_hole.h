#ifndef CAROM_CORE_MULTIBODY_DETECT_SPHERE_HOLE_H_
#define CAROM_CORE_MULTIBODY_DETECT_SPHERE_HOLE_H_

#include "core/multibody/detect/sphere_contact.h"

namespace carom {

/// A round upright hole in the plane z = 0, solid below. On the half of its circle that faces away
/// from `opening` its wall may go on above the plane as a thin back, which has two upright ends.
struct Hole {
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;        ///< Above that of every ball.
  Vec2 opening = Vec2::Zero();  ///< Unit, or zero: no back.
  double back_height_m = 0.0;
};

/// Whether a sphere there might touch anything but the plane.
inline bool NearHole(const Vec3& centre_m, double radius_m, const Hole& hole) {
  const double reach = hole.radius_m + 2.0 * radius_m;
  return (centre_m.head<2>() - hole.centre_m).squaredNorm() < reach * reach;
}

inline bool OverHole(const Vec3& centre_m, const Hole& hole) {
  return (centre_m.head<2>() - hole.centre_m).squaredNorm() < hole.radius_m * hole.radius_m;
}

/// A sphere against plane, rim, wall and back, by exact distance: the nearest counts. On the hole's
/// axis all of the wall is equally near: the normal is then `opening`, or -x without one.
SphereContact SphereHole(const Vec3& centre_m, double radius_m, const Hole& hole);

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_DETECT_SPHERE_HOLE_H_
