#include "tests/papers/pendulum/rows.h"

#include "tests/papers/pendulum/experiments.h"

namespace carom::papers {

// "Double pendulum colliding with a rough obstacle", with impacts by the method of Routh.
std::vector<Claim> PendulumClaims() {
  using enum ClaimKind;
  return {
      {"pendulum-01", "2, (1), (2)", "l1 < D < l1 + l2 + 2 r, and a start with f >= 0", kFeature},
      {"pendulum-02", "2, 3.1, (3)", "viscous joints and torques M0i cos(Omega_i t)", kValue},
      {"pendulum-03", "(3), (6)", "the mass matrix is regular", kValue},
      {"pendulum-04", "3.1", "RK4 with a step that is chosen by tests", kTrend},
      {"pendulum-05", "3.2, (7)-(11)", "a change of sign, and linear interpolation", kMisprint},
      {"pendulum-06", "3.3, (13)-(26)", "impulses at the contact and at the joints", kValue},
      {"pendulum-07", "(28), (29)", "Poisson: F_II = k F_m", kValue},
      {"pendulum-08", "3.4, (31)-(36)", "alpha, gamma and epsilon in closed form", kValue},
      {"pendulum-09", "3.4, Fig 4", "five arrangements on the impulse half-plane", kFigure},
      {"pendulum-10", "3.4, (37)", "slip is assumed when an impact begins", kMisprint},
      {"pendulum-11", "4", "parameters, start, E = -40.007 J at equilibrium", kValue},
      {"pendulum-12", "4, Fig 5", "energy: constant, and down at each impact", kFigure},
      {"pendulum-13", "4", "6 impacts without friction, 10 with", kValue},
      {"pendulum-14", "Figs 6, 7", "angular velocities, with jumps at impacts", kFigure},
      {"pendulum-15", "Fig 8", "forces P and R at O", kFigure},
      {"pendulum-16", "Fig 9", "forces V and H at A", kFigure},
      {"pendulum-17", "4", "the influence of friction deepens with time", kTrend},
      {"pendulum-18", "5", "impacts are algebraic, and Routh's method exact", kValue},
      {"pendulum-19", "beyond 6 s", "impacts accumulate (ours)", kFeature},
      {"pendulum-20", "misprints", "brackets and references", kMisprint},
  };
}

std::vector<Experiment> PendulumExperiments() {
  return {
      {"pendulum-01", PendulumConditions},       {"pendulum-02", PendulumDampedAndDriven},
      {"pendulum-03", PendulumMassMatrix},       {"pendulum-04", PendulumStepStudy},
      {"pendulum-05", PendulumSignChange},       {"pendulum-06", PendulumImpulses},
      {"pendulum-07", PendulumRestitution},      {"pendulum-08", PendulumCoefficients},
      {"pendulum-09", PendulumImpulsePlane},     {"pendulum-10", PendulumNoSlipAtFirst},
      {"pendulum-11", PendulumParameters},       {"pendulum-12", PendulumEnergy},
      {"pendulum-13", PendulumImpactCounts},     {"pendulum-14", PendulumAngularVelocities},
      {"pendulum-15", PendulumPivotForces},      {"pendulum-16", PendulumJointForces},
      {"pendulum-17", PendulumGrowingInfluence}, {"pendulum-18", PendulumImpulseSpace},
      {"pendulum-19", PendulumAccumulation},     {"pendulum-20", PendulumMisprints},
  };
}

}  // namespace carom::papers
