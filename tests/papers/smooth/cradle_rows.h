#ifndef CAROM_TESTS_PAPERS_SMOOTH_CRADLE_ROWS_H_
#define CAROM_TESTS_PAPERS_SMOOTH_CRADLE_ROWS_H_

#include <vector>

#include "tests/papers/frame/claim.h"

namespace carom::papers {

/// Newton's cradle in "Smooth contact", section 5: smooth-24 to smooth-28.
std::vector<Claim> CradleClaims();
std::vector<Experiment> CradleExperiments();

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_SMOOTH_CRADLE_ROWS_H_
