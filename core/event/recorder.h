#ifndef CAROM_CORE_EVENT_RECORDER_H_
#define CAROM_CORE_EVENT_RECORDER_H_

#include "core/event/impact_state.h"
#include "core/event/trajectory_table.h"
#include "core/motion/motion.h"
#include "core/record/shot_recorder.h"

namespace carom {

/// The ShotRecorder of this engine, which takes phases and impacts.
class Recorder : public ShotRecorder {
 public:
  /// Takes the samples due before `time_s`. Call it before the phases change at that time, so that
  /// a sample at the time of an event shows the state after it.
  void SampleUntil(double time_s, const TrajectoryTable& table) {
    ShotRecorder::SampleUntil(
        time_s, [&table](int ball, double at_s) { return StateAt(table[ball], at_s); });
  }

  using ShotRecorder::Log;

  /// Logs an event with the states of its balls before and after it.
  void Log(const Event& event, const ImpactState& before, const ImpactState& after) {
    ShotRecorder::Log(event, before.state, after.state);
  }
};

}  // namespace carom

#endif  // CAROM_CORE_EVENT_RECORDER_H_
