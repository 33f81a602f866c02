#ifndef CAROM_CORE_MULTIBODY_BODY_H_
#define CAROM_CORE_MULTIBODY_BODY_H_

#include <Eigen/Core>
#include <span>

#include "core/base/vec3.h"

namespace carom {

/// Euler parameters (e0, e1, e2, e3) of a body's orientation, a unit quaternion with its scalar
/// first: [Compliant pool table] (2.5)-(2.7).
using EulerParameters = Eigen::Vector4d;

inline EulerParameters NoRotation() { return {1.0, 0.0, 0.0, 0.0}; }

/// The rotation by `q` and then by `p`: their product as quaternions.
EulerParameters Product(const EulerParameters& p, const EulerParameters& q);
/// The rotation back.
inline EulerParameters Inverse(const EulerParameters& p) { return {p[0], -p[1], -p[2], -p[3]}; }
/// The rotation by the angle |v|, rad, about v.
EulerParameters RotationBy(const Vec3& v);

/// The rotation matrix A of (2.3), from the body's frame to frame W. Requires |p| = 1.
Eigen::Matrix3d RotationMatrix(const EulerParameters& p);

/// dp/dt of a body that turns with `omega`, rad/s, frame W: p' = G^T omega / 2, with G below.
inline EulerParameters EulerParameterRate(const EulerParameters& p, const Vec3& omega) {
  const double x = omega[0];
  const double y = omega[1];
  const double z = omega[2];
  return {0.5 * (-p[1] * x - p[2] * y - p[3] * z), 0.5 * (p[0] * x + p[3] * y - p[2] * z),
          0.5 * (-p[3] * x + p[0] * y + p[1] * z), 0.5 * (p[2] * x - p[1] * y + p[0] * z)};
}

/// The 3x4 matrix G of omega = 2 G p' (frame W).
Eigen::Matrix<double, 3, 4> EulerParameterMatrix(const EulerParameters& p);

/// A rigid body; its frame sits in its centre of mass along its principal axes.
struct RigidBody {
  double mass_kg = 1.0;
  Vec3 inertia_kg_m2 = Vec3::Ones();  ///< Principal moments.
};

/// Index of the ground, which takes part in contacts and constraints but never moves.
inline constexpr int kGround = -1;

/// Position, orientation, velocity and angular velocity of a body, frame W.
struct BodyMotion {
  Vec3 position_m = Vec3::Zero();
  EulerParameters orientation = NoRotation();
  Vec3 velocity_m_s = Vec3::Zero();
  Vec3 spin_rad_s = Vec3::Zero();

  /// Velocity of the point at `arm` from the centre of mass, frame W.
  Vec3 VelocityAt(const Vec3& arm) const { return velocity_m_s + spin_rad_s.cross(arm); }
};

/// The state vector of n bodies: for each position (3), Euler parameters (4), velocity (3), angular
/// velocity (3). Coordinates are 7 a body, velocities 6: [Compliant pool table] (2.8), (2.13).
inline constexpr int kBodyStates = 13;

BodyMotion ReadBody(std::span<const double> y, int body);
/// Reads the first motions.size() bodies in their places: to copy a motion that has just been read
/// costs more than to read it.
inline void ReadBodies(std::span<const double> y, std::span<BodyMotion> motions) {
  const double* s = y.data();
  for (BodyMotion& motion : motions) {
    motion.position_m = Eigen::Map<const Vec3>(s);
    motion.orientation = Eigen::Map<const EulerParameters>(s + 3);
    motion.velocity_m_s = Eigen::Map<const Vec3>(s + 7);
    motion.spin_rad_s = Eigen::Map<const Vec3>(s + 10);
    s += kBodyStates;
  }
}
void WriteBody(const BodyMotion& motion, int body, std::span<double> y);

/// The greatest speed of a body's centre, m/s; leaves out those that are no numbers.
double FastestBody(std::span<const double> y, int bodies);

/// Force through the centre of mass and moment about it, frame W.
struct Load {
  Vec3 force_N = Vec3::Zero();
  Vec3 moment_N_m = Vec3::Zero();

  /// Adds a force that acts at `arm` from the centre of mass.
  void AddAt(const Vec3& arm, const Vec3& force) {
    force_N += force;
    moment_N_m += arm.cross(force);
  }
};

struct Acceleration {
  Vec3 linear_m_s2 = Vec3::Zero();
  Vec3 angular_rad_s2 = Vec3::Zero();
};

/// What a sample has in place of an acceleration that nobody knows.
inline Vec3 OrZero(const Vec3& v) { return v.allFinite() ? v : Vec3::Zero(); }

/// The angular acceleration of a free body whose principal moments differ, rad/s^2, frame W:
/// (2.16).
Vec3 AngularAcceleration(const RigidBody& body, const BodyMotion& motion, const Vec3& moment_N_m);

/// Newton-Euler for a body that nothing constrains: (2.14), (2.16).
inline void Accelerate(const RigidBody& body, const BodyMotion& motion, const Load& load,
                       Acceleration& acceleration) {
  const Vec3& j = body.inertia_kg_m2;
  acceleration.linear_m_s2 = load.force_N / body.mass_kg;
  if (j[0] == j[1] && j[1] == j[2]) {  // A sphere: no gyroscopic moment.
    acceleration.angular_rad_s2 = load.moment_N_m / j[0];
  } else {
    acceleration.angular_rad_s2 = AngularAcceleration(body, motion, load.moment_N_m);
  }
}

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_BODY_H_
