#ifndef CAROM_CORE_MATH_BERNSTEIN_H_
#define CAROM_CORE_MATH_BERNSTEIN_H_

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
  static constexpr internal::BernsteinWeights<N> kWeights;
  constexpr double kRounding = 4e-15;  // of sums of up to nine terms, with room to spare
  if (!(p.c[0] > 0.0) || !(end >= 0.0)) return false;
  double term[N + 1];
  double power = 1.0;
  double sizes = 0.0;
  for (std::size_t k = 0; k <= N; ++k, power *= end) {
    term[k] = p.c[k] * power;
    sizes += std::fabs(term[k]);
  }
  const double rounding = kRounding * sizes;  // not a number for an infinite end
  for (std::size_t i = 1; i <= N; ++i) {
    double coefficient = term[0];
    for (std::size_t k = 1; k <= i; ++k) coefficient += kWeights.weight[i][k] * term[k];
    if (!(coefficient > rounding)) return false;
  }
  return true;
}

}  // namespace carom

#endif  // CAROM_CORE_MATH_BERNSTEIN_H_
