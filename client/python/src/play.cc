#include "client/python/src/play.h"

#include <nanobind/stl/string.h>

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/strip.h"
#include "carom/client/field_error.h"
#include "carom/client/shot_outcome.h"
#include "client/cli/json.h"
#include "client/internal/columns.h"
#include "client/python/src/errors.h"
#include "client/python/src/extend.h"

namespace carom::python {
namespace {

constexpr uint32_t kMostShotsOfACall = 4096;
// With touches: the touches of each shot may then take 16 KB.
constexpr uint32_t kMostTouchingShotsOfACall = 1024;
// Of a batch in this process: no message limits its calls.
constexpr uint32_t kShotsOfALocalCall = 65536;

// The last detail is kept: its JSON takes as long to read as a short shot to play, and most runs
// ask for the same detail as the run before. Called with the GIL.
const v1::Detail& ReadDetail(const std::string& json) {
  static std::string known;
  static v1::Detail detail;
  if (json == known) return detail;
  v1::Detail read;
  RaiseUnlessOk(FromJson(json, &read));
  known = json;
  detail = std::move(read);
  return detail;
}

// `goals` is the JSON of a request that has filter and labels alone; empty for none.
v1::SimulateBatchRequest MakeRequest(const Game& game, uint32_t count, const nb::object& source,
                                     const std::string& detail, const std::string& goals) {
  v1::SimulateBatchRequest request;
  if (!goals.empty()) RaiseUnlessOk(FromJson(goals, &request));
  game.Put(request);
  if (!detail.empty()) *request.mutable_detail() = ReadDetail(detail);
  if (nb::isinstance<nb::str>(source)) {
    RaiseUnlessOk(FromJson(nb::cast<std::string>(source), request.mutable_generator()));
    request.mutable_generator()->set_shot_count(count);
    return request;
  }
  request.mutable_columns()->set_shot_count(count);
  FillColumns(nb::cast<nb::dict>(source), *request.mutable_columns());
  return request;
}

bool HasEvents(const v1::Detail& detail) {
  return detail.level() == v1::Detail::LEVEL_EVENTS || detail.level() == v1::Detail::LEVEL_SAMPLES;
}

bool AsksForMore(const v1::Detail& detail) {
  return HasEvents(detail) || detail.contacts() || detail.derivatives_size() > 0 ||
         detail.has_probe() || detail.cost();
}

bool HasBalls(const v1::Detail& detail) { return detail.level() != v1::Detail::LEVEL_LABELS; }

// "QUANTITY_ANGULAR_VELOCITY" -> "angular_velocity".
std::string NameOf(v1::Quantity quantity) {
  return absl::AsciiStrToLower(absl::StripPrefix(v1::Quantity_Name(quantity), "QUANTITY_"));
}

nb::dict ToDict(EventLog&& log, bool with_states) {
  nb::dict columns;
  const size_t events = log.times_s.size();
  columns["offsets"] = ToNumPy(std::move(log.offsets));
  columns["times"] = ToNumPy(std::move(log.times_s));
  columns["kinds"] = ToNumPy(std::move(log.kinds));
  columns["balls"] = ToNumPy(std::move(log.balls));
  columns["others"] = ToNumPy(std::move(log.others));
  columns["contacts"] = ToNumPy(std::move(log.contacts));
  columns["durations"] = ToNumPy(std::move(log.durations_s));
  columns["impulses"] = ToNumPy(std::move(log.impulses_Ns));
  if (with_states) {
    columns["before"] = ToNumPy(std::move(log.before), {events, 2, 3, 3});
    columns["after"] = ToNumPy(std::move(log.after), {events, 2, 3, 3});
  }
  return columns;
}

nb::dict ToDict(SampleLog&& log) {
  nb::dict columns;
  nb::dict quantities;
  const size_t times = log.times_s.size();
  for (auto& [quantity, column] : log.quantities) {
    nb::object values =
        column.is_of_system
            ? ToNumPy(std::move(column.values), {times, column.components})
            : ToNumPy(std::move(column.values), {times, column.balls, column.components});
    quantities[NameOf(quantity).c_str()] = std::move(values);
  }
  columns["offsets"] = ToNumPy(std::move(log.offsets));
  columns["times"] = ToNumPy(std::move(log.times_s));
  columns["balls"] = ToNumPy(std::move(log.balls));
  columns["quantities"] = quantities;
  return columns;
}

nb::dict ToDict(ContactLog&& log) {
  nb::dict columns;
  columns["offsets"] = ToNumPy(std::move(log.offsets));
  columns["kinds"] = ToNumPy(std::move(log.kinds));
  columns["balls"] = ToNumPy(std::move(log.balls));
  columns["others"] = ToNumPy(std::move(log.others));
  columns["begins"] = ToNumPy(std::move(log.begins_s));
  columns["ends"] = ToNumPy(std::move(log.ends_s));
  columns["row_offsets"] = ToNumPy(std::move(log.row_offsets));
  columns["row_times"] = ToNumPy(std::move(log.row_times_s));
  columns["penetrations"] = ToNumPy(std::move(log.penetrations_m));
  columns["rates"] = ToNumPy(std::move(log.rates_m_s));
  columns["normal_forces"] = ToNumPy(std::move(log.normal_forces_N));
  columns["friction_forces"] = ToNumPy(std::move(log.friction_forces_N));
  return columns;
}

nb::dict ToDict(DerivativeLog&& log) {
  nb::dict columns;
  const size_t paths = log.paths();
  const size_t balls = log.balls();
  const size_t shots = balls == 0 ? 0 : log.ends.size() / balls;
  const size_t times = log.event_times.size() / paths;
  columns["finals"] = ToNumPy(std::move(log.finals), {shots, balls, kStateRows, paths});
  columns["ends"] = ToNumPy(std::move(log.ends), {shots, balls});
  columns["end_events"] = ToNumPy(std::move(log.end_events), {shots, balls});
  columns["event_times"] = ToNumPy(std::move(log.event_times), {times, paths});
  columns["samples"] = ToNumPy(std::move(log.samples));
  columns["margin_values"] = ToNumPy(std::move(log.margin_values_m), {shots, log.goals()});
  columns["margins"] = ToNumPy(std::move(log.margins), {shots, log.goals(), paths});
  return columns;
}

nb::dict ToDict(ProbeLog&& log) {
  nb::dict columns;
  const size_t shots = log.played.size();
  const size_t balls = log.balls();
  columns["played"] = ToNumPy(std::move(log.played));
  columns["kept"] = ToNumPy(std::move(log.kept), {shots, balls});
  columns["median_errors"] = ToNumPy(std::move(log.median_errors_m), {shots, balls});
  columns["worst_errors"] = ToNumPy(std::move(log.worst_errors_m), {shots, balls});
  return columns;
}

}  // namespace

Play::Play(const Game& game, uint32_t count, const nb::object& source, const nb::dict& out,
           const std::string& detail, const std::string& goals)
    : request_(MakeRequest(game, count, source, detail, goals)),
      first_shot_(request_.generator().first_shot()),
      writer_(DenseOf(out), HasBalls(request_.detail())) {
  const v1::Detail& asked = request_.detail();
  if (HasEvents(asked)) events_.emplace();
  if (asked.level() == v1::Detail::LEVEL_SAMPLES) samples_.emplace();
  if (asked.contacts()) contacts_.emplace();
  if (asked.touches()) touches_.emplace();
  const size_t balls = DenseOf(out).balls;
  if (asked.derivatives_size() > 0) {
    derivatives_.emplace(static_cast<size_t>(asked.derivatives_size()), balls,
                         static_cast<size_t>(asked.margins_size()));
  }
  if (asked.has_probe()) probe_.emplace(balls);
}

// Calls of one answer know neither generators nor goals.
bool Play::FitsOneCall() const {
  return request_.has_columns() && !AsksForMore(request_.detail()) && !request_.has_filter() &&
         request_.labels().empty() &&
         request_.columns().shot_count() <=
             (touches_ ? kMostTouchingShotsOfACall : kMostShotsOfACall);
}

absl::Status Play::Run(const Client& client, const CallLimits& limits, const std::stop_token& stop,
                       bool is_local) {
  if (FitsOneCall()) {
    CallOptions call;
    PutLimits(limits, call);
    call.stop = stop;
    return RunUnary(client, call);
  }
  BatchOptions options;
  PutLimits(limits, options);
  options.stop = stop;
  return RunBatch(client, std::move(options), is_local);
}

absl::Status Play::RunUnary(const Client& client, const CallOptions& call) {
  v1::SimulateRequest request;
  request.mutable_tables()->Swap(request_.mutable_tables());
  request.mutable_settings()->Swap(request_.mutable_settings());
  request.mutable_layouts()->Swap(request_.mutable_layouts());
  request.mutable_columns()->Swap(request_.mutable_columns());
  request.mutable_detail()->Swap(request_.mutable_detail());
  const auto response = client.Simulate(request, call);
  if (!response.ok()) return response.status();
  engine_version_ = response->engine_version();
  return Take(response->results());
}

absl::Status Play::RunBatch(const Client& client, BatchOptions options, bool is_local) {
  // Columns of logs grow by the shot, and all columns where a filter leaves shots out.
  if (AsksForMore(request_.detail()) || request_.detail().inputs() || touches_ ||
      request_.has_filter()) {
    options.order = ChunkOrder::kShot;
  }
  if (is_local) {
    options.max_shots_per_call = kShotsOfALocalCall;
    options.calls_in_flight = 2;  // The next one's chunks run while the last of one end.
  }
  const auto summary = client.SimulateBatch(
      request_, {.on_chunk = [this](const v1::ShotResults& results) { return Take(results); }},
      options);
  if (!summary.ok()) return summary.status();
  if (!summary->complete) return absl::CancelledError("the call was cancelled");
  engine_version_ = summary->engine_version;
  return absl::OkStatus();
}

absl::Status Play::Take(const v1::ShotResults& results) {
  absl::Status status;
  if (events_) status.Update(events_->Append(results));
  if (samples_) status.Update(samples_->Append(results));
  if (contacts_) status.Update(contacts_->Append(results));
  if (touches_) status.Update(touches_->Append(results));
  if (derivatives_) status.Update(derivatives_->Append(results));
  if (probe_) status.Update(probe_->Append(results));
  if (request_.detail().cost()) status.Update(TakeCost(results));
  if (inputs_.empty()) inputs_.resize(static_cast<size_t>(results.inputs_size()));
  for (int i = 0; i < results.inputs_size() && status.ok(); ++i) {
    const v1::InputColumn& column = results.inputs(i);
    if (input_names_.size() < inputs_.size()) input_names_.push_back(column.quantity());
    auto& values = inputs_[static_cast<size_t>(i)];
    values.insert(values.end(), column.values().begin(), column.values().end());
  }
  if (!status.ok()) return status;
  if (first_shot_ == 0) return writer_.Write(results);
  v1::ShotResults renumbered = results;
  renumbered.set_first_shot(results.first_shot() - first_shot_);
  for (v1::ShotFailure& failure : *renumbered.mutable_failures()) {
    failure.set_shot(failure.shot() - first_shot_);
  }
  return writer_.Write(renumbered);
}

absl::Status Play::TakeCost(const v1::ShotResults& results) {
  ColumnCheck check;
  check.Expect("evaluations", results.evaluations(), results.shot_count())
      .Expect("steps", results.steps(), results.shot_count());
  if (!check.status().ok()) return check.status();
  Extend(results.evaluations(), evaluations_);
  Extend(results.steps(), steps_);
  return absl::OkStatus();
}

nb::dict Play::TakeRest() {
  nb::dict rest;
  nb::list errors;
  for (const v1::ShotFailure& failure : writer_.errors()) {
    errors.append(nb::make_tuple(failure.shot(), PartsOf(ToStatus(failure))));
  }
  rest["errors"] = errors;
  rest["engine_version"] = engine_version_;
  if (request_.has_filter()) rest["numbers"] = ToNumPy(std::move(writer_.numbers()));
  if (events_) rest["events"] = ToDict(*std::move(events_), request_.detail().event_states());
  if (samples_) rest["samples"] = ToDict(*std::move(samples_));
  if (contacts_) rest["contacts"] = ToDict(*std::move(contacts_));
  if (touches_) rest["touches"] = nb::cast(*std::move(touches_));
  if (derivatives_) rest["derivatives"] = ToDict(*std::move(derivatives_));
  if (probe_) rest["probe"] = ToDict(*std::move(probe_));
  if (request_.detail().cost()) {
    rest["evaluations"] = ToNumPy(std::move(evaluations_));
    rest["steps"] = ToNumPy(std::move(steps_));
  }
  if (!inputs_.empty()) {
    nb::dict inputs;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      inputs[input_names_[i].c_str()] = ToNumPy(std::move(inputs_[i]));
    }
    rest["inputs"] = inputs;
  }
  return rest;
}

}  // namespace carom::python
