#ifndef CAROM_CORE_RECORD_EVENT_H_
#define CAROM_CORE_RECORD_EVENT_H_

#include <cstdint>
#include <optional>

#include "core/state/trajectory.h"

namespace carom {

/// What happened. The numbers enter the shot hash: append, never renumber.
enum class EventKind : uint8_t {
  kCueStrike = 0,         ///< other: -1.
  kBallBall = 1,          ///< other: the second ball, ball < other.
  kBallCushion = 2,       ///< other: index of the nose.
  kBallJaw = 3,           ///< other: index of the jaw.
  kBallPocket = 4,        ///< other: index of the pocket.
  kLeftTable = 5,         ///< other: index of the outline's edge.
  kSlidingToRolling = 6,  ///< other: -1, as for all transitions.
  kRollingToSpinning = 7,
  kRollingToStationary = 8,
  kSpinningToStationary = 9,
  kBallSlate = 10,            ///< other: -1. The ball hits the cloth with a velocity into it.
  kBallRail = 11,             ///< other: index of the rail top.
  kPocketDrop = 12,           ///< other: the pocket whose rim the centre passed: the cloth ends.
  kPocketRim = 13,            ///< other: the pocket whose rim, wall or back the ball hits.
  kAirborneToSupported = 14,  ///< other: -1. Its hops have died out on something other than cloth.
  kSupportedToAirborne = 15,  ///< other: -1. What held it has moved.
  // Of mechanisms, whose bodies take the place of balls.
  kObstacleImpact = 16,  ///< other: index of the obstacle.
  kContactBegin = 17,    ///< other: the second body.
  kContactEnd = 18,      ///< other: the second body.
  /// A contact in inelastic collapse, from its first touch on; see Press. other: what it presses.
  kPress = 19,
  /// other: -1. The next part of a band of speed, where rolling friction depends on it.
  kRollingToRolling = 20,
  /// other: -1. The ball leaves the cushion that it was in contact with, if that takes time.
  kCushionToCloth = 21,
};

/// One entry of the event log.
struct Event {
  double time_s = 0.0;
  EventKind kind = EventKind::kCueStrike;
  int16_t ball = -1;
  int16_t other = -1;  ///< A ball or a feature of the table, by kind.

  bool Involves(int16_t ball_index) const {
    return ball == ball_index || (kind == EventKind::kBallBall && other == ball_index);
  }
  friend bool operator==(const Event&, const Event&) = default;
};

/// A change of state that no contact brings about.
constexpr bool IsTransition(EventKind kind) {
  return (kind >= EventKind::kSlidingToRolling && kind <= EventKind::kSpinningToStationary) ||
         kind == EventKind::kAirborneToSupported || kind == EventKind::kSupportedToAirborne ||
         kind == EventKind::kRollingToRolling || kind == EventKind::kCushionToCloth;
}

/// The event between two states of motion of a ball on the cloth; nothing for the others, which
/// contacts tell of.
constexpr std::optional<EventKind> TransitionOf(MotionState from, MotionState to) {
  using enum MotionState;
  if (from == kSliding && to == kRolling) return EventKind::kSlidingToRolling;
  if (from == kRolling && to == kSpinning) return EventKind::kRollingToSpinning;
  if (from == kRolling && to == kStationary) return EventKind::kRollingToStationary;
  if (from == kSpinning && to == kStationary) return EventKind::kSpinningToStationary;
  return std::nullopt;
}

/// An impact: a law gives the velocities after it.
constexpr bool IsImpact(EventKind kind) {
  return (kind >= EventKind::kBallBall && kind <= EventKind::kBallJaw) ||
         kind == EventKind::kBallSlate || kind == EventKind::kBallRail ||
         kind == EventKind::kPocketRim;
}

/// A contact with a part of a rail: its nose, a jaw, its top or the edge of a pocket.
constexpr bool IsRail(EventKind kind) {
  return kind == EventKind::kBallCushion || kind == EventKind::kBallJaw ||
         kind == EventKind::kBallRail || kind == EventKind::kPocketRim;
}

/// Rank among events of one time: transitions first (a phase that is over presses nothing together
/// any more), then the slate (which answers before anything else what was driven into it).
constexpr int Rank(EventKind kind) {
  if (IsTransition(kind)) return 0;
  return kind == EventKind::kBallSlate ? 1 : 2;
}

/// The order in which events of one shot happen: by time, rank, kind and ids. Total, so that
/// simultaneous events have one order everywhere.
inline bool Earlier(const Event& a, const Event& b) {
  if (a.time_s != b.time_s) return a.time_s < b.time_s;
  if (Rank(a.kind) != Rank(b.kind)) return Rank(a.kind) < Rank(b.kind);
  if (a.kind != b.kind) return a.kind < b.kind;
  if (a.ball != b.ball) return a.ball < b.ball;
  return a.other < b.other;
}

/// Why a shot ended. Every shot has one.
enum class StopReason : uint8_t {
  kAtRest = 0,             ///< Nothing moves any more.
  kTimeLimit = 1,          ///< Limits::max_time_s.
  kEventLimit = 2,         ///< Limits::max_events.
  kZeroTimeLimit = 3,      ///< Limits::max_events_at_one_time.
  kAtTime = 4,             ///< StopRules::at_time_s.
  kFirstContact = 5,       ///< StopRules::at_first_contact.
  kScratch = 6,            ///< StopRules::at_scratch.
  kBallsPotted = 7,        ///< StopRules::when_potted.
  kCancelled = 8,          ///< The caller's StopToken; the record is then incomplete.
  kEvaluationLimit = 9,    ///< The cap on evaluations of forces.
  kEventsAccumulate = 10,  ///< Events accumulate at one point of time; the rest cannot be computed.
  kNumericalFailure = 11,  ///< No finite or unique accelerations: singular constraints, say.
};

}  // namespace carom

#endif  // CAROM_CORE_RECORD_EVENT_H_
