#ifndef CAROM_CORE_MATH_SIGN_CHANGES_H_
#define CAROM_CORE_MATH_SIGN_CHANGES_H_

#include <array>
#include <cmath>
#include <cstddef>

#include "core/math/polynomial.h"

namespace carom {

/// Points in ascending order; the first `count` of `at` are valid.
template <int N>
struct SignChanges {
  std::array<double, N> at{};
  std::size_t count = 0;
};

/// Sign of the polynomial just after 0: that of its first non-zero coefficient, 0 if all are zero.
template <int N>
int SignAfterZero(const Polynomial<N>& p) {
  for (const double c : p.c) {
    if (c != 0.0) return c > 0.0 ? 1 : -1;
  }
  return 0;
}

/// The point in [lower, upper] where p, monotone there, leaves the sign `sign` (+1 or -1) for the
/// opposite one. Demands that bracket: p has the opposite sign at `upper`, and `sign` right after
/// `lower`. Newton's steps while they stay inside the bracket and at least halve, else bisection;
/// at most 200 evaluations. The result is the root rounded to the nearest double, if it is simple.
template <int N>
double SignChangeInBracket(const Polynomial<N>& p, int sign, double lower, double upper) {
  constexpr int kMaxEvaluations = 200;
  constexpr double kLastPlaces = 0x1p-50;
  const Polynomial<N - 1> derivative = p.Derivative();
  double t = 0.5 * (lower + upper);
  double last_step = upper - lower;
  for (int i = 0; i < kMaxEvaluations; ++i) {
    const double value = EvaluateCompensated(p, t);
    if (value == 0.0) return t;
    ((value > 0.0) == (sign > 0) ? lower : upper) = t;
    double next = t - value / derivative.Evaluate(t);
    const bool inside = next >= lower && next <= upper;  // false for NaN
    if (inside && std::fabs(next - t) <= kLastPlaces * t) return next;
    if (!inside || std::fabs(next - t) > 0.5 * last_step) {
      next = 0.5 * (lower + upper);
      if (next == lower || next == upper) return next;
    }
    last_step = std::fabs(next - t);
    t = next;
  }
  return t;
}

/// The points in (0, end] at which p truly changes its sign, in ascending order; a root where p
/// only touches zero is none. The sign before the first of them is SignAfterZero(p).
///
/// Between two neighbouring sign changes of the derivative p is monotone and holds at most one sign
/// change, so the degree falls by one per level of recursion until the line that has a formula.
template <int N>
SignChanges<N> FindSignChanges(const Polynomial<N>& p, double end) {
  SignChanges<N> changes;
  int sign = SignAfterZero(p);
  if (sign == 0) return changes;
  if constexpr (N == 1) {
    const double root = -p.c[0] / p.c[1];
    if (root > 0.0 && root <= end) changes.at[changes.count++] = root;
  } else {
    const SignChanges<N - 1> turns = FindSignChanges(p.Derivative(), end);
    double lower = 0.0;
    for (std::size_t i = 0; i <= turns.count; ++i) {
      const double upper = i < turns.count ? turns.at[i] : end;
      if (sign * EvaluateCompensated(p, upper) < 0.0) {
        changes.at[changes.count++] = SignChangeInBracket(p, sign, lower, upper);
        sign = -sign;
      }
      lower = upper;
    }
  }
  return changes;
}

/// Where a continuous function f changes its sign between `low` and `high`, by false position with
/// the Illinois rule: an end that stays has its value halved, so that both ends close in. Ends when
/// |f| <= tolerance or when the bracket has no number left between its ends.
/// Requires f(low) >= 0 >= f(high); `low` may be the larger. Pure; bits depend on f alone.
template <class F>
double FalsePosition(F&& f, double low, double high, double tolerance) {
  constexpr int kMaxIterations = 100;
  double at_low = f(low);
  double at_high = f(high);
  if (at_low <= tolerance) return low;
  if (at_high >= -tolerance) return high;
  double root = high;
  for (int i = 0; i < kMaxIterations; ++i) {
    root = low + (high - low) * (at_low / (at_low - at_high));
    if (root == low || root == high) break;
    const double value = f(root);
    if (std::fabs(value) <= tolerance) break;
    if (value > 0.0) {
      low = root;
      at_low = value;
      at_high *= 0.5;
    } else {
      high = root;
      at_high = value;
      at_low *= 0.5;
    }
  }
  return root;
}

}  // namespace carom

#endif  // CAROM_CORE_MATH_SIGN_CHANGES_H_
