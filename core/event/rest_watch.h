#ifndef CAROM_CORE_EVENT_REST_WATCH_H_
#define CAROM_CORE_EVENT_REST_WATCH_H_

#include "core/event/contact_record.h"
#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/record/event.h"

namespace carom {

/// Tells when a ball in flight has come to rest on something other than the cloth. Such a ball goes
/// on in hops (event/press.h) whose contacts follow each other closely. It is at rest in each
/// of these cases:
///   - At once, where a contact leaves it no energy and what it touches carries its weight.
///   - At once, where it is slow on a level top.
///   - After 50 rest hops in which it moves no further than it would fall in one, whatever holds
///     it there.
///   - Where it is slow and jammed between others without any gap (Recurrence::kJammed).
///
/// A ball does not come to rest on a ball that moves, with two exceptions. In the last two cases it
/// may lean on balls in flight, which come to rest one by one. On other moving balls it rests for
/// one hop only, and only if its contact is in inelastic collapse. Balls that leave it carry
/// nothing (event/support.h).
///
/// Call it once for each ball to which `event`, an event at now_s, has given a new phase. The call
/// records the contact and, if the ball has come to rest, what carries it and for how long.
bool HasComeToRest(const World& world, const TrajectoryTable& table, const Event& event,
                   double now_s, int ball, ContactRecord& contacts);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_REST_WATCH_H_
