#include "tests/papers/pool/break_rows.h"

#include "tests/papers/pool/break_experiments.h"

namespace carom::papers {

std::vector<Claim> PoolBreakClaims() {
  using enum ClaimKind;
  return {
      // The compliant pool table's paper.
      {"pool-19", "4.1, Fig 9, Table 3", "an equilateral rack with gaps alpha", kValue},
      {"pool-20", "4.1, Fig 10", "cue and yellow ball climb at small gaps", kFigure},
      {"pool-21", "4.1", "the reduced model: z frozen, N = m g", kFeature},
      {"pool-22", "4.1, Fig 11", "the yellow ball's x, full and reduced", kFigure},
      {"pool-23", "4.1", "gap 1e-6: yellow hits red and blue at 0.7 s", kValue},
      {"pool-24", "4.1", "the random gap sends yellow backward, which is wrong", kTrend},
      {"pool-25", "4.1", "15 500, 7 700, 1 730 and 440 s", kValue},
      {"pool-26", "4.1, Figs 12-13", "steps of 0.01 s: AL and DC leave the line", kFigure},
      {"pool-27", "4.1, Figs 14-15", "steps of 1e-5 s: DC still does", kFigure},
      {"pool-28", "4.1, Fig 16", "AL and DC are inefficient", kFigure},
      {"pool-29", "4", "steps are cut when contact starts", kValue},
      {"pool-36", "5", "gaps, laws and step have a critical impact", kTrend},
      // The paper on smooth contact, which tells the same experiment.
      {"smooth-22", "Figs 11-12", "z(t) for three gaps", kFigure},
      {"smooth-23", "4", "15 500, 7 700, 1 730 and 440 s", kValue},
  };
}

std::vector<Experiment> PoolBreakExperiments() {
  return {
      {"pool-19", PoolRack},
      {"pool-20", PoolBreakHeights},
      {"pool-21", PoolReducedModel},
      {"pool-22", PoolYellowPath},
      {"pool-23", PoolYellowHits},
      {"pool-24", PoolYellowBack},
      {"pool-25", PoolBreakCost},
      {"pool-26", PoolSymmetry},
      {"pool-27", PoolSymmetryFine},
      {"pool-28", PoolMethodCost},
      {"pool-29", PoolSteps},
      {"pool-36", PoolSensitivity},
      {"smooth-22", SmoothBreakHeights},
      {"smooth-23", SmoothBreakCost},
  };
}

}  // namespace carom::papers
