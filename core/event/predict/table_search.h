#ifndef CAROM_CORE_EVENT_PREDICT_TABLE_SEARCH_H_
#define CAROM_CORE_EVENT_PREDICT_TABLE_SEARCH_H_

#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/record/event.h"

namespace carom {

/// The earliest event of a ball in its present phase with the fixed parts of the table: cushion,
/// jaw, rail, slate, pocket, edge of the bed. Returns `before` if none is earlier. A ball that is
/// driven into the slate hits it at once.
Event NextContact(const World& world, const TrajectoryTable& table, int ball, Event before);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_PREDICT_TABLE_SEARCH_H_
