#ifndef CAROM_CORE_EVENT_ENGINE_H_
#define CAROM_CORE_EVENT_ENGINE_H_

#include <optional>

#include "core/base/stop_token.h"
#include "core/event/scheduler.h"
#include "core/event/stage.h"
#include "core/event/world.h"
#include "core/record/record.h"
#include "core/record/shot_recorder.h"
#include "core/table/shot.h"

namespace carom {

/// The event-driven engine: continuous event-based evolution [Event-based; Leckie & Greenspan
/// 2006]. Between events every ball follows a polynomial. The loop asks the scheduler for the next
/// event and plays it on the stage, until a stop rule, a limit or rest ends the shot.
///
/// Holds the memory of one simulation and reuses it. Not thread-safe; one per worker.
class EventEngine {
 public:
  EventEngine() = default;
  EventEngine(const EventEngine&) = delete;  // The stage knows the recorder by its place.
  EventEngine& operator=(const EventEngine&) = delete;

  /// Plays a validated shot in a validated world. Returns false, with an incomplete record, when
  /// `stop` was set or when samples or log outgrew what the detail allows.
  bool Play(const World& world, const Shot& shot, const Detail& detail, StopToken stop,
            Record& record);
  void CountInto(SearchCounts* counts) { scheduler_.CountInto(counts); }
  /// Whether the record is incomplete because the log outgrew its bound.
  bool LogOverflow() const { return recorder_.LogOverflow(); }

 private:
  StopReason Run(const Environment& environment, StopToken stop);
  void AddCandidates();
  std::optional<StopReason> StopBefore(const Environment& environment, const Event& next);
  std::optional<StopReason> StopAfter(const Environment& environment, const Event& event) const;

  Record* record_ = nullptr;
  ShotRecorder recorder_;
  Stage stage_{recorder_};
  Scheduler scheduler_;
  double now_s_ = 0.0;
  int events_at_now_ = 0;
};

}  // namespace carom

#endif  // CAROM_CORE_EVENT_ENGINE_H_
