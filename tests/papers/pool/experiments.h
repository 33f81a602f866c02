#ifndef CAROM_TESTS_PAPERS_POOL_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_POOL_EXPERIMENTS_H_

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// The experiments of the compliant pool table; claims.cc binds them to what the paper claims.

void PoolBaumgarte(Findings& findings);
void PoolBreakCost(Findings& findings);
void PoolBreakHeights(Findings& findings);
void PoolCornerPaths(Findings& findings);
void PoolCushionBodies(Findings& findings);
void PoolDeflectionTrends(Findings& findings);
void PoolDeflections(Findings& findings);
void PoolDimensions(Findings& findings);
void PoolDirectCorrection(Findings& findings);
void PoolDrift(Findings& findings);
void PoolFaceWindows(Findings& findings);
void PoolFilmedShot(Findings& findings);
void PoolFrictionLaws(Findings& findings);
void PoolMaterials(Findings& findings);
void PoolMethodCost(Findings& findings);
void PoolMisprints(Findings& findings);
void PoolMultipleImpact(Findings& findings);
void PoolMultipliers(Findings& findings);
void PoolNormalForces(Findings& findings);
void PoolOrientations(Findings& findings);
void PoolPrismInertia(Findings& findings);
void PoolRebounds(Findings& findings);
void PoolReducedModel(Findings& findings);
void PoolRedundantRows(Findings& findings);
void PoolSensitivity(Findings& findings);
void PoolSideSpin(Findings& findings);
void PoolSlipOrRoll(Findings& findings);
void PoolSteps(Findings& findings);
void PoolSymmetry(Findings& findings);
void PoolSymmetryFine(Findings& findings);
void PoolThirtyDegrees(Findings& findings);
void PoolYellowBack(Findings& findings);
void PoolYellowHits(Findings& findings);
void PoolYellowPath(Findings& findings);

// Of the smooth-contact paper, with the same table.
void SmoothDurations(Findings& findings);
void SmoothPockets(Findings& findings);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_EXPERIMENTS_H_
