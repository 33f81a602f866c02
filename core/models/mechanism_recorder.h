#ifndef CAROM_CORE_MODELS_MECHANISM_RECORDER_H_
#define CAROM_CORE_MODELS_MECHANISM_RECORDER_H_

#include <cstddef>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "core/base/stop_token.h"
#include "core/math/ivp/integrator.h"
#include "core/models/mechanism_run.h"
#include "core/record/mechanism_record.h"

namespace carom {

/// Two ascending lists of times as one, each time once.
std::vector<double> MergedTimes(std::span<const double> a, std::span<const double> b);

/// INVALID_ARGUMENT with a path below "detail.spectrum.", but for the names of channels.
absl::Status ValidateSpectrum(const SpectrumRequest& request, double duration_s,
                              int64_t max_samples);

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
  /// `told` are the times of the samples; all arguments outlive this.
  MechanismRecorder(const SampleRow& sample_row, std::span<const double> told,
                    SpectrumSamples& spectrum, ChannelTable& samples);

  /// At each of the merged times in turn.
  void Sample(double t, std::span<const double> y) override;

  /// After the end: writes the samples that are still missing.
  void RepeatFinalState(std::span<const double> y);

 private:
  const SampleRow& sample_row_;
  std::span<const double> told_;  // Not told yet.
  SpectrumSamples& spectrum_;
  std::span<const double> spectrum_times_s_;  // Not seen yet.
  ChannelTable& samples_;
  std::vector<double> row_;
};

}  // namespace carom

#endif  // CAROM_CORE_MODELS_MECHANISM_RECORDER_H_
