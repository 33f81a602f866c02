#include "server/convert/event_writer.h"

#include "server/convert/event_convert.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

// Sizes on the wire, bytes, rounded up.
constexpr int64_t kEventBytes = 13;  // time, kind, ball, other; also for a candidate
constexpr int64_t kCandidateCountBytes = 2;

void AppendStates(const EventStates& states, v1::EventColumns& columns) {
  AppendState(states.before, *columns.mutable_before());
  AppendState(states.after, *columns.mutable_after());
}

void AppendCandidates(const Record& record, v1::EventColumns& columns) {
  for (const int count : record.candidate_counts) {
    columns.add_candidate_counts(static_cast<uint32_t>(count));
  }
  for (const Event& candidate : record.candidates) {
    columns.add_candidate_times_s(candidate.time_s);
    columns.add_candidate_kinds(ToWire(candidate.kind));
    columns.add_candidate_balls(static_cast<uint32_t>(candidate.ball));
    columns.add_candidate_others(candidate.other);
  }
}

}  // namespace

void AppendEvents(const Record& record, bool with_states, v1::EventColumns& columns) {
  for (size_t i = 0; i < record.events.size(); ++i) {
    const Event& event = record.events[i];
    AppendEvent(event, columns);
    if (!with_states) continue;
    const size_t balls = event.kind == EventKind::kBallBall ? 2 : 1;
    for (size_t b = 0; b < balls; ++b) AppendStates(record.event_states[2 * i + b], columns);
  }
  AppendCandidates(record, columns);
}

int64_t EventBytes(const Record& record, bool with_states) {
  int64_t bytes = kEventBytes * static_cast<int64_t>(record.events.size());
  bytes += kEventBytes * static_cast<int64_t>(record.candidates.size());
  bytes += kCandidateCountBytes * static_cast<int64_t>(record.candidate_counts.size());
  if (!with_states) return bytes;
  for (const EventStates& states : record.event_states) {
    bytes += StateBytes(states.before) + StateBytes(states.after);
  }
  return bytes;
}

}  // namespace carom
