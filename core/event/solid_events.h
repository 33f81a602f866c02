#ifndef CAROM_CORE_EVENT_SOLID_EVENTS_H_
#define CAROM_CORE_EVENT_SOLID_EVENTS_H_

#include "core/event/world.h"
#include "core/record/event.h"
#include "core/solid/solid.h"
#include "core/state/ball_state.h"

namespace carom {

/// Maps solids and bounds to the events that stand for them, and back.

/// The event of a ball that hits this solid.
EventKind ImpactKind(const Solid& solid);

/// The event of a ball whose centre crosses this bound at this horizontal speed.
EventKind CrossingKind(const Bound& bound, double speed_m_s);

/// An impact event of one ball names a solid. Returns the parts of this solid near the ball. Slate
/// and rail top touch the ball at its lowest point, whatever rounding does to its centre.
Parts PartsOf(const World& world, const Event& event, const BallState& ball);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_SOLID_EVENTS_H_
