#ifndef CAROM_TESTS_PAPERS_SMOOTH_BEARING_ROWS_H_
#define CAROM_TESTS_PAPERS_SMOOTH_BEARING_ROWS_H_

#include <vector>

#include "tests/papers/frame/claim.h"

namespace carom::papers {

/// The ball bearing of the smooth-contact paper: smooth-10, -11, -17, -18.
std::vector<Claim> BearingClaims();
std::vector<Experiment> BearingExperiments();

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_SMOOTH_BEARING_ROWS_H_
