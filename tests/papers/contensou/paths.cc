// The five trajectories: contensou-16 to contensou-20.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"
#include "tests/testing/shots/contensou_ball.h"

namespace carom::papers {
namespace {

struct BothRolls {
  Roll integral;
  Roll approximation;  // m = 2
};

enum class Axes { kPath, kHeightOverTime };

// The sample with the least or greatest coordinate.
int Extreme(const Roll& roll, int axis, double sign) {
  int best = 0;
  for (int k = 1; k < roll.sample_count(); ++k) {
    if (sign * roll.PositionAt(k)[axis] > sign * roll.PositionAt(best)[axis]) best = k;
  }
  return best;
}

// A path as it is, and drawn out to show its turns. As it is, its panel is too narrow for numbers
// below the axis.
void SetPathPanels(const Plot& path, const Roll& roll, Findings& findings) {
  const auto in_mm = [&](double sign) {
    return Text(std::round(1e3 * roll.PositionAt(Extreme(roll, 0, sign)).x())) + " mm";
  };
  Plot equal = path;
  equal.same_scale = true;
  equal.title += ", equal axes";
  equal.x_label = "X: " + in_mm(-1.0) + " to " + in_mm(1.0);
  equal.ticks = {{"0", 0.0}};
  Plot wide = path;
  wide.title += ", X stretched";
  findings.SetPanels({equal, wide}, 2);
}

// Rolls a figure's ball under both models, fills the sheet and draws them.
std::optional<BothRolls> DrawFigure(const std::string& figure, const std::string& title, Axes axes,
                                    Findings& findings) {
  findings.sheet() = Sheet(
      {"model", "time_s", "x_m", "y_m", "vx_m_s", "vy_m_s", "wx_rad_s", "wy_rad_s", "wz_rad_s"});
  const bool over_time = axes == Axes::kHeightOverTime;
  Plot plot{title, over_time ? "t, s" : "X, m", "Y, m", {}};
  std::optional<Roll> rolls[2];
  const NamedModel models[2] = {kPatchModels[0], kPatchModels[2]};
  for (int k = 0; k < 2; ++k) {
    rolls[k] = RollBall(testing::PaperBall(figure, models[k].model), models[k].name, findings);
    if (!rolls[k]) return std::nullopt;
    const ChannelTable& samples = rolls[k]->record.samples;
    for (int i = 0; i < rolls[k]->sample_count(); ++i) {
      const auto row = samples.Row(i);
      findings.sheet().Add(models[k].name, samples.times_s[static_cast<size_t>(i)], row[0], row[1],
                           row[2], row[3], row[4], row[5], row[6]);
    }
    plot.curves.push_back({models[k].name, over_time ? "time_s" : "x_m", "y_m", "model",
                           models[k].name,
                           k == 0 ? "lines" : "linespoints pointinterval 20 pointsize 0.5"});
  }
  if (over_time) {
    findings.SetPlot(plot);
  } else {
    SetPathPanels(plot, *rolls[0], findings);
  }
  return BothRolls{*rolls[0], *rolls[1]};
}

// The paper has curves; what another program made of its equations is in the catalogue.
void CompareRest(const char* case_id, const std::string& model, const Roll& roll,
                 double stop_time_s, const Vec2& expected_m, Findings& findings) {
  const Reference catalogue = {Source::kCatalogue, case_id};
  const auto compare = [&](const char* what, const char* unit, double expected, double ours) {
    Band band = Around(expected, {1e-5, unit, "tolerance of the catalogue"});
    band.wrong = expected_m.norm();  // Of the X of a straight roll, which is 0: all of its way.
    findings.SelfCheck(model + what, catalogue, {{ours, band}});
  };
  compare(": stop time", "s", stop_time_s, roll.stop_time_s);
  compare(": rest point, X", "m", expected_m.x(), roll.rest_m.x());
  compare(": rest point, Y", "m", expected_m.y(), roll.rest_m.y());
}

const Printed kDifficult = {
    "because of the difficulty of carrying out calculations with some initial conditions, only the "
    "results of approximate model are presented in Figs. 9-10",
    "3.2"};

// The integral model runs these balls too.
void RunIntegral(const BothRolls& rolls, Findings& findings) {
  const double apart_m = (rolls.integral.rest_m - rolls.approximation.rest_m).norm();
  findings.Extension("rest points of both models apart, of the path",
                     {Source::kReferenceRun, "m = 2"},
                     {{100.0 * apart_m / rolls.integral.PathLength(),
                       SizeWithin({1.0, "%", "a line's width of a printed path"}, 100.0)}});
  findings.Tells(
      "the integral model", kDifficult,
      "rests at " + Text(rolls.integral.rest_m) + " after " + Text(rolls.integral.stop_time_s) +
          " s, with " +
          Text(static_cast<double>(rolls.integral.record.evaluations) /
               static_cast<double>(rolls.approximation.record.evaluations)) +
          " times the evaluations of m = 2: in closed form and with a stiff method it is "
          "no harder");
}

}  // namespace

// catalogue B-10
void StraightMotion(Findings& findings) {
  const auto rolls = DrawFigure("Fig6", "Fig 6: straight motion", Axes::kHeightOverTime, findings);
  if (!rolls) return;
  CompareRest("B-10", "integral", rolls->integral, 4.7523001, Vec2(0.0, 2.3785297), findings);
  CompareRest("B-10", "m = 2", rolls->approximation, 4.7523001, Vec2(0.0, 2.3785297), findings);
  const Roll& roll = rolls->approximation;
  const Printed paper = {"the straight motion of the ball along the direction of Y axis", "3.2"};
  double aside_m = 0.0;
  for (int k = 0; k < roll.sample_count(); ++k) {
    aside_m = std::max(aside_m, std::fabs(roll.PositionAt(k).x()));
  }
  findings.Reproduced("greatest |X|", paper,
                      {{aside_m, SizeWithin({1e-12, "m", "rounding"}, 0.04)}},
                      {Source::kClosedForm, "nothing points along X"});
  const double deceleration = roll.VelocityAt(50).y() - roll.VelocityAt(100).y();  // over 1 s
  findings.Reproduced(
      "deceleration: it rolls", paper,
      {{deceleration, Around(0.2102142857, {1e-6, "m/s^2", "integration and eps_r^2"})}},
      {Source::kClosedForm, "a d g / (7 r)"});
  findings.Extension("the rolling friction mu_roll that it stands for",
                     {Source::kClosedForm, "a d / (7 r)"},
                     {{deceleration / 9.81, Around(3.0 / 140.0, {1e-7, "", "as before, over g"})}});
}

// catalogue B-11
void DiagonalMotion(Findings& findings) {
  const auto rolls = DrawFigure("Fig7", "Fig 7: diagonal motion", Axes::kPath, findings);
  if (!rolls) return;
  CompareRest("B-11", "integral", rolls->integral, 4.7542434, Vec2(0.0678816, 2.3795106), findings);
  CompareRest("B-11", "m = 2", rolls->approximation, 4.7542434, Vec2(0.0678815, 2.3795106),
              findings);
  // Rolling begins with 5/7 v + 2/7 r (w_y, -w_x), and keeps its direction.
  const double slope = (2.0 * 0.02 * 5.0) / (5.0 * 1.0 + 2.0 * 0.02 * 50.0);
  const Vec2 rest_m = rolls->approximation.rest_m;
  findings.Reproduced("X over Y at rest",
                      {"The diagonal movement of the ball is presented in Fig. 7.", "3.2"},
                      {{rest_m.x() / rest_m.y(),
                        Around(slope, {1e-3, "", "the slip of 0.1 m/s ends within 15 ms"})}},
                      {Source::kClosedForm, "2 r w_y / (5 v - 2 r w_x), the direction of rolling"});
}

// catalogue B-12
void ReversalMotion(Findings& findings) {
  const auto rolls = DrawFigure("Fig8", "Fig 8: reversal", Axes::kPath, findings);
  if (!rolls) return;
  CompareRest("B-12", "integral", rolls->integral, 1.6959776, Vec2(0.0153508, 0.1204860), findings);
  CompareRest("B-12", "m = 2", rolls->approximation, 1.6959886, Vec2(0.0153501, 0.1204879),
              findings);
  const Roll& roll = rolls->approximation;
  const double top_m = roll.PositionAt(Extreme(roll, 1, 1.0)).y();
  findings.SelfCheck("greatest Y of the samples", {Source::kCatalogue, "B-12"},
                     {{top_m, Around(0.25482, {1e-5, "m", "tolerance of the catalogue"})}});
  double back_m = 0.0;
  for (int k = 1; k < roll.sample_count(); ++k) {
    back_m = std::max(back_m, roll.PositionAt(k - 1).x() - roll.PositionAt(k).x());
  }
  const Measured y_returns = {top_m - roll.rest_m.y(),
                              Above(0.04, 0.0, "m", "a ball's diameter; without a return it is 0"),
                              "return along Y"};
  findings.Reproduced(
      "return along Y",
      {"Fig. 8 shows the reversal motion of the ball along the Y direction.", "3.2"}, {y_returns},
      {Source::kReferenceRun, "m = 2"});
  findings.Misprint("what turns",
                    {"Position of the billiard ball during turning in x direction.", "Fig 8"},
                    {y_returns,
                     {back_m, SizeWithin({1e-12, "m", "rounding: X only grows"}, 0.04),
                      "greatest step back along X"}},
                    "the caption names the wrong axis; the text of 3.2 the right one");
}

void CurveMotion(Findings& findings) {
  const auto rolls = DrawFigure("Fig9", "Fig 9: curve", Axes::kPath, findings);
  if (!rolls) return;
  RunIntegral(*rolls, findings);
  for (const auto& [name, roll] :
       {std::pair{"integral", &rolls->integral}, std::pair{"m = 2", &rolls->approximation}}) {
    // The speed across first grows to one side, then falls until it has the other sign.
    double least_m_s = 0.0;
    double back_m_s = 0.0;
    for (int k = 1; k < roll->sample_count(); ++k) {
      const double vx = roll->VelocityAt(k).x();
      if (vx < least_m_s) back_m_s = 0.0;
      least_m_s = std::min(least_m_s, vx);
      back_m_s = std::max(back_m_s, vx);
    }
    const std::string noise = "a hundred times the integration's error; without a turn it is 0";
    findings.Reproduced(
        std::string(name) + ": v_x, first and later",
        {"the ball is turning in direction X and then it is doing a curve motion in the opposite "
         "direction",
         "3.2"},
        {{least_m_s, Below(-1e-6, 0.0, "m/s", noise), "least v_x"},
         {back_m_s, Above(1e-6, 0.0, "m/s", noise), "greatest v_x after it"}},
        {Source::kReferenceRun, name});
  }
}

void FullTurnMotion(Findings& findings) {
  const auto rolls = DrawFigure("Fig10", "Fig 10: full turn", Axes::kPath, findings);
  if (!rolls) return;
  RunIntegral(*rolls, findings);
  for (const auto& [name, roll] :
       {std::pair{"integral", &rolls->integral}, std::pair{"m = 2", &rolls->approximation}}) {
    const int turn_y = Extreme(*roll, 1, 1.0);
    const int turn_x = Extreme(*roll, 0, -1.0);
    const double apart_m = (roll->PositionAt(turn_y) - roll->PositionAt(turn_x)).norm();
    findings.Reproduced(std::string(name) + ": turns in X at " + Text(0.02 * turn_x) +
                            " s and in Y at " + Text(0.02 * turn_y) +
                            " s, where it is that far, of the path",
                        {"the ball is turning in both X and Y direction at the same time", "3.2"},
                        {{100.0 * apart_m / roll->PathLength(),
                          SizeWithin({1.0, "%", "a line's width of a printed path"}, 100.0)}},
                        {Source::kReferenceRun, name});
    double least_x = 1.0;
    double greatest_y = -1.0;
    for (int k = std::max(turn_x, turn_y) + 2; k < roll->sample_count(); ++k) {
      const Vec2 v = roll->VelocityAt(k);
      if (v.norm() < 0.03) break;
      least_x = std::min(least_x, v.x());
      greatest_y = std::max(greatest_y, v.y());
    }
    const std::string sign = "the sign, while it is faster than 0.03 m/s";
    findings.Reproduced(
        std::string(name) + ": then",
        {"then it constantly rolls in both X and Y direction until it stops", "3.2"},
        {{least_x, Above(0.0, 0.0, "m/s", sign), "least v_x"},
         {greatest_y, Below(0.0, 0.0, "m/s", sign), "greatest v_y"}},
        {Source::kReferenceRun, name});
  }
}

}  // namespace carom::papers
