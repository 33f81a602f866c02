#ifndef CAROM_TESTS_PAPERS_POOL_CONSTRAINT_ROWS_H_
#define CAROM_TESTS_PAPERS_POOL_CONSTRAINT_ROWS_H_

#include <vector>

#include "tests/papers/frame/claim.h"

namespace carom::papers {

/// Section 2 of the compliant-pool paper: pool-01 to pool-07, and its misprints: pool-37.
std::vector<Claim> PoolConstraintClaims();
std::vector<Experiment> PoolConstraintExperiments();

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_CONSTRAINT_ROWS_H_
