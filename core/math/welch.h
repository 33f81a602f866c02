#ifndef CAROM_CORE_MATH_WELCH_H_
#define CAROM_CORE_MATH_WELCH_H_

#include <span>
#include <vector>

#include "core/base/stop_token.h"

namespace carom {

/// What a segment is multiplied by before its transform.
enum class SpectrumWindow {
  kHann,         ///< (1 - cos(2 pi i/n))/2: lines are 4 bins wide, and low beyond.
  kRectangular,  ///< 1: lines are 2 bins wide, and leak; Parseval's sum is exact.
};

struct WelchOptions {
  int segment = 1024;    ///< Samples, a power of two, at least 2.
  double overlap = 0.5;  ///< Of neighbouring segments, in [0, 1).
  SpectrumWindow window = SpectrumWindow::kHann;
};

/// One-sided power spectral density.
struct Spectrum {
  double bin_Hz = 0.0;          ///< Between neighbouring entries.
  std::vector<double> density;  ///< Of entry k at k bin_Hz, (unit of the samples)^2/Hz.
  int segments = 0;             ///< Whose periodograms were averaged.
};

/// Power spectral density of evenly sampled numbers by Welch's method: the mean of the periodograms
/// of windowed segments that overlap, each without its own mean. [P. D. Welch, The use of fast
/// Fourier transform for the estimation of power spectra, IEEE Trans. Audio Electroacoust. 15,
/// 1967] Entries 0 to segment/2; all but the first and the last stand for +-f.
///
/// So the sum of density times bin_Hz is the mean square of the segments under the window; a sine
/// of amplitude A on a bin has the density A^2/(3 bin_Hz) there under Hann's window, A^2/(2 bin_Hz)
/// without one; white noise of variance s^2 has 2 s^2/rate. No segment where samples are fewer.
/// Pure; bits depend on the arguments alone. About n log n; once `stop` asks, the segments left are
/// not looked at.
Spectrum Welch(std::span<const double> samples, double rate_Hz, const WelchOptions& options,
               StopToken stop = StopToken());

}  // namespace carom

#endif  // CAROM_CORE_MATH_WELCH_H_
