#ifndef CAROM_CORE_EVENT_RECORDER_H_
#define CAROM_CORE_EVENT_RECORDER_H_

#include <array>

#include "core/base/constants.h"
#include "core/event/impact_state.h"
#include "core/event/trajectory_table.h"
#include "core/record/record.h"
#include "core/record/shot_hash.h"

namespace carom {

/// Writes one shot into a Record as the engine plays it: log, samples, outcome and hash. What is
/// kept depends on the detail; outcome and hash never do.
class Recorder {
 public:
  /// Clears `record`. Both arguments must outlive the shot. `cue_ball` is -1 without a strike.
  /// Contacts of a ball with one cushion that follow each other by less than two `rest_hop_s` are
  /// one touch: see event/rest_rule.h.
  void Begin(const Detail& detail, int ball_count, int cue_ball, double rest_hop_s, Record& record);

  /// Takes the samples whose time has passed for good: those before `time_s`. Call it before the
  /// phases change at that time, so that a sample at an event's time is post-event.
  void SampleUntil(double time_s, const TrajectoryTable& table);

  /// Whether the next Log() expects the events that it was chosen from.
  bool WantsCandidates() const { return detail_->events && detail_->candidates; }
  void AddCandidate(const Event& candidate);

  /// Logs an event with the states of its balls before and after it.
  void Log(const Event& event, const ImpactState& before, const ImpactState& after);

  /// Closes the record. `record.final_states` must be filled; samples asked for beyond the end
  /// repeat them.
  void Finish(StopReason reason, double end_time_s);

  const Outcome& outcome() const { return record_->outcome; }

  /// More samples were asked for than Detail::max_samples.
  bool Overflow() const { return overflow_; }

 private:
  double NextSampleTime() const;
  void AdvanceSampleTime(double time_s);
  bool Sampled(int ball) const { return (detail_->sample_balls >> ball & 1u) != 0; }
  template <class StateOfBall>
  void SampleRow(double time_s, StateOfBall&& state_of_ball);
  void LogCandidates();
  void Count(const Event& event, const ImpactState& before, const ImpactState& after);
  void CountContact(const Event& event);
  void CountCushion(const Event& event, bool bounced);

  const Detail* detail_ = nullptr;
  Record* record_ = nullptr;
  ShotHash hash_;
  int ball_count_ = 0;
  int64_t period_index_ = 0;
  size_t time_index_ = 0;
  double rest_hop_s_ = 0.0;
  std::array<Event, kMaxBalls> last_cushion_{};
  size_t candidates_logged_ = 0;
  bool overflow_ = false;
};

}  // namespace carom

#endif  // CAROM_CORE_EVENT_RECORDER_H_
