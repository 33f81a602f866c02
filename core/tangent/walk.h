#ifndef CAROM_CORE_TANGENT_WALK_H_
#define CAROM_CORE_TANGENT_WALK_H_

#include <memory>
#include <vector>

#include "core/event/world.h"
#include "core/record/record.h"
#include "core/table/shot.h"
#include "core/tangent/column.h"
#include "core/tangent/event_response.h"
#include "core/tangent/perturbations.h"
#include "core/tangent/tangent_record.h"

namespace carom {

/// A shot that was played, as its derivatives see it. All that it names must outlive the walk.
struct PlayedShot {
  const World& world;
  const Shot& shot;
  const Record& record;             ///< With every event, its states, and each contact of a press.
  const std::vector<int>& sampled;  ///< The balls that have samples.
};

/// Walks the log of a shot with duals of some columns. Motion is in closed form; the time of an
/// impact is one Newton step of its gap, t' = -gap' / (dgap/dt), so that states right after an
/// event carry what is called its saltation [Kong et al., Proc. IEEE 112(6), 2024]; laws are
/// differentiated as they are (EventResponse).
///
/// Not thread-safe.
class Walk {
 public:
  virtual ~Walk() = default;

  /// Its columns of `tangents`, which is sized and cleared and must outlive the walk, are written
  /// on the way.
  virtual void Begin(const PlayedShot& played, TangentRecord& tangents) = 0;
  /// The next event, by its place in the log. `response` serves all walks of the shot.
  virtual void ProcessEvent(int index, EventResponse& response) = 0;
  /// Ends those derivatives of balls in `tangents` that have ended in this walk.
  virtual void Finish() = 0;
};

/// Walks that together take all columns. `columns` and `perturbations` must outlive them, and be of
/// the worlds that they walk in.
std::vector<std::unique_ptr<Walk>> MakeWalks(const std::vector<Column>& columns,
                                             const Perturbations& perturbations);

}  // namespace carom

#endif  // CAROM_CORE_TANGENT_WALK_H_
