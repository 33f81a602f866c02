// What is printed wrongly: pendulum-20. Eqs. (9), (36) and (37) have rows of their own.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/models/double_pendulum_impact.h"
#include "tests/papers/pendulum/experiments.h"
#include "tests/papers/pendulum/impulse_plane.h"
#include "tests/papers/pendulum/setup.h"

namespace carom::papers {
namespace {

// Eq. (30): without |T| the disc would stick wherever friction has to pull it back.
void FrictionWithoutModulus(const MechanismRecord& record, Findings& findings) {
  const PendulumEquations equations(PaperPendulum(0.15));
  int sticks = 0;
  for (int i = 0; i < CountOf(record); ++i) {
    const PendulumImpact ours = SolvePendulumImpact(equations, StateBefore(record, i));
    const ImpulsePlane plane = {ours.alpha,
                                ours.gamma,
                                ours.epsilon,
                                ours.velocity_before_m_s.x(),
                                ours.velocity_before_m_s.y(),
                                0.15,
                                0.9};
    const ImpulsePoint printed = DrawPath(plane, StickTest::kPrinted).points.back();
    if (std::fabs(printed.t - ours.friction_impulse) < 1e-9) continue;
    ++sticks;
    const double needed = -ours.epsilon / ours.alpha;
    findings.Differs("(30), T <= mu F when s = 0: impact " + Text(i + 1) + ", T_f, N s",
                     Text(printed.t) + ", with T/F = " + Text(needed) + " while it sticks",
                     DrawPath(plane, StickTest::kAbsolute).points.back().t, ours.friction_impulse,
                     1e-10, "|T| <= mu F is meant: |T|/F may not exceed mu = 0.15");
  }
  findings.Differs("of the ten impacts, those that (30) as printed changes", "none", Text(sticks),
                   sticks > 0, "all whose epsilon is positive and that lose their slip");
}

// Eq. (32): "-(r + (d + l_c) cos(psi_2*) Delta omega_2y" has one bracket too few.
void OpenBracket(const MechanismRecord& record, Findings& findings) {
  const DoublePendulum pendulum = PaperPendulum(0.15);
  const PendulumImpact impact =
      SolvePendulumImpact(PendulumEquations(pendulum), StateBefore(record, 0));
  const Eigen::Vector2d angle = StateBefore(record, 0).angle_rad;
  const Eigen::Vector2d jump = impact.rate_after_rad_s - impact.rate_before_rad_s;
  const double swing_1 = -pendulum.rod_1_length_m * std::cos(angle.x()) * jump.x();
  const double r = pendulum.disc_radius_m;
  const double reach = pendulum.rod_2_length_m + r;
  const double before_jump = swing_1 - (r + reach * std::cos(angle.y())) * jump.y();
  const double after_jump = swing_1 - (r + reach * std::cos(angle.y()) * jump.y());
  const double expected =  // (34)
      impact.alpha * impact.friction_impulse + impact.epsilon * impact.normal_impulse;
  findings.Differs("(32) at the first impact: change of slip, m/s",
                   "bracket closed at the end: " + Text(after_jump), expected, before_jump, 1e-12,
                   "it closes before Delta omega_2y: a length r cannot be added to a velocity");
}

void References(const MechanismRecord& record, Findings& findings) {
  const double ratio = OfImpact(record, 0, {"contact", "normal_impulse_N_s"}) /
                       OfImpact(record, 0, {"contact", "compression_impulse_N_s"});
  findings.Differs("3.4, \"in accordance with Eq. (16)\": F_f/F_m", "(16), momentum along z", 1.9,
                   ratio, 1e-13, "1 + k follows from (28), Poisson's hypothesis");
  const DoublePendulum pendulum = PaperPendulum(0.15);
  const PendulumEquations equations(pendulum);
  const double start_m = equations.Gap(Eigen::Vector2d(pendulum.angle_1_rad, pendulum.angle_2_rad));
  double greatest_m = 0.0;
  for (int i = 0; i < CountOf(record); ++i) {
    greatest_m = std::max(greatest_m, std::fabs(equations.Gap(StateBefore(record, i).angle_rad)));
  }
  findings.Differs("3, \"constraints (1) become inactive\": what changes", "(1)",
                   "(2): f = " + Text(start_m) + " m at the start, at most " + Text(greatest_m) +
                       " m at the ten impacts",
                   start_m > 1.0 && greatest_m < 1e-9,
                   "(1) bounds the constant D; the unilateral constraint on the angles is (2)");
}

// Eq. (3) has M2 in q2 alone: a torque from outside on rod 2. Between the rods it would also be in
// q1, with the other sign, and its power would be M2 (w2 - w1).
void SecondTorque(Findings& findings) {
  DoublePendulum pendulum = PaperPendulum(0.15);
  pendulum.torque_1_N_m = 4.0;
  pendulum.torque_2_N_m = 1.5;
  PendulumState start;
  start.angle_rad << pendulum.angle_1_rad, pendulum.angle_2_rad;
  start.rate_rad_s << pendulum.angular_velocity_1_rad_s, pendulum.angular_velocity_2_rad_s;
  const double inner = 4.0 * 1.2 + 1.5 * (-0.5 - 1.2);
  findings.Reproduces(
      "power of M1 = 4 and M2 = 1.5 N m at the start, W (between the rods: " + Text(inner) + ")",
      "M2 in q2 alone", 4.0 * 1.2 - 1.5 * 0.5, PendulumEquations(pendulum).TorquePower(0.0, start),
      1e-12);
  findings.NotCheckable("whether M2 acts from outside", "(3) says so",
                        "Fig 1, and a simulation with torques; (3) is taken at its word");
}

void Equilibrium(Findings& findings) {
  const DoublePendulum pendulum;
  findings.Differs("f at the stable equilibrium psi1 = psi2 = 0, m", "a position of the pendulum",
                   -0.3, PendulumEquations(pendulum).Gap(Eigen::Vector2d::Zero()), 1e-12,
                   "it lies 0.3 m behind the obstacle: a reference for E, never reached");
}

}  // namespace

void PendulumMisprints(Findings& findings) {
  const auto record = Swing(PaperPendulum(0.15), {}, findings);
  if (!record || CountOf(*record) == 0) return findings.Failed("run", "no impact");
  FrictionWithoutModulus(*record, findings);
  OpenBracket(*record, findings);
  References(*record, findings);
  SecondTorque(findings);
  Equilibrium(findings);
}

}  // namespace carom::papers
