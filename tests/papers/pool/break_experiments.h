#ifndef CAROM_TESTS_PAPERS_POOL_BREAK_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_POOL_BREAK_EXPERIMENTS_H_

#include <array>
#include <string>

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// break_rows.cc binds them. The first experiment of the compliant-pool paper and its variants.

void PoolRack(Findings& findings);          // pool-19, break_heights.cc
void PoolBreakHeights(Findings& findings);  // pool-20, break_heights.cc
void JudgeClimb(Findings& findings);        // pool-20's trend over many breaks, break_climb.cc
/// Whether climbs at the five gaps get lower with the gap: pool-20, break_climb.cc.
void JudgeTrend(const std::string& what, const std::array<double, 5>& heights_m,
                Findings& findings);
void SmoothBreakHeights(Findings& findings);  // smooth-22, break_heights.cc
void PoolReducedModel(Findings& findings);    // pool-21, break_reduced.cc
void PoolYellowPath(Findings& findings);      // pool-22, break_reduced.cc
void PoolYellowHits(Findings& findings);      // pool-23, break_hits.cc
void PoolYellowBack(Findings& findings);      // pool-24, break_laws.cc
void PoolBreakCost(Findings& findings);       // pool-25, break_cost.cc
void SmoothBreakCost(Findings& findings);     // smooth-23, break_cost.cc
void PoolSteps(Findings& findings);           // pool-29, break_cost.cc
void PoolSymmetry(Findings& findings);        // pool-26, break_methods.cc
void PoolSymmetryFine(Findings& findings);    // pool-27, break_methods.cc
void PoolMethodCost(Findings& findings);      // pool-28, method_cost.cc
void PoolSensitivity(Findings& findings);     // pool-36, break_ranking.cc

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_BREAK_EXPERIMENTS_H_
