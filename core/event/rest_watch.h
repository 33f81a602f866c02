#ifndef CAROM_CORE_EVENT_REST_WATCH_H_
#define CAROM_CORE_EVENT_REST_WATCH_H_

#include "core/event/contact_record.h"
#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/record/event.h"

namespace carom {

/// Tells when a ball in flight has come to rest on something else than the cloth. Such a ball goes
/// on in hops (event/rest_rule.h) whose contacts follow each other closely. The ball is at rest
///   - at once where a contact leaves it no energy and what it touches carries its weight, or where
///     it is slow on a level top;
///   - after 50 rest hops within what it would fall in one, whatever holds it there;
///   - where it is jammed between others without any gap (Pile::kJammed), if it is slow.
///
/// On a ball that moves it does not come to rest; but where contacts have piled up that leave it no
/// energy for a hop, it stays where it is for the time of one.
///
/// To be asked once for each ball that `event`, an event at now_s, has given a new phase. Notes the
/// contact, and what carries a ball that has come to rest and how long.
bool HasComeToRest(const World& world, const TrajectoryTable& table, const Event& event,
                   double now_s, int ball, ContactRecord& contacts);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_REST_WATCH_H_
