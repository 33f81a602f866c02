#include "core/math/ivp/runge_kutta_4.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {

void RungeKutta4::Resize(std::size_t n) {
  for (std::vector<double>& slope : later_slopes_) slope.resize(n);
  stage_.resize(n);
}

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

void RungeKutta4::Inside(double part, std::span<double> y) { Advance(part, y); }

void RungeKutta4::Accept(double t, std::span<const double> y, bool /*changed*/) { Begin(t, y); }

}  // namespace carom
