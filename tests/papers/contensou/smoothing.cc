// Smoothed forms and the stick-slip scheme: contensou-13, contensou-14.

#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/laws/friction/contensou_integral.h"
#include "core/models/rolling_ball_stick.h"
#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"
#include "tests/testing/contensou_paper.h"

namespace carom::papers {
namespace {

constexpr double kEps_per_s = 0.01;

double Resistance(const PatchFriction& f) { return f.force.norm() + std::fabs(f.moment); }

struct SmoothingStudy {
  const char* figure;
  NamedModel model;
  std::vector<double> eps_per_s;
};

void AddStudy(const SmoothingStudy& study, Findings& findings) {
  const std::string name = std::string(study.figure) + " " + study.model.name;
  RollingBall ball = testing::PaperBall(study.figure, study.model.model);
  const auto sharp = RollWithStick(ball, {});
  if (!sharp.ok() || sharp->stop_reason != StopReason::kAtRest) {
    return findings.Failed(name, "the stick-slip scheme did not come to rest");
  }
  std::vector<double> rest_errors;
  std::vector<double> time_errors;
  for (const double eps : study.eps_per_s) {
    ball.patch.slip_smoothing_per_s = ball.patch.rolling_smoothing_per_s = eps;
    const auto roll = RollBall(ball, name, findings);
    if (!roll) return;
    rest_errors.push_back((roll->rest_m - sharp->rest_m).norm());
    time_errors.push_back(std::fabs(roll->stop_time_s - sharp->stop_time_s));
    findings.sheet().Add(name, eps, rest_errors.back(), time_errors.back());
  }
  findings.Reproduces(name + ": rest point off the stick-slip scheme's, from eps = " +
                          Text(study.eps_per_s.front()) + " to " + Text(study.eps_per_s.back()),
                      "the same results",
                      Text(rest_errors.front()) + " to " + Text(rest_errors.back()) + " m",
                      rest_errors.back() < 0.1 * rest_errors.front());
  findings.Reproduces(name + ": stop time off", "the same results",
                      Text(time_errors.front()) + " to " + Text(time_errors.back()) + " s",
                      time_errors.back() < 0.1 * time_errors.front());
}

}  // namespace

void SmoothForms(Findings& findings) {
  findings.sheet() =
      Sheet({"part", "lambda_per_s", "integral_local", "integral_global", "four", "two", "lean"});
  ContensouPatch patch{.slip_smoothing_per_s = kEps_per_s, .rolling_smoothing_per_s = kEps_per_s};
  const auto with = [&](ContensouModel model, SlipSmoothing smoothing) {
    ContensouPatch other = patch;
    other.model = model;
    other.smoothing = smoothing;
    return other;
  };
  const ContensouPatch local = with(ContensouModel::kIntegral, SlipSmoothing::kLocal);
  const ContensouPatch global = with(ContensouModel::kIntegral, SlipSmoothing::kGlobal);
  const ContensouPatch four = with(ContensouModel::kFourParameter, SlipSmoothing::kLocal);
  bool finite = true;
  const auto add = [&](double lambda) {
    const PatchSlip slip{Vec2(0.8 * lambda, 0.0), 0.6 * lambda, Vec2(0.3, 0.4)};
    const double values[] = {Resistance(local.Friction(slip)), Resistance(global.Friction(slip)),
                             Resistance(four.Friction(slip)), Resistance(patch.Friction(slip)),
                             patch.Shift({.rolling_m_s = Vec2(lambda * patch.radius_m, 0.0)}).x()};
    for (const double value : values) finite = finite && std::isfinite(value);
    findings.sheet().Add("slip", lambda, values[0], values[1], values[2], values[3], values[4]);
    return std::vector<double>(std::begin(values), std::end(values));
  };
  for (int k = -60; k <= 40; ++k) add(std::pow(10.0, 0.1 * k));
  const std::vector<double> rest = add(0.0);
  const std::vector<double> far = add(1e6);
  const char* forms[] = {"(16), integral, eps_t local", "(16), eps_t global",
                         "(17), four parameters", "(17), m = 2", "(14), lean of the pressure"};
  const PatchSlip fast{Vec2(0.8, 0.0), 0.6, Vec2(0.3, 0.4)};
  const double sharp[] = {Resistance(IntegralFriction(fast, 0.0)),
                          Resistance(IntegralFriction(fast, 0.0)),
                          Resistance(ApproximateFriction(fast, kFourParameterBlend, 0.0)),
                          Resistance(ApproximateFriction(fast, kTwoParameterBlend, 0.0)), 1.0};
  for (size_t k = 0; k < rest.size(); ++k) {
    findings.Reproduces(std::string(forms[k]) + ": at rest", "no singularity", 0.0, rest[k], 0.0);
    findings.Reproduces(std::string(forms[k]) + ": far above eps, less the sharp form",
                        "a small parameter", 0.0, far[k] - sharp[k], 1e-7);
  }
  findings.Reproduces("all forms from 1e-6 to 1e6 1/s", "no singularity",
                      finite ? "finite" : "not finite", finite);
  const PatchSlip spin{Vec2::Zero(), kEps_per_s};
  // 3/2 (1 - pi/4) over 3 pi/16 / sqrt(2), from (16) for w = eps_t by hand.
  findings.Differs("M for pure spin of eps: local over global",
                   "one eps_t for (16) and (17), as if it were one thing",
                   8.0 * std::sqrt(2.0) * (1.0 - kPi / 4.0) / kPi,
                   local.Friction(spin).moment / global.Friction(spin).moment, 1e-12,
                   "(16) smooths each element's slip, (17) the whole motion's: elements near the "
                   "centre of rotation slip less than the rim");
}

void StickSlipScheme(Findings& findings) {
  findings.sheet() = Sheet({"case", "eps_per_s", "rest_error_m", "stop_time_error_s"});
  const NamedModel integral = kPatchModels[0];
  const NamedModel two = kPatchModels[2];
  const std::vector<double> four_decades = {1e-1, 1e-2, 1e-3, 1e-4};
  const std::vector<double> three_decades = {1e-1, 1e-2, 1e-3};
  const SmoothingStudy studies[] = {
      {"Fig6", two, four_decades},      {"Fig7", two, four_decades},
      {"Fig8", two, four_decades},      {"Fig7", integral, four_decades},
      {"Fig8", integral, four_decades}, {"Fig9", two, three_decades}};
  Plot plot{
      "Smoothed models against the stick-slip scheme", "eps, 1/s", "error of rest point, m", {}};
  plot.log_x = plot.log_y = true;
  for (const SmoothingStudy& study : studies) {
    AddStudy(study, findings);
    const std::string name = std::string(study.figure) + " " + study.model.name;
    plot.curves.push_back({name, "eps_per_s", "rest_error_m", "case", name});
  }
  findings.SetPlot(plot);
}

}  // namespace carom::papers
