#ifndef CAROM_CORE_MATH_SIGN_CHANGES_H_
#define CAROM_CORE_MATH_SIGN_CHANGES_H_

#include <algorithm>
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

namespace internal {

constexpr double Binomial(int n, int k) {
  double value = 1.0;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

/// weight[i][k] = C(i, k) / C(N, k): what the term of t^k adds to Bernstein coefficient i.
template <int N>
struct BernsteinWeights {
  double weight[N + 1][N + 1] = {};

  constexpr BernsteinWeights() {
    for (int i = 0; i <= N; ++i) {
      for (int k = 0; k <= i; ++k) weight[i][k] = Binomial(i, k) / Binomial(N, k);
    }
  }
};

/// The terms of p over [0, end] as those of a polynomial over [0, 1], and the sum of their sizes.
template <int N>
struct UnitTerms {
  double term[N + 1];
  double sizes = 0.0;

  UnitTerms(const Polynomial<N>& p, double end) {
    double power = 1.0;
    for (std::size_t k = 0; k <= N; ++k, power *= end) {
      term[k] = p.c[k] * power;
      sizes += std::fabs(term[k]);
    }
  }

  /// Bernstein coefficient i.
  double Coefficient(std::size_t i) const {
    static constexpr BernsteinWeights<N> kWeights;
    double coefficient = term[0];
    for (std::size_t k = 1; k <= i; ++k) coefficient += kWeights.weight[i][k] * term[k];
    return coefficient;
  }
};

/// Finite coefficients whose sum of sizes is at most 1e100.
template <int N>
bool IsUsable(const Polynomial<N>& p) {
  double sum = 0.0;
  for (const double c : p.c) sum += std::fabs(c);
  return sum <= 1e100;  // false for NaN
}

}  // namespace internal

/// True only when p is positive throughout [0, end]: it lies within the hull of its Bernstein
/// coefficients, all of which are then positive by more than their rounding. May be false for a
/// positive p. Requires a finite end >= 0 to be true.
template <int N>
bool SurelyPositive(const Polynomial<N>& p, double end) {
  constexpr double kRounding = 4e-15;  // of sums of up to nine terms, with room to spare
  if (!(p.c[0] > 0.0) || !(end >= 0.0)) return false;
  const internal::UnitTerms<N> terms(p, end);
  const double rounding = kRounding * terms.sizes;  // not a number for an infinite end
  for (std::size_t i = 1; i <= N; ++i) {
    if (!(terms.Coefficient(i) > rounding)) return false;
  }
  return true;
}

namespace internal {

/// A polynomial over a piece of its window by its Bernstein coefficients.
template <int N>
using BernsteinForm = std::array<double, N + 1>;

/// Splits a piece in its middle, by de Casteljau's scheme: `form` becomes the first half.
template <int N>
BernsteinForm<N> SecondHalf(BernsteinForm<N>& form) {
  BernsteinForm<N> second;
  second[N] = form[N];
  for (std::size_t level = 1; level <= N; ++level) {
    for (std::size_t i = N; i >= level; --i) form[i] = 0.5 * (form[i] + form[i - 1]);
    second[N - level] = form[N];
  }
  return second;
}

/// Whether a piece is positive, or grows, by more than its rounding.
template <int N>
bool IsPositiveOrGrows(const BernsteinForm<N>& form, double rounding) {
  double lowest = form[0];
  double least_growth = form[1] - form[0];
  for (std::size_t i = 1; i <= N; ++i) {
    lowest = std::min(lowest, form[i]);
    least_growth = std::min(least_growth, form[i] - form[i - 1]);
  }
  return lowest > rounding || least_growth > rounding;
}

}  // namespace internal

/// True only when p, seen from time 0 on, nowhere in [0, end] turns from positive to negative, nor
/// begins to fall while it is negative: when [0, end] falls into at most eight pieces, each of
/// which is surely positive or surely grows. May be false for such a p. Requires a finite
/// end >= 0 to be true.
template <int N>
bool SurelyNeverTurnsNegative(const Polynomial<N>& p, double end) {
  constexpr std::size_t kMostHalvings = 3;
  // Of the coefficients 4e-15, of a halving N averages of two, and of a difference twice that.
  constexpr double kRounding = 4e-14;
  if (!(end >= 0.0)) return false;
  const internal::UnitTerms<N> terms(p, end);
  if (!(terms.sizes <= 1e100)) return false;
  // The pieces still to be looked at, the first on top, each with how often it may be halved.
  std::array<internal::BernsteinForm<N>, kMostHalvings + 1> piece;
  std::array<std::size_t, kMostHalvings + 1> halvings{};
  std::size_t count = 1;
  halvings[0] = kMostHalvings;
  for (std::size_t i = 0; i <= N; ++i) piece[0][i] = terms.Coefficient(i);
  while (count > 0) {
    const std::size_t top = count - 1;
    if (internal::IsPositiveOrGrows<N>(piece[top], kRounding * terms.sizes)) {
      --count;
      continue;
    }
    if (halvings[top] == 0) return false;
    piece[count] = piece[top];
    piece[top] = internal::SecondHalf<N>(piece[count]);
    halvings[count] = --halvings[top];
    ++count;
  }
  return true;
}

}  // namespace carom

#endif  // CAROM_CORE_MATH_SIGN_CHANGES_H_
