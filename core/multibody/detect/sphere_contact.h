#ifndef CAROM_CORE_MULTIBODY_DETECT_SPHERE_CONTACT_H_
#define CAROM_CORE_MULTIBODY_DETECT_SPHERE_CONTACT_H_

#include <cmath>

#include "core/base/vec3.h"
#include "core/multibody/body.h"

namespace carom {

/// Where a sphere and another body are closest. Defined at any distance, so that the gap can be a
/// guard. In the frame of the arguments that it was found from.
struct SphereContact {
  double gap_m = 0.0;           ///< Negative: the penetration.
  Vec3 normal = Vec3::Zero();   ///< Unit, from the other body's surface to the sphere's centre.
  Vec3 point_m = Vec3::Zero();  ///< Where the force acts: on the other body's surface; between
                                ///< two spheres in the middle of gap or overlap, so that neither
                                ///< is preferred.
};

/// Position and axes of a solid whose contacts are found in its own frame.
struct Pose {
  Vec3 position_m = Vec3::Zero();
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< From the solid's frame to W.

  static Pose Of(const BodyMotion& motion) {
    return {motion.position_m, RotationMatrix(motion.orientation)};
  }

  /// [Smooth contact] (7): s' = A^-1 (r - r_P).
  Vec3 ToBody(const Vec3& point_W) const { return rotation.transpose() * (point_W - position_m); }
  Vec3 ToWorld(const Vec3& point_B) const { return position_m + rotation * point_B; }
};

/// A contact found in a solid's frame, in frame W.
inline SphereContact ToWorld(const Pose& pose, const SphereContact& contact_B) {
  return {contact_B.gap_m, pose.rotation * contact_B.normal, pose.ToWorld(contact_B.point_m)};
}

/// From the two bodies' centres of mass to where their materials are compared, frame W.
struct ContactArms {
  Vec3 sphere = Vec3::Zero();
  Vec3 other = Vec3::Zero();

  /// Both to the contact's point.
  static ContactArms To(const SphereContact& contact, const BodyMotion& sphere,
                        const BodyMotion& other) {
    return {contact.point_m - sphere.position_m, contact.point_m - other.position_m};
  }
};

/// How the sphere's material moves relative to the other body's at the contact, frame W.
struct ContactRate {
  double penetration_m_s = 0.0;  ///< d'; positive while they approach.
  Vec3 slip_m_s = Vec3::Zero();  ///< Across the normal.
};

inline ContactRate RateOf(const Vec3& normal, const ContactArms& arms, const BodyMotion& sphere,
                          const BodyMotion& other) {
  const Vec3 relative = sphere.VelocityAt(arms.sphere) - other.VelocityAt(arms.other);
  const double separation = normal.dot(relative);
  return {-separation, relative - separation * normal};
}

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_DETECT_SPHERE_CONTACT_H_
