// Smoothed forms and the stick-slip scheme: contensou-13, contensou-14.

#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/laws/friction/contensou_friction.h"
#include "core/models/rolling_ball/rolling_ball.h"
#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"
#include "tests/testing/shots/contensou_ball.h"

namespace carom::papers {
namespace {

constexpr double kEps_per_s = 0.01;

double Resistance(const PatchFriction& f) { return f.force.norm() + std::fabs(f.moment); }

// Errors of a smoothed ball against the stick-slip scheme, for eps = 0.1 to 0.001.
void AddStudy(const std::string& figure, const NamedModel& model, Findings& findings) {
  const std::string name = figure + " " + model.name;
  RollingBall ball = testing::PaperBall(figure, model.model);
  ball.patch.slip_smoothing_per_s = 0.0;  // Rolls by the stick-slip scheme.
  const auto sharp = RollBall(ball, name, findings);
  if (!sharp) return;
  for (const double eps : {1e-1, kEps_per_s, 1e-3}) {
    ball.patch.slip_smoothing_per_s = ball.patch.rolling_smoothing_per_s = eps;
    const auto roll = RollBall(ball, name, findings);
    if (!roll) return;
    const double rest_m = (roll->rest_m - sharp->rest_m).norm();
    const double time_s = std::fabs(roll->stop_time_s - sharp->stop_time_s);
    findings.sheet().Add(name, eps, rest_m, time_s);
    if (eps != kEps_per_s) continue;
    findings.Measure("contensou-14", {{100.0 * rest_m / roll->PathLength(), name + ", place"},
                                      {100.0 * time_s / sharp->stop_time_s, name + ", time"}});
  }
}

}  // namespace

void SmoothForms(Findings& findings) {
  ContensouPatch patch{.slip_smoothing_per_s = kEps_per_s, .rolling_smoothing_per_s = kEps_per_s};
  const auto with = [&](ContensouModel model) {
    ContensouPatch other = patch;
    other.model = model;
    return other;
  };
  // What resists over the motion: of a smooth form it tends to its slope at rest, of a sharp one it
  // grows without bound.
  const auto growth = [](const auto& resists) {
    const double far = 1e-3 * kEps_per_s;
    const double near = 1e-4 * kEps_per_s;
    return (resists(near) / near) / (resists(far) / far);
  };
  const auto slip = [](double lambda) {
    return PatchSlip{Vec2(0.8 * lambda, 0.0), 0.6 * lambda, Vec2(0.3, 0.4)};
  };
  const auto friction = [&](const char* name, ContensouModel model) {
    const ContensouPatch other = with(model);
    const double g =
        growth([&](double lambda) { return Resistance(other.Friction(slip(lambda))); });
    findings.Measure("contensou-13", {{g, name}});
  };
  friction("(16)", ContensouModel::kIntegral);
  friction("(17), four parameters", ContensouModel::kFourParameter);
  friction("(17), m = 2", ContensouModel::kTwoParameter);
  const double leaning = growth([&](double lambda) {
    return patch.Shift({.rolling_m_s = Vec2(lambda * patch.radius_m, 0.0)}).x();
  });
  findings.Measure("contensou-13", {{leaning, "(14)"}});
  const double sharp =
      growth([&](double lambda) { return Resistance(IntegralFriction(slip(lambda), 0.0)); });
  findings.Plant("contensou-13", "the sharp form (5)", {{sharp}});
}

void StickSlipScheme(Findings& findings) {
  findings.sheet() = Sheet({"case", "eps_per_s", "rest_error_m", "stop_time_error_s"});
  Plot plot{
      "Smoothed models against the stick-slip scheme", "eps, 1/s", "error of rest point, m", {}};
  plot.log_x = plot.log_y = true;
  for (int figure = 6; figure <= 10; ++figure) {
    for (const NamedModel& model : {kPatchModels[0], kPatchModels[2]}) {
      const std::string name = "Fig" + std::to_string(figure) + " " + model.name;
      AddStudy("Fig" + std::to_string(figure), model, findings);
      plot.curves.push_back({name, "eps_per_s", "rest_error_m", "case", name});
    }
  }
  findings.SetPlot(plot);
}

}  // namespace carom::papers
