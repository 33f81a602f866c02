#include "core/multibody/constraint.h"

#include <cstddef>
#include <type_traits>

namespace carom {
namespace {

// A point fixed to a body: where it is from the centre of mass and in frame W, how it moves, and
// its acceleration but for what (v', omega') bring about.
struct Point {
  Vec3 arm = Vec3::Zero();
  Vec3 position = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
  Vec3 centripetal = Vec3::Zero();
};

Point PointOf(int body, const Vec3& arm, std::span<const BodyMotion> motions) {
  Point point;
  if (body == kGround) {
    point.position = arm;
    return point;
  }
  const BodyMotion& motion = motions[static_cast<std::size_t>(body)];
  point.arm = RotationMatrix(motion.orientation) * arm;
  point.position = motion.position_m + point.arm;
  point.velocity = motion.VelocityAt(point.arm);
  point.centripetal = motion.spin_rad_s.cross(motion.spin_rad_s.cross(point.arm));
  return point;
}

Eigen::Matrix3d Tilde(const Vec3& v) {  // (2.17): Tilde(v) u = v x u
  Eigen::Matrix3d m;
  m << 0.0, -v[2], v[1], v[2], 0.0, -v[0], -v[1], v[0], 0.0;
  return m;
}

ConstraintRows RowsAt(const KeepDistance& keep, std::span<const BodyMotion> motions) {
  const Point a = PointOf(keep.body_a, keep.arm_a, motions);
  const Point b = PointOf(keep.body_b, keep.arm_b, motions);
  const Vec3 d = a.position - b.position;
  const Vec3 rate = a.velocity - b.velocity;
  ConstraintRows at;
  at.rows = 1;
  at.value[0] = 0.5 * (d.squaredNorm() - keep.length_m * keep.length_m);
  at.gamma[0] = -rate.squaredNorm() - d.dot(a.centripetal - b.centripetal);
  at.jacobian_a.row(0).head<3>() = d.transpose();
  at.jacobian_a.row(0).tail<3>() = a.arm.cross(d).transpose();
  at.jacobian_b.row(0).head<3>() = -d.transpose();
  at.jacobian_b.row(0).tail<3>() = -b.arm.cross(d).transpose();
  return at;
}

ConstraintRows RowsAt(const KeepInPlane& keep, std::span<const BodyMotion> motions) {
  const BodyMotion& motion = motions[static_cast<std::size_t>(keep.body)];
  ConstraintRows at;
  at.rows = 1;
  at.value[0] = keep.normal.dot(motion.position_m) - keep.offset_m;
  at.jacobian_a.row(0).head<3>() = keep.normal.transpose();
  return at;
}

ConstraintRows RowsAt(const SphericalJoint& joint, std::span<const BodyMotion> motions) {
  const Point a = PointOf(joint.body_a, joint.arm_a, motions);
  const Point b = PointOf(joint.body_b, joint.arm_b, motions);
  ConstraintRows at;
  at.rows = 3;
  at.value.head<3>() = a.position - b.position;
  at.gamma.head<3>() = b.centripetal - a.centripetal;
  at.jacobian_a.topLeftCorner<3, 3>().setIdentity();
  at.jacobian_a.topRightCorner<3, 3>() = -Tilde(a.arm);
  at.jacobian_b.topLeftCorner<3, 3>() = -Eigen::Matrix3d::Identity();
  at.jacobian_b.topRightCorner<3, 3>() = Tilde(b.arm);
  return at;
}

EulerParameters OrientationOf(int body, std::span<const BodyMotion> motions) {
  return body == kGround ? NoRotation() : motions[static_cast<std::size_t>(body)].orientation;
}

Vec3 SpinOf(int body, std::span<const BodyMotion> motions) {
  return body == kGround ? Vec3(Vec3::Zero()) : motions[static_cast<std::size_t>(body)].spin_rad_s;
}

// The points are those of a joint. For the axes a and b, and each of two unit vectors n across b
// that turn with its body, Phi = a . n, so that Phi' = (a x n) . (omega_a - omega_b).
ConstraintRows RowsAt(const RevoluteJoint& joint, std::span<const BodyMotion> motions) {
  ConstraintRows at =
      RowsAt(SphericalJoint{joint.body_a, joint.arm_a, joint.body_b, joint.arm_b}, motions);
  const Vec3 axis = RotationMatrix(OrientationOf(joint.body_a, motions)) * joint.axis_a;
  const Eigen::Matrix3d turn_b = RotationMatrix(OrientationOf(joint.body_b, motions));
  const Vec3 across = joint.axis_b.unitOrthogonal();
  const Vec3 spin_a = SpinOf(joint.body_a, motions);
  const Vec3 spin_b = SpinOf(joint.body_b, motions);
  const Vec3 axis_rate = spin_a.cross(axis);
  at.rows = 5;
  for (const int row : {3, 4}) {
    const Vec3 n = turn_b * (row == 3 ? across : Vec3(joint.axis_b.cross(across)));
    const Vec3 n_rate = spin_b.cross(n);
    at.value[row] = axis.dot(n);
    at.gamma[row] = -spin_a.cross(axis_rate).dot(n) - 2.0 * axis_rate.dot(n_rate) -
                    axis.dot(spin_b.cross(n_rate));
    at.jacobian_a.row(row).tail<3>() = axis.cross(n).transpose();
    at.jacobian_b.row(row).tail<3>() = -axis.cross(n).transpose();
  }
  return at;
}

// The points are those of a joint. For the orientations let q = p_a * conj(p_b) =: (c, e) turn b's
// frame, that of `turn` on its body, into a's, and Phi = 2 e. Both angular velocities turn q, q' =
// (omega_a q - q omega_b) / 2 as quaternions, so that with Tilde(e) = [e]
//
//   Phi' = (c - [e]) omega_a - (c + [e]) omega_b,   c' = -(omega_a - omega_b) . e / 2
//   gamma = e' x (omega_a + omega_b) - c' (omega_a - omega_b)
ConstraintRows RowsAt(const Weld& weld, std::span<const BodyMotion> motions) {
  ConstraintRows at =
      RowsAt(SphericalJoint{weld.body_a, weld.arm_a, weld.body_b, weld.arm_b}, motions);
  const EulerParameters a = OrientationOf(weld.body_a, motions);
  const EulerParameters b = Product(OrientationOf(weld.body_b, motions), weld.turn);
  const Vec3 vector_a = a.tail<3>();
  const Vec3 vector_b = b.tail<3>();
  const double c = a.dot(b);
  const Vec3 e = b[0] * vector_a - a[0] * vector_b - vector_a.cross(vector_b);
  const Vec3 spin_a = SpinOf(weld.body_a, motions);
  const Vec3 spin_b = SpinOf(weld.body_b, motions);
  const Vec3 apart = spin_a - spin_b;
  const Vec3 sum = spin_a + spin_b;
  const double c_rate = -0.5 * apart.dot(e);
  const Vec3 e_rate = 0.5 * (c * apart - e.cross(sum));

  at.rows = 6;
  at.value.tail<3>() = 2.0 * e;
  at.gamma.tail<3>() = e_rate.cross(sum) - c_rate * apart;
  at.jacobian_a.bottomRightCorner<3, 3>() = c * Eigen::Matrix3d::Identity() - Tilde(e);
  at.jacobian_b.bottomRightCorner<3, 3>() = -c * Eigen::Matrix3d::Identity() - Tilde(e);
  return at;
}

}  // namespace

std::array<int, 2> BodiesOf(const Constraint& constraint) {
  return std::visit(
      [](const auto& c) -> std::array<int, 2> {
        if constexpr (requires { c.body; }) {
          return {c.body, kGround};
        } else {
          return {c.body_a, c.body_b};
        }
      },
      constraint);
}

int RowsOf(const Constraint& constraint) {
  if (std::holds_alternative<SphericalJoint>(constraint)) return 3;
  if (std::holds_alternative<RevoluteJoint>(constraint)) return 5;
  return std::holds_alternative<Weld>(constraint) ? 6 : 1;
}

ConstraintRows Evaluate(const Constraint& constraint, std::span<const BodyMotion> motions) {
  return std::visit([motions](const auto& c) { return RowsAt(c, motions); }, constraint);
}

}  // namespace carom
