#include "tests/papers/smooth/bounce_rows.h"

#include "tests/papers/smooth/bounce_experiments.h"

namespace carom::papers {

// "Smooth contact", section 3 from Fig 5 on, and what section 6 leaves open.
std::vector<Claim> SmoothBounceClaims() {
  using enum ClaimKind;
  return {
      {"smooth-12", "3, Fig 5", "an elastic bounce on a cylinder returns to its start", kValue},
      {"smooth-13", "3, Fig 6", "ODE45 at 1e-6/1e-3 gains energy, 1e-12 cures it", kFigure},
      {"smooth-14", "3, Fig 7", "c = 0.7 with ODE45 collapses even at tiny tolerances", kFigure},
      {"smooth-15", "3", "ODE113 is better for c = 0.7, loses a little without loss", kTrend},
      {"smooth-16", "3", "what ODE45 and ODE113 are", kValue},
      {"smooth-29", "6", "steps by penetration, a cap on iterations per step", kFeature},
  };
}

std::vector<Experiment> SmoothBounceExperiments() {
  return {
      {"smooth-12", SmoothBounceOnCylinder}, {"smooth-13", SmoothTolerances},
      {"smooth-14", SmoothInelastic},        {"smooth-15", SmoothAdamsBetter},
      {"smooth-16", SmoothMethods},          {"smooth-29", SmoothSchemes},
  };
}

}  // namespace carom::papers
