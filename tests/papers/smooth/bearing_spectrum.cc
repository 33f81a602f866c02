// The spectrum of a healthy bearing: smooth-17.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/models/ball_bearing_kinematics.h"
#include "tests/papers/smooth/bearing_experiments.h"
#include "tests/papers/smooth/welch.h"
#include "tests/testing/channels.h"

namespace carom::papers {
namespace {

constexpr double kRate_Hz = 10'000.0;
constexpr int kSegment = 2500;  // 4 Hz a bin.
constexpr double kHighest_Hz = 600.0;
constexpr double kRunUp_s = 0.1;

// Two bins of the window's main lobe to either side.
constexpr double kLine_Hz = 8.0;

void CompareLines(const std::string& pitch, const BearingMultipliers& multipliers, double outer_Hz,
                  const Spectrum& spectrum, double peak, Findings& findings) {
  // A spot on a ball meets both races in a turn.
  const std::pair<const char*, double> lines[] = {{"outer race", multipliers.ball_pass_outer},
                                                  {"inner race", multipliers.ball_pass_inner},
                                                  {"ball", 2.0 * multipliers.ball_spin}};
  for (const auto& [name, multiplier] : lines) {
    const double frequency = multiplier * outer_Hz;
    const double line = spectrum.Near(frequency, kLine_Hz);
    findings.sheet().Add("line of the " + std::string(name) + " by " + pitch, frequency, line);
    findings.Reproduces(
        pitch + ": density at the line of the " + name + ", " + Text(frequency) + " Hz",
        "no traces of defects", Text(line / peak) + " of the peak", line < 1e-6 * peak);
  }
}

}  // namespace

void BearingSpectrum(Findings& findings) {
  findings.sheet() = Sheet({"what", "frequency_Hz", "density_m2_s4_Hz"});
  BallBearing bearing;
  bearing.duration_s = 0.6;
  const auto record = Turn(bearing, 1.0 / kRate_Hz, findings);
  if (!record) return;
  std::vector<double> acceleration;
  for (int i = static_cast<int>(kRunUp_s * kRate_Hz);
       i < static_cast<int>(record->samples.times_s.size()); ++i) {
    acceleration.push_back(testing::At(record->samples, i, {"ball_1", "acceleration_x_m_s2"}));
  }
  const Spectrum spectrum = Welch(acceleration, kRate_Hz, kSegment, kHighest_Hz);
  const auto peak = std::max_element(spectrum.density.begin(), spectrum.density.end());
  for (std::size_t k = 0; k < spectrum.density.size(); ++k) {
    findings.sheet().Add("ball 1", static_cast<double>(k) * spectrum.bin_Hz, spectrum.density[k]);
  }

  const double outer_Hz = testing::FigureOf(*record, "outer_speed_rad_s") / kTwoPi;
  const double cage_Hz = testing::FigureOf(*record, "cage_to_outer_speed") * outer_Hz;
  const double peak_Hz = static_cast<double>(peak - spectrum.density.begin()) * spectrum.bin_Hz;
  findings.Reproduces("the peak of the density, Hz", "one, at a low frequency, by the system",
                      cage_Hz, peak_Hz, spectrum.bin_Hz);
  double beyond = 0.0;
  for (std::size_t k = 0; k < spectrum.density.size(); ++k) {
    const double frequency = static_cast<double>(k) * spectrum.bin_Hz;
    if (frequency > cage_Hz + 3.0 * spectrum.bin_Hz) {
      beyond = std::max(beyond, spectrum.density[k]);
    }
  }
  findings.Reproduces("greatest density elsewhere", "only one peak",
                      Text(beyond / *peak) + " of the peak", beyond < 1e-2 * *peak);
  // The balls load the races in turn, eight times a turn of the cage; a ball that turns with it
  // sees that one turn slower and one faster.
  const double passage =
      std::max(spectrum.Near(7.0 * cage_Hz, 4.0), spectrum.Near(9.0 * cage_Hz, 4.0));
  findings.Reproduces("balls pass the loaded zone: lines at 7 and 9 times the cage's frequency",
                      "caused by the system itself", Text(passage / *peak) + " of the peak",
                      passage < 1e-6 * *peak);
  CompareLines("Table 1", OuterRaceTurns(8, 7.938, 31.438), outer_Hz, spectrum, *peak, findings);
  CompareLines("true pitch", OuterRaceTurns(8, 0.3125, 1.319), outer_Hz, spectrum, *peak, findings);
  findings.NotCheckable("values of Fig 8", "a plot without numbers",
                        "load, speed, stiffness, sampling and which acceleration; ours: 50 N, 30 "
                        "Hz, x of ball 1, 0.1 to 0.6 s at 10 kHz, Hann segments of 0.25 s that "
                        "overlap by half");
  findings.SetPlot({"Acceleration of a ball, healthy bearing",
                    "frequency, Hz",
                    "density, m^2/s^4/Hz",
                    {{"ball 1", "frequency_Hz", "density_m2_s4_Hz", "what", "ball 1", "lines"},
                     {"outer race, Table 1", "frequency_Hz", "density_m2_s4_Hz", "what",
                      "line of the outer race by Table 1", "points"},
                     {"inner race, Table 1", "frequency_Hz", "density_m2_s4_Hz", "what",
                      "line of the inner race by Table 1", "points"},
                     {"outer race, true pitch", "frequency_Hz", "density_m2_s4_Hz", "what",
                      "line of the outer race by true pitch", "points"},
                     {"inner race, true pitch", "frequency_Hz", "density_m2_s4_Hz", "what",
                      "line of the inner race by true pitch", "points"}},
                    false,
                    true});
}

}  // namespace carom::papers
