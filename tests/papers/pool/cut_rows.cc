#include "tests/papers/pool/cut_rows.h"

#include "tests/papers/pool/cut_experiments.h"

namespace carom::papers {

std::vector<Claim> PoolCutClaims() {
  using enum ClaimKind;
  return {
      {"pool-17", "3.3", "balls tend to slip rather than roll", kTrend},
      {"pool-30", "4.2, (4.1), Figs 17-18", "the 30-degree rule", kValue},
      {"pool-31", "4.2, Fig 19", "deflections at seven hit fractions", kFigure},
      {"pool-32", "4.2", "what the deflection depends on", kTrend},
  };
}

std::vector<Experiment> PoolCutExperiments() {
  return {
      {"pool-17", PoolSlipOrRoll},
      {"pool-30", PoolThirtyDegrees},
      {"pool-31", PoolDeflections},
      {"pool-32", PoolDeflectionTrends},
  };
}

}  // namespace carom::papers
