#include "core/models/transition.h"

namespace carom {

std::optional<EventKind> TransitionOf(MotionState from, MotionState to) {
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
