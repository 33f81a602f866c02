#ifndef CAROM_CORE_EVENT_CONTACT_GAP_H_
#define CAROM_CORE_EVENT_CONTACT_GAP_H_

#include "core/event/world.h"
#include "core/record/event.h"
#include "core/state/ball_state.h"

namespace carom {

/// How far a ball is from another body at one instant, m; negative: overlap. Measured in the
/// contact chosen (nose line or plane), as prediction does.

double BallBallGap(const World& world, int a, const BallState& a_state, int b,
                   const BallState& b_state);

/// To nose `nose` of the table.
double NoseGap(const World& world, int ball, const BallState& state, size_t nose);

/// To jaw `jaw` of the table: to its nose ring, or to its flat top right below the ball.
double JawGap(const World& world, int ball, const BallState& state, size_t jaw);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_CONTACT_GAP_H_
