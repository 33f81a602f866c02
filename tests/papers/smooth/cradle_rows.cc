#include "tests/papers/smooth/cradle_rows.h"

#include "tests/papers/smooth/cradle_experiments.h"

namespace carom::papers {

// "Smooth contact", section 5.
std::vector<Claim> CradleClaims() {
  using enum ClaimKind;
  return {
      {"smooth-24", "5, Fig 13", "cradle: the last ball reaches about the drop height", kValue},
      {"smooth-25", "5", "damped laws stall on touching balls; a ratio of 1 is proposed", kFeature},
      {"smooth-26", "5, Fig 14", "Lagrange multipliers fail, other methods run", kFigure},
      {"smooth-27", "Fig 14a", "ODE45 and ODE113 gain height at default tolerances", kFigure},
      {"smooth-28", "Fig 14b", "ODE45 at 1e-10 ends lower than ODE113 at 1e-7, at more cost",
       kFigure},
      {"smooth-30", "data", "sizes, stiffness and speeds of Figs 5-8, 13-14 are not given", kValue},
  };
}

std::vector<Experiment> CradleExperiments() {
  return {
      {"smooth-24", CradleHeights},  {"smooth-25", CradlePolicies},   {"smooth-26", CradleMethods},
      {"smooth-27", CradleDefaults}, {"smooth-28", CradleTolerances}, {"smooth-30", StandIns},
  };
}

}  // namespace carom::papers
