// The ball bearing's motion, loads and dimensions: smooth-10, -11, -18.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/models/ball_bearing_kinematics.h"
#include "core/models/ball_bearing_parts.h"
#include "tests/papers/smooth/bearing_experiments.h"
#include "tests/testing/channels.h"

namespace carom::papers {
namespace {

using testing::At;
using testing::FigureOf;

void DrawCircle(const std::string& name, double radius_m, Findings& findings) {
  for (int i = 0; i <= 180; ++i) {
    const double angle = kTwoPi * i / 180;
    findings.sheet().Add(name, 1e3 * radius_m * std::cos(angle), 1e3 * radius_m * std::sin(angle));
  }
}

// Balls and cage at the end of a run, and the whole way of one ball.
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

BallBearing WithAxialLoad() {
  BallBearing bearing;
  bearing.races = RaceShape::kCylinders;
  bearing.axial_load_N = 20.0;
  return bearing;
}

}  // namespace

std::optional<MechanismRecord> Turn(const BallBearing& bearing, double sample_period_s,
                                    Findings& findings) {
  MechanismRecord record;
  MechanismDetail detail;
  detail.sample_period_s = sample_period_s;
  const absl::Status status = RunBallBearing(bearing, detail, StopToken(), record);
  if (status.ok() && record.stop_reason == StopReason::kTimeLimit) return record;
  findings.Failed("run", status.ok() ? "it ended early" : std::string(status.message()));
  return std::nullopt;
}

// catalogue D-23
void BearingDrive(Findings& findings) {
  const double without_slip = OuterRaceTurns(8, 7.938, 31.438).cage;
  for (const BallBearing& bearing : {WithAxialLoad(), BallBearing()}) {
    const auto record = Turn(bearing, 1e-3, findings);
    if (!record) return;
    const bool spheres = bearing.races == RaceShape::kSpheres;
    findings.Reproduces(
        std::string(spheres ? "spheres" : "cylinders") + ": cage over outer race's speed",
        "the outer race moves the balls by friction", without_slip,
        FigureOf(*record, "cage_to_outer_speed"), 0.01 * without_slip);
    if (spheres) DrawBearing(bearing, *record, findings);
    double shortest = 1.0;
    double longest = 0.0;
    for (int i = 0; i < static_cast<int>(record->samples.times_s.size()); ++i) {
      const double dx = At(record->samples, i, {"ball_1", "position_x_m"}) -
                        At(record->samples, i, {"ball_2", "position_x_m"});
      const double dy = At(record->samples, i, {"ball_1", "position_y_m"}) -
                        At(record->samples, i, {"ball_2", "position_y_m"});
      shortest = std::min(shortest, std::hypot(dx, dy));
      longest = std::max(longest, std::hypot(dx, dy));
    }
    findings.Reproduces(
        std::string(spheres ? "spheres" : "cylinders") +
            ": the springs keep neighbours in their places, and vibrate",
        "stiff, allowing them to vibrate",
        "distance of two " + Text(1e3 * shortest) + " to " + Text(1e3 * longest) + " mm",
        longest - shortest < 0.01 * longest && longest > shortest);
  }
}

void BearingLoads(Findings& findings) {
  findings.sheet() = Sheet({"races", "t_s", "angle_of_ball_1_rad", "force_of_inner_race_N",
                            "force_of_outer_race_N", "outer_race_y_m", "outer_race_z_m"});
  for (const BallBearing& bearing : {BallBearing(), WithAxialLoad()}) {
    const bool spheres = bearing.races == RaceShape::kSpheres;
    const std::string name = spheres ? "spheres" : "cylinders";
    const auto record = Turn(bearing, 1e-4, findings);
    if (!record) return;
    for (int i = 0; i < static_cast<int>(record->samples.times_s.size()); ++i) {
      const auto at = [&](const Channel& channel) { return At(record->samples, i, channel); };
      findings.sheet().Add(
          name, record->samples.times_s[static_cast<std::size_t>(i)],
          std::atan2(at({"ball_1", "position_y_m"}), at({"ball_1", "position_x_m"})),
          at({"ball_1", "force_of_inner_race_N"}), at({"ball_1", "force_of_outer_race_N"}),
          at({"outer_race", "position_y_m"}), at({"outer_race", "position_z_m"}));
    }
    findings.Reproduces(name + ": runs at 30 Hz under a radial load of 50 N", "both run",
                        "greatest normal force of a race on a ball " +
                            Text(FigureOf(*record, "greatest_normal_force_N")) +
                            " N, no ball lost " + "contact",
                        record->events.empty());
    findings.Reproduces(name + ": greatest residual of the energy's balance, J", "ours", 0.0,
                        FigureOf(*record, "greatest_balance_residual_J"), 1e-5);
    findings.Reproduces(name + ": greatest axial force on a ball, N",
                        spheres ? "no axial load" : "axial load", spheres ? 0.0 : 20.0 / 8.0,
                        FigureOf(*record, "greatest_axial_force_N"), spheres ? 0.0 : 0.25);
  }
  BallBearing impossible;
  impossible.axial_load_N = 20.0;
  const absl::Status refused = Validate(impossible, MechanismDetail());
  findings.Reproduces("spheres with an axial load", "neglecting any axial loads",
                      std::string(refused.message()), !refused.ok());
}

// catalogue D-23, D-24
void BearingDimensions(Findings& findings) {
  findings.sheet() =
      Sheet({"pitch_mm", "turns", "cage", "ball_pass_outer", "ball_pass_inner", "ball_spin"});
  const auto add = [&](double pitch_mm, const char* turns, const BearingMultipliers& m) {
    findings.sheet().Add(pitch_mm, turns, m.cage, m.ball_pass_outer, m.ball_pass_inner,
                         m.ball_spin);
  };
  add(31.438, "inner", InnerRaceTurns(8, 7.938, 31.438));
  add(31.438, "outer", OuterRaceTurns(8, 7.938, 31.438));
  add(33.503, "inner", InnerRaceTurns(8, 7.938, 33.503));
  add(33.503, "outer", OuterRaceTurns(8, 7.938, 33.503));

  findings.Differs("mean diameter, mm", "31.438", 31.4375, 0.5 * (15.875 + 47.0), 1e-12,
                   "this is the mean of bore and outside diameter; the pitch is 1.319 in, 33.503 "
                   "mm");
  const BearingMultipliers paper = InnerRaceTurns(8, 7.938, 31.438);
  findings.Reproduces("Table 1 as printed: balls past the outer race", "not given", 2.990012087283,
                      paper.ball_pass_outer, 1e-10);
  findings.Reproduces("Table 1 as printed: cage, outer race turning", "not given", .626248489090,
                      OuterRaceTurns(8, 7.938, 31.438).cage, 1e-10);
  const BearingMultipliers real = InnerRaceTurns(8, 0.3125, 1.319);
  findings.Differs("true pitch: balls past the outer race", "Table 1 gives 2.990", 3.052312357847,
                   real.ball_pass_outer, 1e-10, "3.052 is the number published for this bearing");
  findings.Differs("true pitch: ball spin", "Table 1 gives 1.854", 1.991939044731, real.ball_spin,
                   1e-10, "the same");
  BallBearing bearing;
  bearing.pitch_diameter_m = 1.319 * 0.0254;
  if (const auto record = Turn(bearing, 0.0, findings)) {
    findings.Differs("true pitch, simulated: cage, outer race turning", "Table 1 gives 0.6262",
                     .618460955269, FigureOf(*record, "cage_to_outer_speed"), 0.006, "the same");
  }
}

}  // namespace carom::papers
