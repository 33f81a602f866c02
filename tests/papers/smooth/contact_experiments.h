#ifndef CAROM_TESTS_PAPERS_SMOOTH_CONTACT_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_SMOOTH_CONTACT_EXPERIMENTS_H_

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// The experiments of smooth-01 to smooth-09; contact_rows.cc binds them.

void SmoothSpheres(Findings& findings);      // 01, bowl.cc
void SmoothPlane(Findings& findings);        // 02, detection.cc
void SmoothLocalFrame(Findings& findings);   // 03, detection.cc
void SmoothCylinder(Findings& findings);     // 04, detection.cc
void SmoothPrisms(Findings& findings);       // 05, detection.cc
void SmoothExponents(Findings& findings);    // 06, forces.cc
void SmoothLankarani(Findings& findings);    // 07, forces.cc
void SmoothFlores(Findings& findings);       // 08, forces.cc
void SmoothThreeBodies(Findings& findings);  // 09, three_bodies.cc

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_SMOOTH_CONTACT_EXPERIMENTS_H_
