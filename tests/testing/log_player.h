#ifndef CAROM_TESTS_TESTING_LOG_PLAYER_H_
#define CAROM_TESTS_TESTING_LOG_PLAYER_H_

#include <algorithm>
#include <cstddef>

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

inline bool LogPlayer::Play(const World& world, const Shot& shot, const Record& played,
                            const Detail& detail, Record& record) {
  recorder_.Begin(detail, shot, record);
  stage_.Begin(world, shot);
  auto lead = played.group_leads.begin();
  std::size_t compared = 0;
  const auto logged = [&] { return record.events.size(); };
  const auto agrees = [&] {
    const std::size_t from = compared;
    compared = logged();
    return compared <= played.events.size() &&
           std::equal(record.events.begin() + static_cast<std::ptrdiff_t>(from),
                      record.events.end(),
                      played.events.begin() + static_cast<std::ptrdiff_t>(from));
  };
  bool same = agrees();
  while (same && logged() < played.events.size()) {
    const bool group =
        lead != played.group_leads.end() && lead->first == static_cast<int>(logged());
    const Event event = group ? (lead++)->lead : played.events[logged()];
    recorder_.SampleUntil(event.time_s, stage_.States());
    stage_.ProcessEvent(event);
    // A shot that a stop rule ends is over before anything follows from its last event.
    if (logged() < played.events.size()) stage_.UpdateSupport(event);
    same = agrees();
  }
  recorder_.SampleUntil(played.end_time_s, stage_.States());
  recorder_.Finish(played.stop_reason, played.end_time_s, stage_.States());
  return same;
}

}  // namespace carom

#endif  // CAROM_TESTS_TESTING_LOG_PLAYER_H_
