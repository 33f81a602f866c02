// Single impacts: pendulum-06, -07, -08, -10.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/models/pendulum/double_pendulum_equations.h"
#include "tests/papers/pendulum/experiments.h"
#include "tests/papers/pendulum/setup.h"
#include "tests/testing/channels.h"
#include "tests/testing/impact_case.h"
#include "tests/testing/shots/pendulum_coefficients.h"

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
    findings.Reproduced(std::string(simulation.name) + ", " + Text(CountOf(*record)) +
                            " impacts: greatest residual of (21)-(26)",
                        {"The Euler laws of motion in the integral form govern the behavior of the "
                         "pendulum during the collision.",
                         "3.3"},
                        {{greatest, SizeWithin({1e-12, "N s", "rounding of 30 N s"}, 30.0)}},
                        {Source::kClosedForm, "(21)-(26)"});
  }
  const auto first = Swing(PaperPendulum(0.15), {}, findings);
  if (!first) return;
  // Expected: 40-digit arithmetic.
  const auto impulse = [&](const char* what, const char* quantity, double expected) {
    findings.SelfCheck(std::string("first impact, mu = 0.15: ") + what,
                       {Source::kCatalogue, "P-06, 40-digit arithmetic"},
                       {{OfImpact(*first, 0, {"contact", quantity}),
                         Around(expected, {1e-9, "N s", "tolerance of the catalogue"})}});
  };
  impulse("F_m", "compression_impulse_N_s", 13.94529750610213);
  impulse("F_f", "normal_impulse_N_s", 26.49606526159405);
  impulse("T_f", "friction_impulse_N_s", 2.347641014912708);
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
    const Tolerance rounding = {1e-13, "", "rounding"};
    findings.Reproduced(std::string(simulation.name) + ": greatest |F_f/F_m - (1 + k)|",
                        {"F_II =k F_m", "(28)"}, {{poisson, SizeWithin(rounding)}},
                        {Source::kClosedForm, "F_f = F_m + F_II, k = 0.9"});
    if (simulation.friction == 0.0) {
      findings.Extension("mu = 0: greatest |c+/c- + k|, as Newton would have it",
                         {Source::kClosedForm, "(35) with T = 0"},
                         {{newton, SizeWithin(rounding)}});
    } else {
      newton_with_friction = newton;
    }
  }
  findings.Extension(
      "mu = 0.15: greatest |c+/c- + k|: Poisson's k is not Newton's",
      {Source::kReferenceRun, "mu = 0, where both are one"},
      {{newton_with_friction, Above(1e-3, 0.0, "", "far above rounding; 0 if both were one")}});
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
  const Tolerance rounding = {1e-12, "1/kg", "rounding"};
  findings.Reproduced(
      "J A^-1 J^T less (36), 1000 positions, greatest",
      {"alpha_i = A_i/(4|A|), gamma_i = Gamma_i/(4|A|), epsilon_i = E_i/(4|A|)", "(36)"},
      {{greatest, SizeWithin(rounding, 1.0)}},
      {Source::kClosedForm, "first principles, E_i's bracket closed before -I_2"});
  findings.Misprint(
      "E_i's open bracket: epsilon less J A^-1 J^T, 1000 positions, greatest",
      {"E_i = 2l_1^2 (l_c m_2 (l_2 +r( 1+cos(psi_2i*)) -I_2 -l_c^2 m_2 ) sin (2 psi_1i*)", "(36)"},
      {{misplaced, Above(1e-2, 0.0, "1/kg", "far above rounding"), "closed at the end"},
       {greatest, SizeWithin(rounding, 1.0), "closed before -I_2"}},
      "a bracket is missing; I_2 cannot be taken from a length");
  PendulumState first;
  first.angle_rad << -0.2806262085057675, -5.31713378468782;
  first.rate_rad_s << 6.709095767733693, -11.5458975361099;
  const PendulumImpact impact = SolvePendulumImpact(equations, first);
  const auto at_first = [&](const char* what, double expected, double ours) {
    findings.SelfCheck(std::string("first impact: ") + what, {Source::kCatalogue, "P-03"},
                       {{ours, Around(expected, rounding)}});
  };
  at_first("alpha", 0.3671416070739386, impact.alpha);
  at_first("gamma", 0.5174711110867584, impact.gamma);
  at_first("epsilon", -0.2438388688725825, impact.epsilon);
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
    const Reference routh = {Source::kClosedForm,
                             sticks ? "|epsilon| <= mu alpha: friction can hold, the disc sticks"
                                    : "|epsilon| > mu alpha: it slides the way epsilon pushes it"};
    findings.Extension(
        "s(0) = 0, mu = " + Text(friction) + ", mu alpha = " + Text(friction * none.alpha) +
            ", |epsilon| = " + Text(std::fabs(none.epsilon)) + ": T_f",
        routh, {{none.friction_impulse, Around(expected, {1e-12, "N s", "rounding"})}});
    // (34), with T on the line of that slope.
    Band slip_after = Around((none.epsilon + none.alpha * slope) * none.normal_impulse,
                             {1e-12, "m/s", "rounding"});
    slip_after.wrong = none.epsilon * none.normal_impulse;  // Where it sticks: without friction.
    findings.Extension("the slip after it", routh, {{none.velocity_after_m_s.x(), slip_after}});
    for (const double slip : {0.0, 1e-9, -1e-9}) {
      const PendulumImpact impact = ImpactWithSlip(slip, friction);
      findings.sheet().Add(friction, slip, impact.normal_impulse, impact.friction_impulse,
                           impact.velocity_after_m_s.x(), ImpactCase(impact.path, slip));
      if (slip == 0.0) continue;
      findings.Extension(
          "mu = " + Text(friction) + ", s(0) = " + Text(slip) + " m/s: T_f - T_f(s(0) = 0)",
          {Source::kReferenceRun, "s(0) = 0"},
          {{impact.friction_impulse - none.friction_impulse,
            NearZero({1e-7, "N s", "s(0)/alpha, 3e-9 N s, and room"}, 1.0)}});
    }
  }
  findings.Tells("the case that the paper leaves out",
                 {"we assume that at tau = 0, the slip always appears", "3.4"},
                 "(37) is 0/0 without slip; (30) holds at each instant, also at the first");
}

}  // namespace carom::papers
