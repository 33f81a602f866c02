#ifndef CAROM_CORE_MULTIBODY_DETECT_SPHERE_ROUND_H_
#define CAROM_CORE_MULTIBODY_DETECT_SPHERE_ROUND_H_

#include "core/multibody/detect/sphere_contact.h"

namespace carom {

/// A sphere outside another: gap = |d| - Ra - Rb. Of coinciding centres the normal is z.
/// [Smooth contact] (1), [Compliant pool table] (3.1)
inline SphereContact SphereSphere(const Vec3& centre_m, double radius_m, const Vec3& other_m,
                                  double other_radius_m) {
  const Vec3 apart = centre_m - other_m;
  const double distance = apart.norm();
  const double gap = distance - (radius_m + other_radius_m);
  const Vec3 normal = distance > 0.0 ? Vec3(apart / distance) : UnitZ();
  // The middle is exactly half way between the centres of equal spheres: a mirrored pair gets the
  // mirrored point.
  const double to_middle = 0.5 * (distance + other_radius_m - radius_m);
  return {gap, normal, other_m + to_middle * normal};
}

/// A sphere in a hollow sphere: gap = Rb - Ra - |d|. Concentric, the normal is z.
/// [Smooth contact] (2), delta = Ra + Rb + |d| with Rb negative there, positive here.
inline SphereContact SphereInSphere(const Vec3& centre_m, double radius_m, const Vec3& hollow_m,
                                    double hollow_radius_m) {
  const Vec3 apart = centre_m - hollow_m;
  const double distance = apart.norm();
  const double gap = (hollow_radius_m - radius_m) - distance;
  const Vec3 outward = distance > 0.0 ? Vec3(apart / distance) : Vec3(-UnitZ());
  const double to_middle = 0.5 * (distance + radius_m + hollow_radius_m);
  return {gap, -outward, hollow_m + to_middle * outward};
}

/// A circular cylinder about the z axis of its own frame, centred there, with flat ends.
struct Cylinder {
  double radius_m = 0.0;       ///< > 0
  double half_length_m = 0.0;  ///< > 0
};

/// A sphere against a solid cylinder: side, ends and rims, by exact distance. With its centre
/// inside the solid, the face that is least deep. Frame of the cylinder. [Smooth contact] Fig 3a
SphereContact SphereCylinder(const Vec3& centre_m, double radius_m, const Cylinder& cylinder);

/// A sphere against the wall of a cylindrical hollow, without its ends. The gap holds for a centre
/// inside the hollow, and goes on smoothly beyond. On the axis the normal is -x.
SphereContact SphereInBore(const Vec3& centre_m, double radius_m, double bore_radius_m);

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_DETECT_SPHERE_ROUND_H_
