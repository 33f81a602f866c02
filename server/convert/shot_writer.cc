#include "server/convert/shot_writer.h"

#include <array>
#include <bit>
#include <span>

#include "core/base/demand.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

// Sizes on the wire, bytes, rounded up.
constexpr int64_t kEventBytes = 13;  // time, kind, ball, other; also for a candidate
constexpr int64_t kCandidateCountBytes = 2;
constexpr int64_t kPressBytes = 17;  // kind, duration, impulse

template <class List>
int64_t Bytes(int64_t each, const List& list) {
  return each * static_cast<int64_t>(list.size());
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

void AppendPress(const Press& press, double begin_s, v1::EventColumns& columns) {
  columns.add_press_kinds(ToWire(press.of));
  columns.add_press_durations_s(press.end_s - begin_s);
  columns.add_press_impulses_n_s(press.impulse_Ns);
}

// How many balls an event has; `press` is the next of the log.
size_t BallsOf(const Event& event, std::vector<Press>::const_iterator& press) {
  const EventKind kind = event.kind == EventKind::kPress ? (press++)->of : event.kind;
  return kind == EventKind::kBallBall ? 2 : 1;
}

constexpr int64_t kContactBytes = 24;  // kind, ball, other, begin, end, count of rows
constexpr int64_t kRowBytes = 40;      // time, penetration, rate, both forces

constexpr int64_t kShotTouchesBytes = 6;  // cue ball, count of touches
constexpr int64_t kTouchBytes = 13;       // time, kind, ball, other

int64_t CountOf(const rules::ShotView& view) {
  return static_cast<int64_t>(view.contacts.size() + view.rail_hits.size());
}

void AppendTouch(double time_s, EventKind kind, int ball, int other, v1::TouchColumns& columns) {
  columns.add_times_s(time_s);
  columns.add_kinds(ToWire(kind));
  columns.add_balls(static_cast<uint32_t>(ball));
  columns.add_others(static_cast<uint32_t>(other));
}

// The sampled bodies: those of the mask that exist in the shot.
uint32_t SampledBalls(const Record& record, uint32_t mask) {
  const size_t balls = record.final_states.size();
  return balls >= 32 ? mask : mask & ((uint32_t{1} << balls) - 1);
}

// Calls `visit(quantity, row)` for each quantity that each ball has of its own, in the order of
// their channels; row(i) has its values in sample i.
template <class Visit>
void EachOfBall(const Record& record, const Visit& visit) {
  const std::vector<BallState>& states = record.samples;
  visit(v1::QUANTITY_POSITION, [&](size_t i) { return states[i].position; });
  visit(v1::QUANTITY_VELOCITY, [&](size_t i) { return states[i].velocity; });
  visit(v1::QUANTITY_ANGULAR_VELOCITY, [&](size_t i) { return states[i].spin; });
  visit(v1::QUANTITY_MOTION,
        [&](size_t i) { return std::array{static_cast<double>(ToWire(states[i].motion))}; });
  visit(v1::QUANTITY_ORIENTATION, [&](size_t i) { return record.sample_orientations[i]; });
  visit(v1::QUANTITY_ACCELERATION, [&](size_t i) { return record.sample_accelerations[i]; });
  visit(v1::QUANTITY_ANGULAR_ACCELERATION,
        [&](size_t i) { return record.sample_angular_accelerations[i]; });
}

bool Wants(const ConvertedDetail& detail, v1::Quantity quantity) {
  return detail.quantities[static_cast<size_t>(quantity - 1)];
}

// The channels of all balls together; returns their number.
uint32_t AppendSystemChannels(const Record& record, const Detail& detail,
                              v1::SampleColumns& columns) {
  const auto system = static_cast<uint32_t>(record.final_states.size());
  uint32_t channels = 0;
  if (system == 0) return channels;  // A shot that failed.
  const auto add = [&](v1::Quantity quantity, const auto& rows) {
    columns.add_bodies(system);
    columns.add_quantities(quantity);
    for (const auto& row : rows) AppendRow(row, *columns.mutable_values());
    ++channels;
  };
  if (detail.sample_energies) add(v1::QUANTITY_ENERGY, record.sample_energies);
  if (detail.sample_violations) add(v1::QUANTITY_CONSTRAINT_VIOLATION, record.sample_violations);
  return channels;
}

uint32_t Count(size_t n) { return static_cast<uint32_t>(n); }
uint32_t Number(int n) { return static_cast<uint32_t>(n); }

void AppendPocketed(const Outcome& outcome, v1::Outcomes& wire) {
  wire.add_pocketed_counts(Count(outcome.pocketed.size()));
  for (const Departure& drop : outcome.pocketed) {
    wire.add_pocketed_balls(Number(drop.ball));
    wire.add_pocketed_pockets(Number(drop.where));
    wire.add_pocketed_times_s(drop.time_s);
  }
}

void AppendLeftTable(const Outcome& outcome, v1::Outcomes& wire) {
  wire.add_left_table_counts(Count(outcome.left_table.size()));
  for (const Departure& departure : outcome.left_table) {
    wire.add_left_table_balls(Number(departure.ball));
    wire.add_left_table_edges(Number(departure.where));
    wire.add_left_table_times_s(departure.time_s);
    AppendRow(departure.position_m, *wire.mutable_left_table_positions_m());
    AppendRow(departure.velocity_m_s, *wire.mutable_left_table_velocities_m_s());
  }
}

}  // namespace

void AppendEvent(const Event& event, v1::EventColumns& columns) {
  columns.add_times_s(event.time_s);
  columns.add_kinds(ToWire(event.kind));
  columns.add_balls(static_cast<uint32_t>(event.ball));
  columns.add_others(event.other);
}

void AppendEvents(const Record& record, bool with_states, v1::EventColumns& columns) {
  auto press = record.presses.begin();
  for (size_t i = 0; i < record.events.size(); ++i) {
    const Event& event = record.events[i];
    AppendEvent(event, columns);
    if (event.kind == EventKind::kPress) AppendPress(*press, event.time_s, columns);
    const size_t balls = BallsOf(event, press);
    if (!with_states) continue;
    for (const EventStates& states : std::span(record.event_states).subspan(2 * i, balls)) {
      AppendState(states.before, *columns.mutable_before());
      AppendState(states.after, *columns.mutable_after());
    }
  }
  AppendCandidates(record, columns);
}

int64_t EventBytes(const Record& record, bool with_states) {
  int64_t bytes = Bytes(kEventBytes, record.events) + Bytes(kEventBytes, record.candidates) +
                  Bytes(kCandidateCountBytes, record.candidate_counts) +
                  Bytes(kPressBytes, record.presses);
  if (!with_states) return bytes;
  for (const EventStates& states : record.event_states) {
    bytes += StateBytes(states.before) + StateBytes(states.after);
  }
  return bytes;
}

void AppendContacts(const Record& record, v1::ContactColumns& columns) {
  columns.add_contact_counts(static_cast<uint32_t>(record.contacts.size()));
  for (const ContactHistory& contact : record.contacts) {
    columns.add_kinds(ToWire(contact.begin.kind));
    columns.add_balls(static_cast<uint32_t>(contact.begin.ball));
    columns.add_others(contact.begin.other);
    columns.add_begin_times_s(contact.begin.time_s);
    columns.add_end_times_s(contact.end_time_s);
    columns.add_row_counts(static_cast<uint32_t>(contact.row_count));
    const auto rows = std::span(record.contact_rows)
                          .subspan(static_cast<size_t>(contact.first_row),
                                   static_cast<size_t>(contact.row_count));
    for (const ContactRow& row : rows) {
      columns.add_row_times_s(row.time_s);
      columns.add_indentations_m(row.penetration_m);
      columns.add_rates_m_s(row.rate_m_s);
      columns.add_normal_forces_n(row.normal_force_N);
      columns.add_friction_forces_n(row.friction_force_N);
    }
  }
}

int64_t ContactBytes(const Record& record) {
  return Bytes(kContactBytes, record.contacts) + Bytes(kRowBytes, record.contact_rows);
}

// A hit holds the number of contacts before it, which gives the common order of hits and contacts.
void AppendTouches(const rules::ShotView& view, v1::TouchColumns& columns) {
  columns.add_cue_balls(view.cue_ball);
  columns.add_touch_counts(static_cast<uint32_t>(CountOf(view)));
  auto hit = view.rail_hits.begin();
  for (int contacts = 0;; ++contacts) {
    for (; hit != view.rail_hits.end() && hit->contacts_before == contacts; ++hit) {
      AppendTouch(hit->time_s, rules::KindOf(hit->part), hit->ball, hit->index, columns);
    }
    if (contacts == static_cast<int>(view.contacts.size())) return;
    const rules::CueBallContact& contact = view.contacts[static_cast<size_t>(contacts)];
    AppendTouch(contact.time_s, EventKind::kBallBall, view.cue_ball, contact.ball, columns);
  }
}

int64_t TouchBytes(const rules::ShotView& view) {
  return kShotTouchesBytes + kTouchBytes * CountOf(view);
}

void AppendSamples(const Record& record, const ConvertedDetail& detail,
                   v1::SampleColumns& columns) {
  columns.add_time_counts(static_cast<uint32_t>(record.sample_times_s.size()));
  for (double time_s : record.sample_times_s) columns.add_times_s(time_s);

  const uint32_t sampled = SampledBalls(record, detail.detail.sample_balls);
  const auto bodies = static_cast<size_t>(std::popcount(sampled));
  CAROM_DEMAND(record.samples.size() == bodies * record.sample_times_s.size(),
               "one sample a body and time");
  uint32_t channels = 0;
  size_t column = 0;
  for (uint32_t body = 0; body < record.final_states.size(); ++body) {
    if ((sampled >> body & 1u) == 0) continue;
    EachOfBall(record, [&](v1::Quantity quantity, const auto& row) {
      if (!Wants(detail, quantity)) return;
      columns.add_bodies(body);
      columns.add_quantities(quantity);
      for (size_t i = column; i < record.samples.size(); i += bodies) {
        AppendRow(row(i), *columns.mutable_values());
      }
      ++channels;
    });
    ++column;
  }
  columns.add_channel_counts(channels + AppendSystemChannels(record, detail.detail, columns));
}

int64_t SampleBytes(const Record& record, const ConvertedDetail& detail) {
  // Each value takes 8 bytes, each channel 2. Those of a state always count.
  int64_t bytes = Bytes(8, record.sample_times_s) + Bytes(48, record.sample_energies) +
                  Bytes(16, record.sample_violations);
  EachOfBall(record, [&](v1::Quantity quantity, const auto& row) {
    const bool of_state = quantity <= v1::QUANTITY_MOTION;
    if (of_state ? record.samples.empty() : !Wants(detail, quantity)) return;
    bytes += Bytes(sizeof(row(0)), record.samples) + Bytes(2, record.final_states);
  });
  if (detail.detail.sample_energies) bytes += 2;
  if (detail.detail.sample_violations) bytes += 2;
  return bytes;
}

void AppendDerivatives(const TangentRecord& tangents, const Record& record,
                       v1::DerivativeColumns& columns) {
  for (const BallTangent& ball : tangents.balls) {
    columns.add_ends(ToWireEnum<v1::DerivativeEnd>(ball.end));
    columns.add_end_events(ball.event);
  }
  AppendRow(tangents.final_states, *columns.mutable_final_states());
  AppendRow(tangents.event_times, *columns.mutable_event_times());
  AppendRow(tangents.samples, *columns.mutable_samples());
  if (tangents.event_states.empty()) return;
  const size_t rows = TangentRecord::kRows * tangents.columns;
  auto press = record.presses.begin();
  for (size_t i = 0; i < record.events.size(); ++i) {
    AppendRow(std::span(tangents.event_states)
                  .subspan(2 * i * rows, BallsOf(record.events[i], press) * rows),
              *columns.mutable_event_states());
  }
}

int64_t DerivativeBytes(const TangentRecord& tangents) {
  constexpr int64_t kEndBytes = 6;  // End, event.
  return Bytes(kEndBytes, tangents.balls) + Bytes(8, tangents.final_states) +
         Bytes(8, tangents.event_times) + Bytes(8, tangents.event_states) +
         Bytes(8, tangents.samples);
}

void AppendProbe(const ProbeReport& report, v1::ProbeColumns& columns) {
  columns.add_played_counts(Number(report.played));
  for (const BallProbe& ball : report.balls) {
    columns.add_kept_counts(Number(ball.kept));
    columns.add_median_errors_m(ball.median_error_m);
    columns.add_worst_errors_m(ball.worst_error_m);
  }
}

int64_t ProbeBytes(int64_t balls) { return 2 + 18 * balls; }

void AppendOutcome(const Outcome& outcome, v1::Outcomes& wire) {
  AppendPocketed(outcome, wire);
  AppendLeftTable(outcome, wire);
  wire.add_first_contacts(outcome.first_contact);
  wire.add_first_contact_times_s(outcome.first_contact_time_s);
  wire.add_cushions_before_contact(Number(outcome.cushions_before_contact));
  wire.add_cushions_after_contact(Number(outcome.cushions_after_contact));
  wire.add_cushions_total(Number(outcome.cushions_total));
  wire.add_miscues(outcome.miscue);
  wire.add_separations_m(outcome.separated_by_m);
}

}  // namespace carom
