#ifndef CAROM_CORE_MULTIBODY_DETECT_SPHERE_PLANE_H_
#define CAROM_CORE_MULTIBODY_DETECT_SPHERE_PLANE_H_

#include <algorithm>
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

/// One upright face of a cushion as a bounded plane: [Compliant pool table] 3.2, where each part of
/// a cushion is a plane. In the frame of the body that it is fixed to.
struct Face {
  Vec2 corner_m = Vec2::Zero();  ///< Where its lower edge begins.
  Vec2 along = Vec2::Zero();     ///< Unit, to the end of that edge.
  Vec2 normal = Vec2::Zero();    ///< Unit, out of the solid.
  double length_m = 0.0;
  double low_m = 0.0;  ///< Where it begins and ends above z = 0.
  double high_m = 0.0;
  double depth_m = 0.0;  ///< How far the solid reaches behind it.
};

/// By the window of 3.2, Fig 5: there is a contact, with the penetration R - dist, while the
/// projection of the centre on the plane is within the bounds of the face widened by R. So a ball
/// meets a face up to R past its ends, and one that comes to lie between a window's side and the
/// plane is within the face at once. Outside the gap is the distance to what the window and the
/// penetration allow, the greatest of those along the face's axes: it closes where the contact
/// begins, and never overlaps.
inline SphereContact SphereFace(const Vec3& centre_m, double radius_m, const Face& face) {
  const Vec2 from_corner = centre_m.head<2>() - face.corner_m;
  const double distance = face.normal.dot(from_corner);
  const double along = face.along.dot(from_corner);
  // Out of the window: before its beginning, past its end, below, above, behind.
  const double excess[] = {-radius_m - along, along - face.length_m - radius_m,
                           face.low_m - radius_m - centre_m.z(),
                           centre_m.z() - face.high_m - radius_m, -face.depth_m - distance};
  const double* const out = std::max_element(std::begin(excess), std::end(excess));
  const Vec3 normal(face.normal.x(), face.normal.y(), 0.0);
  SphereContact contact{distance - radius_m, normal, centre_m - distance * normal};
  if (*out <= 0.0 || contact.gap_m >= *out) return contact;
  const Vec3 axis(face.along.x(), face.along.y(), 0.0);
  const Vec3 exits[] = {-axis, axis, -UnitZ(), UnitZ(), -normal};
  contact.gap_m = *out;
  contact.normal = exits[out - std::begin(excess)];
  return contact;
}

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_DETECT_SPHERE_PLANE_H_
