#ifndef CAROM_CORE_MATH_ODE_H_
#define CAROM_CORE_MATH_ODE_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace carom {

/// The coefficients of RK5(4)7M [Dormand & Prince 1980, Table 2]. Row kAi combines the slopes of
/// the stages before stage i; the seventh stage is the slope at the end, where kFifth leads.
struct DormandPrinceTableau {
  static constexpr std::array<double, 1> kA2 = {1.0 / 5.0};
  static constexpr std::array<double, 2> kA3 = {3.0 / 40.0, 9.0 / 40.0};
  static constexpr std::array<double, 3> kA4 = {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0};
  static constexpr std::array<double, 4> kA5 = {19372.0 / 6561.0, -25360.0 / 2187.0,
                                                64448.0 / 6561.0, -212.0 / 729.0};
  static constexpr std::array<double, 5> kA6 = {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0,
                                                49.0 / 176.0, -5103.0 / 18656.0};
  static constexpr std::array<double, 6> kFifth = {
      35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0};
  /// Fifth-order weights less fourth-order ones.
  static constexpr std::array<double, 7> kDifference = {
      71.0 / 57600.0,      0.0,          -71.0 / 16695.0, 71.0 / 1920.0,
      -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0};
};

/// The coefficients of RKN6(4)6FM [Dormand, El-Mikkawy & Prince 1987], a pair of Runge-Kutta-
/// Nystrom formulas for y'' = f(y), which does without the first derivative:
///
///   f_i    = f(y + c_i h y' + h^2 sum_j a_ij f_j)
///   y_end  = y + h y' + h^2 sum_i b_i f_i,   y'_end = y' + h sum_i d_i f_i
///
/// Row kAi combines the stages before stage i. The sixth stage is the end of the step (kA6 is b),
/// where the next one begins. The sixth order leads; the differences to the fourth tell the error.
struct NystromTableau {
  static constexpr std::array<double, 6> kNode = {0.0,        1.0 / 10.0,  3.0 / 10.0,
                                                  7.0 / 10.0, 17.0 / 25.0, 1.0};
  static constexpr std::array<double, 1> kA2 = {1.0 / 200.0};
  static constexpr std::array<double, 2> kA3 = {-1.0 / 2200.0, 1.0 / 22.0};
  static constexpr std::array<double, 3> kA4 = {637.0 / 6600.0, -7.0 / 110.0, 7.0 / 33.0};
  static constexpr std::array<double, 4> kA5 = {225437.0 / 1968750.0, -30073.0 / 281250.0,
                                                65569.0 / 281250.0, -9367.0 / 984375.0};
  static constexpr std::array<double, 5> kA6 = {151.0 / 2142.0, 5.0 / 116.0, 385.0 / 1368.0,
                                                55.0 / 168.0, -6250.0 / 28101.0};
  /// d, of y'.
  static constexpr std::array<double, 6> kRate = {
      151.0 / 2142.0, 25.0 / 522.0, 275.0 / 684.0, 275.0 / 252.0, -78125.0 / 112404.0, 1.0 / 12.0};
  /// Sixth-order weights less fourth-order ones, of y and of y'.
  static constexpr std::array<double, 5> kDifference = {
      151.0 / 2142.0 - 1349.0 / 157500.0, 5.0 / 116.0 - 7873.0 / 50000.0,
      385.0 / 1368.0 - 192199.0 / 900000.0, 55.0 / 168.0 - 521683.0 / 2100000.0,
      -6250.0 / 28101.0 + 16.0 / 125.0};
  static constexpr std::array<double, 5> kRateDifference = {
      151.0 / 2142.0 - 1349.0 / 157500.0, 25.0 / 522.0 - 7873.0 / 45000.0,
      275.0 / 684.0 - 27457.0 / 90000.0, 275.0 / 252.0 - 521683.0 / 630000.0,
      -78125.0 / 112404.0 + 2.0 / 5.0};
};

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
