#ifndef CAROM_CORE_MATH_ODE_H_
#define CAROM_CORE_MATH_ODE_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/math/runge_kutta_tableaus.h"

namespace carom {

/// Explicit Runge-Kutta steppers for y' = f(t, y). State is a fixed-size vector of doubles with
/// size() and operator[]: std::array<double, N> or Eigen::Matrix<double, N, 1>. The right-hand side
/// is any callable `State f(double t, const State& y)`. No allocation; bits depend on f alone.

namespace internal {

/// y + h sum_j weight[j] slope[j], summed in the order of j.
template <class State, std::size_t Stages>
State Combine(const State& y, double h, const std::array<double, Stages>& weight,
              const std::array<State, 7>& slope) {
  static_assert(Stages <= 7);
  State result = y;
  for (decltype(y.size()) i = 0; i < y.size(); ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < Stages; ++j) sum += weight[j] * slope[j][i];
    result[i] += h * sum;
  }
  return result;
}

}  // namespace internal

/// By what the next step of DormandPrince54 should be longer after one whose local error was
/// `error_ratio` times the one allowed. The error goes with h^5; a fourth root is cheap, portable
/// and on the safe side.
inline double StepFactor(double error_ratio) {
  return std::clamp(0.8 / std::sqrt(std::sqrt(std::max(error_ratio, 1e-12))), 0.2, 5.0);
}

/// One step of the classical fourth-order method from (t, y) to t + h.
template <class F, class State>
State Rk4Step(F&& f, const State& y, double t, double h) {
  const auto advance = [&y](const State& slope, double step) {
    State moved = y;
    for (decltype(y.size()) i = 0; i < y.size(); ++i) moved[i] += step * slope[i];
    return moved;
  };
  const State k1 = f(t, y);
  const State k2 = f(t + 0.5 * h, advance(k1, 0.5 * h));
  const State k3 = f(t + 0.5 * h, advance(k2, 0.5 * h));
  const State k4 = f(t + h, advance(k3, h));
  State next = y;
  for (decltype(y.size()) i = 0; i < y.size(); ++i) {
    next[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
  }
  return next;
}

/// The embedded pair RK5(4)7M [Dormand & Prince 1980, Table 2], with local extrapolation: the fifth
/// order is kept, and the difference to the fourth tells the caller how long a step may be.
template <class State>
class DormandPrince54 {
 public:
  /// A trial step from (t, y), whose slope f(t, y) is given. `slope_end` is f at the end of the
  /// step, to be handed to the next one (first same as last).
  struct Trial {
    State y{};
    State slope_end{};
    State error{};  ///< Estimated local error of the fourth-order solution.
  };

  template <class F>
  static Trial Step(F&& f, const State& y, const State& slope_begin, double t, double h);
};

template <class State>
template <class F>
typename DormandPrince54<State>::Trial DormandPrince54<State>::Step(F&& f, const State& y,
                                                                    const State& slope_begin,
                                                                    double t, double h) {
  using internal::Combine;
  using Tableau = DormandPrinceTableau;
  std::array<State, 7> k{};
  k[0] = slope_begin;
  k[1] = f(t + h / 5.0, Combine(y, h, Tableau::kA2, k));
  k[2] = f(t + h * 3.0 / 10.0, Combine(y, h, Tableau::kA3, k));
  k[3] = f(t + h * 4.0 / 5.0, Combine(y, h, Tableau::kA4, k));
  k[4] = f(t + h * 8.0 / 9.0, Combine(y, h, Tableau::kA5, k));
  k[5] = f(t + h, Combine(y, h, Tableau::kA6, k));

  Trial trial;
  trial.y = Combine(y, h, Tableau::kFifth, k);
  k[6] = f(t + h, trial.y);
  trial.slope_end = k[6];
  State zero = y;
  for (decltype(y.size()) i = 0; i < y.size(); ++i) zero[i] = 0.0;
  trial.error = Combine(zero, h, Tableau::kDifference, k);
  return trial;
}

}  // namespace carom

#endif  // CAROM_CORE_MATH_ODE_H_
