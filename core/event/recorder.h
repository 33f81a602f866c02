#ifndef CAROM_CORE_EVENT_RECORDER_H_
#define CAROM_CORE_EVENT_RECORDER_H_

#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/laws/settings.h"
#include "core/motion/motion.h"
#include "core/record/shot_recorder.h"
#include "core/table/shot.h"

namespace carom {

/// The ShotRecorder of this engine, which takes phases and impacts.
class Recorder : public ShotRecorder {
 public:
  /// Clears `record`. All arguments must outlive the shot.
  void Begin(const World& world, const Shot& shot, const Detail& detail, Record& record) {
    record_ = &record;
    ShotRecorder::Begin(detail, static_cast<int>(world.balls.size()),
                        shot.strike ? shot.strike->cue_ball : -1, record);
  }

  /// Takes the samples due before `time_s`. Call it before the phases change at that time, so that
  /// a sample at the time of an event shows the state after it.
  void SampleUntil(double time_s, const TrajectoryTable& phases) {
    ShotRecorder::SampleUntil(
        time_s, [&phases](int ball, double at_s) { return StateAt(phases[ball], at_s); });
  }

  /// Takes the last samples and the final states, and closes the record.
  void Finish(StopReason reason, double end_s, int ball_count, const TrajectoryTable& phases) {
    SampleUntil(end_s, phases);
    for (int ball = 0; ball < ball_count; ++ball) {
      record_->final_states.push_back(StateAt(phases[ball], end_s));
    }
    ShotRecorder::Finish(reason, end_s);
  }

 private:
  Record* record_ = nullptr;
};

}  // namespace carom

#endif  // CAROM_CORE_EVENT_RECORDER_H_
