#ifndef CAROM_TESTS_PAPERS_CONTENSOU_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_CONTENSOU_EXPERIMENTS_H_

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// In the order of their ids; rows.cc binds them.

void PressureSurface(Findings& findings);           // contensou-01, pressure.cc
void RollingResistance(Findings& findings);         // contensou-02, pressure.cc
void TwoDeformableBodies(Findings& findings);       // contensou-03, pressure.cc
void IntegralModel(Findings& findings);             // contensou-04, integral.cc
void FourSymmetries(Findings& findings);            // contensou-05, integral.cc
void IntegralSurfaces(Findings& findings);          // contensou-06, integral.cc
void FivePressureMoments(Findings& findings);       // contensou-07, approximation.cc
void ExactForPureMotions(Findings& findings);       // contensou-08, approximation.cc
void OptimalParameters(Findings& findings);         // contensou-09, fit.cc
void ParametersFromData(Findings& findings);        // contensou-10, fit.cc
void ApproximationsBeside(Findings& findings);      // contensou-11, approximation.cc
void CostOfModels(Findings& findings);              // contensou-12, cost.cc
void SmoothForms(Findings& findings);               // contensou-13, smoothing.cc
void StickSlipScheme(Findings& findings);           // contensou-14, smoothing.cc
void FiveDegreeBall(Findings& findings);            // contensou-15, ball.cc
void StraightMotion(Findings& findings);            // contensou-16, paths.cc
void DiagonalMotion(Findings& findings);            // contensou-17, paths.cc
void ReversalMotion(Findings& findings);            // contensou-18, paths.cc
void CurveMotion(Findings& findings);               // contensou-19, paths.cc
void FullTurnMotion(Findings& findings);            // contensou-20, paths.cc
void ApproximationsSubstitute(Findings& findings);  // contensou-21, substitute.cc
void SpinForTarget(Findings& findings);             // contensou-22, aim.cc
void ParametersOfSimulation(Findings& findings);    // contensou-24, ball.cc
void MisprintsOfPaper(Findings& findings);          // contensou-25, ball.cc

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_CONTENSOU_EXPERIMENTS_H_
