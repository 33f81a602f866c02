#ifndef CAROM_CORE_MULTIBODY_CONSTRAINT_H_
#define CAROM_CORE_MULTIBODY_CONSTRAINT_H_

#include <Eigen/Core>
#include <array>
#include <span>
#include <variant>

#include "core/multibody/body.h"

namespace carom {

/// Holonomic constraints Phi(q) = 0, [Compliant pool table] (2.9). Points are given as arms: from
/// the centre of mass in the body's frame, or as points of frame W on the ground (kGround).

/// Two points keep their distance: Phi = (|d|^2 - length^2) / 2.
struct KeepDistance {
  int body_a = 0;
  Vec3 arm_a = Vec3::Zero();
  int body_b = kGround;
  Vec3 arm_b = Vec3::Zero();
  double length_m = 1.0;
};

/// A body's centre of mass stays in a plane: Phi = n . r - offset.
struct KeepInPlane {
  int body = 0;
  Vec3 normal = UnitZ();  ///< Unit.
  double offset_m = 0.0;
};

/// Two points coincide: three rows.
struct SphericalJoint {
  int body_a = 0;
  Vec3 arm_a = Vec3::Zero();
  int body_b = kGround;
  Vec3 arm_b = Vec3::Zero();
};

/// Two points coincide, and so do two axes through them: five rows. Each unit axis is given in the
/// frame of its body, or in frame W on the ground.
struct RevoluteJoint {
  int body_a = 0;
  Vec3 arm_a = Vec3::Zero();
  Vec3 axis_a = UnitZ();
  int body_b = kGround;
  Vec3 arm_b = Vec3::Zero();
  Vec3 axis_b = UnitZ();
};

/// Two bodies keep their place and orientation to each other: two points coincide, and the first
/// body is turned by `turn` from the second's frame: six rows.
struct Weld {
  int body_a = 0;
  Vec3 arm_a = Vec3::Zero();
  int body_b = kGround;
  Vec3 arm_b = Vec3::Zero();
  EulerParameters turn = NoRotation();
};

using Constraint = std::variant<KeepDistance, KeepInPlane, SphericalJoint, Weld, RevoluteJoint>;

/// A constraint at one state of its bodies. Velocities of a body are (v, omega), so that
/// Phi' = D_a (v_a, omega_a) + D_b (v_b, omega_b), and Phi'' = D v' - gamma: (2.10)-(2.11).
struct ConstraintRows {
  static constexpr int kMost = 6;
  int rows = 0;
  Eigen::Matrix<double, kMost, 1> value = Eigen::Matrix<double, kMost, 1>::Zero();
  Eigen::Matrix<double, kMost, 1> gamma = Eigen::Matrix<double, kMost, 1>::Zero();
  Eigen::Matrix<double, kMost, 6> jacobian_a = Eigen::Matrix<double, kMost, 6>::Zero();
  Eigen::Matrix<double, kMost, 6> jacobian_b = Eigen::Matrix<double, kMost, 6>::Zero();
};

/// The bodies that a constraint ties together; kGround for none.
std::array<int, 2> BodiesOf(const Constraint& constraint);

/// Number of scalar equations.
int RowsOf(const Constraint& constraint);

/// Evaluates a constraint at the motions of all bodies.
ConstraintRows Evaluate(const Constraint& constraint, std::span<const BodyMotion> motions);

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_CONSTRAINT_H_
