#ifndef CAROM_CORE_MULTIBODY_DETECT_SPHERE_CONTACT_H_
#define CAROM_CORE_MULTIBODY_DETECT_SPHERE_CONTACT_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "absl/status/statusor.h"
#include "core/base/field_error.h"
#include "core/base/vec3.h"
#include "core/multibody/body.h"

namespace carom {

/// Where a sphere and another body are closest. Defined at any distance, so that the gap can be a
/// guard. In the frame of the arguments that it was found from.
struct SphereContact {
  double gap_m = std::numeric_limits<double>::infinity();  ///< Negative: the penetration.
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
/// touches a face up to R past its ends, and one that comes to lie between a window's side and the
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

/// A solid right prism along z of its frame over a convex polygon of three or four corners: the
/// triangular prisms and boxes that cushions are made of. Immutable; never allocates.
class Prism {
 public:
  static constexpr int kMostSides = 4;

  /// An upright face: the edge of the polygon that it stands on.
  struct Side {
    Vec2 corner_m = Vec2::Zero();  ///< Where the edge begins.
    Vec2 along = Vec2::Zero();     ///< Unit, to the next corner.
    Vec2 normal = Vec2::Zero();    ///< Unit, outward.
    double length_m = 0.0;
  };

  /// INVALID_ARGUMENT with a path such as "corners[2]" unless the corners go round a convex polygon
  /// counter-clockwise and low_m < high_m.
  static absl::StatusOr<Prism> Create(std::span<const Vec2> corners_m, double low_m, double high_m);

  std::span<const Side> sides() const { return {sides_.data(), static_cast<size_t>(count_)}; }
  double low_m() const { return low_m_; }
  double high_m() const { return high_m_; }

 private:
  Prism() = default;

  std::array<Side, kMostSides> sides_;
  int count_ = 0;
  double low_m_ = 0.0;
  double high_m_ = 0.0;
};

/// A sphere against the solid prism, by exact distance; with its centre inside the solid, the face
/// that is least deep. Frame of the prism.
SphereContact SpherePrism(const Vec3& centre_m, double radius_m, const Prism& prism);

/// A lower bound on the exact gap at the price of a few multiplications.
double LeastPrismGap(const Vec3& centre_m, double radius_m, const Prism& prism);

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_DETECT_SPHERE_CONTACT_H_
