#include "core/models/pendulum/double_pendulum_impact.h"

#include <algorithm>
#include <cmath>

#include "core/base/portable_math.h"

namespace carom {
namespace {

// From the momentum of the rods along x and z, Eqs. (23), (24), (21) and (22), in this order.
JointForces JointImpulses(const DoublePendulum& spec, const Eigen::Vector2d& angle_rad,
                          const PendulumImpact& impact) {
  const Eigen::Vector2d jump = impact.rate_after_rad_s - impact.rate_before_rad_s;
  const double swing_1 = spec.rod_1_length_m * jump.x();
  const double swing_2 = spec.rod_2_centre_m * jump.y();
  const double x = swing_1 * Cos(angle_rad.x());
  const double z = swing_1 * Sin(angle_rad.x());
  JointForces joint;
  joint.h = spec.rod_2_mass_kg * (x + swing_2 * Cos(angle_rad.y())) + impact.friction_impulse;
  joint.v = impact.normal_impulse - spec.rod_2_mass_kg * (z + swing_2 * Sin(angle_rad.y()));
  joint.r = 0.5 * spec.rod_1_mass_kg * x + joint.h;
  joint.p = 0.5 * spec.rod_1_mass_kg * z - joint.v;
  return joint;
}

}  // namespace

PendulumImpact SolvePendulumImpact(const PendulumEquations& equations, const PendulumState& state) {
  const DoublePendulum& spec = equations.spec();
  const Eigen::Matrix2d jacobian = equations.ContactJacobian(state.angle_rad);
  const Eigen::Vector2d by_s = equations.SolveMass(state.angle_rad, jacobian.row(0).transpose());
  const Eigen::Vector2d by_c = equations.SolveMass(state.angle_rad, jacobian.row(1).transpose());

  // J A^-1 J^T; Eq. (36) is the same, written out.
  PendulumImpact impact;
  impact.alpha = jacobian.row(0).dot(by_s);
  impact.gamma = jacobian.row(1).dot(by_c);
  impact.epsilon = jacobian.row(0).dot(by_c);
  impact.rate_before_rad_s = state.rate_rad_s;
  impact.velocity_before_m_s = jacobian * state.rate_rad_s;

  RouthContact contact;  // Normal along z, first tangent along x, nothing along y.
  contact.inverse_mass(0, 0) = impact.gamma;
  contact.inverse_mass(1, 1) = impact.alpha;
  contact.inverse_mass(0, 1) = contact.inverse_mass(1, 0) = impact.epsilon;
  contact.velocity = Vec3(impact.velocity_before_m_s.y(), impact.velocity_before_m_s.x(), 0.0);
  contact.friction = spec.friction;
  contact.restitution = spec.restitution;
  const RouthImpulse push = SolveRouthImpact(contact);

  impact.path = push.path;
  impact.compression_impulse = push.compression_impulse;
  impact.normal_impulse = push.impulse.x();
  impact.friction_impulse = push.impulse.y();
  impact.rate_after_rad_s =
      state.rate_rad_s + impact.friction_impulse * by_s + impact.normal_impulse * by_c;
  impact.velocity_after_m_s = jacobian * impact.rate_after_rad_s;
  impact.joint_impulses = JointImpulses(spec, state.angle_rad, impact);
  // Work of impulses on a point whose velocity is linear in them.
  const Eigen::Vector2d mean = 0.5 * (impact.velocity_before_m_s + impact.velocity_after_m_s);
  impact.energy_lost_J = -(impact.friction_impulse * mean.x() + impact.normal_impulse * mean.y());
  return impact;
}

double ImpactResidual(const PendulumEquations& equations, const Eigen::Vector2d& angle_rad,
                      const PendulumImpact& impact) {
  const DoublePendulum& spec = equations.spec();
  const double l1 = spec.rod_1_length_m;
  const double lc = spec.rod_2_centre_m;
  const double m1 = spec.rod_1_mass_kg;
  const double m2 = spec.rod_2_mass_kg;
  const double d = spec.rod_2_length_m + spec.disc_radius_m - lc;
  const double sin1 = Sin(angle_rad.x());
  const double cos1 = Cos(angle_rad.x());
  const double sin2 = Sin(angle_rad.y());
  const double cos2 = Cos(angle_rad.y());
  const double f = impact.normal_impulse;
  const double t = impact.friction_impulse;
  const auto& [r, p, h, v] = impact.joint_impulses;
  const Eigen::Vector2d jump = impact.rate_after_rad_s - impact.rate_before_rad_s;
  const double w1 = jump.x();
  const double w2 = jump.y();
  const double residuals[] = {
      l1 * m1 * w1 * cos1 - 2.0 * (r - h),                                           // (21)
      l1 * m1 * w1 * sin1 - 2.0 * (v + p),                                           // (22)
      l1 * m2 * w1 * cos1 + lc * m2 * w2 * cos2 - (h - t),                           // (23)
      l1 * m2 * w1 * sin1 + lc * m2 * w2 * sin2 - (f - v),                           // (24)
      spec.rod_1_inertia_kg_m2 * w1 - 0.5 * l1 * ((v - p) * sin1 - (r + h) * cos1),  // (25)
      spec.rod_2_inertia_kg_m2 * w2 -                                                // (26)
          ((v * lc + f * d) * sin2 - (h * lc + t * d) * cos2 - t * spec.disc_radius_m)};
  double greatest = 0.0;
  for (const double residual : residuals) greatest = std::max(greatest, std::fabs(residual));
  return greatest;
}

}  // namespace carom
