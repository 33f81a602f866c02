#include "core/models/mechanism_run.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/base/hash.h"
#include "core/base/parameters.h"
#include "core/math/ivp/integrator.h"
#include "core/models/mechanism_recorder.h"

namespace carom {
namespace {

// Rows of 0, period, ... up to the duration.
double PeriodicSamples(const MechanismDetail& detail, double duration_s) {
  if (!(detail.sample_period_s > 0.0)) return 0.0;
  // Keeps the last row of a duration that is a whole number of periods but for rounding.
  constexpr double kRounding = 1e-9;
  return std::floor(duration_s / detail.sample_period_s * (1.0 + kRounding)) + 1.0;
}

// The range of a period that gives no more than `room` rows.
std::string PeriodFor(double room, double duration_s) {
  if (!(room >= 1.0)) return "0, since sample_times_s leave no room";
  return "above " + FormatNumber(duration_s / room) + ", for at most " + FormatNumber(room) +
         " samples of " + FormatNumber(duration_s) + " s";
}

// All times at which samples are told, ascending, each once.
std::vector<double> SampleTimes(const MechanismDetail& detail, double duration_s) {
  std::vector<double> periodic(static_cast<std::size_t>(PeriodicSamples(detail, duration_s)));
  for (std::size_t i = 0; i < periodic.size(); ++i) {
    periodic[i] = std::min(static_cast<double>(i) * detail.sample_period_s, duration_s);
  }
  return MergedTimes(periodic, detail.sample_times_s);
}

}  // namespace

StopReason ReasonOf(IvpEnd end, StopReason asked) {
  switch (end) {
    case IvpEnd::kComplete:
      return StopReason::kTimeLimit;
    case IvpEnd::kAsked:
      return asked;
    case IvpEnd::kEvaluationLimit:
      return StopReason::kEvaluationLimit;
    case IvpEnd::kGuardLimit:
    case IvpEnd::kStepUnderflow:
      return StopReason::kEventsAccumulate;
    case IvpEnd::kNotFinite:
      break;
  }
  return StopReason::kNumericalFailure;
}

namespace {

absl::Status Prepare(const MechanismDetail& detail, double duration_s, std::size_t told,
                     SpectrumSamples& spectrum, const MechanismRecord& record) {
  const std::vector<Channel>& channels = record.samples.channels;
  if (detail.spectrum) {
    absl::Status unknown = spectrum.Prepare(*detail.spectrum, duration_s, channels);
    if (!unknown.ok()) return unknown;
  }
  if (!detail.may_keep) return absl::OkStatus();
  std::size_t numbers = told * (1 + channels.size());
  if (detail.spectrum)
    numbers += spectrum.times_s().size() * (1 + detail.spectrum->channels.size());
  return detail.may_keep(static_cast<int64_t>(numbers * sizeof(double)));
}

uint64_t Hash(const MechanismRecord& record, std::span<const double> y) {
  BitHash bits;
  bits.Add(record.end_time_s);
  bits.Add(static_cast<uint64_t>(record.stop_reason));
  for (const Event& event : record.events) {
    bits.Add(event.time_s);
    const auto ids = static_cast<uint64_t>(static_cast<uint16_t>(event.ball)) << 16 |
                     static_cast<uint64_t>(static_cast<uint16_t>(event.other));
    bits.Add(ids << 8 | static_cast<uint64_t>(event.kind));
  }
  for (const double value : y) bits.Add(value);
  return bits.Value();
}

}  // namespace

absl::Status ValidateDuration(double duration_s) {
  if (kDurationRange.Contains(duration_s)) return absl::OkStatus();
  return InvalidField("duration_s", duration_s, Describe(kDurationRange));
}

absl::Status ValidateRun(double duration_s, const IntegrationSpec& integration) {
  absl::Status status = ValidateDuration(duration_s);
  status.Update(ValidateIntegration(integration));
  if (!status.ok()) return status;
  const double shortest_s = duration_s / static_cast<double>(integration.max_evaluations);
  if (integration.largest_step_s >= shortest_s) return absl::OkStatus();
  return InvalidField("integration.largest_step_s", integration.largest_step_s,
                      absl::StrCat("at least ", shortest_s, ", duration_s / max_evaluations (",
                                   integration.max_evaluations, ")"));
}

absl::Status ValidateDetail(const MechanismDetail& detail, double duration_s) {
  if (absl::Status bad = CheckParameters(detail); !bad.ok()) return UnderPath("detail", bad);
  double last = 0.0;
  for (std::size_t i = 0; i < detail.sample_times_s.size(); ++i) {
    const double time = detail.sample_times_s[i];
    if (!(time >= last) || !kSampleRange.Contains(time)) {
      return InvalidField("detail.sample_times_s[" + std::to_string(i) + "]", time,
                          Describe(kSampleRange) + ", and not before the one before it");
    }
    last = time;
  }
  const auto room = static_cast<double>(detail.max_samples);
  const double given = static_cast<double>(detail.sample_times_s.size());
  if (given > room) {
    return InvalidField("detail.sample_times_s", given, "at most max_samples in number");
  }
  if (PeriodicSamples(detail, duration_s) + given > room) {
    return InvalidField("detail.sample_period_s", detail.sample_period_s,
                        PeriodFor(room - given, duration_s));
  }
  if (!detail.spectrum) return absl::OkStatus();
  return UnderPath("detail.spectrum",
                   ValidateSpectrum(*detail.spectrum, duration_s, detail.max_samples));
}

absl::Status RunMechanism(OdeSystem& system, std::span<double> y, double duration_s,
                          const IntegrationSpec& integration, const MechanismDetail& detail,
                          StopToken stop, const SampleRow& sample_row, MechanismRecord& record) {
  const std::vector<double> told = SampleTimes(detail, duration_s);
  SpectrumSamples spectrum;
  if (absl::Status refused = Prepare(detail, duration_s, told.size(), spectrum, record);
      !refused.ok()) {
    record.Clear();
    return refused;
  }
  record.samples.times_s.reserve(told.size());
  record.samples.values.reserve(told.size() * record.samples.channels.size());
  MechanismRecorder recorder(sample_row, told, spectrum, record.samples);
  const std::vector<double> times = MergedTimes(told, spectrum.times_s());
  Integrator integrator;
  IvpOptions options = OptionsOf(integration);
  options.stop = stop;
  const IvpResult result = integrator.Run(system, 0.0, y, duration_s, options, times, recorder);
  const bool cancelled = result.end == IvpEnd::kAsked && stop.StopRequested();
  if (!cancelled) {  // Who no longer waits needs neither, and either may take seconds.
    recorder.RepeatFinalState(y);
    if (detail.spectrum) spectrum.WriteTo(record.spectrum, stop);
  }
  record.stop_reason =
      ReasonOf(result.end, cancelled ? StopReason::kCancelled : record.stop_reason);
  record.end_time_s = result.t;
  record.evaluations = result.cost.evaluations;
  record.steps = result.cost.accepted_steps;
  record.hash = Hash(record, y);
  return absl::OkStatus();
}

}  // namespace carom
