#ifndef CAROM_TESTS_PAPERS_SMOOTH_CRADLE_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_SMOOTH_CRADLE_EXPERIMENTS_H_

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// cradle_rows.cc binds them.

void CradleHeights(Findings& findings);     // smooth-24, cradle_heights.cc
void CradlePolicies(Findings& findings);    // smooth-25, cradle_policies.cc
void CradleMethods(Findings& findings);     // smooth-26, cradle_methods.cc
void CradleDefaults(Findings& findings);    // smooth-27, cradle_tolerances.cc
void CradleTolerances(Findings& findings);  // smooth-28, cradle_tolerances.cc
void StandIns(Findings& findings);          // smooth-30, stand_ins.cc

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_SMOOTH_CRADLE_EXPERIMENTS_H_
