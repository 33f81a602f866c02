#include "tests/papers/pool/constraint_rows.h"

#include "tests/papers/pool/constraint_experiments.h"

namespace carom::papers {

// The compliant pool table's paper, 2.
std::vector<Claim> PoolConstraintClaims() {
  using enum ClaimKind;
  return {
      {"pool-01", "2.1, 2.4-2.8", "zxz angles are singular, Euler parameters are not", kFeature},
      {"pool-02", "2.2, 2.9-2.20", "Newton-Euler equations with multipliers", kValue},
      {"pool-03", "2.2", "positions by Newton-Raphson on Phi(q) = 0", kFeature},
      {"pool-04", "2.3", "Lagrange multipliers drift, the other methods do not", kTrend},
      {"pool-05", "2.3, 2.21-2.22", "augmented Lagrangian bears redundancy and singularity",
       kFeature},
      {"pool-06", "2.3, 2.23", "Baumgarte: alpha = beta = 5 and 20, beta alone", kTrend},
      {"pool-07", "2.3, 2.24-2.29", "direct correction of positions, then velocities", kMisprint},
      {"pool-37", "2 to 5", "signs, sizes and words", kMisprint},
  };
}

std::vector<Experiment> PoolConstraintExperiments() {
  return {
      {"pool-01", PoolOrientations},     {"pool-02", PoolMultipliers},
      {"pool-03", PoolAssembly},         {"pool-04", PoolDrift},
      {"pool-05", PoolRedundantRows},    {"pool-06", PoolBaumgarte},
      {"pool-07", PoolDirectCorrection}, {"pool-37", PoolMisprints},
  };
}

}  // namespace carom::papers
