#include "core/models/mechanism_recorder.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "absl/strings/escaping.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"

namespace carom {
namespace {

constexpr std::size_t kMostChannels = 16;

// Samples from from_s to the duration, both included.
double CountOf(const SpectrumRequest& request, double duration_s) {
  // Keeps the last sample of a duration that is a whole number of periods but for rounding.
  constexpr double kRounding = 1e-9;
  return std::floor((duration_s - request.from_s) / request.period_s * (1.0 + kRounding)) + 1.0;
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

}  // namespace

std::vector<double> MergedTimes(std::span<const double> a, std::span<const double> b) {
  std::vector<double> times(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), times.begin());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

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
  const double count = CountOf(request, duration_s);
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
  times_s_.resize(static_cast<std::size_t>(CountOf(request, duration_s)));
  for (std::size_t i = 0; i < times_s_.size(); ++i) {
    times_s_[i] = std::min(request.from_s + static_cast<double>(i) * request.period_s, duration_s);
  }
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

MechanismRecorder::MechanismRecorder(const SampleRow& sample_row, std::span<const double> told,
                                     SpectrumSamples& spectrum, ChannelTable& samples)
    : sample_row_(sample_row),
      told_(told),
      spectrum_(spectrum),
      spectrum_times_s_(spectrum.times_s()),
      samples_(samples),
      row_(samples.channels.size()) {}

void MechanismRecorder::Sample(double t, std::span<const double> y) {
  sample_row_(t, y, row_);
  if (!told_.empty() && told_.front() == t) {
    samples_.AddRow(t, row_);
    told_ = told_.subspan(1);
  }
  if (!spectrum_times_s_.empty() && spectrum_times_s_.front() == t) {
    spectrum_.Add(row_);
    spectrum_times_s_ = spectrum_times_s_.subspan(1);
  }
}

void MechanismRecorder::RepeatFinalState(std::span<const double> y) {
  for (const double t : told_) {
    sample_row_(t, y, row_);
    samples_.AddRow(t, row_);
  }
  told_ = {};
}

}  // namespace carom
