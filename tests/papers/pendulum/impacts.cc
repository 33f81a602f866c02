// Single impacts: pendulum-06, -07, -08, -10.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/models/double_pendulum_impact.h"
#include "tests/papers/pendulum/experiments.h"
#include "tests/papers/pendulum/setup.h"
#include "tests/testing/channels.h"
#include "tests/testing/pendulum_coefficients.h"

namespace carom::papers {

void PendulumImpulses(Findings& findings) {
  findings.sheet() = Sheet(
      {"simulation", "impact", "t_s", "F_Ns", "T_Ns", "H_Ns", "V_Ns", "R_Ns", "P_Ns", "residual"});
  for (const Simulation& simulation : kSimulations) {
    const DoublePendulum pendulum = PaperPendulum(simulation.friction);
    const PendulumEquations equations(pendulum);
    const auto record = Swing(pendulum, {}, findings);
    if (!record) return;
    double greatest = 0.0;
    for (int i = 0; i < CountOf(*record); ++i) {
      const PendulumState before = StateBefore(*record, i);
      const PendulumImpact impact = SolvePendulumImpact(equations, before);
      const double residual = ImpactResidual(equations, before.angle_rad, impact);
      greatest = std::max(greatest, residual);
      const JointForces& joint = impact.joint_impulses;
      findings.sheet().Add(simulation.name, i + 1, record->impacts.times_s[static_cast<size_t>(i)],
                           impact.normal_impulse, impact.friction_impulse, joint.h, joint.v,
                           joint.r, joint.p, residual);
    }
    findings.Reproduces(std::string(simulation.name) + ", " + Text(CountOf(*record)) +
                            " impacts: greatest residual of (21)-(26), N s",
                        "Euler's laws hold", 0.0, greatest, 1e-12);
  }
  const auto first = Swing(PaperPendulum(0.15), {}, findings);
  if (!first) return;
  // Expected: 40-digit arithmetic.
  const auto impulse = [&](const char* what, const char* quantity, double expected) {
    findings.Reproduces(std::string("first impact, mu = 0.15: ") + what, "not printed", expected,
                        OfImpact(*first, 0, {"contact", quantity}), 1e-9);
  };
  impulse("F_m, N s", "compression_impulse_N_s", 13.94529750610213);
  impulse("F_f, N s", "normal_impulse_N_s", 26.49606526159405);
  impulse("T_f, N s", "friction_impulse_N_s", 2.347641014912708);
}

void PendulumRestitution(Findings& findings) {
  findings.sheet() = Sheet({"simulation", "impact", "F_m_Ns", "F_f_Ns", "c_before_m_s",
                            "c_after_m_s", "F_II_over_F_m", "minus_c_after_over_c_before"});
  double newton_with_friction = 0.0;
  for (const Simulation& simulation : kSimulations) {
    const auto record = Swing(PaperPendulum(simulation.friction), {}, findings);
    if (!record) return;
    double poisson = 0.0;
    double newton = 0.0;
    for (int i = 0; i < CountOf(*record); ++i) {
      const auto of = [&](const char* what) { return OfImpact(*record, i, {"contact", what}); };
      const double compression = of("compression_impulse_N_s");
      const double total = of("normal_impulse_N_s");
      const double before = of("closing_before_m_s");
      const double after = of("closing_after_m_s");
      findings.sheet().Add(simulation.name, i + 1, compression, total, before, after,
                           total / compression - 1.0, -after / before);
      poisson = std::max(poisson, std::fabs(total / compression - 1.9));
      newton = std::max(newton, std::fabs(after / before + 0.9));
    }
    findings.Reproduces(std::string(simulation.name) + ": greatest |F_f/F_m - (1 + k)|", "0", 0.0,
                        poisson, 1e-13);
    if (simulation.friction == 0.0) {
      findings.Reproduces("mu = 0: greatest |c+/c- + k|, as Newton would have it", "0", 0.0, newton,
                          1e-13);
    } else {
      newton_with_friction = newton;
    }
  }
  findings.Reproduces("mu = 0.15: greatest |c+/c- + k|", "Poisson's k is not Newton's",
                      Text(newton_with_friction), newton_with_friction > 1e-3);
}

void PendulumCoefficients(Findings& findings) {
  const DoublePendulum pendulum = PaperPendulum(0.15);
  const PendulumEquations equations(pendulum);
  CounterRandom random(52, 1);
  double greatest = 0.0;
  double misplaced = 0.0;
  for (int i = 0; i < 1000;) {
    const PendulumState state = RandomState(random);
    if ((equations.ContactJacobian(state.angle_rad) * state.rate_rad_s).y() >= 0.0) continue;
    ++i;
    const PendulumImpact ours = SolvePendulumImpact(equations, state);
    const auto printed =
        testing::PrintedCoefficients(pendulum, state.angle_rad, testing::Bracket::kBeforeI2);
    const auto other =
        testing::PrintedCoefficients(pendulum, state.angle_rad, testing::Bracket::kAfterLcM2);
    greatest = std::max({greatest, std::fabs(ours.alpha - printed.alpha),
                         std::fabs(ours.gamma - printed.gamma),
                         std::fabs(ours.epsilon - printed.epsilon)});
    misplaced = std::max(misplaced, std::fabs(ours.epsilon - other.epsilon));
  }
  findings.Reproduces("J A^-1 J^T against (36), 1000 positions, 1/kg", "equal", 0.0, greatest,
                      1e-12);
  findings.Differs("E_i's open bracket, l_c m_2 (l_2 + r (1 + cos psi_2) - I_2 - l_c^2 m_2 )",
                   "closes at the end: epsilon off by up to " + Text(misplaced) + " 1/kg",
                   "closes before -I_2: equal to " + Text(greatest) + " 1/kg",
                   misplaced > 1e-2 && greatest < 1e-12,
                   "a bracket is missing; I_2 cannot be taken from a length");
  PendulumState first;
  first.angle_rad << -0.2806262085057675, -5.31713378468782;
  first.rate_rad_s << 6.709095767733693, -11.5458975361099;
  const PendulumImpact impact = SolvePendulumImpact(equations, first);
  findings.Reproduces("first impact: alpha, 1/kg", "(36)", 0.3671416070739386, impact.alpha, 1e-12);
  findings.Reproduces("first impact: gamma, 1/kg", "(36)", 0.5174711110867584, impact.gamma, 1e-12);
  findings.Reproduces("first impact: epsilon, 1/kg", "(36)", -0.2438388688725825, impact.epsilon,
                      1e-12);
}

namespace {

// At the first impact's position, with c = -1 m/s and a slip of choice.
PendulumImpact ImpactWithSlip(double slip_m_s, double friction) {
  const PendulumEquations equations(PaperPendulum(friction));
  PendulumState state;
  state.angle_rad << -0.2806262085057675, -5.31713378468782;
  const Eigen::Matrix2d jacobian = equations.ContactJacobian(state.angle_rad);
  const double determinant = jacobian(0, 0) * jacobian(1, 1) - jacobian(0, 1) * jacobian(1, 0);
  state.rate_rad_s << (jacobian(1, 1) * slip_m_s + jacobian(0, 1)) / determinant,
      (-jacobian(1, 0) * slip_m_s - jacobian(0, 0)) / determinant;
  return SolvePendulumImpact(equations, state);
}

}  // namespace

void PendulumNoSlipAtFirst(Findings& findings) {
  findings.sheet() = Sheet({"mu", "slip_before_m_s", "F_Ns", "T_Ns", "slip_after_m_s", "case"});
  for (const double friction : {0.15, 0.8}) {
    const PendulumImpact none = ImpactWithSlip(0.0, friction);
    const bool sticks = std::fabs(none.epsilon) <= friction * none.alpha;
    const double slope =
        sticks ? -none.epsilon / none.alpha : std::copysign(friction, -none.epsilon);
    // c rises from -1 with gamma + epsilon T/F.
    const double expected = 1.9 * slope / (none.gamma + none.epsilon * slope);
    findings.Differs("s(0) = 0, mu = " + Text(friction) +
                         ", mu alpha = " + Text(friction * none.alpha) +
                         ", |epsilon| = " + Text(std::fabs(none.epsilon)) + ": T_f, N s",
                     "0/0 by (37)", expected, none.friction_impulse, 1e-12,
                     sticks ? "|epsilon| <= mu alpha: friction can hold, the disc sticks"
                            : "|epsilon| > mu alpha: the disc slides the way epsilon pushes it");
    const double after = none.velocity_after_m_s.x();
    findings.Differs("the slip after it, m/s", "not said", Text(after),
                     sticks ? std::fabs(after) < 1e-12 : after * none.epsilon > 0.0,
                     "(30) holds at each instant, also at the first");
    for (const double slip : {0.0, 1e-9, -1e-9}) {
      const PendulumImpact impact = ImpactWithSlip(slip, friction);
      findings.sheet().Add(friction, slip, impact.normal_impulse, impact.friction_impulse,
                           impact.velocity_after_m_s.x(), ImpactCase(impact.path, slip));
      if (slip == 0.0) continue;
      findings.Reproduces(
          "mu = " + Text(friction) + ", s(0) = " + Text(slip) + " m/s: T_f - T_f(s(0) = 0), N s",
          "slip at first", 0.0, impact.friction_impulse - none.friction_impulse, 1e-7);
    }
  }
}

}  // namespace carom::papers
