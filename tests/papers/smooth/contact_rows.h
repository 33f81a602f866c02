#ifndef CAROM_TESTS_PAPERS_SMOOTH_CONTACT_ROWS_H_
#define CAROM_TESTS_PAPERS_SMOOTH_CONTACT_ROWS_H_

#include <vector>

#include "tests/papers/frame/claim.h"

namespace carom::papers {

/// Detection and forces of the smooth-contact paper: smooth-01 to smooth-09.
std::vector<Claim> SmoothContactClaims();
std::vector<Experiment> SmoothContactExperiments();

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_SMOOTH_CONTACT_ROWS_H_
