#ifndef CAROM_TESTS_PAPERS_POOL_TABLE_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_POOL_TABLE_EXPERIMENTS_H_

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// table_rows.cc binds them.

void PoolMultipleImpact(Findings& findings);  // pool-08, multiple_impact.cc
void PoolDimensions(Findings& findings);      // pool-09, table.cc
void PoolCushionBodies(Findings& findings);   // pool-11, table.cc
void PoolStarts(Findings& findings);          // pool-18, table.cc
void PoolCornerPaths(Findings& findings);     // pool-12, corners.cc
void PoolFaceWindows(Findings& findings);     // pool-13, corners.cc
void PoolFilmedShot(Findings& findings);      // pool-33, cushion_shots.cc
void PoolSideSpin(Findings& findings);        // pool-35, cushion_shots.cc
void PoolRebounds(Findings& findings);        // pool-34, rebounds.cc
void SmoothPockets(Findings& findings);       // smooth-19, pockets.cc
void SmoothRoundedJaws(Findings& findings);   // smooth-20, pockets.cc
void SmoothDurations(Findings& findings);     // smooth-21, multiple_impact.cc
void PatchOnTable(Findings& findings);        // contensou-23, patch_shot.cc

void PoolPrismInertia(Findings& findings);  // pool-38, prism_inertia.cc
void PoolWholeRack(Findings& findings);     // pool-39, whole_rack.cc

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_TABLE_EXPERIMENTS_H_
