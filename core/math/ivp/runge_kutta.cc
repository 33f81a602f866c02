#include "core/math/ivp/runge_kutta.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/portable_math.h"
#include "core/math/ode.h"

namespace carom {

double RungeKutta4::FirstStep(double limit) { return limit; }

double RungeKutta4::NextStep(double /*h*/, double /*error*/) { return largest_step_s_; }

void RungeKutta4::Advance(double h, std::span<double> y) {
  auto& [k2, k3, k4] = later_slopes_;
  const auto evaluate = [&](const std::vector<double>& slope, double step, std::vector<double>& k) {
    for (std::size_t i = 0; i < y_.size(); ++i) stage_[i] = y_[i] + step * slope[i];
    Slope(t_ + step, stage_, k);
  };
  evaluate(slope_, 0.5 * h, k2);
  evaluate(k2, 0.5 * h, k3);
  evaluate(k3, h, k4);
  for (std::size_t i = 0; i < y_.size(); ++i) {
    y[i] = y_[i] + h / 6.0 * (slope_[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
  }
}

double RungeKutta4::Try(double h) {
  Advance(h, end_);
  const bool finite =
      std::all_of(end_.begin(), end_.end(), [](double y) { return std::isfinite(y); });
  return finite ? 0.0 : std::numeric_limits<double>::infinity();
}

void RungeKutta4::Accept(double t, std::span<const double> y, bool /*changed*/) { Begin(t, y); }

namespace {

using Tableau = DormandPrinceTableau;

// ode45 takes this part of the ideal step.
constexpr double kMatlabSafety = 0.8;

// The next step over the one that had this error, in units of the tolerance.
double MatlabFactor(double error) { return kMatlabSafety * Pow(std::max(error, 1e-10), -0.2); }

}  // namespace

double DormandPrince::FirstStep(double limit) {
  if (!as_matlab_) return Stepper::FirstStep(limit);
  return StepByChange(kMatlabSafety * Pow(relative_tolerance_, 0.2), limit);
}

double DormandPrince::StepAfterSuccess(double h, double error, int rejections) {
  if (!as_matlab_) return Stepper::StepAfterSuccess(h, error, rejections);
  return rejections > 0 ? h : h * std::clamp(MatlabFactor(error), 0.1, 5.0);
}

double DormandPrince::StepAfterRejection(double h, double error, int rejections) {
  if (!as_matlab_) return Stepper::StepAfterRejection(h, error, rejections);
  return rejections > 1 ? 0.5 * h : h * std::max(MatlabFactor(error), 0.1);
}

std::array<const double*, DormandPrince::kStages> DormandPrince::Slopes() const {
  std::array<const double*, kStages> slopes{slope_.data()};
  for (std::size_t j = 1; j < kStages; ++j) slopes[j] = later_slopes_[j - 1].data();
  return slopes;
}

void DormandPrince::Advance(double h, std::span<double> y) {
  const auto n = static_cast<long>(y_.size());
  const auto slopes = Slopes();
  const auto combine = [&](const auto& weight, std::span<double> to) {
    kernels_.advance(n, y_.data(), h,
                     {static_cast<int>(weight.size()), weight.data(), slopes.data()}, to.data());
  };
  const auto evaluate = [&](double node, const auto& weight, std::vector<double>& slope) {
    combine(weight, stage_);
    Slope(t_ + node * h, stage_, slope);
  };
  evaluate(1.0 / 5.0, Tableau::kA2, later_slopes_[0]);
  evaluate(3.0 / 10.0, Tableau::kA3, later_slopes_[1]);
  evaluate(4.0 / 5.0, Tableau::kA4, later_slopes_[2]);
  evaluate(8.0 / 9.0, Tableau::kA5, later_slopes_[3]);
  evaluate(1.0, Tableau::kA6, later_slopes_[4]);
  combine(Tableau::kFifth, y);
}

double DormandPrince::Try(double h) {
  Advance(h, end_);
  Slope(t_ + h, end_, later_slopes_[5]);
  std::vector<double>& error = stage_;
  const auto slopes = Slopes();
  kernels_.weigh(static_cast<long>(error.size()), h,
                 {kStages, Tableau::kDifference.data(), slopes.data()}, error.data());
  return measure_.OfStep(error, y_, end_);
}

void DormandPrince::Accept(double t, std::span<const double> y, bool changed) {
  if (changed) {
    Begin(t, y);
    return;
  }
  t_ = t;
  std::swap(y_, end_);
  std::swap(slope_, later_slopes_[5]);  // First same as last.
}

}  // namespace carom
