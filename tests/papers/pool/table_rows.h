#ifndef CAROM_TESTS_PAPERS_POOL_TABLE_ROWS_H_
#define CAROM_TESTS_PAPERS_POOL_TABLE_ROWS_H_

#include <vector>

#include "tests/papers/frame/claim.h"

namespace carom::papers {

/// The pool table of the compliant papers, its cushions and pockets: pool-08, -09, -11 to -13, -18,
/// -33 to -35; smooth-19 to -21; contensou-23.
std::vector<Claim> PoolTableClaims();
std::vector<Experiment> PoolTableExperiments();

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_TABLE_ROWS_H_
