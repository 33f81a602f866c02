#include "server/convert/result_writer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/demand.h"
#include "server/convert/columns.h"
#include "server/convert/contact_writer.h"
#include "server/convert/event_convert.h"
#include "server/convert/event_writer.h"
#include "server/convert/outcome_convert.h"
#include "server/convert/state_convert.h"
#include "server/convert/touch_writer.h"

namespace carom {
namespace {

// Sizes on the wire, bytes, rounded up.
constexpr int64_t kChunkBytes = 512;       // the columns' tags and lengths, and the engine version
constexpr int64_t kShotBytes = 80;         // what every shot has once
constexpr int64_t kPocketedBytes = 12;     // time, ball, pocket
constexpr int64_t kLeftTableBytes = 60;    // time, ball, edge, position, velocity
constexpr int64_t kFailureBytes = 32;      // beside the message
constexpr int64_t kInputColumnBytes = 24;  // tags and lengths, beside name and values
constexpr size_t kMaxFailureBytes = 512;   // of a failure's message

int64_t InputBytes(const ConvertedDetail& detail) {
  return static_cast<int64_t>(sizeof(double) * detail.input_columns.size());
}

// A failure's message, cut where a character ends: the wire's strings are UTF-8.
std::string Clip(const absl::Status& status) {
  std::string message(status.message());
  if (message.size() <= kMaxFailureBytes) return message;
  size_t end = kMaxFailureBytes - 3;
  while (end > 0 && (static_cast<unsigned char>(message[end]) & 0xC0u) == 0x80u) --end;
  return message.substr(0, end) + "...";
}

// The bodies sampled: those of the mask that the shot has.
uint32_t SampledBalls(const Record& record, uint32_t mask) {
  const size_t balls = record.final_states.size();
  return balls >= 32 ? mask : mask & ((uint32_t{1} << balls) - 1);
}

using Column = google::protobuf::RepeatedField<double>;

void AppendVector(const Vec3& vector, Column& column) {
  column.Add(vector.x());
  column.Add(vector.y());
  column.Add(vector.z());
}

template <size_t kCount>
void AppendRow(const std::array<double, kCount>& row, Column& column) {
  for (const double value : row) column.Add(value);
}

}  // namespace

AnswerBytes ShotAnswerBytes(const ConvertedDetail& detail, int most_balls, int64_t max_shot_bytes) {
  constexpr int64_t kLeastBytes = 16;  // Hash and end time.
  const Detail& wanted = detail.detail;
  AnswerBytes bytes;
  bytes.least =
      kLeastBytes + (wanted.samples ? 8 * static_cast<int64_t>(wanted.sample_times_s.size()) : 0);
  // The log, of which events and touches are told, has no bound of its own.
  const bool open = wanted.events || wanted.samples || wanted.contacts || wanted.candidates;
  const int64_t final_bytes = kShotBytes + InputBytes(detail) +
                              most_balls * (kMovingStateBytes + kPocketedBytes + kLeftTableBytes);
  bytes.most = open ? max_shot_bytes : std::min(final_bytes, max_shot_bytes);
  return bytes;
}

ResultWriter::ResultWriter(const ConvertedDetail& detail, int64_t max_shot_bytes)
    : detail_(detail), max_shot_bytes_(max_shot_bytes) {}

void ResultWriter::Start(uint64_t first_shot, v1::ShotResults* results) {
  results_ = results;
  ClearColumns(*results_);
  results_->set_first_shot(first_shot);
  results_->mutable_final_states();
  results_->mutable_outcomes();
  using Results = v1::ShotResults;
  const Detail& wanted = detail_.detail;
  Present(*results_, detail_.events, &Results::mutable_events, &Results::clear_events);
  Present(*results_, wanted.samples, &Results::mutable_samples, &Results::clear_samples);
  Present(*results_, wanted.contacts, &Results::mutable_contacts, &Results::clear_contacts);
  Present(*results_, detail_.touches, &Results::mutable_touches, &Results::clear_touches);
  if (detail_.events) {
    v1::EventColumns& events = *results_->mutable_events();
    using Events = v1::EventColumns;
    Present(events, detail_.event_states, &Events::mutable_before, &Events::clear_before);
    Present(events, detail_.event_states, &Events::mutable_after, &Events::clear_after);
  }
  byte_size_ = kChunkBytes;
  for (const std::string& name : detail_.input_columns) {
    results_->add_inputs()->set_quantity(name);
    byte_size_ += kInputColumnBytes + static_cast<int64_t>(name.size());
  }
}

void ResultWriter::Add(const Record& record) {
  if (detail_.touches) rules::ReadShotView(record, view_options_, view_);
  const int64_t bytes = ShotBytes(record);
  if (bytes > max_shot_bytes_) {
    AddFailure(absl::OutOfRangeError(absl::StrCat("detail: the answer for this shot takes ", bytes,
                                                  " bytes, must be at most ", max_shot_bytes_)));
    return;
  }
  byte_size_ += bytes;
  AddScalars(record);
  AddInputs();
  for (const BallState& state : record.final_states) {
    AppendState(state, *results_->mutable_final_states());
  }
  AppendOutcome(record.outcome, *results_->mutable_outcomes());
  if (detail_.events) AppendEvents(record, detail_.event_states, *results_->mutable_events());
  if (detail_.detail.samples) AddSamples(record);
  if (detail_.detail.contacts) AppendContacts(record, *results_->mutable_contacts());
  if (detail_.touches) AppendTouches(view_, *results_->mutable_touches());
}

void ResultWriter::AddFailure(const absl::Status& status) {
  v1::ShotFailure& failure = *results_->add_failures();
  failure.set_shot(results_->first_shot() + results_->shot_count());
  failure.set_code(static_cast<int>(status.code()));
  failure.set_message(Clip(status));
  byte_size_ += kShotBytes + kFailureBytes + static_cast<int64_t>(failure.message().size());

  results_->set_shot_count(results_->shot_count() + 1);
  byte_size_ += InputBytes(detail_);
  AddInputs();
  results_->add_stop_reasons(v1::STOP_REASON_UNSPECIFIED);
  results_->add_end_times_s(0.0);
  results_->add_hashes(0);
  results_->add_event_counts(0);
  results_->add_ball_counts(0);
  AppendOutcome(Outcome(), *results_->mutable_outcomes());
  if (detail_.detail.samples) {
    results_->mutable_samples()->add_time_counts(0);
    results_->mutable_samples()->add_channel_counts(0);
  }
  if (detail_.detail.contacts) AppendContacts(Record(), *results_->mutable_contacts());
  if (detail_.touches) AddNoTouches();
}

int64_t ResultWriter::ShotBytes(const Record& record) const {
  const Outcome& outcome = record.outcome;
  int64_t bytes = kShotBytes + InputBytes(detail_);
  for (const BallState& state : record.final_states) bytes += StateBytes(state);
  bytes += kPocketedBytes * static_cast<int64_t>(outcome.pocketed.size());
  bytes += kLeftTableBytes * static_cast<int64_t>(outcome.left_table.size());
  if (detail_.events) bytes += EventBytes(record, detail_.event_states);
  if (detail_.touches) bytes += TouchBytes(view_);
  bytes += 8 * static_cast<int64_t>(record.sample_times_s.size());
  // 10 values a sample; a body's channels cost 2 bytes each.
  bytes += 80 * static_cast<int64_t>(record.samples.size());
  if (!record.samples.empty()) bytes += 8 * static_cast<int64_t>(record.final_states.size());
  // The further channels: as many bytes each, and 8 a value.
  if (detail_.detail.sample_orientations) {
    bytes += 2 * static_cast<int64_t>(record.final_states.size());
  }
  if (detail_.detail.sample_energies) bytes += 2;
  if (detail_.detail.sample_violations) bytes += 2;
  bytes += 32 * static_cast<int64_t>(record.sample_orientations.size());
  bytes += 48 * static_cast<int64_t>(record.sample_energies.size());
  bytes += 16 * static_cast<int64_t>(record.sample_violations.size());
  return bytes + ContactBytes(record);
}

void ResultWriter::AddNoTouches() {
  view_.Clear();
  byte_size_ += TouchBytes(view_);
  AppendTouches(view_, *results_->mutable_touches());
}

void ResultWriter::AddScalars(const Record& record) {
  results_->set_shot_count(results_->shot_count() + 1);
  results_->add_stop_reasons(ToWire(record.stop_reason));
  results_->add_end_times_s(record.end_time_s);
  results_->add_hashes(record.hash);
  results_->add_event_counts(static_cast<uint32_t>(record.event_count));
  results_->add_ball_counts(static_cast<uint32_t>(record.final_states.size()));
}

void ResultWriter::AddInputs() {
  if (detail_.input_columns.empty()) return;
  CAROM_DEMAND(inputs_.size() == detail_.input_columns.size(), "a value for each column");
  for (size_t i = 0; i < inputs_.size(); ++i) {
    results_->mutable_inputs(static_cast<int>(i))->add_values(inputs_[i]);
  }
}

void ResultWriter::AddSamples(const Record& record) {
  v1::SampleColumns& columns = *results_->mutable_samples();
  columns.add_time_counts(static_cast<uint32_t>(record.sample_times_s.size()));
  for (double time_s : record.sample_times_s) columns.add_times_s(time_s);

  const uint32_t sampled = SampledBalls(record, detail_.detail.sample_balls);
  const auto bodies = static_cast<size_t>(std::popcount(sampled));
  CAROM_DEMAND(record.samples.size() == bodies * record.sample_times_s.size(),
               "one sample a body and time");
  uint32_t channels = 0;
  size_t column = 0;
  for (uint32_t body = 0; body < record.final_states.size(); ++body) {
    if ((sampled >> body & 1u) == 0) continue;
    for (int q = v1::QUANTITY_POSITION; q <= v1::QUANTITY_ORIENTATION; ++q) {
      if (!detail_.quantities[static_cast<size_t>(q - 1)]) continue;
      columns.add_bodies(body);
      columns.add_quantities(static_cast<v1::Quantity>(q));
      AddChannel(record, column, bodies, static_cast<v1::Quantity>(q));
      ++channels;
    }
    ++column;
  }
  columns.add_channel_counts(channels + AddSystemChannels(record));
}

void ResultWriter::AddChannel(const Record& record, size_t column, size_t columns,
                              v1::Quantity quantity) {
  Column& values = *results_->mutable_samples()->mutable_values();
  for (size_t i = column; i < record.samples.size(); i += columns) {
    const BallState& state = record.samples[i];
    switch (quantity) {
      case v1::QUANTITY_POSITION:
        AppendVector(state.position, values);
        break;
      case v1::QUANTITY_VELOCITY:
        AppendVector(state.velocity, values);
        break;
      case v1::QUANTITY_ANGULAR_VELOCITY:
        AppendVector(state.spin, values);
        break;
      case v1::QUANTITY_ORIENTATION:
        AppendRow(record.sample_orientations[i], values);
        break;
      default:
        values.Add(static_cast<double>(carom::ToWire(state.motion)));
        break;
    }
  }
}

uint32_t ResultWriter::AddSystemChannels(const Record& record) {
  v1::SampleColumns& columns = *results_->mutable_samples();
  const auto system = static_cast<uint32_t>(record.final_states.size());
  uint32_t channels = 0;
  const auto add = [&](v1::Quantity quantity, const auto& rows) {
    columns.add_bodies(system);
    columns.add_quantities(quantity);
    for (const auto& row : rows) AppendRow(row, *columns.mutable_values());
    ++channels;
  };
  if (detail_.detail.sample_energies) add(v1::QUANTITY_ENERGY, record.sample_energies);
  if (detail_.detail.sample_violations) {
    add(v1::QUANTITY_CONSTRAINT_VIOLATION, record.sample_violations);
  }
  return channels;
}

void AppendResults(const v1::ShotResults& part, v1::ShotResults& whole) {
  const uint64_t first_shot = (whole.shot_count() == 0 ? part : whole).first_shot();
  const uint32_t shot_count = whole.shot_count() + part.shot_count();
  whole.MergeFrom(part);  // appends every column
  whole.set_first_shot(first_shot);
  whole.set_shot_count(shot_count);
}

}  // namespace carom
