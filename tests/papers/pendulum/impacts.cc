// Single impacts: pendulum-06, -08.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/models/pendulum/double_pendulum.h"
#include "tests/papers/pendulum/experiments.h"
#include "tests/papers/pendulum/setup.h"
#include "tests/testing/shots/pendulum_coefficients.h"

namespace carom::papers {
namespace {

// Each of the six impulses a tenth too great.
void PlantImpulses(const PendulumEquations& equations, const Eigen::Vector2d& angle_rad,
                   const PendulumImpact& impact, Findings& findings) {
  PendulumImpact wrong = impact;
  JointForces& joint = wrong.joint_impulses;
  for (double* impulse :
       {&wrong.normal_impulse, &wrong.friction_impulse, &joint.h, &joint.v, &joint.r, &joint.p}) {
    const double right = *impulse;
    if (right == 0.0) continue;  // Friction where there is none.
    *impulse *= 1.1;
    findings.Plant("pendulum-06", "an impulse of " + Text(right) + " N s a tenth too great",
                   {{ImpactResidual(equations, angle_rad, wrong)}});
    *impulse = right;
  }
}

}  // namespace

void PendulumImpulses(Findings& findings) {
  findings.sheet() = Sheet(
      {"simulation", "impact", "t_s", "F_Ns", "T_Ns", "H_Ns", "V_Ns", "R_Ns", "P_Ns", "residual"});
  double greatest = 0.0;
  for (const Simulation& simulation : kSimulations) {
    const DoublePendulum pendulum = PaperPendulum(simulation.friction);
    const PendulumEquations equations(pendulum);
    const auto record = Swing(pendulum, {}, findings);
    if (!record) return;
    for (int i = 0; i < CountOf(*record); ++i) {
      const PendulumState before = StateBefore(*record, i);
      const PendulumImpact impact = ResolveDiscImpact(equations, before);
      const double residual = ImpactResidual(equations, before.angle_rad, impact);
      greatest = std::max(greatest, residual);
      if (i == 0) PlantImpulses(equations, before.angle_rad, impact, findings);
      const JointForces& joint = impact.joint_impulses;
      findings.sheet().Add(simulation.name, i + 1, record->impacts.times_s[static_cast<size_t>(i)],
                           impact.normal_impulse, impact.friction_impulse, joint.h, joint.v,
                           joint.r, joint.p, residual);
    }
  }
  findings.Measure("pendulum-06", greatest);
}

void PendulumCoefficients(Findings& findings) {
  const DoublePendulum pendulum = PaperPendulum(0.15);
  const PendulumEquations equations(pendulum);
  CounterRandom random(52, 1);
  double alpha = 0.0;
  double gamma = 0.0;
  double epsilon = 0.0;
  for (int i = 0; i < 1000;) {
    const PendulumState state = RandomState(random);
    if ((equations.ContactJacobian(state.angle_rad) * state.rate_rad_s).y() >= 0.0) continue;
    ++i;
    const PendulumImpact ours = ResolveDiscImpact(equations, state);
    const auto printed =
        testing::PrintedCoefficients(pendulum, state.angle_rad, testing::Bracket::kBeforeI2);
    alpha = std::max(alpha, std::fabs(ours.alpha - printed.alpha));
    gamma = std::max(gamma, std::fabs(ours.gamma - printed.gamma));
    epsilon = std::max(epsilon, std::fabs(ours.epsilon - printed.epsilon));
  }
  findings.Measure("pendulum-08a", {{alpha, "alpha"}, {gamma, "gamma"}});
  findings.Tell("pendulum-08b", "closed before -I_2, epsilon is " + Text(epsilon) +
                                    "/kg from first principles at the most");
}

}  // namespace carom::papers
