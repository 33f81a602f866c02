#include "tests/papers/smooth/welch.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "core/base/constants.h"

namespace carom::papers {

double Spectrum::Near(double frequency_Hz, double half_width_Hz) const {
  double largest = 0.0;
  for (std::size_t k = 0; k < density.size(); ++k) {
    const double here = static_cast<double>(k) * bin_Hz;
    if (std::fabs(here - frequency_Hz) <= half_width_Hz) largest = std::max(largest, density[k]);
  }
  return largest;
}

Spectrum Welch(std::span<const double> samples, double rate_Hz, int segment, double highest_Hz) {
  const auto length = static_cast<std::size_t>(segment);
  std::vector<double> window(length);
  double window_power = 0.0;
  for (std::size_t i = 0; i < length; ++i) {
    window[i] = 0.5 - 0.5 * std::cos(kTwoPi * static_cast<double>(i) / segment);
    window_power += window[i] * window[i];
  }
  Spectrum spectrum;
  spectrum.bin_Hz = rate_Hz / segment;
  spectrum.density.assign(static_cast<std::size_t>(highest_Hz / spectrum.bin_Hz) + 1, 0.0);
  double segments = 0.0;
  for (std::size_t start = 0; start + length <= samples.size(); start += length / 2) {
    const std::span<const double> part = samples.subspan(start, length);
    double mean = 0.0;
    for (const double x : part) mean += x / segment;
    for (std::size_t k = 0; k < spectrum.density.size(); ++k) {
      const std::complex<double> turn = std::polar(1.0, -kTwoPi * static_cast<double>(k) / segment);
      std::complex<double> phase = 1.0;
      std::complex<double> sum = 0.0;
      for (std::size_t i = 0; i < length; ++i, phase *= turn) {
        sum += window[i] * (part[i] - mean) * phase;
      }
      spectrum.density[k] += 2.0 * std::norm(sum) / (rate_Hz * window_power);
    }
    segments += 1.0;
  }
  for (double& density : spectrum.density) density /= segments;
  return spectrum;
}

}  // namespace carom::papers
