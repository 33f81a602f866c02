#ifndef CAROM_TESTS_TESTING_PHASES_H_
#define CAROM_TESTS_TESTING_PHASES_H_

#include "core/motion/motion.h"

namespace carom {

/// BeginPhase() and NextPhase() for a caller that asks only once.
inline Trajectory BeginPhase(const BallState& state, double epoch_s, const BallSpec& ball,
                             const Environment& environment) {
  return BeginPhase(state, epoch_s, BallOnCloth(ball, environment));
}

inline Trajectory NextPhase(const Trajectory& ended, const BallSpec& ball,
                            const Environment& environment) {
  return NextPhase(ended, BallOnCloth(ball, environment));
}

}  // namespace carom

#endif  // CAROM_TESTS_TESTING_PHASES_H_
