#ifndef CAROM_TESTS_PAPERS_PENDULUM_PAPER_SCHEME_H_
#define CAROM_TESTS_PAPERS_PENDULUM_PAPER_SCHEME_H_

#include <vector>

#include "core/models/pendulum/double_pendulum.h"

namespace carom::papers {

/// When a step is said to hold a collision.
enum class CollisionTest {
  kPrinted,   ///< f_j f_{j+1} < 0, Eq. (9).
  kDownward,  ///< f comes from f_j >= 0 to f_{j+1} < 0: what Eq. (9) must mean.
};

struct PaperRun {
  std::vector<double> impacts_s;
  int false_alarms = 0;    ///< Sign changes of f on the way up.
  double deepest_m = 0.0;  ///< How far the disc got into the obstacle, at the ends of steps.
};

/// Sections 3.1 and 3.2 to the letter: Runge and Kutta's fourth order with the step h, f of Eq. (7)
/// looked at after each, time and state interpolated linearly (10), (11), Routh's impact, and on
/// from there. Written apart from the integrators.
PaperRun RunPaperScheme(const DoublePendulum& pendulum, double step_s, CollisionTest test);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_PENDULUM_PAPER_SCHEME_H_
