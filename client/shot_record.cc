#include <utility>

#include "carom/client/shot_outcome.h"
#include "client/internal/ball_columns.h"
#include "client/internal/columns.h"

// The event logs and samples of shots; the outcomes are read in shot_outcome.cc.
namespace carom {
namespace {

using carom::v1::EventColumns;
using carom::v1::SampleColumns;
using carom::v1::ShotResults;

bool HasStates(const EventColumns& events) { return events.has_before() || events.has_after(); }

// Balls of an event: `ball`, and `other` where that is one.
int BallCount(carom::v1::EventKind kind) { return kind == carom::v1::EVENT_KIND_BALL_BALL ? 2 : 1; }

// With Detail.candidates; a log without events has none either way.
bool HasCandidates(const EventColumns& events) { return !events.candidate_counts().empty(); }

void ExpectCandidates(const EventColumns& columns, uint64_t events, ColumnCheck* check) {
  const uint64_t candidates = SumOf(columns.candidate_counts());
  check->Expect("events.candidate_counts", columns.candidate_counts(), events)
      .Expect("events.candidate_times_s", columns.candidate_times_s(), candidates)
      .Expect("events.candidate_kinds", columns.candidate_kinds(), candidates)
      .Expect("events.candidate_balls", columns.candidate_balls(), candidates)
      .Expect("events.candidate_others", columns.candidate_others(), candidates);
}

absl::Status CheckEventColumns(const ShotResults& results) {
  const uint64_t events = SumOf(results.event_counts());
  uint64_t balls = 0;
  uint64_t presses = 0;
  for (const int kind : results.events().kinds()) {
    balls += static_cast<uint64_t>(BallCount(static_cast<carom::v1::EventKind>(kind)));
    presses += kind == carom::v1::EVENT_KIND_PRESS ? 1 : 0;
  }
  for (const int kind : results.events().press_kinds()) {
    balls += static_cast<uint64_t>(BallCount(static_cast<carom::v1::EventKind>(kind)) - 1);
  }
  ColumnCheck check;
  if (HasStates(results.events())) {
    ExpectBalls("events.before", results.events().before(), balls, &check);
    ExpectBalls("events.after", results.events().after(), balls, &check);
  }
  if (HasCandidates(results.events())) ExpectCandidates(results.events(), events, &check);
  return check.Expect("event_counts", results.event_counts(), results.shot_count())
      .Expect("events.times_s", results.events().times_s(), events)
      .Expect("events.kinds", results.events().kinds(), events)
      .Expect("events.balls", results.events().balls(), events)
      .Expect("events.others", results.events().others(), events)
      .Expect("events.press_kinds", results.events().press_kinds(), presses)
      .Expect("events.press_durations_s", results.events().press_durations_s(), presses)
      .Expect("events.press_impulses_n_s", results.events().press_impulses_n_s(), presses)
      .status();
}

class EventReader {
 public:
  explicit EventReader(const EventColumns& columns)
      : columns_(columns), before_(columns.before()), after_(columns.after()) {}

  ShotEvent Next() {
    ShotEvent event;
    event.time_s = columns_.times_s(event_);
    event.kind = columns_.kinds(event_);
    event.ball = columns_.balls(event_);
    event.other = columns_.others(event_);
    if (event.kind == carom::v1::EVENT_KIND_PRESS) ReadPress(&event);
    const int balls = HasStates(columns_) ? BallCount(event.ContactKind()) : 0;
    for (int i = 0; i < balls; ++i) {
      event.before.push_back(before_.Next());
      event.after.push_back(after_.Next());
    }
    if (HasCandidates(columns_)) ReadCandidates(&event);
    ++event_;
    return event;
  }

 private:
  void ReadPress(ShotEvent* event) {
    event->press_kind = columns_.press_kinds(press_);
    event->press_duration_s = columns_.press_durations_s(press_);
    event->press_impulse_Ns = columns_.press_impulses_n_s(press_);
    ++press_;
  }

  void ReadCandidates(ShotEvent* event) {
    for (uint32_t i = 0; i < columns_.candidate_counts(event_); ++i, ++candidate_) {
      event->candidates.push_back(
          {columns_.candidate_times_s(candidate_), columns_.candidate_kinds(candidate_),
           columns_.candidate_balls(candidate_), columns_.candidate_others(candidate_)});
    }
  }

  const EventColumns& columns_;
  BallReader before_;
  BallReader after_;
  int event_ = 0;
  int candidate_ = 0;
  int press_ = 0;
};

// How many values the samples must have: for each shot its times, once for each component of each
// channel. The columns of counts must have been checked.
uint64_t ExpectedValueCount(const SampleColumns& samples) {
  uint64_t values = 0;
  int channel = 0;
  for (int shot = 0; shot < samples.time_counts_size(); ++shot) {
    for (uint32_t i = 0; i < samples.channel_counts(shot); ++i, ++channel) {
      values += static_cast<uint64_t>(ComponentCount(samples.quantities(channel))) *
                samples.time_counts(shot);
    }
  }
  return values;
}

absl::Status CheckSampleColumns(const ShotResults& results) {
  const SampleColumns& samples = results.samples();
  const uint64_t channels = SumOf(samples.channel_counts());
  ColumnCheck check;
  check.Expect("samples.time_counts", samples.time_counts(), results.shot_count())
      .Expect("samples.channel_counts", samples.channel_counts(), results.shot_count())
      .Expect("samples.times_s", samples.times_s(), SumOf(samples.time_counts()))
      .Expect("samples.bodies", samples.bodies(), channels)
      .Expect("samples.quantities", samples.quantities(), channels);
  if (!check.status().ok()) return check.status();
  return check.Expect("samples.values", samples.values(), ExpectedValueCount(samples)).status();
}

class SampleReader {
 public:
  explicit SampleReader(const SampleColumns& samples) : samples_(samples) {}

  ShotSamples Next() {
    ShotSamples shot;
    for (uint32_t i = 0; i < samples_.time_counts(shot_); ++i) {
      shot.times_s.push_back(samples_.times_s(time_++));
    }
    for (uint32_t i = 0; i < samples_.channel_counts(shot_); ++i) {
      shot.channels.push_back(NextChannel(static_cast<int>(shot.times_s.size())));
    }
    ++shot_;
    return shot;
  }

 private:
  SampleChannel NextChannel(int times) {
    SampleChannel channel{samples_.bodies(channel_), samples_.quantities(channel_), {}};
    const int end = value_ + times * ComponentCount(channel.quantity);
    channel.values.assign(samples_.values().begin() + value_, samples_.values().begin() + end);
    value_ = end;
    ++channel_;
    return channel;
  }

  const SampleColumns& samples_;
  int shot_ = 0;
  int time_ = 0;
  int channel_ = 0;
  int value_ = 0;
};

}  // namespace

int ComponentCount(carom::v1::Quantity quantity) {
  switch (quantity) {
    case carom::v1::QUANTITY_POSITION:
    case carom::v1::QUANTITY_VELOCITY:
    case carom::v1::QUANTITY_ANGULAR_VELOCITY:
    case carom::v1::QUANTITY_ACCELERATION:
    case carom::v1::QUANTITY_ANGULAR_ACCELERATION:
      return 3;
    case carom::v1::QUANTITY_MOTION:
      return 1;
    case carom::v1::QUANTITY_ORIENTATION:
      return 4;
    case carom::v1::QUANTITY_ENERGY:
      return 6;
    case carom::v1::QUANTITY_CONSTRAINT_VIOLATION:
      return 2;
    default:
      return 0;
  }
}

absl::StatusOr<std::vector<std::vector<ShotEvent>>> ReadEvents(const ShotResults& results) {
  std::vector<std::vector<ShotEvent>> shots(results.shot_count());
  if (!results.has_events()) return shots;
  if (absl::Status status = CheckEventColumns(results); !status.ok()) return status;
  EventReader reader(results.events());
  for (size_t shot = 0; shot < shots.size(); ++shot) {
    const uint32_t count = results.event_counts(static_cast<int>(shot));
    for (uint32_t i = 0; i < count; ++i) shots[shot].push_back(reader.Next());
  }
  return shots;
}

absl::StatusOr<std::vector<ShotSamples>> ReadSamples(const ShotResults& results) {
  std::vector<ShotSamples> shots;
  if (!results.has_samples()) return std::vector<ShotSamples>(results.shot_count());
  if (absl::Status status = CheckSampleColumns(results); !status.ok()) return status;
  SampleReader reader(results.samples());
  for (uint32_t i = 0; i < results.shot_count(); ++i) shots.push_back(reader.Next());
  return shots;
}

}  // namespace carom
