#ifndef CAROM_CORE_MODELS_POOL_EVENT_H_
#define CAROM_CORE_MODELS_POOL_EVENT_H_

#include <optional>

#include "core/base/vec3.h"
#include "core/models/pool_table.h"
#include "core/record/event.h"
#include "core/state/ball_state.h"
#include "core/table/table.h"

namespace carom {

/// What a contact or a watch that begins is called in the log. A cushion of several noses and jaws,
/// a pocket's liner, or the edge of the bed, is named by the part nearest to the ball's centre.
Event EventOf(const Table& table, const PoolMeaning& meaning, double time_s, const Vec2& centre_m);

/// The event between two states of motion of a ball on the cloth; nothing for the others, which
/// contacts tell of.
std::optional<EventKind> TransitionOf(MotionState from, MotionState to);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_EVENT_H_
