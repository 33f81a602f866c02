#ifndef CAROM_CORE_MULTIBODY_DETECT_SPHERE_CYLINDER_H_
#define CAROM_CORE_MULTIBODY_DETECT_SPHERE_CYLINDER_H_

#include "core/multibody/detect/sphere_contact.h"

namespace carom {

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

#endif  // CAROM_CORE_MULTIBODY_DETECT_SPHERE_CYLINDER_H_
