#ifndef CAROM_TESTS_TESTING_HOLLOW_CYLINDER_H_
#define CAROM_TESTS_TESTING_HOLLOW_CYLINDER_H_

#include <cmath>

#include "core/multibody/detect/sphere_contact.h"

namespace carom {

/// A sphere in a closed cylindrical hollow may touch its wall and one of its ends at once: two
/// contacts. Both gaps hold for a centre inside the hollow, and go on smoothly beyond.
/// The mechanisms have hollows without ends only.
struct HollowContacts {
  SphereContact wall;
  SphereContact end;  ///< Of the two, the nearer one.
};

/// Frame of the hollow.
inline HollowContacts SphereInCylinder(const Vec3& centre_m, double radius_m,
                                       const Cylinder& hollow) {
  const double end = std::copysign(1.0, centre_m.z());
  return {SphereInBore(centre_m, radius_m, hollow.radius_m),
          {hollow.half_length_m - std::fabs(centre_m.z()) - radius_m, Vec3(0.0, 0.0, -end),
           Vec3(centre_m.x(), centre_m.y(), end * hollow.half_length_m)}};
}

}  // namespace carom

#endif  // CAROM_TESTS_TESTING_HOLLOW_CYLINDER_H_
