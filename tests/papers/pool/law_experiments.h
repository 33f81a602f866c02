#ifndef CAROM_TESTS_PAPERS_POOL_LAW_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_POOL_LAW_EXPERIMENTS_H_

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// law_rows.cc binds them.

void PoolMaterials(Findings& findings);     // pool-10, laws.cc
void PoolNormalForces(Findings& findings);  // pool-14, laws.cc
void PoolFrictionLaws(Findings& findings);  // pool-15, laws.cc
void PoolTable2(Findings& findings);        // pool-16, laws.cc

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_LAW_EXPERIMENTS_H_
