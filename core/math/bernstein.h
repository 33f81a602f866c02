#ifndef CAROM_CORE_MATH_BERNSTEIN_H_
#define CAROM_CORE_MATH_BERNSTEIN_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/math/polynomial.h"

namespace carom {

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
bool SurelyPositiveWithin(const Polynomial<N>& p, double end) {
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

#endif  // CAROM_CORE_MATH_BERNSTEIN_H_
