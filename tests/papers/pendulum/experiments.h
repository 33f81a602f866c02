#ifndef CAROM_TESTS_PAPERS_PENDULUM_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_PENDULUM_EXPERIMENTS_H_

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// The experiments of the double pendulum; claims.cc binds them to what the paper claims.

void PendulumAngularVelocities(Findings& findings);
void PendulumCoefficients(Findings& findings);
void PendulumConditions(Findings& findings);
void PendulumEnergy(Findings& findings);
void PendulumEquationsOfMotion(Findings& findings);
void PendulumGrowingInfluence(Findings& findings);
void PendulumImpactCounts(Findings& findings);
void PendulumImpulsePlane(Findings& findings);
void PendulumImpulseSpace(Findings& findings);
void PendulumImpulses(Findings& findings);
void PendulumJointForces(Findings& findings);
void PendulumMassMatrix(Findings& findings);
void PendulumMisprints(Findings& findings);
void PendulumParameters(Findings& findings);
void PendulumPivotForces(Findings& findings);
void PendulumSignChange(Findings& findings);
void PendulumStepStudy(Findings& findings);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_PENDULUM_EXPERIMENTS_H_
