#ifndef CAROM_CORE_EVENT_PREDICT_PREDICT_H_
#define CAROM_CORE_EVENT_PREDICT_PREDICT_H_

#include <array>
#include <optional>

#include "core/event/event_queue.h"
#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/math/first_crossing.h"
#include "core/math/polynomial.h"
#include "core/record/event.h"

namespace carom {

/// The transition with which a phase ends by itself.
inline EventKind TransitionAtEnd(const Trajectory& phase) {
  if (phase.motion == MotionState::kSliding) {
    return phase.at_cushion ? EventKind::kCushionToCloth : EventKind::kSlidingToRolling;
  }
  if (phase.motion == MotionState::kSpinning) return EventKind::kSpinningToStationary;
  if (phase.motion == MotionState::kSupported) return EventKind::kSupportedToAirborne;
  if (phase.part != RollingPart::kLast) return EventKind::kRollingToRolling;
  return phase.spin_z_duration_s > phase.duration_s ? EventKind::kRollingToSpinning
                                                    : EventKind::kRollingToStationary;
}

/// When would this happen if nothing else did? Each function answers for the present phases of the
/// balls involved, up to the end of the shorter one. A function that takes `before`, the earliest
/// event known so far, may return nothing where its own event is later, since a later event is of
/// no use. The bits of an answer do not depend on `before`.

/// The earliest event in which no other ball takes part: end of the phase, nose, jaw, rail top,
/// slate, pocket, edge of the bed. EventQueue::kNothing if there is none.
Event NextSingleBallEvent(const World& world, const TrajectoryTable& table, int ball);

/// The earliest event of a ball in its present phase with the fixed parts of the table: cushion,
/// jaw, rail, slate, pocket, edge of the bed. Returns `before` if none is earlier. A ball that is
/// driven into the slate hits it at once.
Event NextContact(const World& world, const TrajectoryTable& table, int ball, Event before);

/// A ball in flight that is wholly below the cloth has fallen into a pocket: the nearest one.
/// EventQueue::kNothing on a table without pockets.
Event FallIntoPocket(const World& world, const TrajectoryTable& table, int ball);

/// The end of a ball's phase by itself; EventQueue::kNothing if it has none. A phase in flight
/// ends, at the latest, when the ball is wholly below the cloth.
inline Event EndOfPhase(const World& world, const TrajectoryTable& table, int ball) {
  const Trajectory& phase = table[ball];
  if (!(phase.EndTime() < EventQueue::kNothing.time_s)) return EventQueue::kNothing;
  if (phase.motion == MotionState::kAirborne) return FallIntoPocket(world, table, ball);
  return Event{phase.EndTime(), TransitionAtEnd(phase), static_cast<int16_t>(ball), -1};
}

/// A time before which a ball touches none of the fixed parts of the table: it is still in the open
/// (SolidSet::open), or beside the nose that it leaves (SolidSet::beside). Infinite if it stays
/// there throughout its phase, its epoch if nothing is known.
double EarliestContact(const World& world, const TrajectoryTable& table, int ball);

/// The next single-ball event in two parts, for reports of candidates: the end of the phase, and
/// the earliest of all other events.
std::array<Event, 2> SingleBallCandidates(const World& world, const TrajectoryTable& table,
                                          int ball);

/// The time at which balls i < j collide. Requires a pair that may collide before the Horizon() of
/// both.
OptionalTime CollisionTime(const World& world, const TrajectoryTable& table, int i, int j);

/// The gap of two balls on the cloth from `origin_s` (not before either epoch) on, m^2.
Quartic BallGap(const TrajectoryTable& table, int i, int j, double origin_s, double radius_i_m,
                double radius_j_m);

/// Impact of balls i < j, at least one of which moves; both in play.
std::optional<Event> NextBallBall(const World& world, const TrajectoryTable& table, int i, int j,
                                  const Event& before);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_PREDICT_PREDICT_H_
