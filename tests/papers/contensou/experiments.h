#ifndef CAROM_TESTS_PAPERS_CONTENSOU_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_CONTENSOU_EXPERIMENTS_H_

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// The experiments of the ball on a Contensou patch; claims.cc binds them to what the paper claims.

void ApproximationsBeside(Findings& findings);
void ApproximationsSubstitute(Findings& findings);
void CostOfModels(Findings& findings);
void CurveMotion(Findings& findings);
void DiagonalMotion(Findings& findings);
void ExactForPureMotions(Findings& findings);
void FivePressureMoments(Findings& findings);
void FourSymmetries(Findings& findings);
void FullTurnMotion(Findings& findings);
void IntegralSurfaces(Findings& findings);
void IntegrandsByAngles(Findings& findings);
void OptimalParameters(Findings& findings);
void PressureSurface(Findings& findings);
void ReferencesAndWords(Findings& findings);
void ReversalMotion(Findings& findings);
void RollingResistance(Findings& findings);
void SignOfFriction(Findings& findings);
void SmoothForms(Findings& findings);
void StickSlipScheme(Findings& findings);
void StraightMotion(Findings& findings);
void TwoDeformableBodies(Findings& findings);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_CONTENSOU_EXPERIMENTS_H_
