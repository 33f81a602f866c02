#ifndef CAROM_TESTS_PAPERS_CONTENSOU_ROWS_H_
#define CAROM_TESTS_PAPERS_CONTENSOU_ROWS_H_

#include <vector>

#include "tests/papers/frame/claim.h"

namespace carom::papers {

/// Claims of the paper on the ball on a Contensou patch, and the experiments on them.
std::vector<Claim> ContensouClaims();
std::vector<Experiment> ContensouExperiments();

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_CONTENSOU_ROWS_H_
