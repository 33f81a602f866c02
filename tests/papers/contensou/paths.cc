// The five trajectories: contensou-16 to contensou-20.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"
#include "tests/testing/degrees.h"
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

double Percent(double length_m, const Roll& roll) { return 100.0 * length_m / roll.PathLength(); }

// How far a path goes back along an axis after its extreme there: `sign` 1 after the greatest
// coordinate, -1 after the least.
double ReturnAlong(const Roll& roll, int axis, double sign) {
  return std::fabs(roll.PositionAt(Extreme(roll, axis, sign))[axis] - roll.rest_m[axis]);
}

// When a path is at its extreme along an axis: where the velocity between two samples crosses zero.
double TurnTime(const Roll& roll, int axis, double sign) {
  const int at = Extreme(roll, axis, sign);
  const auto& times_s = roll.record.samples.times_s;
  for (int k = std::max(at - 1, 0); k <= at && k + 1 < roll.sample_count(); ++k) {
    const double v = roll.VelocityAt(k)[axis];
    const double next = roll.VelocityAt(k + 1)[axis];
    if (v * next > 0.0) continue;
    const auto i = static_cast<size_t>(k);
    return times_s[i] + v / (v - next) * (times_s[i + 1] - times_s[i]);
  }
  return std::nan("");
}

// Length of the polygon through the samples, between two times.
double WayBetween(const Roll& roll, double from_s, double to_s) {
  const auto& times_s = roll.record.samples.times_s;
  double way_m = 0.0;
  for (int k = 1; k < roll.sample_count(); ++k) {
    const double begin_s = times_s[static_cast<size_t>(k - 1)];
    const double end_s = times_s[static_cast<size_t>(k)];
    const double shared_s = std::min(end_s, to_s) - std::max(begin_s, from_s);
    if (shared_s <= 0.0) continue;
    way_m += (roll.PositionAt(k) - roll.PositionAt(k - 1)).norm() * shared_s / (end_s - begin_s);
  }
  return way_m;
}

// By how much the heading turns to either side, while the ball is faster than 3 cm/s.
struct Turned {
  double left_deg = 0.0;
  double right_deg = 0.0;
};

Turned TurnedBy(const Roll& roll) {
  Turned turned;
  for (int k = 1; k < roll.sample_count(); ++k) {
    const Vec2 before = roll.VelocityAt(k - 1);
    const Vec2 v = roll.VelocityAt(k);
    if (v.norm() < 0.03) break;
    const double turn_rad = std::atan2(before.x() * v.y() - before.y() * v.x(), before.dot(v));
    (turn_rad > 0.0 ? turned.left_deg : turned.right_deg) += RadiansToDegrees(std::fabs(turn_rad));
  }
  return turned;
}

// What a claim of one figure measures of another figure's ball.
void PlantFigure(const char* claim, const char* figure, double (*measure)(const Roll&),
                 Findings& findings) {
  const auto roll =
      RollBall(testing::PaperBall(figure, ContensouModel::kTwoParameter), figure, findings);
  if (roll) findings.Plant(claim, figure, {{measure(*roll)}});
}

double Aside_m(const Roll& roll) {
  double aside_m = 0.0;
  for (int k = 0; k < roll.sample_count(); ++k) {
    aside_m = std::max(aside_m, std::fabs(roll.PositionAt(k).x()));
  }
  return aside_m;
}

double AsidePercent(const Roll& roll) { return Percent(std::fabs(roll.rest_m.x()), roll); }

double ReturnPercent(const Roll& roll) { return Percent(ReturnAlong(roll, 1, 1.0), roll); }

std::vector<std::pair<const char*, const Roll*>> Each(const BothRolls& rolls) {
  return {{"integral", &rolls.integral}, {"m = 2", &rolls.approximation}};
}

}  // namespace

void StraightMotion(Findings& findings) {
  const auto rolls = DrawFigure("Fig6", "Fig 6: straight motion", Axes::kHeightOverTime, findings);
  if (!rolls) return;
  for (const auto& [name, roll] : Each(*rolls)) {
    findings.Measure("contensou-16", {{Aside_m(*roll), name}});
  }
  PlantFigure("contensou-16", "Fig7", Aside_m, findings);
}

void DiagonalMotion(Findings& findings) {
  const auto rolls = DrawFigure("Fig7", "Fig 7: diagonal motion", Axes::kPath, findings);
  if (!rolls) return;
  for (const auto& [name, roll] : Each(*rolls)) {
    const std::string model = name;
    findings.Measure("contensou-17",
                     {{AsidePercent(*roll), model + ", X"},
                      {Percent(std::fabs(roll->rest_m.y()), *roll), model + ", Y"}});
  }
  PlantFigure("contensou-17", "Fig6", AsidePercent, findings);
}

void ReversalMotion(Findings& findings) {
  const auto rolls = DrawFigure("Fig8", "Fig 8: reversal", Axes::kPath, findings);
  if (!rolls) return;
  for (const auto& [name, roll] : Each(*rolls)) {
    findings.Measure("contensou-18a", {{ReturnPercent(*roll), name}});
  }
  PlantFigure("contensou-18a", "Fig7", ReturnPercent, findings);
}

void CurveMotion(Findings& findings) {
  const auto rolls = DrawFigure("Fig9", "Fig 9: curve", Axes::kPath, findings);
  if (!rolls) return;
  for (const auto& [name, roll] : Each(*rolls)) {
    const std::string model = name;
    const Turned turned = TurnedBy(*roll);
    if (roll == &rolls->approximation) {  // As in Fig 10.
      findings.Measure("contensou-19a",
                       {{turned.left_deg, "to the left"}, {turned.right_deg, "to the right"}});
    }
    findings.Tell("contensou-19a", model + ": left " + Text(turned.left_deg) + ", right " +
                                       Text(turned.right_deg) + " degrees; X goes back by " +
                                       Text(Percent(ReturnAlong(*roll, 0, -1.0), *roll)) +
                                       " per cent of the path");
  }
  findings.Tell("contensou-19b",
                "our integral model, in closed form and with a stiff method, rests at " +
                    PointText(rolls->integral.rest_m) + " m, with " +
                    Text(static_cast<double>(rolls->integral.record.evaluations) /
                         static_cast<double>(rolls->approximation.record.evaluations)) +
                    " times the evaluations of m = 2, which rests at " +
                    PointText(rolls->approximation.rest_m) + " m");
}

void FullTurnMotion(Findings& findings) {
  const auto rolls = DrawFigure("Fig10", "Fig 10: full turn", Axes::kPath, findings);
  if (!rolls) return;
  for (const auto& [name, roll] : Each(*rolls)) {
    const double x_s = TurnTime(*roll, 0, -1.0);
    const double y_s = TurnTime(*roll, 1, 1.0);
    const double last_s = std::max(x_s, y_s);
    const double between = Percent(WayBetween(*roll, std::min(x_s, y_s), last_s), *roll);
    double back_m = 0.0;
    double least_slip_m_s = 1e9;
    for (int k = 1; k < roll->sample_count(); ++k) {
      if (roll->record.samples.times_s[static_cast<size_t>(k - 1)] <= last_s) continue;
      if (roll->record.samples.times_s[static_cast<size_t>(k)] > roll->stop_time_s) break;
      const Vec2 way = roll->PositionAt(k) - roll->PositionAt(k - 1);
      back_m += std::max(-way.x(), 0.0) + std::max(way.y(), 0.0);
      least_slip_m_s = std::min(least_slip_m_s, roll->SlipAt(k).norm());
    }
    const double back = Percent(back_m, *roll);
    // 3.2: "only the results of approximate model are presented in Figs. 9-10".
    if (roll == &rolls->approximation) {
      findings.Measure("contensou-20a", between);
      findings.Measure("contensou-20b", back);
      findings.Tell("contensou-20c",
                    "slip after both turns: at least " + Text(least_slip_m_s) + " m/s");
    } else {
      findings.Tell("contensou-20a", "by the integral " + Text(between));
      findings.Tell("contensou-20b", "by the integral " + Text(back));
    }
    findings.Tell("contensou-20a", std::string(name) + ": X at " + Text(x_s) + " s, Y at " +
                                       Text(y_s) + " s, slower than 1 mm/s at " +
                                       Text(roll->stop_time_s) + " s");
  }
}

}  // namespace carom::papers
