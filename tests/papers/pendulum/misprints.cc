// What is printed wrongly: pendulum-20. Eqs. (9), (36) and (37) have rows of their own.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/models/pendulum/double_pendulum_equations.h"
#include "tests/papers/pendulum/experiments.h"
#include "tests/papers/pendulum/impulse_plane.h"
#include "tests/papers/pendulum/setup.h"

namespace carom::papers {
namespace {

// Eq. (30): without |T| the disc would stick wherever friction has to pull it back.
void FrictionWithoutModulus(const MechanismRecord& record, Findings& findings) {
  const PendulumEquations equations(PaperPendulum(0.15));
  int sticks = 0;
  int expected = 0;
  for (int i = 0; i < CountOf(record); ++i) {
    const PendulumImpact ours = SolvePendulumImpact(equations, StateBefore(record, i));
    const ImpulsePlane plane = {ours.alpha,
                                ours.gamma,
                                ours.epsilon,
                                ours.velocity_before_m_s.x(),
                                ours.velocity_before_m_s.y(),
                                0.15,
                                0.9};
    const ImpulsePath right = DrawPath(plane, StickTest::kAbsolute);
    const ImpulsePoint printed = DrawPath(plane, StickTest::kPrinted).points.back();
    expected += right.points.size() == 3 && ours.epsilon > 0.15 * ours.alpha ? 1 : 0;
    if (std::fabs(printed.t - ours.friction_impulse) < 1e-9) continue;
    ++sticks;
    const double needed = -ours.epsilon / ours.alpha;
    findings.Misprint(
        "impact " + Text(i + 1) + " by (30) as printed and with |T|", {"s=0 => T <= mu F", "(30)"},
        {{std::fabs(needed), Above(0.15, 0.0, "", "mu: what friction can hold"),
          "|T|/F while it sticks, as printed"},
         {ours.friction_impulse, Around(right.points.back().t, {1e-10, "N s", "rounding"}),
          "T_f with |T|, printed: " + Text(printed.t)}},
        "|T| <= mu F is meant");
  }
  findings.Misprint("of the ten impacts, those that (30) as printed changes",
                    {"s=0 => T <= mu F", "(30)"},
                    {{static_cast<double>(sticks), Exactly(static_cast<double>(expected))}},
                    "those whose slip vanishes and whose epsilon is above mu alpha: friction that "
                    "had to pull back is taken to hold");
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
  findings.Misprint(
      "(32) at the first impact: change of slip less that of (34)",
      {"s(tau )-s(0)= -l_1 Delta omega_1y (tau ) cos(psi_1i*) -(r+(d+l_c )cos(psi_2i*) Delta "
       "omega_2y (tau )",
       "(32)"},
      {{before_jump - expected, NearZero({1e-12, "m/s", "rounding"}, 1.0),
        "bracket closed before Delta omega_2y"},
       {std::fabs(after_jump - expected), Above(1e-3, 0.0, "m/s", "far above rounding"),
        "closed at the end"}},
      "a bracket is missing; a length r cannot be added to a velocity");
}

void References(const MechanismRecord& record, Findings& findings) {
  const double ratio = OfImpact(record, 0, {"contact", "normal_impulse_N_s"}) /
                       OfImpact(record, 0, {"contact", "compression_impulse_N_s"});
  findings.Misprint("F_f/F_m",
                    {"In accordance with Eq. (16), the abscissa of the point Gamma_m multiplied by "
                     "(1+k) specifies the line of end of collision",
                     "3.4"},
                    {{ratio, Around(1.9, {1e-13, "", "rounding"})}},
                    "1 + k follows from (28), Poisson's hypothesis; (16) is momentum along z");
  const DoublePendulum pendulum = PaperPendulum(0.15);
  const PendulumEquations equations(pendulum);
  const double start_m = equations.Gap(Eigen::Vector2d(pendulum.angle_1_rad, pendulum.angle_2_rad));
  double greatest_m = 0.0;
  for (int i = 0; i < CountOf(record); ++i) {
    greatest_m = std::max(greatest_m, std::fabs(equations.Gap(StateBefore(record, i).angle_rad)));
  }
  findings.Misprint("what is active at an impact and not before",
                    {"when the constraints (1) become inactive", "3"},
                    {{start_m,
                      Around(0.9 - 0.05 + 0.5 * std::cos(40.0 * kPi / 180.0),
                             {1e-15, "m", "a few roundings of 1.2 m"}),
                      "f of (2) at the start: D - r - l_1 cos 140 deg"},
                     {greatest_m, SizeWithin({1e-9, "m", "bracket of the search"}, 0.1),
                      "|f| at the ten impacts, greatest"}},
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
  findings.Reproduced(
      "power of M_1 = 4 and M_2 = 1.5 N m at the start, W",
      {"q_2 = M_02 cos(Omega_2 t)+c_2(psi_1' -psi_2')", "(3)"},
      {{PendulumEquations(pendulum).TorquePower(0.0, start),
        Around(4.0 * 1.2 - 1.5 * 0.5, {1e-12, "W", "rounding"})}},
      {Source::kClosedForm,
       "M_2 from outside, in q_2 alone; between the rods it would be " + Text(inner) + " W"});
}

void Equilibrium(Findings& findings) {
  const DoublePendulum pendulum;
  findings.Extension(
      "f at the stable equilibrium psi_1 = psi_2 = 0: a reference for E, behind the obstacle",
      {Source::kClosedForm, "D - l_1 - l_2 - 2 r"},
      {{PendulumEquations(pendulum).Gap(Eigen::Vector2d::Zero()),
        Around(-0.3, {1e-15, "m", "a few roundings of 1.2 m"})}});
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
