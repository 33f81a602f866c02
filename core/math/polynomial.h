#ifndef CAROM_CORE_MATH_POLYNOMIAL_H_
#define CAROM_CORE_MATH_POLYNOMIAL_H_

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/base/double_double.h"

namespace carom {

/// A real polynomial of degree at most N in time, in powers of seconds: c[k] multiplies t^k.
/// Leading coefficients may be zero.
template <int N>
struct Polynomial {
  static_assert(N >= 0);
  std::array<double, N + 1> c{};

  /// By Horner's scheme in plain double: error about N ulp of sum |c[k] t^k|.
  constexpr double Evaluate(double t) const {
    double value = c[N];
    for (std::size_t k = N; k-- > 0;) value = value * t + c[k];
    return value;
  }

  /// The derivative with respect to t.
  constexpr Polynomial<(N > 0 ? N - 1 : 0)> Derivative() const {
    Polynomial<(N > 0 ? N - 1 : 0)> derivative;
    for (std::size_t k = 1; k <= N; ++k) derivative.c[k - 1] = static_cast<double>(k) * c[k];
    return derivative;
  }

  /// The same curve about a new origin: Shift(t0).Evaluate(s) is Evaluate(t0 + s).
  /// Repeated synthetic division by (t - t0).
  constexpr Polynomial Shift(double t0) const {
    Polynomial shifted = *this;
    for (std::size_t low = 0; low < N; ++low) {
      for (std::size_t k = N; k-- > low;) shifted.c[k] += shifted.c[k + 1] * t0;
    }
    return shifted;
  }
};

using Quadratic = Polynomial<2>;
using Quartic = Polynomial<4>;

/// Sums and products of polynomials, every coefficient rounded as written.

template <int N, int M>
constexpr Polynomial<std::max(N, M)> operator+(const Polynomial<N>& a, const Polynomial<M>& b) {
  Polynomial<std::max(N, M)> sum;
  for (std::size_t k = 0; k <= N; ++k) sum.c[k] = a.c[k];
  for (std::size_t k = 0; k <= M; ++k) sum.c[k] += b.c[k];
  return sum;
}

template <int N, int M>
constexpr Polynomial<N + M> operator*(const Polynomial<N>& a, const Polynomial<M>& b) {
  Polynomial<N + M> product;
  for (std::size_t i = 0; i <= N; ++i) {
    for (std::size_t k = 0; k <= M; ++k) product.c[i + k] += a.c[i] * b.c[k];
  }
  return product;
}

template <int N>
constexpr Polynomial<N> operator*(double factor, Polynomial<N> p) {
  for (double& c : p.c) c *= factor;
  return p;
}

/// polynomial(t) as if computed in twice the working precision and then rounded: Horner's scheme
/// with the rounding error of every step carried along [Graillat, Langlois & Louvet 2005,
/// CompHorner]. The sign is right unless |polynomial(t)| is below about 1e-30 of sum |c[k] t^k|.
/// Requires that no intermediate value exceeds 1e300.
template <int N>
constexpr double EvaluateCompensated(const Polynomial<N>& polynomial, double t) {
  double value = polynomial.c[N];
  double error = 0.0;
  for (std::size_t k = N; k-- > 0;) {
    const DoubleDouble product = TwoProduct(value, t);
    const DoubleDouble sum = TwoSum(product.hi, polynomial.c[k]);
    value = sum.hi;
    error = error * t + (product.lo + sum.lo);
  }
  return value + error;
}

}  // namespace carom

#endif  // CAROM_CORE_MATH_POLYNOMIAL_H_
