#ifndef CAROM_CORE_RECORD_SHOT_RECORDER_H_
#define CAROM_CORE_RECORD_SHOT_RECORDER_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/constants.h"
#include "core/base/hash.h"
#include "core/record/record.h"
#include "core/table/environment.h"
#include "core/table/shot.h"

namespace carom {

/// Adds an event's time, kind and ids to a hash.
void AddTo(BitHash& bits, const Event& event);

/// The 64-bit hash of a shot's answer, the same whatever the detail: every event's (time, kind,
/// ids) as it happens (of a press, of each contact), then stop reason, end time and the final
/// states. -0 counts as +0. A batch's hash is a BitHash over its shots' hashes in shot order (a
/// failed shot counts as 0).
class ShotHash {
 public:
  void AddEvent(const Event& event) { AddTo(bits_, event); }
  uint64_t Finish(StopReason reason, double end_time_s, const std::vector<BallState>& states);

 private:
  BitHash bits_;
};

/// The states of an event's balls: of `ball`, then of the other one, if it is a ball.
using BallPair = std::array<BallState, 2>;

/// The time at which a shot that goes on ends, and why.
inline double LastTime(const Environment& environment) {
  return std::min(environment.limits.max_time_s, environment.stop.at_time_s);
}
inline StopReason ReasonAtLastTime(const Environment& environment) {
  return environment.stop.at_time_s <= environment.limits.max_time_s ? StopReason::kAtTime
                                                                     : StopReason::kTimeLimit;
}

/// Contacts of one pair, each of which follows the last one closely.
struct ContactSequence {
  double since_s = 0.0;
  double last_s = -std::numeric_limits<double>::infinity();
  double impulse_Ns = 0.0;  ///< Sum of their normal impulses.
  int count = 0;
  int first_event = 0;   ///< The number of the first of them among the events of the shot.
  bool pressed = false;  ///< They have become a press.
};

/// For engines that tell every touch of a ball that is pressed against a rail. A ball that returns
/// within kReturns_s has not been seen to leave: friction with the cloth, mu g = 2 m/s^2, lets it
/// go mu g kReturns_s^2 / 8 = 0.1 mm away.
class SameTouch {
 public:
  static constexpr double kReturns_s = 0.02;

  /// Whether this contact with a rail is one touch with the last of the same ball.
  bool Continues(const Event& contact) {
    Event& last = last_[static_cast<size_t>(contact.ball)];
    const bool same = last.kind == contact.kind && last.other == contact.other &&
                      contact.time_s < last.time_s + kReturns_s;
    last = contact;
    return same;
  }

 private:
  std::array<Event, kMaxBalls> last_{};
};

/// Writes one shot into a Record as an engine plays it: log, samples, outcome and hash. What is
/// kept depends on the detail; outcome and hash never do.
class ShotRecorder {
 public:
  /// Clears `record`. It and the detail must outlive the shot.
  void Begin(const Detail& detail, const Shot& shot, Record& record);

  /// Takes the samples whose time has passed for good: those before `time_s`. Call it before the
  /// phases change at that time, so that a sample at an event's time is post-event.
  /// `state_of` gives the state of a ball (int) at a time (double) up to then.
  template <class StateOf>
  void SampleUntil(double time_s, StateOf&& state_of) {
    for (double next = NextSampleTime(); next < time_s; next = NextSampleTime()) {
      SampleRow(next, [&](int ball) { return state_of(ball, next); });
    }
  }

  /// The next time that the detail asks for; infinite when there is none.
  double NextSampleTime() const {
    return detail_->samples && !overflow_ ? NextAskedTime() : kInfinity;
  }

  /// Takes a sample now, with `state_of` a ball (int).
  template <class StateOf>
  void SampleRow(double time_s, StateOf&& state_of) {
    for (int ball = 0; ball < ball_count_; ++ball) {
      if (Sampled(ball)) record_->samples.push_back(state_of(ball));
    }
    FinishRow(time_s);
  }

  /// Whether Log() keeps the states that it is given.
  bool KeepsStates() const { return detail_->events && detail_->event_states; }

  /// Whether the next Log() expects the events that it was chosen from.
  bool WantsCandidates() const { return detail_->events && detail_->candidates; }
  void AddCandidate(const Event& candidate);

  /// Logs an event with the states of its balls before and after it, and whether the first ball
  /// bounced: one that only glides along a rail does not touch it.
  void Log(const Event& event, const BallPair& before, const BallPair& after, bool bounced);

  /// The same of the strike, which is the first event.
  void LogStrike(const CueStrike& strike, bool miscue, const BallState& before,
                 const BallState& after);

  /// Notes that the event logged last was a contact of a press, of which `contacts` tells.
  void LogPress(const Event& last, const ContactSequence& contacts);

  /// Notes that the next contacts logged are one impact of a group, which this contact led.
  void LogLead(const Event& lead) {
    if (detail_->events && detail_->hops) record_->group_leads.push_back({Logged(), lead});
  }
  /// How many events have happened, every contact of a press included.
  int Logged() const { return record_->event_count; }

  /// Writes the final states and closes the record; samples asked for beyond the end repeat them.
  template <class StateOf>
  void Finish(StopReason reason, double end_time_s, StateOf&& state_of) {
    for (int ball = 0; ball < ball_count_; ++ball) {
      record_->final_states.push_back(state_of(ball, end_time_s));
    }
    Close(reason, end_time_s);
  }

  const Outcome& outcome() const { return record_->outcome; }

  /// Whether the caller wants the shot to end after this event, the last of those logged. `potted`
  /// has the balls that are in pockets, one bit each.
  std::optional<StopReason> EarlyStop(const StopRules& rules, uint32_t potted,
                                      const Event& event) const;
  /// The same, or that the shot has as many events as it may have.
  std::optional<StopReason> StopAfter(const Environment& environment, uint32_t potted,
                                      const Event& event) const;

  /// More samples were asked for than Detail::max_samples, or the log has outgrown its bound.
  bool Overflow() const { return overflow_ || log_overflow_; }
  bool LogOverflow() const { return log_overflow_; }

 private:
  void Close(StopReason reason, double end_time_s);
  double NextAskedTime() const;
  void FinishRow(double time_s);
  void AdvanceSampleTime(double time_s);
  bool Sampled(int ball) const { return (detail_->sample_balls >> ball & 1u) != 0; }
  void LogCandidates();
  int64_t LogBytes() const;
  void CountEvent(const Event& event, const BallState& before, bool bounced);
  void CountContact(const Event& event);
  void Touch(const Event& event);
  void FoldTouches(size_t count);
  void MergeTouches(const Event& last, double since_s);

  const Detail* detail_ = nullptr;
  Record* record_ = nullptr;
  ShotHash hash_;
  int ball_count_ = 0;
  int64_t period_index_ = 0;
  size_t time_index_ = 0;
  int hops_ = 0;                   // Contacts of presses beside the first.
  bool cue_ball_touched_ = false;  // A ball, in the touches that were folded.
  size_t candidates_logged_ = 0;
  bool overflow_ = false;
  bool log_overflow_ = false;
};

}  // namespace carom

#endif  // CAROM_CORE_RECORD_SHOT_RECORDER_H_
