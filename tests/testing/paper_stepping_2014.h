#ifndef CAROM_TESTS_TESTING_PAPER_STEPPING_2014_H_
#define CAROM_TESTS_TESTING_PAPER_STEPPING_2014_H_

#include "core/laws/ball_ball/mathavan_2014.h"
#include "core/laws/impact.h"

namespace carom::testing {

/// Two balls that collide.
struct BallPair {
  BallState a;
  BallState b;
};

/// Where a ball's slip on the slate is taken: at the slate, or, as the peer does by the wrong sign
/// of R w, at the ball's highest point.
enum class SlateSlip { kAtSlate, kAtTop };

/// [Mathavan 2014] as the paper itself integrates it, without a word from core's law: `steps` Euler
/// steps over the normal impulse of an impact without friction, and as many more of that size as
/// give e^2 of the work back. Of balls alike that approach; the law's slate friction is used as it
/// is.
BallPair PaperStepping(const Mathavan2014& law, const BallBallImpact& impact,
                       const BallPair& before, int steps, SlateSlip where);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_PAPER_STEPPING_2014_H_
