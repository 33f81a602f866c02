#include "server/convert/result_writer.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/demand.h"
#include "core/base/field_error.h"
#include "server/convert/shot_writer.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

// Sizes on the wire, bytes, rounded up.
constexpr int64_t kChunkBytes = 512;       // the columns' tags and lengths, and the engine version
constexpr int64_t kShotBytes = 80;         // what every shot has once
constexpr int64_t kPocketedBytes = 12;     // time, ball, pocket
constexpr int64_t kLeftTableBytes = 60;    // time, ball, edge, position, velocity
constexpr int64_t kFailureBytes = 16;      // beside what is in it
constexpr int64_t kInputColumnBytes = 24;  // tags and lengths, beside name and values
constexpr int64_t kOffsetBytes = 5;        // of a shot of a selection
constexpr int64_t kCostBytes = 10;         // evaluations, steps
constexpr size_t kMaxFailureBytes = 512;   // of a failure's message

// The bytes of every reported shot, except those of its balls.
int64_t HeadBytes(const ConvertedDetail& detail) {
  const size_t numbers = detail.input_columns.size() + detail.labels +
                         detail.margins.size() * (1 + detail.derivatives.size());
  return kShotBytes + static_cast<int64_t>(sizeof(double) * numbers) +
         (detail.selected ? kOffsetBytes : 0) + (detail.cost ? kCostBytes : 0);
}

// The count for the whole chunk, including shots that are left out.
uint32_t PlayedCount(const v1::ShotResults& results) {
  return results.has_selection() ? results.selection().played_count() : results.shot_count();
}

// Empties the message and all that it consists of. Message::Clear() deletes the messages of
// columns; this keeps them present, and so the room of their columns.
void ClearColumns(google::protobuf::Message& message) {
  using Field = google::protobuf::FieldDescriptor;
  const google::protobuf::Reflection& fields = *message.GetReflection();
  std::vector<const Field*> present;
  fields.ListFields(message, &present);
  for (const Field* const field : present) {
    if (!field->is_repeated() && field->cpp_type() == Field::CPPTYPE_MESSAGE) {
      ClearColumns(*fields.MutableMessage(&message, field));
    } else {
      fields.ClearField(&message, field);
    }
  }
}

// Makes a message within `owner` present or absent: what used the owner before may have had others.
// By its number, which is found sooner than its name: every part of a call begins so.
void Present(google::protobuf::Message& owner, int number, bool wanted) {
  const auto* const field = owner.GetDescriptor()->FindFieldByNumber(number);
  if (!wanted) return owner.GetReflection()->ClearField(&owner, field);
  owner.GetReflection()->MutableMessage(&owner, field);
}

}  // namespace

AnswerBytes ShotAnswerBytes(const ConvertedDetail& detail, int most_balls, int64_t max_shot_bytes) {
  constexpr int64_t kLeastBytes = 16;  // Hash and end time.
  const Detail& wanted = detail.detail;
  AnswerBytes bytes;
  bytes.least =
      kLeastBytes + (wanted.samples ? 8 * static_cast<int64_t>(wanted.sample_times_s.size()) : 0);
  // The log has no bound of its own, nor have touches.
  const bool open =
      wanted.events || wanted.touches || wanted.samples || wanted.contacts || wanted.candidates;
  constexpr int64_t kRowBytes = sizeof(double) * TangentRecord::kRows;
  const auto paths = static_cast<int64_t>(detail.derivatives.size());
  const int64_t ball_bytes = kMovingStateBytes + kPocketedBytes + kLeftTableBytes +
                             (detail.probe ? ProbeBytes(1) : 0) +
                             (paths > 0 ? (1 + paths) * kRowBytes : 0);
  const int64_t final_bytes = HeadBytes(detail) + (detail.balls ? most_balls * ball_bytes : 0);
  bytes.most = open ? max_shot_bytes : std::min(final_bytes, max_shot_bytes);
  return bytes;
}

ResultWriter::ResultWriter(const ConvertedDetail& detail, int64_t max_shot_bytes)
    : detail_(detail), max_shot_bytes_(max_shot_bytes) {}

void ResultWriter::Start(uint64_t first_shot, v1::ShotResults* results) {
  results_ = results;
  ClearColumns(*results_);
  results_->set_first_shot(first_shot);
  using Results = v1::ShotResults;
  const Detail& wanted = detail_.detail;
  Present(*results_, Results::kFinalStatesFieldNumber, detail_.balls);
  Present(*results_, Results::kOutcomesFieldNumber, detail_.balls);
  Present(*results_, Results::kSelectionFieldNumber, detail_.selected);
  Present(*results_, Results::kEventsFieldNumber, wanted.events);
  Present(*results_, Results::kSamplesFieldNumber, wanted.samples);
  Present(*results_, Results::kContactsFieldNumber, wanted.contacts);
  Present(*results_, Results::kTouchesFieldNumber, wanted.touches);
  const auto paths = static_cast<uint32_t>(detail_.derivatives.size());
  Present(*results_, Results::kDerivativesFieldNumber, paths > 0);
  if (paths > 0) results_->mutable_derivatives()->set_path_count(paths);
  Present(*results_, Results::kProbesFieldNumber, detail_.probe.has_value());
  using Events = v1::EventColumns;
  for (const int states : {Events::kBeforeFieldNumber, Events::kAfterFieldNumber}) {
    if (wanted.events) Present(*results_->mutable_events(), states, wanted.event_states);
  }
  byte_size_ = kChunkBytes;
  for (const std::string& name : detail_.input_columns) {
    results_->add_inputs()->set_quantity(name);
    byte_size_ += kInputColumnBytes + static_cast<int64_t>(name.size());
  }
}

void ResultWriter::Add(const Record& record) {
  if (detail_.detail.touches) rules::ReadShotView(record, {}, view_);
  const int64_t bytes = ShotBytes(record);
  if (bytes > max_shot_bytes_) {
    AddFailure(
        ToStatus({"detail", "", absl::StrCat("the answer for this shot takes ", bytes, " bytes,"),
                  absl::StrCat("at most ", max_shot_bytes_)},
                 absl::StatusCode::kOutOfRange));
    return;
  }
  byte_size_ += bytes;
  if (detail_.selected) {
    v1::ShotSelection& selection = *results_->mutable_selection();
    selection.add_offsets(selection.played_count());
    LeaveOut(record.event_count);
  }
  AddColumns(record, ToWire(record.stop_reason), tangents_, probe_);
  if (!detail_.margins.empty()) AddMargins(margins_->values_m, margins_->slopes);
  CAROM_DEMAND(labels_.size() == detail_.labels, "a value for each label");
  results_->mutable_labels()->Add(labels_.begin(), labels_.end());
}

void ResultWriter::AddColumns(const Record& record, v1::StopReason reason,
                              const TangentRecord* tangents, const ProbeReport* probe) {
  const Detail& wanted = detail_.detail;
  results_->set_shot_count(results_->shot_count() + 1);
  results_->add_stop_reasons(reason);
  results_->add_end_times_s(record.end_time_s);
  results_->add_hashes(record.hash);
  results_->add_event_counts(static_cast<uint32_t>(record.event_count));
  if (detail_.cost) {
    results_->add_evaluations(static_cast<uint64_t>(record.evaluations));
    results_->add_steps(static_cast<uint64_t>(record.steps));
  }
  CAROM_DEMAND(detail_.input_columns.empty() || inputs_.size() == detail_.input_columns.size(),
               "a value for each column");
  for (int i = 0; i < results_->inputs_size(); ++i) {
    results_->mutable_inputs(i)->add_values(inputs_[Index(i)]);
  }
  if (detail_.balls) {
    results_->add_ball_counts(static_cast<uint32_t>(record.final_states.size()));
    AppendStates(record.final_states, *results_->mutable_final_states());
    AppendOutcome(record.outcome, *results_->mutable_outcomes());
  }
  if (wanted.events) AppendEvents(record, wanted.event_states, *results_->mutable_events());
  if (wanted.samples) AppendSamples(record, detail_, *results_->mutable_samples());
  if (wanted.contacts) AppendContacts(record, *results_->mutable_contacts());
  if (wanted.touches) AppendTouches(view_, *results_->mutable_touches());
  if (!detail_.derivatives.empty() && tangents != nullptr) {
    AppendDerivatives(*tangents, record, *results_->mutable_derivatives());
  }
  if (detail_.probe) AppendProbe(*probe, *results_->mutable_probes());
}

void ResultWriter::AddMargins(const std::vector<double>& values_m,
                              const std::vector<double>& slopes) {
  if (detail_.margins.empty()) return;
  CAROM_DEMAND(values_m.size() == detail_.margins.size() &&
                   slopes.size() == values_m.size() * detail_.derivatives.size(),
               "a value for each margin, and one for each of its derivatives");
  v1::DerivativeColumns& columns = *results_->mutable_derivatives();
  columns.mutable_margin_values_m()->Add(values_m.begin(), values_m.end());
  columns.mutable_margins()->Add(slopes.begin(), slopes.end());
}

void ResultWriter::LeaveOut(int events) {
  CAROM_DEMAND(detail_.selected, "all shots are reported");
  v1::ShotSelection& selection = *results_->mutable_selection();
  selection.set_played_count(selection.played_count() + 1);
  selection.set_event_count(selection.event_count() + static_cast<uint64_t>(events));
}

void ResultWriter::AddFailure(const absl::Status& status) {
  v1::ShotFailure& failure = *results_->add_failures();
  failure.set_shot(results_->first_shot() + PlayedCount(*results_));
  WriteFailure(status, failure);
  byte_size_ += kFailureBytes + static_cast<int64_t>(failure.ByteSizeLong());
  if (detail_.selected) return LeaveOut(/*events=*/0);
  view_.Clear();
  byte_size_ += HeadBytes(detail_) + (detail_.detail.touches ? TouchBytes(view_) : 0);
  const ProbeReport no_report;
  AddColumns(Record(), v1::STOP_REASON_UNSPECIFIED, nullptr, &no_report);
  for (size_t i = 0; i < detail_.labels; ++i) results_->add_labels(kNan);
  const size_t margins = detail_.margins.size();
  AddMargins(std::vector<double>(margins, kNan),
             std::vector<double>(margins * detail_.derivatives.size(), kNan));
}

int64_t ResultWriter::ShotBytes(const Record& record) const {
  const Outcome& outcome = record.outcome;
  int64_t bytes = HeadBytes(detail_);
  if (detail_.balls) {
    for (const BallState& state : record.final_states) bytes += StateBytes(state);
    bytes += kPocketedBytes * static_cast<int64_t>(outcome.pocketed.size());
    bytes += kLeftTableBytes * static_cast<int64_t>(outcome.left_table.size());
  }
  const Detail& wanted = detail_.detail;
  if (wanted.events) bytes += EventBytes(record, wanted.event_states);
  if (wanted.touches) bytes += TouchBytes(view_);
  if (!detail_.derivatives.empty()) bytes += DerivativeBytes(*tangents_);
  if (detail_.probe) bytes += ProbeBytes(static_cast<int64_t>(record.final_states.size()));
  return bytes + SampleBytes(record, detail_) + ContactBytes(record);
}

void WriteFailure(const absl::Status& status, v1::ShotFailure& failure) {
  failure.set_code(static_cast<google::rpc::Code>(status.code()));
  failure.set_message(Clip(std::string(status.message()), kMaxFailureBytes));
  const std::optional<FieldError> error = FieldErrorOf(status);
  if (!error) return;
  v1::FieldError& field = *failure.mutable_field();
  field.set_path(error->path.Text());
  field.set_about(error->about);
  field.set_value(error->value);
  field.set_must(error->must);
}

void AppendResults(const v1::ShotResults& part, v1::ShotResults& whole) {
  const uint32_t played = PlayedCount(whole);
  const uint64_t first_shot = (played == 0 ? part : whole).first_shot();
  const uint32_t shot_count = whole.shot_count() + part.shot_count();
  const uint64_t event_count = whole.selection().event_count() + part.selection().event_count();
  const int before = whole.selection().offsets_size();
  whole.MergeFrom(part);  // appends every column
  whole.set_first_shot(first_shot);
  whole.set_shot_count(shot_count);
  if (!part.has_selection()) return;
  v1::ShotSelection& selection = *whole.mutable_selection();
  selection.set_played_count(played + part.selection().played_count());
  selection.set_event_count(event_count);
  for (int i = before; i < selection.offsets_size(); ++i) {
    selection.set_offsets(i, selection.offsets(i) + played);
  }
}

}  // namespace carom
