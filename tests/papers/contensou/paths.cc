// The five trajectories: contensou-16 to contensou-20.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"
#include "tests/testing/contensou_paper.h"

namespace carom::papers {
namespace {

struct BothRolls {
  Roll integral;
  Roll approximation;  // m = 2
};

enum class Axes { kPath, kHeightOverTime };

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
                           models[k].name, k == 0 ? "lines" : "points"});
  }
  findings.SetPlot(plot);
  return BothRolls{*rolls[0], *rolls[1]};
}

void CompareRest(const std::string& model, const Roll& roll, double stop_time_s,
                 const Vec2& expected_m, Findings& findings) {
  const char* paper = "a plot; from it no number is read";
  findings.Reproduces(model + ": stop time, s", paper, stop_time_s, roll.stop_time_s, 1e-5);
  findings.Reproduces(model + ": rest point, X, m", paper, expected_m.x(), roll.rest_m.x(), 1e-5);
  findings.Reproduces(model + ": rest point, Y, m", paper, expected_m.y(), roll.rest_m.y(), 1e-5);
}

// The sample with the least or greatest coordinate.
int Extreme(const Roll& roll, int axis, double sign) {
  int best = 0;
  for (int k = 1; k < roll.sample_count(); ++k) {
    if (sign * roll.PositionAt(k)[axis] > sign * roll.PositionAt(best)[axis]) best = k;
  }
  return best;
}

void IntegralNeedsNoHelp(const Roll& roll, Findings& findings) {
  findings.Differs(
      "the integral model", "not run: difficult to calculate",
      "rests at " + Text(roll.rest_m) + " after " + Text(roll.stop_time_s) + " s, " +
          std::to_string(roll.record.evaluations) + " evaluations",
      roll.record.stop_reason == StopReason::kAtRest,
      "in closed form and with a stiff method it is no harder than the approximations");
}

}  // namespace

// catalogue B-10
void StraightMotion(Findings& findings) {
  const auto rolls = DrawFigure("Fig6", "Fig 6: straight motion", Axes::kHeightOverTime, findings);
  if (!rolls) return;
  CompareRest("integral", rolls->integral, 4.7523001, Vec2(0.0, 2.3785297), findings);
  CompareRest("m = 2", rolls->approximation, 4.7523001, Vec2(0.0, 2.3785297), findings);
  const Roll& roll = rolls->approximation;
  const double deceleration = roll.VelocityAt(50).y() - roll.VelocityAt(100).y();  // over 1 s
  findings.Reproduces("deceleration, m/s^2", "a straight roll; a d g / (7 r)", 0.2102142857,
                      deceleration, 1e-6);
  findings.Reproduces("mu_roll that it stands for", "not said; a d / (7 R)", 3.0 / 140.0,
                      deceleration / 9.81, 1e-6);
}

// catalogue B-11
void DiagonalMotion(Findings& findings) {
  const auto rolls = DrawFigure("Fig7", "Fig 7: diagonal motion", Axes::kPath, findings);
  if (!rolls) return;
  CompareRest("integral", rolls->integral, 4.7542434, Vec2(0.0678816, 2.3795106), findings);
  CompareRest("m = 2", rolls->approximation, 4.7542434, Vec2(0.0678815, 2.3795106), findings);
}

// catalogue B-12
void ReversalMotion(Findings& findings) {
  const auto rolls = DrawFigure("Fig8", "Fig 8: reversal", Axes::kPath, findings);
  if (!rolls) return;
  CompareRest("integral", rolls->integral, 1.6959776, Vec2(0.0153508, 0.1204860), findings);
  CompareRest("m = 2", rolls->approximation, 1.6959886, Vec2(0.0153501, 0.1204879), findings);
  const Roll& roll = rolls->approximation;
  const double top_m = roll.PositionAt(Extreme(roll, 1, 1.0)).y();
  findings.Reproduces("greatest Y of the samples, m", "reversal along the Y direction", 0.25482,
                      top_m, 1e-5);
  bool x_grows = true;
  for (int k = 1; k < roll.sample_count(); ++k) {
    x_grows = x_grows && roll.PositionAt(k).x() >= roll.PositionAt(k - 1).x() - 1e-12;
  }
  findings.Differs(
      "what reverses", "caption: turning in x direction; text: along Y",
      "Y, from " + Text(top_m) + " back to " + Text(roll.rest_m.y()) + " m; X only grows",
      x_grows && roll.rest_m.y() < 0.5 * top_m, "the caption names the wrong axis");
}

void CurveMotion(Findings& findings) {
  const auto rolls = DrawFigure("Fig9", "Fig 9: curve", Axes::kPath, findings);
  if (!rolls) return;
  IntegralNeedsNoHelp(rolls->integral, findings);
  for (const auto& [name, roll] :
       {std::pair{"integral", &rolls->integral}, std::pair{"m = 2", &rolls->approximation}}) {
    // The speed across first grows to one side, then falls until it has the other sign.
    int fastest = 0;
    double back_m_s = 0.0;
    for (int k = 1; k < roll->sample_count(); ++k) {
      const double vx = roll->VelocityAt(k).x();
      if (vx < roll->VelocityAt(fastest).x()) fastest = k;
      back_m_s = std::max(back_m_s, vx);
    }
    const double least_m_s = roll->VelocityAt(fastest).x();
    findings.Reproduces(std::string(name) + ": v_x, m/s",
                        "turns in direction X, then curves in the opposite direction",
                        "0, then " + Text(least_m_s) + " at " + Text(0.02 * fastest) +
                            " s, then rising to " + Text(back_m_s),
                        least_m_s < -0.04 && fastest < 20 && back_m_s > 1e-4);
  }
  const double apart_m = (rolls->integral.rest_m - rolls->approximation.rest_m).norm();
  findings.Reproduces("rest points of both models apart", "shown for the approximation only",
                      Text(1e3 * apart_m) + " mm", apart_m < 0.005);
}

void FullTurnMotion(Findings& findings) {
  const auto rolls = DrawFigure("Fig10", "Fig 10: full turn", Axes::kPath, findings);
  if (!rolls) return;
  IntegralNeedsNoHelp(rolls->integral, findings);
  for (const auto& [name, roll] :
       {std::pair{"integral", &rolls->integral}, std::pair{"m = 2", &rolls->approximation}}) {
    const int turn_y = Extreme(*roll, 1, 1.0);
    const int turn_x = Extreme(*roll, 0, -1.0);
    findings.Reproduces(
        std::string(name) + ": turns in X and in Y at, s", "turning in X and Y at the same time",
        Text(0.02 * turn_x) + " and " + Text(0.02 * turn_y), std::abs(turn_x - turn_y) <= 5);
    bool rolls_on = true;
    for (int k = std::max(turn_x, turn_y) + 2; k < roll->sample_count(); ++k) {
      const Vec2 v = roll->VelocityAt(k);
      if (v.norm() < 0.03) break;
      rolls_on = rolls_on && v.x() > 0.0 && v.y() < 0.0;
    }
    findings.Reproduces(std::string(name) + ": then",
                        "constantly rolls in both X and Y until it stops",
                        rolls_on ? "v_x > 0 and v_y < 0 down to 0.03 m/s" : "not so", rolls_on);
  }
  const double apart_m = (rolls->integral.rest_m - rolls->approximation.rest_m).norm();
  findings.Reproduces("rest points of both models apart", "shown for the approximation only",
                      Text(1e3 * apart_m) + " mm", apart_m < 0.005);
}

}  // namespace carom::papers
