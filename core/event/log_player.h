#ifndef CAROM_CORE_EVENT_LOG_PLAYER_H_
#define CAROM_CORE_EVENT_LOG_PLAYER_H_

#include "core/event/stage.h"
#include "core/event/world.h"
#include "core/record/record.h"
#include "core/record/shot_recorder.h"
#include "core/table/shot.h"

namespace carom {

/// Plays a recorded log on a stage: the shot again, without asking what happens next.
///
/// Holds the memory of one shot and reuses it. Not thread-safe; one per worker.
class LogPlayer {
 public:
  LogPlayer() = default;
  LogPlayer(const LogPlayer&) = delete;  // The stage knows the recorder by its place.
  LogPlayer& operator=(const LogPlayer&) = delete;

  /// Plays the log of `played`, which kept its events hop by hop (Detail::hops), from the shot that
  /// it was recorded of, in the same world. `record` becomes, bit for bit, what this shot gives
  /// with this detail, which must keep them as well. Returns false if the log is not that of this
  /// shot.
  bool Play(const World& world, const Shot& shot, const Record& played, const Detail& detail,
            Record& record);

 private:
  ShotRecorder recorder_;
  Stage stage_{recorder_};
};

}  // namespace carom

#endif  // CAROM_CORE_EVENT_LOG_PLAYER_H_
