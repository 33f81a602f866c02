#ifndef CAROM_CORE_MATH_POLYNOMIAL_ALGEBRA_H_
#define CAROM_CORE_MATH_POLYNOMIAL_ALGEBRA_H_

#include <algorithm>
#include <cstddef>

#include "core/math/polynomial.h"

namespace carom {

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

}  // namespace carom

#endif  // CAROM_CORE_MATH_POLYNOMIAL_ALGEBRA_H_
