// The ball bearing: smooth-10, -17, -18.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/math/welch.h"
#include "core/models/bearing/ball_bearing.h"
#include "tests/papers/smooth/experiments.h"
#include "tests/testing/channels.h"

namespace carom::papers {
namespace {

using testing::At;
using testing::FigureOf;

constexpr double kRate_Hz = 10'000.0;
constexpr int kSegment = 2048;  // 4.9 Hz a bin.

std::optional<MechanismRecord> Turn(const BallBearing& bearing, double sample_period_s,
                                    Findings& findings) {
  MechanismRecord record;
  MechanismDetail detail;
  detail.sample_period_s = sample_period_s;
  const absl::Status status = Simulate(bearing, detail, StopToken(), record);
  if (status.ok() && record.stop_reason == StopReason::kTimeLimit) return record;
  findings.Failed("run", status.ok() ? "it ended early" : std::string(status.message()));
  return std::nullopt;
}

void DrawCircle(const std::string& name, double radius_m, Findings& findings) {
  for (int i = 0; i <= 180; ++i) {
    const double angle = kTwoPi * i / 180;
    findings.sheet().Add(name, 1e3 * radius_m * std::cos(angle), 1e3 * radius_m * std::sin(angle));
  }
}

// Balls and cage at the end of a run.
void DrawBearing(const BallBearing& bearing, const MechanismRecord& record, Findings& findings) {
  findings.sheet() = Sheet({"what", "x_mm", "y_mm"});
  DrawCircle("inner race", InnerRaceRadius(bearing), findings);
  DrawCircle("outer race", OuterRaceRadius(bearing), findings);
  const int last = static_cast<int>(record.samples.times_s.size()) - 1;
  for (int i = 0; i <= bearing.ball_count; ++i) {
    const std::string ball = "ball_" + std::to_string(i % bearing.ball_count + 1);
    findings.sheet().Add("cage", 1e3 * At(record.samples, last, {ball, "position_x_m"}),
                         1e3 * At(record.samples, last, {ball, "position_y_m"}));
  }
  findings.SetPlot({"Balls and cage at the end of the run",
                    "x, mm",
                    "y, mm",
                    {{"inner race", "x_mm", "y_mm", "what", "inner race", "lines"},
                     {"outer race", "x_mm", "y_mm", "what", "outer race", "lines"},
                     {"centres of balls, springs of the cage", "x_mm", "y_mm", "what", "cage"}},
                    false,
                    false,
                    true});
}

// Of a ball's acceleration, after the run-up.
Spectrum SpectrumOf(const MechanismRecord& record, double run_up_s) {
  std::vector<double> acceleration;
  for (int i = static_cast<int>(run_up_s * kRate_Hz);
       i < static_cast<int>(record.samples.times_s.size()); ++i) {
    acceleration.push_back(At(record.samples, i, {"ball_1", "acceleration_x_m_s2"}));
  }
  return Welch(acceleration, kRate_Hz, {.segment = kSegment});
}

double Near(const Spectrum& spectrum, double frequency_Hz) {
  double greatest = 0.0;
  for (std::size_t k = 0; k < spectrum.density.size(); ++k) {
    const double here_Hz = static_cast<double>(k) * spectrum.bin_Hz;
    if (std::fabs(here_Hz - frequency_Hz) > 2.0 * spectrum.bin_Hz) continue;
    greatest = std::max(greatest, spectrum.density[k]);
  }
  return greatest;
}

// The highest density that is no part of the line at a frequency, over that of the line. A line of
// Hann's window is four bins wide.
double HighestElsewhere(const Spectrum& spectrum, double line_Hz) {
  double elsewhere = 0.0;
  for (std::size_t k = 0; k < spectrum.density.size(); ++k) {
    const double off_Hz = std::fabs(static_cast<double>(k) * spectrum.bin_Hz - line_Hz);
    if (off_Hz > 2.0 * spectrum.bin_Hz) elsewhere = std::max(elsewhere, spectrum.density[k]);
  }
  return elsewhere / Near(spectrum, line_Hz);
}

// The line of a pit in the outer race, in the acceleration of a ball, over the highest density.
std::optional<double> LineOfPit(bool has_it, Findings& findings) {
  BallBearing bearing;
  bearing.duration_s = 0.35;
  bearing.integration.relative_tolerance = 1e-4;
  bearing.integration.absolute_tolerance = 1e-7;
  if (has_it) bearing.defect = BearingDefect{.place = DefectPlace::kOuterRace, .width_m = 12e-3};
  const auto record = Turn(bearing, 1.0 / kRate_Hz, findings);
  if (!record) return std::nullopt;
  const Spectrum spectrum = SpectrumOf(*record, 0.1);
  const double outer_Hz = FigureOf(*record, "outer_speed_rad_s") / kTwoPi;
  const double line_Hz = OuterRaceTurns(8, 7.938, 31.438).ball_pass_outer * outer_Hz;
  return Near(spectrum, line_Hz) /
         *std::max_element(spectrum.density.begin(), spectrum.density.end());
}

}  // namespace

void BearingDrive(Findings& findings) {
  const double without_slip = OuterRaceTurns(8, 7.938, 31.438).cage;
  for (const RaceShape races : {RaceShape::kCylinders, RaceShape::kSpheres}) {
    BallBearing bearing;
    bearing.races = races;
    if (races == RaceShape::kCylinders) bearing.axial_load_N = 20.0;
    const auto record = Turn(bearing, 1e-3, findings);
    if (!record) return;
    const bool spheres = races == RaceShape::kSpheres;
    findings.Measure("smooth-10", {{FigureOf(*record, "cage_to_outer_speed") / without_slip,
                                    spheres ? "spheres" : "cylinders"}});
    if (spheres) DrawBearing(bearing, *record, findings);
  }
}

void BearingSpectrum(Findings& findings) {
  findings.sheet() = Sheet({"frequency_Hz", "density_m2_s4_Hz"});
  BallBearing bearing;
  bearing.duration_s = 0.6;
  const auto record = Turn(bearing, 1.0 / kRate_Hz, findings);
  if (!record) return;
  const Spectrum spectrum = SpectrumOf(*record, 0.1);
  for (std::size_t k = 0; static_cast<double>(k) * spectrum.bin_Hz < 600.0; ++k) {
    findings.sheet().Add(static_cast<double>(k) * spectrum.bin_Hz, spectrum.density[k]);
  }
  const double cage_Hz =
      FigureOf(*record, "cage_to_outer_speed") * FigureOf(*record, "outer_speed_rad_s") / kTwoPi;
  findings.Measure("smooth-17a", HighestElsewhere(spectrum, cage_Hz));
  Spectrum other = spectrum;  // With a second line, a tenth as high.
  const auto peak = std::max_element(spectrum.density.begin(), spectrum.density.end());
  other.density[other.density.size() / 2] += 0.1 * *peak;
  findings.Plant("smooth-17a", "a second line", {{HighestElsewhere(other, cage_Hz)}});
  const auto healthy = LineOfPit(false, findings);
  const auto damaged = LineOfPit(true, findings);
  if (!healthy || !damaged) return;
  findings.Tell("smooth-17b", "the line of the outer race, over the peak: healthy " +
                                  Text(*healthy) + ", with a pit of 12 mm there " + Text(*damaged));
  findings.SetPlot({"Acceleration of a ball, healthy bearing",
                    "frequency, Hz",
                    "density, m^2/s^4/Hz",
                    {{"ball 1", "frequency_Hz", "density_m2_s4_Hz", "", "", "lines"}},
                    false,
                    true});
}

void BearingDimensions(Findings& findings) {
  findings.Tell("smooth-18",
                "the pitch of the bearing that bears this name is 33.503 mm: balls pass "
                "its outer race " +
                    Text(InnerRaceTurns(8, 0.3125, 1.319).ball_pass_outer) +
                    " times a turn, by the mean diameter " +
                    Text(InnerRaceTurns(8, 7.938, 31.438).ball_pass_outer));
}

}  // namespace carom::papers
