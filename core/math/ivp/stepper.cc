#include "core/math/ivp/stepper.h"

#include <algorithm>
#include <cmath>

#include "core/base/portable_math.h"

namespace carom {

double ErrorMeasure::OfWhole(std::span<const double> error, std::span<const double> before,
                             std::span<const double> after) const {
  const auto norm = [](std::span<const double> v) {
    double squares = 0.0;
    for (const double x : v) squares += x * x;
    return std::sqrt(squares);
  };
  const double ratio =
      norm(error) / std::max(relative_ * std::max(norm(before), norm(after)), absolute_);
  return std::isfinite(ratio) ? ratio : std::numeric_limits<double>::infinity();
}

void Stepper::Bind(OdeSystem& system, const IvpOptions& options) {
  system_ = &system;
  measure_ = ErrorMeasure(options);
  largest_step_s_ = options.largest_step_s;
  relative_tolerance_ = options.relative_tolerance;
  as_matlab_ = options.step_control == StepControl::kMatlab;
  stop_ = options.stop;
  evaluations_ = 0;
  const auto n = static_cast<std::size_t>(system.size());
  for (std::vector<double>* vector : {&y_, &slope_, &end_, &probe_, &probe_slope_}) {
    vector->resize(n);
  }
  Resize(n);
}

bool Stepper::Begin(double t, std::span<const double> y) {
  t_ = t;
  std::copy(y.begin(), y.end(), y_.begin());
  Slope(t_, y_, slope_);
  Restart();
  return std::all_of(slope_.begin(), slope_.end(), [](double s) { return std::isfinite(s); });
}

double Stepper::FirstStep(double limit) {
  const double size = measure_.At(y_, y_);
  const double speed = measure_.At(y_, slope_);
  const double probe_step =
      std::min(limit, size < 1e-5 || speed < 1e-5 ? 1e-6 : 0.01 * size / speed);
  for (std::size_t i = 0; i < y_.size(); ++i) probe_[i] = y_[i] + probe_step * slope_[i];
  Slope(t_ + probe_step, probe_, probe_slope_);
  for (std::size_t i = 0; i < y_.size(); ++i) probe_slope_[i] -= slope_[i];
  const double steepest = std::max(speed, measure_.At(y_, probe_slope_) / probe_step);
  const double step = steepest <= 1e-15 ? std::max(1e-6, 1e-3 * probe_step)
                                        : Pow(0.01 / steepest, 1.0 / error_order());
  return std::min({100.0 * probe_step, step, limit});
}

double Stepper::NextStep(double h, double error) {
  // The usual controller: aim below the ideal, and neither shrink nor grow too much at once.
  constexpr double kSafety = 0.9;
  return h * std::clamp(kSafety * Pow(std::max(error, 1e-10), -1.0 / error_order()), 0.2, 5.0);
}

}  // namespace carom
