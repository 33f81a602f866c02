#ifndef CAROM_CORE_TANGENT_TANGENT_PLAYER_H_
#define CAROM_CORE_TANGENT_TANGENT_PLAYER_H_

#include <memory>
#include <vector>

#include "core/event/world.h"
#include "core/record/record.h"
#include "core/table/shot.h"
#include "core/tangent/column.h"
#include "core/tangent/shifts.h"
#include "core/tangent/tangent_record.h"

namespace carom {

/// Differentiates a shot of the event engine that was played and logged. The log is walked with
/// duals: motion in closed form, the time of each impact by one Newton step of its gap, t' = -gap'
/// / (dgap/dt), so that states right after an event carry what is called its saltation [Kong et
/// al., Proc. IEEE 112(6), 2024]. Laws are differentiated as they are, by central differences along
/// each column.
///
/// A ball has a derivative as long as the values of this walk are those of the log, to the bit, and
/// nothing on its way is a kink (TangentEnd).
///
/// Not thread-safe; one per worker.
class TangentPlayer {
 public:
  TangentPlayer();
  ~TangentPlayer();

  /// `played` must have kept events, their states and every contact of a press (Detail::events,
  /// event_states and hops) of this shot, as it was played, in this world; `columns` are of
  /// FindColumn(). `wanted` says of which of its events, states and samples derivatives are kept.
  /// `tangents` is overwritten.
  void Play(const World& world, const Shot& shot, const Record& played, const Detail& wanted,
            const std::vector<Column>& columns, TangentRecord& tangents);

  /// The same of all events, of their states, and of samples of all balls.
  void Play(const World& world, const Shot& shot, const Record& played,
            const std::vector<Column>& columns, TangentRecord& tangents) {
    Detail all;
    all.events = all.event_states = true;
    Play(world, shot, played, all, columns, tangents);
  }

 private:
  class Walk;
  std::unique_ptr<Walk> walk_;
  Shifts shifts_;
};

}  // namespace carom

#endif  // CAROM_CORE_TANGENT_TANGENT_PLAYER_H_
