#ifndef CAROM_TESTS_PAPERS_POOL_CUT_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_POOL_CUT_EXPERIMENTS_H_

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// cut_rows.cc binds them.

void PoolSlipOrRoll(Findings& findings);        // pool-17, slip.cc
void PoolThirtyDegrees(Findings& findings);     // pool-30, thirty_degrees.cc
void PoolDeflections(Findings& findings);       // pool-31, cuts.cc
void PoolDeflectionTrends(Findings& findings);  // pool-32, cut_trends.cc

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_CUT_EXPERIMENTS_H_
