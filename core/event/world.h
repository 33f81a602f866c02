#ifndef CAROM_CORE_EVENT_WORLD_H_
#define CAROM_CORE_EVENT_WORLD_H_

#include <memory>
#include <vector>

#include "core/motion/motion.h"
#include "core/table/ball.h"
#include "core/table/table.h"
#include "core/table/table_solids.h"

namespace carom {

struct Settings;

/// All that the event engine reads and never writes: one world serves many threads.
struct World {
  std::shared_ptr<const Table> table;
  std::shared_ptr<const Settings> settings;
  std::vector<BallSpec> balls;
  std::vector<BallOnCloth> motion;  ///< Of each ball, how it moves between events.
  TableSolids solids;               ///< The table as these balls touch it.
};

}  // namespace carom

#endif  // CAROM_CORE_EVENT_WORLD_H_
