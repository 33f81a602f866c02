#ifndef CAROM_CORE_MODELS_PENDULUM_DOUBLE_PENDULUM_IMPACT_H_
#define CAROM_CORE_MODELS_PENDULUM_DOUBLE_PENDULUM_IMPACT_H_

#include <Eigen/Core>

#include "core/laws/routh_impact.h"
#include "core/models/pendulum/double_pendulum_equations.h"

namespace carom {

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

/// Requires an approach, c < 0. Pure.
PendulumImpact SolvePendulumImpact(const PendulumEquations& equations, const PendulumState& state);

/// Largest |left - right| of Eqs. (21)-(26), N s and N m s: how well an impact obeys the laws of
/// Newton and Euler.
double ImpactResidual(const PendulumEquations& equations, const Eigen::Vector2d& angle_rad,
                      const PendulumImpact& impact);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_PENDULUM_DOUBLE_PENDULUM_IMPACT_H_
