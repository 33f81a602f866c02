#ifndef CAROM_CORE_MATH_POLYNOMIAL_H_
#define CAROM_CORE_MATH_POLYNOMIAL_H_

#include <array>
#include <cstddef>

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

}  // namespace carom

#endif  // CAROM_CORE_MATH_POLYNOMIAL_H_
