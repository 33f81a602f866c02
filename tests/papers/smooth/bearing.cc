// The ball bearing's motion, loads and dimensions: smooth-10, -11, -18.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/models/bearing/ball_bearing_parts.h"
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
    findings.Reproduced(
        std::string(spheres ? "spheres" : "cylinders") + ": cage over outer race's speed",
        {"The driving force is applied to the outer race, transmitting the motion through friction "
         "forces to the balls.",
         "3"},
        {{FigureOf(*record, "cage_to_outer_speed") / without_slip,
          Around(1.0, {0.01, "", "the balls slip a little: one per cent"})}},
        {Source::kCatalogue, "D-23, rolling without slip"});
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
    const double gap =
        1.0 - bearing.ball_diameter_m / (bearing.pitch_diameter_m * std::sin(kPi / 8.0));
    findings.Reproduced(
        std::string(spheres ? "spheres" : "cylinders") +
            ": range of the distance of two neighbours over it",
        {"quite high, in order to keep the stability of the system but, at the same time, allowing "
         "them to vibrate properly",
         "3"},
        {{(longest - shortest) / longest,
          Below(gap, gap, "", "the part of it that is between two balls: they would touch"),
          "they vibrate by it, and do not touch"}},
        {Source::kReferenceRun, "D-23"});
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
    findings.Reproduced(
        name + ": runs at 30 Hz under a radial load of 50 N, greatest normal force " +
            Text(FigureOf(*record, "greatest_normal_force_N")) + " N",
        spheres
            ? Printed{"the first one, based on the sphere-sphere contact interaction described "
                      "above, neglecting any kind of axial loads",
                      "3"}
            : Printed{"considering axial loads through a sphere-cylinder contact interaction", "3"},
        {{static_cast<double>(record->events.size()), Exactly(0.0), "losses of contact"},
         {FigureOf(*record, "greatest_axial_force_N"),
          Around(spheres ? 0.0 : 20.0 / 8.0,
                 {spheres ? 0.0 : 0.25, "N", "an eighth of the load, and a tenth of it", true}),
          "greatest axial force on a ball"}},
        {Source::kClosedForm, "20 N on eight balls, none for spheres"});
    findings.SelfCheck(name + ": greatest residual of the energy's balance",
                       {Source::kClosedForm, "work and heat"},
                       {{FigureOf(*record, "greatest_balance_residual_J"),
                         SizeWithin({1e-5, "J", "integration, of 0.1 J"}, 0.1)}});
  }
  BallBearing impossible;
  impossible.axial_load_N = 20.0;
  const absl::Status refused = Validate(impossible, MechanismDetail());
  findings.Tells("spheres with an axial load", {"neglecting any kind of axial loads", "3"},
                 refused.ok() ? "accepted" : std::string(refused.message()));
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

  const std::string why =
      "the printed diameter is the mean of bore and outside diameter; the pitch is 1.319 in, "
      "33.503 mm, with which the multipliers are those published for this bearing";
  const Printed mean = {"Mean diameter 31.438", "Table 1"};
  findings.Misprint("mean of bore and outside diameter of Table 1", mean,
                    {{0.5 * (15.875 + 47.0), AsPrinted(mean, "mm", 1.01)}}, why);
  const BearingMultipliers paper = InnerRaceTurns(8, 7.938, 31.438);
  const BearingMultipliers real = InnerRaceTurns(8, 0.3125, 1.319);
  const Tolerance digits = {1e-10, "", "digits of the catalogue"};
  findings.SelfCheck(
      "Table 1 as printed", {Source::kCatalogue, "D-23"},
      {{paper.ball_pass_outer, Around(2.990012087283, digits), "balls past the outer race"},
       {OuterRaceTurns(8, 7.938, 31.438).cage, Around(.626248489090, digits),
        "cage, outer race turning"}});
  findings.Misprint("balls past the outer race in a turn", mean,
                    {{real.ball_pass_outer, Around(3.052, {5e-4, "", "published digits, 3.052"}),
                      "by the true pitch"},
                     {std::fabs(paper.ball_pass_outer - 3.052),
                      Above(0.01, 0.0, "", "twenty times those digits"), "by Table 1, off by"}},
                    why, {Source::kCatalogue, "D-24, the maker's multiplier"});
  findings.SelfCheck("true pitch", {Source::kCatalogue, "D-24"},
                     {{real.ball_pass_outer, Around(3.052312357847, digits), "past the outer race"},
                      {real.ball_spin, Around(1.991939044731, digits), "ball spin"}});
  BallBearing bearing;
  bearing.pitch_diameter_m = 1.319 * 0.0254;
  if (const auto record = Turn(bearing, 0.0, findings)) {
    findings.SelfCheck("true pitch, simulated: cage, outer race turning",
                       {Source::kCatalogue, "D-24"},
                       {{FigureOf(*record, "cage_to_outer_speed") / .618460955269,
                         Around(1.0, {0.01, "", "the balls slip a little: one per cent"})}});
  }
}

}  // namespace carom::papers
