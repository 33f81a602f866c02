#ifndef CAROM_TESTS_PAPERS_SMOOTH_BOUNCE_ROWS_H_
#define CAROM_TESTS_PAPERS_SMOOTH_BOUNCE_ROWS_H_

#include <vector>

#include "tests/papers/frame/claim.h"

namespace carom::papers {

/// Integration of the smooth-contact paper: smooth-12 to smooth-16 and smooth-29.
std::vector<Claim> SmoothBounceClaims();
std::vector<Experiment> SmoothBounceExperiments();

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_SMOOTH_BOUNCE_ROWS_H_
