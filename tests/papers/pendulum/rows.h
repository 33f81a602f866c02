#ifndef CAROM_TESTS_PAPERS_PENDULUM_ROWS_H_
#define CAROM_TESTS_PAPERS_PENDULUM_ROWS_H_

#include <vector>

#include "tests/papers/frame/claim.h"

namespace carom::papers {

/// Claims of the double pendulum's paper, and the experiments on them.
std::vector<Claim> PendulumClaims();
std::vector<Experiment> PendulumExperiments();

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_PENDULUM_ROWS_H_
