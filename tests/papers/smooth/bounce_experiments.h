#ifndef CAROM_TESTS_PAPERS_SMOOTH_BOUNCE_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_SMOOTH_BOUNCE_EXPERIMENTS_H_

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// The experiments of smooth-12 to smooth-16 and smooth-29; bounce_rows.cc binds them.

void SmoothBounceOnCylinder(Findings& findings);  // 12, bounce_cylinder.cc
void SmoothTolerances(Findings& findings);        // 13, bounce_energy.cc
void SmoothInelastic(Findings& findings);         // 14, bounce_loss.cc
void SmoothAdamsBetter(Findings& findings);       // 15, bounce_methods.cc
void SmoothMethods(Findings& findings);           // 16, method_orders.cc
void SmoothSchemes(Findings& findings);           // 29, contact_schemes.cc

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_SMOOTH_BOUNCE_EXPERIMENTS_H_
