#ifndef CAROM_CORE_EVENT_WORLD_H_
#define CAROM_CORE_EVENT_WORLD_H_

#include <memory>
#include <vector>

#include "core/motion/motion.h"
#include "core/record/event.h"
#include "core/solid/solid.h"
#include "core/state/trajectory.h"
#include "core/table/shot.h"
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

/// Maps solids and sensors to the events that stand for them, and back.

/// The event of a ball that hits this solid.
EventKind ImpactKind(const Solid& solid);

/// The event of a ball whose centre crosses this sensor at this horizontal speed.
EventKind CrossingKind(const Sensor& sensor, double speed_m_s);

/// An impact event of one ball names a solid. Returns the parts of this solid near the ball. Slate
/// and rail top touch the ball at its lowest point, whatever rounding does to its centre.
Parts PartsOf(const World& world, const Event& event, const BallState& ball);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_WORLD_H_
