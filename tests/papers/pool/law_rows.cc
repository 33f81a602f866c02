#include "tests/papers/pool/law_rows.h"

#include "tests/papers/pool/law_experiments.h"

namespace carom::papers {

// The compliant pool table's paper, 3.2 and 3.3.
std::vector<Claim> PoolLawClaims() {
  using enum ClaimKind;
  return {
      {"pool-10", "Table 1", "elastic constants", kValue},
      {"pool-14", "3.3, 3.3-3.9", "LN for balls and cushions, Hertz for the cloth, n = 1.5",
       kValue},
      {"pool-15", "Fig 6, (3.8)", "three friction laws, near Coulomb's", kFigure},
      {"pool-16", "Table 2", "restitution and friction of the interactions", kFeature},
  };
}

std::vector<Experiment> PoolLawExperiments() {
  return {
      {"pool-10", PoolMaterials},
      {"pool-14", PoolNormalForces},
      {"pool-15", PoolFrictionLaws},
      {"pool-16", PoolTable2},
  };
}

}  // namespace carom::papers
