#include "core/record/shot_recorder.h"

#include <algorithm>
#include <limits>

namespace carom {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace

void ShotRecorder::Begin(const Detail& detail, int ball_count, int cue_ball, double rest_hop_s,
                         Record& record) {
  detail_ = &detail;
  record_ = &record;
  hash_ = ShotHash();
  ball_count_ = ball_count;
  period_index_ = 0;
  time_index_ = 0;
  rest_hop_s_ = rest_hop_s;
  last_cushion_.fill(Event{});
  candidates_logged_ = 0;
  overflow_ = log_overflow_ = false;
  record.Clear();
  record.outcome.cue_ball = cue_ball;
}

double ShotRecorder::NextSampleTime() const {
  if (!detail_->samples || overflow_) return kNever;
  const double periodic = detail_->sample_period_s > 0.0
                              ? static_cast<double>(period_index_) * detail_->sample_period_s
                              : kNever;
  const double listed =
      time_index_ < detail_->sample_times_s.size() ? detail_->sample_times_s[time_index_] : kNever;
  return std::min(periodic, listed);
}

// A time that is both listed and on the grid is sampled once.
void ShotRecorder::AdvanceSampleTime(double time_s) {
  if (detail_->sample_period_s > 0.0 &&
      static_cast<double>(period_index_) * detail_->sample_period_s <= time_s) {
    ++period_index_;
  }
  while (time_index_ < detail_->sample_times_s.size() &&
         detail_->sample_times_s[time_index_] <= time_s) {
    ++time_index_;
  }
}

void ShotRecorder::FinishRow(double time_s) {
  record_->sample_times_s.push_back(time_s);
  AdvanceSampleTime(time_s);
  const size_t taken = std::max(record_->samples.size(), record_->sample_times_s.size());
  overflow_ = static_cast<int64_t>(taken) > detail_->max_samples;
}

void ShotRecorder::AddCandidate(const Event& candidate) {
  record_->candidates.push_back(candidate);
}

void ShotRecorder::LogCandidates() {
  std::vector<Event>& candidates = record_->candidates;
  const auto first = candidates.begin() + static_cast<std::ptrdiff_t>(candidates_logged_);
  std::sort(first, candidates.end(), Earlier);
  record_->candidate_counts.push_back(static_cast<int>(candidates.end() - first));
  candidates_logged_ = candidates.size();
}

void ShotRecorder::Log(const Event& event, const BallPair& before, const BallPair& after,
                       bool bounced) {
  hash_.AddEvent(event);
  ++record_->event_count;
  Count(event, before, bounced);
  if (!detail_->events) return;
  record_->events.push_back(event);
  if (detail_->candidates) LogCandidates();
  if (detail_->event_states) {
    record_->event_states.push_back({before[0], after[0]});
    record_->event_states.push_back({before[1], after[1]});
  }
  log_overflow_ = LogBytes() > detail_->max_log_bytes;
}

int64_t ShotRecorder::LogBytes() const {
  const auto bytes = [](const auto& rows) {
    return static_cast<int64_t>(rows.size() * sizeof(rows[0]));
  };
  return bytes(record_->events) + bytes(record_->event_states) + bytes(record_->candidates);
}

void ShotRecorder::Count(const Event& event, const BallPair& before, bool bounced) {
  Outcome& outcome = record_->outcome;
  const auto departure = [&] {
    return Departure{event.ball, event.other, event.time_s, before[0].position, before[0].velocity};
  };
  switch (event.kind) {
    case EventKind::kBallBall:
      CountContact(event);
      break;
    case EventKind::kBallCushion:
    case EventKind::kBallJaw:
      CountCushion(event, bounced);
      break;
    case EventKind::kBallPocket:
      outcome.pocketed.push_back(departure());
      break;
    case EventKind::kLeftTable:
      outcome.left_table.push_back(departure());
      break;
    default:
      break;
  }
}

void ShotRecorder::CountContact(const Event& event) {
  Outcome& outcome = record_->outcome;
  if (outcome.first_contact >= 0 || outcome.cue_ball < 0) return;
  if (!event.Involves(static_cast<int16_t>(outcome.cue_ball))) return;
  outcome.first_contact = event.ball == outcome.cue_ball ? event.other : event.ball;
  outcome.first_contact_time_s = event.time_s;
}

// A ball that only glides along a cushion does not count as having hit it, and one that is pressed
// against it counts once.
void ShotRecorder::CountCushion(const Event& event, bool bounced) {
  Event& last = last_cushion_[static_cast<size_t>(event.ball)];
  const bool same_touch = last.kind == event.kind && last.other == event.other &&
                          event.time_s < last.time_s + 2.0 * rest_hop_s_;
  last = event;
  if (same_touch || !bounced) return;
  Outcome& outcome = record_->outcome;
  ++outcome.cushions_total;
  if (event.ball != outcome.cue_ball) return;
  ++(outcome.first_contact < 0 ? outcome.cushions_before_contact : outcome.cushions_after_contact);
}

void ShotRecorder::Finish(StopReason reason, double end_time_s) {
  const std::vector<BallState>& final_states = record_->final_states;
  const auto final_state = [&](int ball) { return final_states[static_cast<size_t>(ball)]; };
  // The grid ends with the shot; listed times are all answered.
  while (NextSampleTime() <= end_time_s) SampleRow(NextSampleTime(), final_state);
  while (detail_->samples && !overflow_ && time_index_ < detail_->sample_times_s.size()) {
    SampleRow(detail_->sample_times_s[time_index_], final_state);
  }
  record_->stop_reason = reason;
  record_->end_time_s = end_time_s;
  record_->hash = hash_.Finish(reason, end_time_s, final_states);
}

}  // namespace carom
