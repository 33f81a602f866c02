#ifndef CAROM_TESTS_PAPERS_SMOOTH_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_SMOOTH_EXPERIMENTS_H_

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// The experiments of the smooth-contact paper; claims.cc binds them to what it claims.

void BearingDrive(Findings& findings);
void BearingDimensions(Findings& findings);
void BearingSpectrum(Findings& findings);
void CradleDefaults(Findings& findings);
void CradleHeights(Findings& findings);
void CradleMethods(Findings& findings);
void CradlePolicies(Findings& findings);
void CradleTolerances(Findings& findings);
void SmoothAdamsBetter(Findings& findings);
void SmoothBounceOnCylinder(Findings& findings);
void SmoothExponents(Findings& findings);
void SmoothFlores(Findings& findings);
void SmoothInelastic(Findings& findings);
void SmoothLankarani(Findings& findings);
void SmoothLocalFrame(Findings& findings);
void SmoothPlane(Findings& findings);
void SmoothSchemes(Findings& findings);
void SmoothSpheres(Findings& findings);
void SmoothThreeBodies(Findings& findings);
void SmoothTolerances(Findings& findings);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_SMOOTH_EXPERIMENTS_H_
