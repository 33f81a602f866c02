#include "core/record/shot_recorder.h"

namespace carom {
namespace {

// A press takes its touches together among so many of the last.
constexpr size_t kRecentTouches = 1024;
// Most shots have fewer: what a shot allocates does not depend on how long it lasts.
constexpr size_t kFewTouches = 64;

void AddVector(BitHash& bits, const Vec3& v) {
  bits.Add(v.x());
  bits.Add(v.y());
  bits.Add(v.z());
}

void AddDeparture(const Event& event, const BallState& before, std::vector<Departure>& to) {
  to.push_back({event.ball, event.other, event.time_s, before.position, before.velocity});
}

}  // namespace

void AddTo(BitHash& bits, const Event& event) {
  bits.Add(event.time_s);
  const auto ids = static_cast<uint64_t>(static_cast<uint16_t>(event.ball)) << 16 |
                   static_cast<uint64_t>(static_cast<uint16_t>(event.other));
  bits.Add(ids << 8 | static_cast<uint64_t>(event.kind));
}

uint64_t ShotHash::Finish(StopReason reason, double end_time_s,
                          const std::vector<BallState>& states) {
  bits_.Add(static_cast<uint64_t>(reason));
  bits_.Add(end_time_s);
  for (const BallState& state : states) {
    AddVector(bits_, state.position);
    AddVector(bits_, state.velocity);
    AddVector(bits_, state.spin);
    bits_.Add(static_cast<uint64_t>(state.motion));
  }
  return bits_.Value();
}

void ShotRecorder::Begin(const Detail& detail, const Shot& shot, Record& record) {
  detail_ = &detail;
  record_ = &record;
  hash_ = ShotHash();
  ball_count_ = static_cast<int>(shot.start.size());
  period_index_ = 0;
  time_index_ = 0;
  hops_ = 0;
  cue_ball_touched_ = false;
  candidates_logged_ = 0;
  overflow_ = log_overflow_ = false;
  record.Clear();
  record.touches.reserve(kFewTouches);
  record.outcome.cue_ball = shot.strike ? shot.strike->cue_ball : -1;
}

double ShotRecorder::NextAskedTime() const {
  const double periodic = detail_->sample_period_s > 0.0
                              ? static_cast<double>(period_index_) * detail_->sample_period_s
                              : kInfinity;
  const double listed = time_index_ < detail_->sample_times_s.size()
                            ? detail_->sample_times_s[time_index_]
                            : kInfinity;
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
  CountEvent(event, before[0], bounced);
  if (!detail_->events && !detail_->touches) return;
  log_overflow_ = LogBytes() > detail_->max_log_bytes;
  if (!detail_->events) return;
  record_->events.push_back(event);
  if (detail_->candidates) LogCandidates();
  if (detail_->event_states) {
    record_->event_states.push_back({before[0], after[0]});
    record_->event_states.push_back({before[1], after[1]});
  }
}

void ShotRecorder::LogStrike(const CueStrike& strike, bool miscue, const BallState& before,
                             const BallState& after) {
  record_->outcome.miscue = miscue;
  Log({0.0, EventKind::kCueStrike, static_cast<int16_t>(strike.cue_ball), -1}, {before}, {after},
      false);
}

int64_t ShotRecorder::LogBytes() const {
  const auto bytes = [](const auto& rows) {
    return static_cast<int64_t>(rows.size() * sizeof(rows[0]));
  };
  return bytes(record_->events) + bytes(record_->event_states) + bytes(record_->candidates) +
         bytes(record_->presses) + (detail_->touches ? bytes(record_->touches) : 0);
}

void ShotRecorder::CountEvent(const Event& event, const BallState& before, bool bounced) {
  switch (event.kind) {
    case EventKind::kBallBall:
      CountContact(event);
      break;
    case EventKind::kBallCushion:
    case EventKind::kBallJaw:
    case EventKind::kBallRail:
    case EventKind::kPocketRim:
      if (bounced) Touch(event);
      break;
    case EventKind::kBallPocket:
      AddDeparture(event, before, record_->outcome.pocketed);
      break;
    case EventKind::kLeftTable:
      AddDeparture(event, before, record_->outcome.left_table);
      break;
    default:
      break;
  }
}

void ShotRecorder::CountContact(const Event& event) {
  Outcome& outcome = record_->outcome;
  if (outcome.cue_ball < 0 || !event.Involves(static_cast<int16_t>(outcome.cue_ball))) return;
  Touch(event);
  if (outcome.first_contact >= 0) return;
  outcome.first_contact = event.ball == outcome.cue_ball ? event.other : event.ball;
  outcome.first_contact_time_s = event.time_s;
}

// Keeps the memory of a shot bounded whose touches nobody asked for.
void ShotRecorder::Touch(const Event& event) {
  record_->touches.push_back(event);
  if (detail_->touches || record_->touches.size() < 2 * kRecentTouches) return;
  FoldTouches(kRecentTouches);
  record_->touches.erase(record_->touches.begin(), record_->touches.begin() + kRecentTouches);
}

// Adds the first `count` touches to the outcome.
void ShotRecorder::FoldTouches(size_t count) {
  Outcome& outcome = record_->outcome;
  for (size_t i = 0; i < count; ++i) {
    const Event& touch = record_->touches[i];
    cue_ball_touched_ |= touch.kind == EventKind::kBallBall;
    if (touch.kind != EventKind::kBallCushion && touch.kind != EventKind::kBallJaw) continue;
    ++outcome.cushions_total;
    if (touch.ball != outcome.cue_ball) continue;
    ++(cue_ball_touched_ ? outcome.cushions_after_contact : outcome.cushions_before_contact);
  }
}

// Takes out all but the first of the touches of a pair since a time.
void ShotRecorder::MergeTouches(const Event& last, double since_s) {
  std::vector<Event>& touches = record_->touches;
  const size_t oldest = touches.size() - std::min(touches.size(), kRecentTouches);
  size_t first = touches.size();
  for (size_t i = touches.size(); i-- > oldest && touches[i].time_s >= since_s;) {
    const Event& touch = touches[i];
    if (touch.kind != last.kind || touch.ball != last.ball || touch.other != last.other) continue;
    if (first != touches.size()) {
      touches.erase(touches.begin() + static_cast<std::ptrdiff_t>(first));
    }
    first = i;
  }
}

void ShotRecorder::LogPress(const Event& last, const ContactSequence& contacts) {
  MergeTouches(last, contacts.since_s);
  hops_ += contacts.pressed ? 1 : contacts.count - 1;
  if (!detail_->events) return;
  std::vector<Press>& presses = record_->presses;
  if (!contacts.pressed) presses.push_back({contacts.first_event, last.kind});
  const auto press = std::find_if(presses.rbegin(), presses.rend(),
                                  [&](const Press& p) { return p.event == contacts.first_event; });
  press->contacts = contacts.count;
  press->end_s = last.time_s;
  press->impulse_Ns = contacts.impulse_Ns;
}

void ShotRecorder::Close(StopReason reason, double end_time_s) {
  const std::vector<BallState>& final_states = record_->final_states;
  const auto final_state = [&](int ball) { return final_states[static_cast<size_t>(ball)]; };
  // The grid ends with the shot; listed times are all answered.
  while (NextSampleTime() <= end_time_s) SampleRow(NextSampleTime(), final_state);
  while (detail_->samples && !overflow_ && time_index_ < detail_->sample_times_s.size()) {
    SampleRow(detail_->sample_times_s[time_index_], final_state);
  }
  FoldTouches(record_->touches.size());
  if (!detail_->touches) record_->touches.clear();
  record_->event_count -= hops_;
  if (!detail_->hops) FoldPresses(*record_, /*places=*/nullptr);
  record_->stop_reason = reason;
  record_->end_time_s = end_time_s;
  record_->hash = hash_.Finish(reason, end_time_s, final_states);
}

std::optional<StopReason> ShotRecorder::EarlyStop(const StopRules& rules, uint32_t potted,
                                                  const Event& event) const {
  const Outcome& outcome = record_->outcome;
  const auto is_cue_ball = [&](const Departure& gone) { return gone.ball == outcome.cue_ball; };
  const bool balls_touched =
      outcome.cue_ball < 0 ? event.kind == EventKind::kBallBall : outcome.first_contact >= 0;
  if (rules.at_first_contact && balls_touched) return StopReason::kFirstContact;
  if (event.kind != EventKind::kBallPocket && event.kind != EventKind::kLeftTable) {
    return std::nullopt;
  }
  if (rules.at_scratch &&
      (std::any_of(outcome.pocketed.begin(), outcome.pocketed.end(), is_cue_ball) ||
       std::any_of(outcome.left_table.begin(), outcome.left_table.end(), is_cue_ball))) {
    return StopReason::kScratch;
  }
  if (rules.when_potted != 0 && (rules.when_potted & ~potted) == 0) {
    return StopReason::kBallsPotted;
  }
  return std::nullopt;
}

std::optional<StopReason> ShotRecorder::StopAfter(const Environment& environment, uint32_t potted,
                                                  const Event& event) const {
  const auto asked = EarlyStop(environment.stop, potted, event);
  if (asked || record_->event_count < environment.limits.max_events) return asked;
  return StopReason::kEventLimit;
}

}  // namespace carom
