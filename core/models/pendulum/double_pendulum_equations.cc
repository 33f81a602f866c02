#include <algorithm>
#include <cmath>

#include "core/base/portable_math.h"
#include "core/models/pendulum/double_pendulum.h"

// Dictionary: psi1, psi2 the angles, w1, w2 their rates; A the joint of the rods, M the disc's
// lowest point, which is the point of contact. With x across and z up
//
//   A = -l1 (sin psi1, cos psi1),   M = A - (l2 + r) (sin psi2, cos psi2) - r (0, 1)
//
// where M, as a point of rod 2, also turns about the disc's centre.

namespace carom {

Eigen::Matrix2d PendulumEquations::MassMatrix(const Eigen::Vector2d& angle_rad) const {
  const double l1 = spec_.rod_1_length_m;
  const double lc = spec_.rod_2_centre_m;
  const double m2 = spec_.rod_2_mass_kg;
  const double coupling = l1 * lc * m2 * Cos(angle_rad.x() - angle_rad.y());
  Eigen::Matrix2d mass;
  mass << spec_.rod_1_inertia_kg_m2 + l1 * l1 * (0.25 * spec_.rod_1_mass_kg + m2), coupling,
      coupling, spec_.rod_2_inertia_kg_m2 + lc * lc * m2;
  return mass;
}

Eigen::Vector2d PendulumEquations::SolveMass(const Eigen::Vector2d& angle_rad,
                                             const Eigen::Vector2d& b) const {
  const Eigen::Matrix2d a = MassMatrix(angle_rad);
  const double determinant = a(0, 0) * a(1, 1) - a(0, 1) * a(0, 1);
  return {(a(1, 1) * b.x() - a(0, 1) * b.y()) / determinant,
          (a(0, 0) * b.y() - a(0, 1) * b.x()) / determinant};
}

Eigen::Vector2d PendulumEquations::Torques(double t) const {
  return {spec_.torque_1_N_m * Cos(spec_.torque_1_frequency_rad_s * t),
          spec_.torque_2_N_m * Cos(spec_.torque_2_frequency_rad_s * t)};
}

Eigen::Vector2d PendulumEquations::Accelerations(double t, const PendulumState& state) const {
  const double m2 = spec_.rod_2_mass_kg;
  const double l1 = spec_.rod_1_length_m;
  const double lc = spec_.rod_2_centre_m;
  const double g = spec_.gravity_m_s2;
  const double w1 = state.rate_rad_s.x();
  const double w2 = state.rate_rad_s.y();
  const double swirl = l1 * lc * m2 * Sin(state.angle_rad.x() - state.angle_rad.y());
  const double drag = spec_.joint_2_damping_N_m_s * (w1 - w2);  // At A, on rod 2.
  // q1 and q2 of Eq. (3)
  const Eigen::Vector2d torque = Torques(t);
  const double q1 = torque.x() - spec_.joint_1_damping_N_m_s * w1 - drag - swirl * w2 * w2 -
                    (0.5 * spec_.rod_1_mass_kg + m2) * g * l1 * Sin(state.angle_rad.x());
  const double q2 = torque.y() + drag + swirl * w1 * w1 - m2 * g * lc * Sin(state.angle_rad.y());
  return SolveMass(state.angle_rad, {q1, q2});
}

double PendulumEquations::Kinetic(const PendulumState& state) const {
  const Eigen::Matrix2d a = MassMatrix(state.angle_rad);
  const double w1 = state.rate_rad_s.x();
  const double w2 = state.rate_rad_s.y();
  return 0.5 * (a(0, 0) * w1 * w1 + a(1, 1) * w2 * w2) + a(0, 1) * w1 * w2;
}

double PendulumEquations::Potential(const PendulumState& state) const {
  const double height_1 = -spec_.rod_1_length_m * Cos(state.angle_rad.x());  // Of A.
  const double height_2 = -spec_.rod_2_centre_m * Cos(state.angle_rad.y());  // Below A.
  return spec_.gravity_m_s2 * ((0.5 * spec_.rod_1_mass_kg + spec_.rod_2_mass_kg) * height_1 +
                               spec_.rod_2_mass_kg * height_2);
}

double PendulumEquations::TorquePower(double t, const PendulumState& state) const {
  return Torques(t).dot(state.rate_rad_s);
}

double PendulumEquations::DampingPower(const PendulumState& state) const {
  const double w1 = state.rate_rad_s.x();
  const double turn = w1 - state.rate_rad_s.y();
  return spec_.joint_1_damping_N_m_s * w1 * w1 + spec_.joint_2_damping_N_m_s * turn * turn;
}

double PendulumEquations::Gap(const Eigen::Vector2d& angle_rad) const {
  const double reach = spec_.rod_2_length_m + spec_.disc_radius_m;
  return spec_.obstacle_distance_m - spec_.rod_1_length_m * Cos(angle_rad.x()) -
         reach * Cos(angle_rad.y()) - spec_.disc_radius_m;
}

// Eqs. (32), (33). Differs from (32), whose bracket around r + (l2 + r) cos psi2 does not close.
Eigen::Matrix2d PendulumEquations::ContactJacobian(const Eigen::Vector2d& angle_rad) const {
  const double l1 = spec_.rod_1_length_m;
  const double reach = spec_.rod_2_length_m + spec_.disc_radius_m;
  Eigen::Matrix2d jacobian;
  jacobian << -l1 * Cos(angle_rad.x()), -(spec_.disc_radius_m + reach * Cos(angle_rad.y())),
      l1 * Sin(angle_rad.x()), reach * Sin(angle_rad.y());
  return jacobian;
}

double PendulumEquations::GapAcceleration(double t, const PendulumState& state) const {
  const double w1 = state.rate_rad_s.x();
  const double w2 = state.rate_rad_s.y();
  const double reach = spec_.rod_2_length_m + spec_.disc_radius_m;
  const Eigen::Vector2d acceleration = Accelerations(t, state);
  return ContactJacobian(state.angle_rad).row(1).dot(acceleration) +
         spec_.rod_1_length_m * Cos(state.angle_rad.x()) * w1 * w1 +
         reach * Cos(state.angle_rad.y()) * w2 * w2;
}

JointForces PendulumEquations::Reactions(double t, const PendulumState& state) const {
  const double m1 = spec_.rod_1_mass_kg;
  const double m2 = spec_.rod_2_mass_kg;
  const double g = spec_.gravity_m_s2;
  // Acceleration along x and z of the end of a rod of length l from a fixed hinge.
  const auto swing = [](double l, double angle, double rate, double acceleration) {
    const double sine = Sin(angle);
    const double cosine = Cos(angle);
    return Eigen::Vector2d(l * (sine * rate * rate - cosine * acceleration),
                           l * (cosine * rate * rate + sine * acceleration));
  };
  const Eigen::Vector2d w_dot = Accelerations(t, state);
  const Eigen::Vector2d of_a =
      swing(spec_.rod_1_length_m, state.angle_rad.x(), state.rate_rad_s.x(), w_dot.x());
  const Eigen::Vector2d of_c1 = 0.5 * of_a;
  const Eigen::Vector2d of_c2 =
      of_a + swing(spec_.rod_2_centre_m, state.angle_rad.y(), state.rate_rad_s.y(), w_dot.y());
  JointForces forces;
  forces.h = -m2 * of_c2.x();
  forces.v = -m2 * (of_c2.y() + g);
  forces.r = forces.h - m1 * of_c1.x();
  forces.p = m1 * (of_c1.y() + g) - forces.v;
  return forces;
}

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

PendulumImpact ResolveDiscImpact(const PendulumEquations& equations, const PendulumState& state) {
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
