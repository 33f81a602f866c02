// The spectrum of a healthy bearing: smooth-17.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/math/welch.h"
#include "core/models/bearing/ball_bearing_parts.h"
#include "tests/papers/smooth/bearing_experiments.h"
#include "tests/testing/channels.h"

namespace carom::papers {
namespace {

constexpr double kRate_Hz = 10'000.0;
constexpr int kSegment = 2048;  // 4.9 Hz a bin.
constexpr double kHighest_Hz = 600.0;
constexpr double kRunUp_s = 0.1;

// Two bins to either side: half of the window's main lobe.
constexpr double kLine_Hz = 2.0 * kRate_Hz / kSegment;

// Of Hann's window, greatest beyond its main lobe: -31.47 dB. [F. J. Harris, On the use of windows
// for harmonic analysis with the discrete Fourier transform, Proc. IEEE 66 (1978), Table I]
constexpr double kSideLobe = 7.13e-4;

// The greatest density within `half_width_Hz` of a frequency.
double Near(const Spectrum& spectrum, double frequency_Hz, double half_width_Hz) {
  double greatest = 0.0;
  for (std::size_t k = 0; k < spectrum.density.size(); ++k) {
    const double here_Hz = static_cast<double>(k) * spectrum.bin_Hz;
    if (std::fabs(here_Hz - frequency_Hz) > half_width_Hz) continue;
    greatest = std::max(greatest, spectrum.density[k]);
  }
  return greatest;
}

// The acceleration of a body, after the run-up.
Spectrum SpectrumOf(const MechanismRecord& record, const Channel& channel, double run_up_s) {
  std::vector<double> acceleration;
  for (int i = static_cast<int>(run_up_s * kRate_Hz);
       i < static_cast<int>(record.samples.times_s.size()); ++i) {
    acceleration.push_back(testing::At(record.samples, i, channel));
  }
  return Welch(acceleration, kRate_Hz, {.segment = kSegment});
}

// A pit, the acceleration of the outer race that shows it, and its lines in turns of that race.
// With g = d/D and 8 balls a pit in the turning outer race meets 4 (1 - g) balls a turn, and is
// felt along an axis of the race; one in the fixed inner race meets 4 (1 + g), in a fixed
// direction. A spot on a ball meets either race (1/g - g) times, and goes round with the cage, (1 +
// g)/2 turns more or less.
struct Pit {
  DefectPlace place;
  const char* name;
  const char* quantity;
  std::vector<double> turns;
};

// Density at the lines of a pit; the bearing has it, or is healthy.
std::optional<double> LineOf(const Pit& pit, bool has_it, Findings& findings) {
  BallBearing bearing;
  bearing.duration_s = 0.245;
  bearing.integration.relative_tolerance = 1e-4;
  bearing.integration.absolute_tolerance = 1e-7;
  // So wide that the blows follow each other smoothly: the first harmonic is the highest.
  if (has_it) bearing.defect = BearingDefect{.place = pit.place, .width_m = 12e-3};
  const auto record = Turn(bearing, 1.0 / kRate_Hz, findings);
  if (!record) return std::nullopt;
  const Spectrum spectrum = SpectrumOf(*record, {"outer_race", pit.quantity}, 0.04);
  const double outer_Hz = testing::FigureOf(*record, "outer_speed_rad_s") / kTwoPi;
  double line = 0.0;
  for (const double turns : pit.turns) {
    line = std::max(line, Near(spectrum, turns * outer_Hz, kLine_Hz));
  }
  return line;
}

// What "no traces" is worth: the line of the healthy bearing beside that of a damaged one.
void CompareWithPits(Findings& findings) {
  constexpr double g = 7.938 / 31.438;
  const std::vector<Pit> pits = {
      {DefectPlace::kOuterRace, "the outer race", "acceleration_own_x_m_s2", {4.0 * (1.0 - g)}},
      {DefectPlace::kInnerRace, "the inner race", "acceleration_x_m_s2", {4.0 * (1.0 + g)}},
      {DefectPlace::kBall,
       "a ball",
       "acceleration_x_m_s2",
       {1.0 / g - g - 0.5 * (1.0 + g), 1.0 / g - g + 0.5 * (1.0 + g)}}};
  for (const Pit& pit : pits) {
    const auto healthy = LineOf(pit, false, findings);
    const auto damaged = LineOf(pit, true, findings);
    if (!healthy || !damaged) return;
    findings.Reproduced(std::string("line of ") + pit.name +
                            " in the outer race's acceleration, over that with a "
                            "pit there",
                        {"there are no traces of defects", "3, Fig 8"},
                        {{*healthy / *damaged,
                          Below(1.0, 1.0, "", "1 where the healthy bearing has the line too")}},
                        {Source::kReferenceRun, "a pit 12 mm wide and 5 um deep"});
  }
}

void CompareLines(const std::string& pitch, const BearingMultipliers& multipliers, double outer_Hz,
                  const Spectrum& spectrum, double peak, Findings& findings) {
  // A spot on a ball meets both races in a turn.
  const std::pair<const char*, double> lines[] = {{"outer race", multipliers.ball_pass_outer},
                                                  {"inner race", multipliers.ball_pass_inner},
                                                  {"ball", 2.0 * multipliers.ball_spin}};
  for (const auto& [name, multiplier] : lines) {
    const double frequency = multiplier * outer_Hz;
    const double line = Near(spectrum, frequency, kLine_Hz);
    findings.sheet().Add("line of the " + std::string(name) + " by " + pitch, frequency, line);
    findings.Tells(pitch + ": density at the line of the " + name + ", " + Text(frequency) + " Hz",
                   Text(line / peak) + " of the peak: a ball hardly feels a pit elsewhere");
  }
}

}  // namespace

void BearingSpectrum(Findings& findings) {
  findings.sheet() = Sheet({"what", "frequency_Hz", "density_m2_s4_Hz"});
  BallBearing bearing;
  bearing.duration_s = 0.6;
  const auto record = Turn(bearing, 1.0 / kRate_Hz, findings);
  if (!record) return;
  Spectrum spectrum = SpectrumOf(*record, {"ball_1", "acceleration_x_m_s2"}, kRunUp_s);
  spectrum.density.resize(static_cast<std::size_t>(kHighest_Hz / spectrum.bin_Hz) + 1);
  const auto peak = std::max_element(spectrum.density.begin(), spectrum.density.end());
  for (std::size_t k = 0; k < spectrum.density.size(); ++k) {
    findings.sheet().Add("ball 1", static_cast<double>(k) * spectrum.bin_Hz, spectrum.density[k]);
  }

  const double outer_Hz = testing::FigureOf(*record, "outer_speed_rad_s") / kTwoPi;
  const double cage_Hz = testing::FigureOf(*record, "cage_to_outer_speed") * outer_Hz;
  const double peak_Hz = static_cast<double>(peak - spectrum.density.begin()) * spectrum.bin_Hz;
  const Printed one = {"there is only a peak at low frequencies, caused by the own system",
                       "3, Fig 8"};
  findings.Reproduced(
      "the peak of the density", one,
      {{peak_Hz, Around(cage_Hz, {spectrum.bin_Hz, "Hz", "a bin of the spectrum"})}},
      {Source::kClosedForm, "a ball turns with the cage"});
  double beyond = 0.0;
  for (std::size_t k = 0; k < spectrum.density.size(); ++k) {
    const double frequency = static_cast<double>(k) * spectrum.bin_Hz;
    if (frequency > cage_Hz + 3.0 * spectrum.bin_Hz) {
      beyond = std::max(beyond, spectrum.density[k]);
    }
  }
  findings.Reproduced(
      "greatest density elsewhere, of the peak", one,
      {{beyond / *peak,
        SizeWithin({kSideLobe, "", "what a single line leaks through Hann's window"})}},
      {Source::kReferenceRun, "the spectrum's own peak"});
  // The balls load the races in turn, eight times a turn of the cage; a ball that turns with it
  // sees that one turn slower and one faster.
  const double passage =
      std::max(Near(spectrum, 7.0 * cage_Hz, kLine_Hz), Near(spectrum, 9.0 * cage_Hz, kLine_Hz));
  findings.Tells("balls pass the loaded zone: lines at 7 and 9 times the cage's frequency",
                 Text(passage / *peak) + " of the peak");
  CompareLines("Table 1", OuterRaceTurns(8, 7.938, 31.438), outer_Hz, spectrum, *peak, findings);
  CompareLines("true pitch", OuterRaceTurns(8, 0.3125, 1.319), outer_Hz, spectrum, *peak, findings);
  CompareWithPits(findings);
  findings.NotCheckable("values of Fig 8",
                        {"PSD of the acceleration of the balls generated by Matlab.", "Fig 8"},
                        "load, speed, stiffness, sampling and which acceleration; ours: 50 N, 30 "
                        "Hz, x of ball 1, 0.1 to 0.6 s at 10 kHz, Hann segments of 0.2048 s that "
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
