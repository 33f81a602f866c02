#ifndef CAROM_TESTS_PAPERS_SMOOTH_WELCH_H_
#define CAROM_TESTS_PAPERS_SMOOTH_WELCH_H_

#include <span>
#include <vector>

namespace carom::papers {

/// One-sided power spectral density of evenly sampled numbers by Welch's method: mean of the
/// periodograms of half-overlapping segments under a Hann window, each without its mean.
struct Spectrum {
  double bin_Hz = 0.0;          ///< Between neighbouring entries.
  std::vector<double> density;  ///< Of entry k at k bin_Hz, (unit of the samples)^2/Hz.

  /// The largest within `half_width_Hz` of a frequency.
  double Near(double frequency_Hz, double half_width_Hz) const;
};

/// Up to `highest_Hz`. Requires at least one segment of samples.
Spectrum Welch(std::span<const double> samples, double rate_Hz, int segment, double highest_Hz);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_SMOOTH_WELCH_H_
