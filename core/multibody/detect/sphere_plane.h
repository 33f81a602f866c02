#ifndef CAROM_CORE_MULTIBODY_DETECT_SPHERE_PLANE_H_
#define CAROM_CORE_MULTIBODY_DETECT_SPHERE_PLANE_H_

#include <cmath>

#include "absl/status/statusor.h"
#include "core/base/field_error.h"
#include "core/multibody/detect/sphere_contact.h"

namespace carom {

/// A half-space, solid on the side that its normal points away from.
class Plane {
 public:
  /// z = 0, solid below.
  Plane() = default;

  /// INVALID_ARGUMENT unless both are finite and |normal| is 1 to within 1e-12: the distance of
  /// [Smooth contact] (5) is one for a unit normal only, which the paper does not say.
  static absl::StatusOr<Plane> Create(const Vec3& point_m, const Vec3& normal) {
    if (!IsFinite(point_m)) return InvalidField("point_m", point_m, "finite");
    if (!(std::fabs(normal.norm() - 1.0) <= 1e-12)) {
      return InvalidField("normal", normal, "of length 1");
    }
    return Plane(point_m, normal);
  }

  const Vec3& normal() const { return normal_; }

  /// dist of [Smooth contact] (5), negative inside.
  double Distance(const Vec3& point_m) const { return normal_.dot(point_m) + offset_m_; }

  /// The plane of a body, in frame W.
  Plane In(const Pose& pose) const {
    return Plane(pose.ToWorld(-offset_m_ * normal_), pose.rotation * normal_);
  }

 private:
  Plane(const Vec3& point_m, const Vec3& normal)
      : normal_(normal), offset_m_(-normal.dot(point_m)) {}

  Vec3 normal_ = UnitZ();
  double offset_m_ = 0.0;  // d of (4)
};

/// gap = dist - R; the point is the centre's projection (6). [Smooth contact] (3)-(8)
inline SphereContact SpherePlane(const Vec3& centre_m, double radius_m, const Plane& plane) {
  const double distance = plane.Distance(centre_m);
  return {distance - radius_m, plane.normal(), centre_m - distance * plane.normal()};
}

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_DETECT_SPHERE_PLANE_H_
