// The power spectral density against closed forms: a sine, white noise, Parseval's sum.

#include "core/math/welch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "core/base/constants.h"
#include "core/base/random.h"

namespace carom {
namespace {

constexpr double kRate_Hz = 2000.0;

std::vector<double> Sine(double amplitude, double frequency_Hz, int count) {
  std::vector<double> samples;
  for (int i = 0; i < count; ++i) {
    samples.push_back(0.7 + amplitude * std::sin(kTwoPi * frequency_Hz * i / kRate_Hz + 0.3));
  }
  return samples;
}

std::vector<double> Noise(double deviation, int count) {
  CounterRandom random(5, 0);
  std::vector<double> samples;
  for (int i = 0; i < count; ++i) samples.push_back(deviation * random.Normal());
  return samples;
}

double Sum(const Spectrum& spectrum) {
  double sum = 0.0;
  for (const double density : spectrum.density) sum += density * spectrum.bin_Hz;
  return sum;
}

TEST(Welch, ASineOnABinHasItsLineThere) {
  const double frequency_Hz = 40.0 * kRate_Hz / 256.0;
  const std::vector<double> samples = Sine(3.0, frequency_Hz, 2000);
  for (const auto& [window, share] :
       {std::pair(SpectrumWindow::kHann, 1.0 / 3.0), {SpectrumWindow::kRectangular, 0.5}}) {
    const Spectrum spectrum = Welch(samples, kRate_Hz, {.segment = 256, .window = window});
    EXPECT_EQ(spectrum.bin_Hz, kRate_Hz / 256.0);
    ASSERT_EQ(spectrum.density.size(), 129u);
    EXPECT_EQ(spectrum.segments, (2000 - 256) / 128 + 1);
    const auto peak = std::max_element(spectrum.density.begin(), spectrum.density.end());
    EXPECT_EQ(peak - spectrum.density.begin(), 40);
    EXPECT_NEAR(*peak, 9.0 * share / spectrum.bin_Hz, 1e-12 * *peak);
    // Its power is A^2/2; the mean is not in the spectrum.
    EXPECT_NEAR(Sum(spectrum), 4.5, 1e-12);
    EXPECT_LT(spectrum.density[0], 1e-25);
    EXPECT_LT(spectrum.density[43], 1e-25 * *peak);
  }
}

TEST(Welch, ASineBetweenBinsKeepsItsPower) {
  const Spectrum spectrum = Welch(Sine(2.0, 123.4, 100'000), kRate_Hz, {.segment = 512});
  EXPECT_NEAR(Sum(spectrum), 2.0, 1e-3);
  const auto peak = std::max_element(spectrum.density.begin(), spectrum.density.end());
  EXPECT_NEAR(static_cast<double>(peak - spectrum.density.begin()) * spectrum.bin_Hz, 123.4,
              0.5 * spectrum.bin_Hz);
}

// Each entry of white noise has the mean 2 s^2/rate; an average of some 390 periodograms, half of
// them shared, knows it to 7 %, and the mean over 127 entries to 0.6 %.
TEST(Welch, WhiteNoiseIsLevel) {
  const Spectrum spectrum = Welch(Noise(1.5, 50'000), kRate_Hz, {.segment = 256});
  const double level = 2.0 * 2.25 / kRate_Hz;
  double mean = 0.0;
  for (size_t k = 2; k < 127; ++k) {
    EXPECT_NEAR(spectrum.density[k], level, 0.35 * level) << k;
    mean += spectrum.density[k] / 125.0;
  }
  EXPECT_NEAR(mean, level, 0.03 * level);
}

TEST(Welch, ParsevalsSumIsTheVariance) {
  const std::vector<double> samples = Noise(1.0, 1024);
  double mean = 0.0;
  for (const double x : samples) mean += x / 1024.0;
  double variance = 0.0;
  for (const double x : samples) variance += (x - mean) * (x - mean) / 1024.0;
  const WelchOptions once = {.segment = 1024, .window = SpectrumWindow::kRectangular};
  EXPECT_NEAR(Sum(Welch(samples, kRate_Hz, once)), variance, 1e-13);
  EXPECT_NEAR(Sum(Welch(samples, 1.0, once)), variance, 1e-13) << "whatever the rate";
}

// Against the sum that defines it.
TEST(Welch, IsTheTransformOfEachBin) {
  const std::vector<double> samples = Noise(1.0, 64);
  const Spectrum spectrum = Welch(samples, 64.0, {.segment = 64});
  double mean = 0.0;
  for (const double x : samples) mean += x / 64.0;
  for (int k = 0; k <= 32; ++k) {
    double re = 0.0;
    double im = 0.0;
    double power = 0.0;
    for (int i = 0; i < 64; ++i) {
      const double window = std::pow(std::sin(kPi * i / 64.0), 2);
      const double x = window * (samples[static_cast<size_t>(i)] - mean);
      re += x * std::cos(kTwoPi * k * i / 64.0);
      im += x * std::sin(kTwoPi * k * i / 64.0);
      power += window * window;
    }
    const double sides = k == 0 || k == 32 ? 1.0 : 2.0;
    EXPECT_NEAR(spectrum.density[static_cast<size_t>(k)],
                sides * (re * re + im * im) / (64.0 * power), 1e-13);
  }
}

TEST(Welch, TooFewSamplesMakeNoSegment) {
  const Spectrum spectrum = Welch(Noise(1.0, 63), kRate_Hz, {.segment = 64});
  EXPECT_EQ(spectrum.segments, 0);
  EXPECT_EQ(*std::max_element(spectrum.density.begin(), spectrum.density.end()), 0.0);
}

TEST(Welch, TheCallerMayStopIt) {
  const std::atomic<bool> flag = true;
  EXPECT_EQ(Welch(Noise(1.0, 256), kRate_Hz, {.segment = 64}, StopToken(&flag)).segments, 0);
}

}  // namespace
}  // namespace carom
