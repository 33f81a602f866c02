#ifndef CAROM_TESTS_TESTING_STATE_MACHINE_H_
#define CAROM_TESTS_TESTING_STATE_MACHINE_H_

#include <array>
#include <cstdint>

#include "core/record/event.h"
#include "core/state/trajectory.h"

namespace carom {

/// A set of motion states, one bit each.
class MotionSet {
 public:
  constexpr MotionSet() = default;
  constexpr MotionSet(MotionState motion)  // NOLINT: a state is a set of one.
      : bits_(static_cast<uint16_t>(1u << static_cast<unsigned>(motion))) {}

  constexpr bool Has(MotionState motion) const { return (bits_ & MotionSet(motion).bits_) != 0; }
  friend constexpr MotionSet operator|(MotionSet a, MotionSet b) {
    MotionSet both;
    both.bits_ = static_cast<uint16_t>(a.bits_ | b.bits_);
    return both;
  }

 private:
  uint16_t bits_ = 0;
};

/// One row of the state machine: a ball in one of the states `in` may meet `event`, and is then in
/// one of the states `out`.
struct StateRule {
  EventKind event;
  MotionSet in;
  MotionSet out;
};

namespace state_machine {

inline constexpr MotionSet kStationary = MotionState::kStationary;
inline constexpr MotionSet kSpinning = MotionState::kSpinning;
inline constexpr MotionSet kSliding = MotionState::kSliding;
inline constexpr MotionSet kRolling = MotionState::kRolling;
inline constexpr MotionSet kAirborne = MotionState::kAirborne;
inline constexpr MotionSet kSupported = MotionState::kSupported;
inline constexpr MotionSet kCloth = kStationary | kSpinning | kSliding | kRolling;

}  // namespace state_machine

/// What may follow what: [Event-based] (2), Figs. 2, 4, 6 and 7, extended by cue, pockets, rails
/// and rest off the cloth. It holds for each ball that an event involves. Differs from the paper
/// where friction between balls, or a nose below the centre, lifts a ball off the cloth (the paper
/// sends every take-off through the slate), and where the slate's friction leaves a ball rolling or
/// at rest rather than sliding. A ball driven into the slate is sliding until the slate answers, at
/// the same time: ball-ball or cushion, then slate, then airborne is a chain at one time. Where a
/// cluster of balls is struck at once, the slate below each of them answers as part of it. Between
/// the contacts of a press other events may change the state of its balls.
inline constexpr std::array<StateRule, 24> kStateMachine = [] {
  using namespace state_machine;  // NOLINT: names of this table alone.
  return std::array<StateRule, 24>{{
      {EventKind::kCueStrike, kCloth | kAirborne | kSupported, kCloth | kAirborne},
      {EventKind::kBallBall, kCloth, kCloth | kAirborne},
      {EventKind::kBallBall, kAirborne | kSupported, kAirborne},
      {EventKind::kBallBall, kSupported, kSupported},
      {EventKind::kBallCushion, kCloth, kCloth | kAirborne},
      {EventKind::kBallCushion, kAirborne | kSupported, kAirborne},
      {EventKind::kBallJaw, kCloth, kCloth | kAirborne},
      {EventKind::kBallJaw, kAirborne | kSupported, kAirborne},
      {EventKind::kBallSlate, kCloth | kAirborne, kCloth | kAirborne},
      {EventKind::kBallRail, kAirborne | kSupported, kAirborne},
      {EventKind::kPocketRim, kCloth, kCloth | kAirborne},
      {EventKind::kPocketRim, kAirborne | kSupported, kAirborne},
      {EventKind::kPocketDrop, kSliding | kRolling, kAirborne},
      {EventKind::kBallPocket, kSliding | kRolling | kAirborne, MotionState::kPocketed},
      {EventKind::kLeftTable, kSliding | kRolling | kAirborne, MotionState::kLeftTable},
      {EventKind::kSlidingToRolling, kSliding, kRolling},
      {EventKind::kRollingToRolling, kRolling, kRolling},
      {EventKind::kCushionToCloth, kSliding, kCloth | kAirborne},
      {EventKind::kRollingToSpinning, kRolling, kSpinning},
      {EventKind::kRollingToStationary, kRolling, kStationary},
      {EventKind::kSpinningToStationary, kSpinning, kStationary},
      {EventKind::kAirborneToSupported, kAirborne, kSupported},
      {EventKind::kSupportedToAirborne, kSupported, kAirborne},
      {EventKind::kPress, kCloth | kAirborne | kSupported, kCloth | kAirborne | kSupported},
  }};
}();

/// Whether the state machine allows it.
constexpr bool Allowed(MotionState in, EventKind event, MotionState out) {
  for (const StateRule& rule : kStateMachine) {
    if (rule.event == event && rule.in.Has(in) && rule.out.Has(out)) return true;
  }
  return false;
}

}  // namespace carom

#endif  // CAROM_TESTS_TESTING_STATE_MACHINE_H_
