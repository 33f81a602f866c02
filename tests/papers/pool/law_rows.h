#ifndef CAROM_TESTS_PAPERS_POOL_LAW_ROWS_H_
#define CAROM_TESTS_PAPERS_POOL_LAW_ROWS_H_

#include <vector>

#include "tests/papers/frame/claim.h"

namespace carom::papers {

/// Materials and force laws of the compliant-pool paper: pool-10, -14, -15, -16.
std::vector<Claim> PoolLawClaims();
std::vector<Experiment> PoolLawExperiments();

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_LAW_ROWS_H_
