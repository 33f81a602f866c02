#ifndef CAROM_TESTS_CORE_MATH_FROM_ROOTS_H_
#define CAROM_TESTS_CORE_MATH_FROM_ROOTS_H_

#include <array>
#include <cstddef>

#include "core/math/polynomial.h"

namespace carom::testing {

/// leading * product of (t - root); the answer is chosen before the question.
template <int N>
Polynomial<N> FromRoots(double leading, const std::array<double, N>& roots) {
  Polynomial<N> p;
  p.c[0] = leading;
  for (std::size_t degree = 1; degree <= N; ++degree) {
    for (std::size_t k = degree; k > 0; --k) p.c[k] = p.c[k - 1] - roots[degree - 1] * p.c[k];
    p.c[0] *= -roots[degree - 1];
  }
  return p;
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_MATH_FROM_ROOTS_H_
