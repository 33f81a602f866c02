#ifndef CAROM_TESTS_TESTING_PAPER_STEPPING_H_
#define CAROM_TESTS_TESTING_PAPER_STEPPING_H_

#include <limits>

#include "core/laws/ball_cushion/mathavan_2010.h"
#include "core/laws/impact.h"

namespace carom::testing {

/// Euler steps of a fixed normal impulse, longer ones where more than max_steps would be taken: the
/// approach momentum over max_steps in compression, the work to return over max_steps in
/// restitution (which is the peer's rule, whatever the units).
struct PaperSteps {
  double impulse_N_s;
  double max_steps = std::numeric_limits<double>::infinity();
};

/// [Mathavan 2010] as the paper itself integrates it, without a word from core's law. As in the
/// peer, the velocity after a step gives the work of the step, eight halvings of the last step of
/// compression approach its end, and the last step of restitution is cut to the work that is left.
BallState PaperStepping(const Mathavan2010& law, const CushionImpact& impact,
                        const BallState& before, const PaperSteps& steps);

/// The greater of the differences of v and of R w.
double Distance(const BallSpec& ball, const BallState& a, const BallState& b);

/// What PaperStepping tends to for short steps, extrapolated from two of them.
struct PaperLimit {
  BallState after;
  double tolerance_m_s = 0.0;  ///< Of v and of R w.
};

/// The scheme's error is 0.4 to 1.6 times the velocity of one step, in proportion to the step. What
/// two step lengths leave of it comes of slips that step to and fro over zero, which is less than
/// one of the longer steps (measured: up to 0.42): the tolerance, 12 um/s for a pool ball.
PaperLimit PaperLimitOf(const Mathavan2010& law, const CushionImpact& impact,
                        const BallState& before);

/// How far the peer's answer is from the nearest that PaperStepping can give for `before` with the
/// peer's steps, 1e-3 N s and 1000 at most. Where a slip is nothing but rounding its direction is
/// too, and such steps make up to 1e-3 m/s of that: of a ball that rolls into a cushion, and where
/// a slip comes to within rounding of zero on the way. Hence, if `before` itself is not within 1e-9
/// m/s, the nearest of the answers for velocities that are 1e-11 m/s off, in all directions.
double DistanceToPeer(const Mathavan2010& law, const CushionImpact& impact, const BallState& before,
                      const BallState& peer);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_PAPER_STEPPING_H_
