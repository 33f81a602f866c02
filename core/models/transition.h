#ifndef CAROM_CORE_MODELS_TRANSITION_H_
#define CAROM_CORE_MODELS_TRANSITION_H_

#include <optional>

#include "core/record/event.h"
#include "core/state/ball_state.h"

namespace carom {

/// The event between two states of motion of a ball on the cloth; nothing for the others, which
/// contacts tell of.
std::optional<EventKind> TransitionOf(MotionState from, MotionState to);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_TRANSITION_H_
