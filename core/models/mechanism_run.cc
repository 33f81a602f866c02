#include "core/models/mechanism_run.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/base/hash.h"
#include "core/base/parameters.h"
#include "core/record/shot_recorder.h"

namespace carom {
namespace {

/// The even samples that spectra are taken of.
class SpectrumSamples {
 public:
  /// INVALID_ARGUMENT at "detail.spectrum.channels[i]" for one that is not among `known`. Requires
  /// a request that is valid otherwise, and outlives this.
  absl::Status Prepare(const SpectrumRequest& request, double duration_s,
                       std::span<const Channel> known);

  /// Times of the samples; none without Prepare().
  std::span<const double> times_s() const { return times_s_; }

  /// The next sample, out of a row of all channels.
  void Add(std::span<const double> row);

  /// The spectra; fewer of their segments once `stop` asks.
  void WriteTo(SpectrumTable& table, StopToken stop) const;

 private:
  const SpectrumRequest* request_ = nullptr;
  std::vector<double> times_s_;
  std::vector<std::size_t> columns_;          // Of the row, by channel.
  std::vector<std::vector<double>> samples_;  // By channel.
};

/// Writes a run's samples and spectra down.
class MechanismRecorder final : public IvpObserver {
 public:
  /// `sample_times_s` are the times of the samples; all arguments outlive this.
  MechanismRecorder(const WriteSample& write_sample, std::span<const double> sample_times_s,
                    SpectrumSamples& spectrum, ChannelTable& samples);

  /// At each of the merged times in turn.
  void Sample(double t, std::span<const double> y) override;

  /// After the end: writes the samples that are still missing.
  void RepeatFinalState(std::span<const double> y);

 private:
  void Fill(double t, std::span<const double> y) {
    ChannelWriter writer(row_);
    write_sample_(t, y, writer);
  }

  const WriteSample& write_sample_;
  std::span<const double> left_s_;  // Not taken yet.
  SpectrumSamples& spectrum_;
  std::span<const double> spectrum_times_s_;  // Not seen yet.
  ChannelTable& samples_;
  std::vector<double> row_;
};

constexpr std::size_t kMostChannels = 16;

// How many samples there are from from_s to the duration, both included.
double CountOf(double from_s, double period_s, double duration_s) {
  // Keeps the last sample of a duration that is a whole number of periods but for rounding.
  constexpr double kRounding = 1e-9;
  return std::floor((duration_s - from_s) / period_s * (1.0 + kRounding)) + 1.0;
}

// Their times.
std::vector<double> EvenTimes(double from_s, double period_s, double duration_s) {
  std::vector<double> times(static_cast<std::size_t>(CountOf(from_s, period_s, duration_s)));
  for (std::size_t i = 0; i < times.size(); ++i) {
    times[i] = std::min(from_s + static_cast<double>(i) * period_s, duration_s);
  }
  return times;
}

std::string NameOf(const Channel& channel) { return channel.body + "." + channel.quantity; }

absl::Status UnknownChannel(std::size_t i, const Channel& channel, std::span<const Channel> known) {
  std::string must_be = "one of ";
  for (const Channel& one : known) must_be += (&one == known.data() ? "" : ", ") + NameOf(one);
  // A caller's name may be of any length and hold anything.
  constexpr std::size_t kShown = 64;
  const std::string shown = absl::CEscape(NameOf(channel).substr(0, kShown));
  return InvalidField("detail.spectrum.channels[" + std::to_string(i) + "]", "\"" + shown + "\"",
                      must_be);
}

// Paths are below "detail.spectrum.". The names of channels are not looked at.
absl::Status ValidateSpectrum(const SpectrumRequest& request, double duration_s,
                              int64_t max_samples) {
  if (absl::Status bad = CheckParameters(request); !bad.ok()) return bad;
  if (!(request.from_s >= 0.0 && request.from_s < duration_s)) {
    return InvalidField("from_s", request.from_s,
                        "in [0, " + FormatNumber(duration_s) + "), the mechanism's duration");
  }
  const int segment = request.welch.segment;
  const bool power_of_two = segment > 0 && (segment & (segment - 1)) == 0;
  if (!power_of_two) return InvalidField("segment", segment, "a power of two");
  const std::size_t channels = request.channels.size();
  if (channels == 0 || channels > kMostChannels) {
    return InvalidField("channels", static_cast<int>(channels), "1 to 16 in number");
  }
  const double count = CountOf(request.from_s, request.period_s, duration_s);
  const auto most = static_cast<double>(max_samples);
  if (count > most) {
    return InvalidField("period_s", request.period_s,
                        "above " + FormatNumber((duration_s - request.from_s) / most) +
                            ", for at most " + FormatNumber(most) + " samples");
  }
  if (count < segment) {
    return InvalidField("segment", segment,
                        "at most " + FormatNumber(count) + ", the samples from from_s to the end");
  }
  return absl::OkStatus();
}

absl::Status SpectrumSamples::Prepare(const SpectrumRequest& request, double duration_s,
                                      std::span<const Channel> known) {
  request_ = &request;
  for (std::size_t i = 0; i < request.channels.size(); ++i) {
    const auto found = std::find(known.begin(), known.end(), request.channels[i]);
    if (found == known.end()) return UnknownChannel(i, request.channels[i], known);
    columns_.push_back(static_cast<std::size_t>(found - known.begin()));
  }
  times_s_ = EvenTimes(request.from_s, request.period_s, duration_s);
  samples_.resize(columns_.size());
  for (std::vector<double>& samples : samples_) samples.reserve(times_s_.size());
  return absl::OkStatus();
}

void SpectrumSamples::Add(std::span<const double> row) {
  for (std::size_t i = 0; i < columns_.size(); ++i) samples_[i].push_back(row[columns_[i]]);
}

void SpectrumSamples::WriteTo(SpectrumTable& table, StopToken stop) const {
  const auto segment = static_cast<std::size_t>(request_->welch.segment);
  if (samples_[0].size() < segment) return;
  table.channels = request_->channels;
  for (const std::vector<double>& samples : samples_) {
    const Spectrum spectrum = Welch(samples, 1.0 / request_->period_s, request_->welch, stop);
    table.bin_Hz = spectrum.bin_Hz;
    table.segments = spectrum.segments;
    table.densities.insert(table.densities.end(), spectrum.density.begin(), spectrum.density.end());
  }
}

MechanismRecorder::MechanismRecorder(const WriteSample& write_sample,
                                     std::span<const double> sample_times_s,
                                     SpectrumSamples& spectrum, ChannelTable& samples)
    : write_sample_(write_sample),
      left_s_(sample_times_s),
      spectrum_(spectrum),
      spectrum_times_s_(spectrum.times_s()),
      samples_(samples),
      row_(samples.channels.size()) {}

void MechanismRecorder::Sample(double t, std::span<const double> y) {
  Fill(t, y);
  if (!left_s_.empty() && left_s_.front() == t) {
    samples_.AddRow(t, row_);
    left_s_ = left_s_.subspan(1);
  }
  if (!spectrum_times_s_.empty() && spectrum_times_s_.front() == t) {
    spectrum_.Add(row_);
    spectrum_times_s_ = spectrum_times_s_.subspan(1);
  }
}

void MechanismRecorder::RepeatFinalState(std::span<const double> y) {
  if (!left_s_.empty()) Fill(left_s_.front(), y);
  for (const double t : left_s_) samples_.AddRow(t, row_);
  left_s_ = {};
}

// Rows of 0, period, ... up to the duration.
double PeriodicSamples(const MechanismDetail& detail, double duration_s) {
  return detail.sample_period_s > 0.0 ? CountOf(0.0, detail.sample_period_s, duration_s) : 0.0;
}

// The range of a period that gives no more than `room` rows.
std::string PeriodFor(double room, double duration_s) {
  if (!(room >= 1.0)) return "0, since sample_times_s leave no room";
  return "above " + FormatNumber(duration_s / room) + ", for at most " + FormatNumber(room) +
         " samples of " + FormatNumber(duration_s) + " s";
}

// All times of samples, ascending, each once.
std::vector<double> SampleTimes(const MechanismDetail& detail, double duration_s) {
  std::vector<double> periodic;
  if (detail.sample_period_s > 0.0) periodic = EvenTimes(0.0, detail.sample_period_s, duration_s);
  return MergedTimes(periodic, detail.sample_times_s);
}

}  // namespace

std::vector<double> MergedTimes(std::span<const double> a, std::span<const double> b) {
  std::vector<double> times(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), times.begin());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

void ChannelWriter::Add(std::string_view body, std::string_view quantity, std::string_view unit,
                        const Vec3& v) {
  for (int axis = 0; axis < 3; ++axis) {
    std::string name;
    if (names_ != nullptr)
      name = absl::StrCat(std::string(quantity), "_", std::string(1, "xyz"[axis]), "_",
                          std::string(unit));
    Add(body, name, v[axis]);
  }
}

void ChannelWriter::AddAcceleration(std::string_view body, const Vec3& linear_m_s2) {
  Add(body, "acceleration", "m_s2", OrZero(linear_m_s2));
}

void ChannelWriter::AddAngularAcceleration(std::string_view body, const Vec3& angular_rad_s2) {
  Add(body, "angular_acceleration", "rad_s2", OrZero(angular_rad_s2));
}

void AddAccelerations(std::span<const Acceleration> accelerations,
                      std::span<const std::string> bodies, ChannelWriter& to) {
  for (std::size_t i = 0; i < accelerations.size(); ++i) {
    to.AddAcceleration(bodies[i], accelerations[i].linear_m_s2);
    to.AddAngularAcceleration(bodies[i], accelerations[i].angular_rad_s2);
  }
}

void ChannelWriter::Add(const EnergyRow& energies) {
  if (names_ != nullptr) return AddEnergyChannels(*names_);
  for (const double energy_J : energies) row_[next_++] = energy_J;
}

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

absl::Status Prepare(const MechanismDetail& detail, double duration_s, std::size_t samples,
                     SpectrumSamples& spectrum, const MechanismRecord& record) {
  const std::vector<Channel>& channels = record.samples.channels;
  if (detail.spectrum) {
    absl::Status unknown = spectrum.Prepare(*detail.spectrum, duration_s, channels);
    if (!unknown.ok()) return unknown;
  }
  if (!detail.may_keep) return absl::OkStatus();
  std::size_t numbers = samples * (1 + channels.size());
  if (detail.spectrum)
    numbers += spectrum.times_s().size() * (1 + detail.spectrum->channels.size());
  return detail.may_keep(static_cast<int64_t>(numbers * sizeof(double)));
}

uint64_t Hash(const MechanismRecord& record, std::span<const double> y) {
  BitHash bits;
  bits.Add(record.end_time_s);
  bits.Add(static_cast<uint64_t>(record.stop_reason));
  for (const Event& event : record.events) AddTo(bits, event);
  for (const double value : y) bits.Add(value);
  return bits.Value();
}

}  // namespace

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
  const bool sampled = detail.sample_period_s > 0.0 || given > 0.0 || detail.spectrum;
  if (detail.accelerations && !sampled) {
    return InvalidField("detail.accelerations", std::string("true"),
                        "beside sample_period_s, sample_times_s or spectrum, which have them");
  }
  if (!detail.spectrum) return absl::OkStatus();
  return UnderPath("detail.spectrum",
                   ValidateSpectrum(*detail.spectrum, duration_s, detail.max_samples));
}

absl::Status ValidateRun(double duration_s, const IntegrationSpec& integration,
                         const MechanismDetail& detail) {
  if (absl::Status bad = ValidateIntegration(integration); !bad.ok()) return bad;
  const double shortest_s = duration_s / static_cast<double>(integration.max_evaluations);
  if (integration.largest_step_s >= shortest_s) return ValidateDetail(detail, duration_s);
  return InvalidField("integration.largest_step_s", integration.largest_step_s,
                      absl::StrCat("at least ", shortest_s, ", duration_s / max_evaluations (",
                                   integration.max_evaluations, ")"));
}

absl::Status RunMechanism(OdeSystem& system, std::span<double> y, double duration_s,
                          const IntegrationSpec& integration, const MechanismDetail& detail,
                          StopToken stop, const WriteSample& write_sample,
                          MechanismRecord& record) {
  record.samples.channels = ChannelsOf([&](ChannelWriter& names) { write_sample(0.0, y, names); });
  const std::vector<double> sample_times_s = SampleTimes(detail, duration_s);
  SpectrumSamples spectrum;
  if (absl::Status refused = Prepare(detail, duration_s, sample_times_s.size(), spectrum, record);
      !refused.ok()) {
    record.Clear();
    return refused;
  }
  record.samples.times_s.reserve(sample_times_s.size());
  record.samples.values.reserve(sample_times_s.size() * record.samples.channels.size());
  MechanismRecorder recorder(write_sample, sample_times_s, spectrum, record.samples);
  const std::vector<double> times = MergedTimes(sample_times_s, spectrum.times_s());
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
