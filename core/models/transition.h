#ifndef CAROM_CORE_MODELS_TRANSITION_H_
#define CAROM_CORE_MODELS_TRANSITION_H_

#include <optional>

#include "core/record/event.h"
#include "core/state/ball_state.h"

namespace carom {

/// The event between two states of motion of a ball on the cloth; nothing for the others, which
/// contacts tell of.
inline std::optional<EventKind> TransitionOf(MotionState from, MotionState to) {
  if (from == MotionState::kSliding && to == MotionState::kRolling) {
    return EventKind::kSlidingToRolling;
  }
  if (from == MotionState::kRolling && to == MotionState::kSpinning) {
    return EventKind::kRollingToSpinning;
  }
  if (from == MotionState::kRolling && to == MotionState::kStationary) {
    return EventKind::kRollingToStationary;
  }
  if (from == MotionState::kSpinning && to == MotionState::kStationary) {
    return EventKind::kSpinningToStationary;
  }
  return std::nullopt;
}

}  // namespace carom

#endif  // CAROM_CORE_MODELS_TRANSITION_H_
