#ifndef CAROM_TESTS_PAPERS_POOL_BREAK_ROWS_H_
#define CAROM_TESTS_PAPERS_POOL_BREAK_ROWS_H_

#include <vector>

#include "tests/papers/frame/claim.h"

namespace carom::papers {

/// The first experiment of the compliant-pool paper, and what came of it: pool-19 to -29, -36;
/// smooth-22, -23.
std::vector<Claim> PoolBreakClaims();
std::vector<Experiment> PoolBreakExperiments();

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_BREAK_ROWS_H_
