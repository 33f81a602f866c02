#include "tests/papers/pool/table_rows.h"

#include "tests/papers/pool/table_experiments.h"

namespace carom::papers {

std::vector<Claim> PoolTableClaims() {
  using enum ClaimKind;
  return {
      // The compliant pool table's paper.
      {"pool-08", "Fig 1", "cue ball into a ball that enters the cushion", kFigure},
      {"pool-09", "3.2, 3.4", "2.54 x 1.27 m, 57.15 mm, 170 g, J = 5.5e-5", kValue},
      {"pool-11", "3.2, Fig 3", "six cushions of a box and two triangular prisms", kFeature},
      {"pool-12", "3.2, Fig 4", "three ways off a corner of a cushion", kFigure},
      {"pool-13", "3.2, Fig 5", "faces within their bounds +-R", kFeature},
      {"pool-18", "3.4, Fig 7", "starts of the three experiments", kValue},
      {"pool-33", "4.3, Fig 20", "2.724 m/s into a cushion, beside a film", kFigure},
      {"pool-34", "4.3, Fig 21", "rebound against speed, beside measurements", kFigure},
      {"pool-35", "Fig 8", "side spin changes the path after a cushion", kTrend},
      {"pool-38", "3.2", "dimensions of prisms through inertia and mass", kValue},
      {"pool-39", "4", "the whole rack under contact forces (ours)", kFeature},
      // The paper on smooth contact, second model.
      {"smooth-19", "4, Fig 9", "balls fall when they get to pockets", kFeature},
      {"smooth-20", "4", "rounded cushion ends from cylinders", kFeature},
      {"smooth-21", "4, Table 2", "permanent and intermittent contact", kFeature},
      // The paper on the Contensou ball.
  };
}

std::vector<Experiment> PoolTableExperiments() {
  return {
      {"pool-08", PoolMultipleImpact},  {"pool-09", PoolDimensions},
      {"pool-11", PoolCushionBodies},   {"pool-12", PoolCornerPaths},
      {"pool-13", PoolFaceWindows},     {"pool-18", PoolStarts},
      {"pool-33", PoolFilmedShot},      {"pool-34", PoolRebounds},
      {"pool-35", PoolSideSpin},        {"pool-38", PoolPrismInertia},
      {"pool-39", PoolWholeRack},       {"smooth-19", SmoothPockets},
      {"smooth-20", SmoothRoundedJaws}, {"smooth-21", SmoothDurations},
      {"contensou-23", PatchOnTable},
  };
}

}  // namespace carom::papers
