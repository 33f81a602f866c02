#ifndef CAROM_TESTS_PAPERS_PENDULUM_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_PENDULUM_EXPERIMENTS_H_

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// The experiments of the double pendulum's paper, in the order of their ids; rows.cc binds them.

void PendulumConditions(Findings& findings);         // pendulum-01, system.cc
void PendulumDampedAndDriven(Findings& findings);    // pendulum-02, system.cc
void PendulumMassMatrix(Findings& findings);         // pendulum-03, system.cc
void PendulumStepStudy(Findings& findings);          // pendulum-04, scheme.cc
void PendulumSignChange(Findings& findings);         // pendulum-05, scheme.cc
void PendulumImpulses(Findings& findings);           // pendulum-06, impacts.cc
void PendulumRestitution(Findings& findings);        // pendulum-07, impacts.cc
void PendulumCoefficients(Findings& findings);       // pendulum-08, impacts.cc
void PendulumImpulsePlane(Findings& findings);       // pendulum-09, impulse_plane.cc
void PendulumNoSlipAtFirst(Findings& findings);      // pendulum-10, impacts.cc
void PendulumParameters(Findings& findings);         // pendulum-11, system.cc
void PendulumEnergy(Findings& findings);             // pendulum-12, figures.cc
void PendulumImpactCounts(Findings& findings);       // pendulum-13, counts.cc
void PendulumAngularVelocities(Findings& findings);  // pendulum-14, figures.cc
void PendulumPivotForces(Findings& findings);        // pendulum-15, figures.cc
void PendulumJointForces(Findings& findings);        // pendulum-16, figures.cc
void PendulumGrowingInfluence(Findings& findings);   // pendulum-17, counts.cc
void PendulumImpulseSpace(Findings& findings);       // pendulum-18, impulse_space.cc
void PendulumAccumulation(Findings& findings);       // pendulum-19, counts.cc
void PendulumMisprints(Findings& findings);          // pendulum-20, misprints.cc

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_PENDULUM_EXPERIMENTS_H_
