#ifndef CAROM_CORE_TANGENT_TANGENT_PLAYER_H_
#define CAROM_CORE_TANGENT_TANGENT_PLAYER_H_

#include <memory>
#include <vector>

#include "core/event/world.h"
#include "core/record/record.h"
#include "core/table/shot.h"
#include "core/tangent/column.h"
#include "core/tangent/event_response.h"
#include "core/tangent/perturbations.h"
#include "core/tangent/tangent_record.h"
#include "core/tangent/walk.h"

namespace carom {

/// Differentiates a shot of the event engine that was played and logged (core/tangent/walk.h).
///
/// A ball has a derivative as long as the values of this walk are those of the log, to the bit, and
/// nothing on its way is a kink (TangentEnd).
///
/// Not thread-safe; one per worker.
class TangentPlayer {
 public:
  TangentPlayer();
  ~TangentPlayer();

  /// The columns of some paths, which the player keeps from shot to shot.
  ColumnFinder& columns() { return columns_; }

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
  ColumnFinder columns_;
  Perturbations perturbations_;
  std::vector<std::unique_ptr<Walk>> walks_;
  EventResponse response_;
};

}  // namespace carom

#endif  // CAROM_CORE_TANGENT_TANGENT_PLAYER_H_
