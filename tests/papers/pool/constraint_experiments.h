#ifndef CAROM_TESTS_PAPERS_POOL_CONSTRAINT_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_POOL_CONSTRAINT_EXPERIMENTS_H_

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// constraint_rows.cc binds them.

void PoolOrientations(Findings& findings);      // pool-01, orientations.cc
void PoolMultipliers(Findings& findings);       // pool-02, multipliers.cc
void PoolAssembly(Findings& findings);          // pool-03, assembly.cc
void PoolDrift(Findings& findings);             // pool-04, drift.cc
void PoolRedundantRows(Findings& findings);     // pool-05, redundant_rows.cc
void PoolBaumgarte(Findings& findings);         // pool-06, baumgarte.cc
void PoolDirectCorrection(Findings& findings);  // pool-07, direct_correction.cc
void PoolMisprints(Findings& findings);         // pool-37, misprints.cc

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_CONSTRAINT_EXPERIMENTS_H_
