#ifndef CAROM_TESTS_PAPERS_POOL_CUT_ROWS_H_
#define CAROM_TESTS_PAPERS_POOL_CUT_ROWS_H_

#include <vector>

#include "tests/papers/frame/claim.h"

namespace carom::papers {

/// Slip and roll, and the 30-degree rule, of the compliant-pool paper: pool-17, -30, -31, -32.
std::vector<Claim> PoolCutClaims();
std::vector<Experiment> PoolCutExperiments();

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_CUT_ROWS_H_
