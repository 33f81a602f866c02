#ifndef CAROM_CORE_MODELS_PENDULUM_DOUBLE_PENDULUM_EQUATIONS_H_
#define CAROM_CORE_MODELS_PENDULUM_DOUBLE_PENDULUM_EQUATIONS_H_

#include <Eigen/Core>

#include "core/laws/routh_impact.h"
#include "core/models/pendulum/double_pendulum.h"

namespace carom {

/// Angles psi and angular velocities omega of the two rods.
struct PendulumState {
  Eigen::Vector2d angle_rad = Eigen::Vector2d::Zero();
  Eigen::Vector2d rate_rad_s = Eigen::Vector2d::Zero();
};

/// Forces at the joints (or their impulses in an impact), with the signs of Fig. 3 and
/// Eqs. (13)-(16): at O, R on rod 1 towards -x and P upwards; at A, H on rod 1 along x and V on rod
/// 1 upwards, the opposite on rod 2.
struct JointForces {
  double r = 0.0;
  double p = 0.0;
  double h = 0.0;
  double v = 0.0;
};

/// Motion of the pendulum between impacts, [Double pendulum] section 3.1 and Eqs. (2), (7), (31).
/// Pure and thread-safe; keeps a copy of the spec.
class PendulumEquations {
 public:
  explicit PendulumEquations(const DoublePendulum& spec) : spec_(spec) {}

  const DoublePendulum& spec() const { return spec_; }

  /// A of Eq. (3), kg m^2; its determinant is Eq. (6).
  Eigen::Matrix2d MassMatrix(const Eigen::Vector2d& angle_rad) const;

  /// x of A x = b.
  Eigen::Vector2d SolveMass(const Eigen::Vector2d& angle_rad, const Eigen::Vector2d& b) const;

  /// Eq. (5), rad/s^2.
  Eigen::Vector2d Accelerations(double t, const PendulumState& state) const;

  /// M1(t) and M2(t), N m.
  Eigen::Vector2d Torques(double t) const;

  /// Kinetic and potential; 0 at rest with both rods level. J.
  double Energy(const PendulumState& state) const { return Kinetic(state) + Potential(state); }
  double Kinetic(const PendulumState& state) const;
  double Potential(const PendulumState& state) const;

  /// Power that the torques supply and that the joints' damping dissipates, W.
  double TorquePower(double t, const PendulumState& state) const;
  double DampingPower(const PendulumState& state) const;

  /// f of Eq. (7), m: of the disc's lowest point above the obstacle.
  double Gap(const Eigen::Vector2d& angle_rad) const;

  /// (s, c) of Eq. (27) = J omega, m/s: that point's velocity along x and z, so that f' = c.
  Eigen::Matrix2d ContactJacobian(const Eigen::Vector2d& angle_rad) const;

  /// f'' = c', m/s^2.
  double GapAcceleration(double t, const PendulumState& state) const;

  /// In flight, N. Differs from Eqs. (13)-(16), which rightly omit gravity because they are for
  /// impulses; Figs. 8 and 9 need it.
  JointForces Reactions(double t, const PendulumState& state) const;

 private:
  DoublePendulum spec_;
};

/// One impact of the disc on the obstacle, [Double pendulum] sections 3.3 and 3.4. Velocities (s,
/// c) of the contact point are linear in the impulses (T, F), Eqs. (34), (35).
struct PendulumImpact {
  Eigen::Vector2d rate_before_rad_s = Eigen::Vector2d::Zero();
  Eigen::Vector2d rate_after_rad_s = Eigen::Vector2d::Zero();
  Eigen::Vector2d velocity_before_m_s = Eigen::Vector2d::Zero();  ///< (s, c).
  Eigen::Vector2d velocity_after_m_s = Eigen::Vector2d::Zero();
  double alpha = 0.0;  ///< 1/kg, as gamma and epsilon.
  double gamma = 0.0;
  double epsilon = 0.0;
  double compression_impulse = 0.0;  ///< F_m, N s.
  double normal_impulse = 0.0;       ///< F_f, N s, on the disc upwards.
  double friction_impulse = 0.0;     ///< T_f, N s, on the disc along x.
  JointForces joint_impulses;        ///< N s.
  double energy_lost_J = 0.0;
  RouthPath path = RouthPath::kSlip;
};

/// What the law makes of the disc on the obstacle. Requires an approach, c < 0. Pure.
PendulumImpact ResolveDiscImpact(const PendulumEquations& equations, const PendulumState& state);

/// Largest |left - right| of Eqs. (21)-(26), N s and N m s: how well an impact obeys the laws of
/// Newton and Euler.
double ImpactResidual(const PendulumEquations& equations, const Eigen::Vector2d& angle_rad,
                      const PendulumImpact& impact);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_PENDULUM_DOUBLE_PENDULUM_EQUATIONS_H_
