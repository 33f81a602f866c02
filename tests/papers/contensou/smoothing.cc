// Smoothed forms and the stick-slip scheme: contensou-13, contensou-14.

#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/laws/friction/contensou_integral.h"
#include "core/models/rolling_ball/rolling_ball_stick.h"
#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"
#include "tests/testing/shots/contensou_ball.h"

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
  const auto falls = [&](const char* what, const std::vector<double>& errors) {
    findings.Reproduced(
        name + ": " + what + " off the stick-slip scheme's, least eps over greatest eps",
        {"the developed models of friction lead to the same results as event-driven algorithm",
         "1"},
        {{errors.back() / errors.front(), Below(1.0, 1.0, "", "1 without a trend")}},
        {Source::kReferenceRun, "the stick-slip scheme"});
  };
  falls("rest point", rest_errors);
  falls("stop time", time_errors);
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
  int singular = 0;
  int all = 0;
  const auto add = [&](double lambda) {
    const PatchSlip slip{Vec2(0.8 * lambda, 0.0), 0.6 * lambda, Vec2(0.3, 0.4)};
    const double values[] = {Resistance(local.Friction(slip)), Resistance(global.Friction(slip)),
                             Resistance(four.Friction(slip)), Resistance(patch.Friction(slip)),
                             patch.Shift({.rolling_m_s = Vec2(lambda * patch.radius_m, 0.0)}).x()};
    for (const double value : values) singular += std::isfinite(value) ? 0 : 1;
    all += 5;
    findings.sheet().Add("slip", lambda, values[0], values[1], values[2], values[3], values[4]);
    return std::vector<double>(std::begin(values), std::end(values));
  };
  for (int k = -60; k <= 40; ++k) add(std::pow(10.0, 0.1 * k));
  const std::vector<double> rest = add(0.0);
  const std::vector<double> far = add(1e6);
  const char* forms[] = {"(16), integral, eps_t local", "(16), eps_t global",
                         "(17), four parameters", "(17), m = 2", "(14), lean of the pressure"};
  const Printed integral = {
      "eliminate the singularities from the integral expression for components of friction model",
      "2.4, (16)"};
  const Printed approximate = {
      "The approximate models of friction force and moment are regularized in an analogical way",
      "2.4, (17)"};
  const Printed rolling = {
      "one should introduce in the denominators of the expressions (2) a small numerical parameter "
      "ε_r",
      "2.4, (14)"};
  const Printed papers[] = {integral, integral, approximate, approximate, rolling};
  const PatchSlip fast{Vec2(0.8, 0.0), 0.6, Vec2(0.3, 0.4)};
  const double sharp[] = {Resistance(IntegralFriction(fast, 0.0)),
                          Resistance(IntegralFriction(fast, 0.0)),
                          Resistance(ApproximateFriction(fast, kFourParameterBlend, 0.0)),
                          Resistance(ApproximateFriction(fast, kTwoParameterBlend, 0.0)), 1.0};
  for (size_t k = 0; k < rest.size(); ++k) {
    findings.Reproduced(std::string(forms[k]) + ": at rest", papers[k], {{rest[k], Exactly(0.0)}},
                        {Source::kClosedForm, "the numerators vanish"});
    findings.Reproduced(std::string(forms[k]) + ": 1e8 times above eps, less the sharp form",
                        {"we introduce the small parameter", "2.4"},
                        {{far[k] - sharp[k], NearZero({1e-7, "", "eps / lambda and rounding"})}},
                        {Source::kClosedForm, "(2), (8), (13)"});
  }
  findings.Reproduced("values that are not finite, of " + Text(all) + " from 0 to 1e6 1/s",
                      {"obtaining their smooth (regularized) counterparts", "2.4"},
                      {{static_cast<double>(singular), Exactly(0.0)}},
                      {Source::kClosedForm, "no denominator vanishes"});
  // (16) smooths each element's slip, (17) the whole motion's. For pure spin of eps, by hand:
  // 3/2 (1 - pi/4) over 3 pi/16 / sqrt(2).
  const PatchSlip spin{Vec2::Zero(), kEps_per_s};
  findings.Extension(
      "M of the integral for pure spin of eps: smoothed as (16) over as (17)",
      {Source::kClosedForm, "8 sqrt(2) (1 - pi/4) / pi"},
      {{local.Friction(spin).moment / global.Friction(spin).moment,
        Around(8.0 * std::sqrt(2.0) * (1.0 - kPi / 4.0) / kPi, {1e-12, "", "rounding"})}});
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
