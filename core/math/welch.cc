#include "core/math/welch.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/base/constants.h"
#include "core/base/portable_math.h"

namespace carom {
namespace {

struct Complex {
  double re = 0.0;
  double im = 0.0;
};

Complex Times(const Complex& a, const Complex& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// exp(-2 pi i k/n) for k < n/2.
std::vector<Complex> RootsOfUnity(std::size_t n) {
  std::vector<Complex> turns(n / 2);
  for (std::size_t k = 0; k < turns.size(); ++k) {
    const double angle = kTwoPi * static_cast<double>(k) / static_cast<double>(n);
    turns[k] = {Cos(angle), -Sin(angle)};
  }
  return turns;
}

// To where the transform in place expects each number: at its index with the bits reversed.
void ReverseBits(std::span<Complex> x) {
  std::size_t reversed = 0;
  for (std::size_t i = 1; i < x.size(); ++i) {
    std::size_t bit = x.size() / 2;
    for (; (reversed & bit) != 0; bit /= 2) reversed ^= bit;
    reversed ^= bit;
    if (i < reversed) std::swap(x[i], x[reversed]);
  }
}

// The discrete Fourier transform, by halves: [Cooley & Tukey 1965]. Requires a power of two.
void Transform(std::span<const Complex> turns, std::span<Complex> x) {
  ReverseBits(x);
  const std::size_t n = x.size();
  for (std::size_t half = 1; half < n; half *= 2) {
    const std::size_t stride = n / (2 * half);
    for (std::size_t start = 0; start < n; start += 2 * half) {
      for (std::size_t k = 0; k < half; ++k) {
        const Complex a = x[start + k];
        const Complex b = Times(turns[k * stride], x[start + k + half]);
        x[start + k] = {a.re + b.re, a.im + b.im};
        x[start + k + half] = {a.re - b.re, a.im - b.im};
      }
    }
  }
}

std::vector<double> WindowOf(const WelchOptions& options) {
  std::vector<double> window(static_cast<std::size_t>(options.segment), 1.0);
  if (options.window == SpectrumWindow::kRectangular) return window;
  for (std::size_t i = 0; i < window.size(); ++i) {
    window[i] = 0.5 - 0.5 * Cos(kTwoPi * static_cast<double>(i) / options.segment);
  }
  return window;
}

std::size_t HopOf(const WelchOptions& options) {
  const double hop = std::floor(options.segment * (1.0 - options.overlap) + 0.5);
  return static_cast<std::size_t>(std::max(hop, 1.0));
}

}  // namespace

Spectrum Welch(std::span<const double> samples, double rate_Hz, const WelchOptions& options,
               StopToken stop) {
  const auto n = static_cast<std::size_t>(options.segment);
  const std::vector<Complex> turns = RootsOfUnity(n);
  const std::vector<double> window = WindowOf(options);
  double window_power = 0.0;
  for (const double w : window) window_power += w * w;
  Spectrum spectrum;
  spectrum.bin_Hz = rate_Hz / options.segment;
  spectrum.density.assign(n / 2 + 1, 0.0);
  std::vector<Complex> x(n);
  for (std::size_t start = 0; start + n <= samples.size(); start += HopOf(options)) {
    if (stop.StopRequested()) break;
    const std::span<const double> part = samples.subspan(start, n);
    double mean = 0.0;
    for (const double value : part) mean += value / options.segment;
    for (std::size_t i = 0; i < n; ++i) x[i] = {window[i] * (part[i] - mean), 0.0};
    Transform(turns, x);
    for (std::size_t k = 0; k <= n / 2; ++k) {
      const double sides = k == 0 || k == n / 2 ? 1.0 : 2.0;
      const double power = x[k].re * x[k].re + x[k].im * x[k].im;
      spectrum.density[k] += sides * power / (rate_Hz * window_power);
    }
    ++spectrum.segments;
  }
  for (double& density : spectrum.density) density /= std::max(spectrum.segments, 1);
  return spectrum;
}

}  // namespace carom
