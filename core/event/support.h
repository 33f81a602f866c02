#ifndef CAROM_CORE_EVENT_SUPPORT_H_
#define CAROM_CORE_EVENT_SUPPORT_H_

#include <cstdint>

#include "core/base/vec3.h"
#include "core/event/contact_record.h"
#include "core/event/impact.h"
#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/record/event.h"
#include "core/table/environment.h"

namespace carom {

/// What carries a ball that lies on something other than the cloth, what does not, and when it
/// comes to rest there.

/// A ball stays where it is if its contacts carry all of its weight except this share. A real
/// contact is not a point: a pool ball touches another on a disc of radius
/// a = (3/4 m g R* / E*)^(1/3) = 0.18 mm (Hertz; R* = R/2, E* = 3 GPa). The disc carries any weight
/// whose line of action passes through it, so a ball can rest on slopes of up to a / R = 0.006.
inline constexpr double kHeldSlope = 5e-3;

/// How far a ball falls in a rest hop, m. A body that is no further away after a hop has not left
/// it.
double FallInAHop(const Environment& environment);

/// The part of a ball's weight that no contact carries, in units of the weight. It is the sum of
/// the weight (0, 0, -1) and of one frictionless force for each body in contact, which pushes the
/// ball away from that body. The forces are those that make the sum shortest. The sum then points
/// into none of the bodies. `state` is the state of `ball` at now_s; all other balls are where the
/// table has them. A ball that leaves it within a rest hop carries nothing.
Vec3 UnbalancedWeight(const World& world, const TrajectoryTable& table, double now_s, int ball,
                      const BallState& state);

/// The balls that carry `ball` at now_s, one bit per ball: those in contact whose force points up,
/// or without which the weight is not balanced. Balls that leave it count like others.
uint32_t CarriersOf(const World& world, const TrajectoryTable& table, double now_s, int ball,
                    const BallState& state);

/// Whether `ball` touches anything that could carry it.
bool TouchesAnything(const World& world, const TrajectoryTable& table, double now_s, int ball,
                     const BallState& state);

/// Whether any of these balls leaves `ball`, which rests, or is out of play.
bool AnyStopsCarrying(const World& world, const TrajectoryTable& table, double now_s, int ball,
                      const BallState& state, uint32_t balls);

/// Whether any of these balls moves away, or has moved away. A ball that lies on such a ball falls.
bool AnyMovesAway(const TrajectoryTable& table, uint32_t balls);

/// Starts the balls in flight that a contact leaves without motion although their weight is not
/// balanced. Without a start they would collide again at once, and so for ever. Each is moved down
/// its slope until it lies 0.1 nm lower, at most 20 nm away, and gets the energy that this sets
/// free. No energy is gained, and no overlap arises.
void StartFromRest(const World& world, const TrajectoryTable& table, Impact& impact);

/// Whether a ball in flight, which goes on in hops (event/press.h), has come to rest on something
/// other than the cloth, in one of the four ways of core/README.md, "Rest off the cloth".
///
/// Call it once for each ball to which `event`, an event at now_s, has given a new phase. The call
/// records the contact and, if the ball has come to rest, what carries it and for how long.
bool HasComeToRest(const World& world, const TrajectoryTable& table, const Event& event,
                   double now_s, int ball, ContactRecord& contacts);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_SUPPORT_H_
