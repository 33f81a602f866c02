#ifndef CAROM_CORE_MATH_COMPENSATED_H_
#define CAROM_CORE_MATH_COMPENSATED_H_

#include <cstddef>

#include "core/base/double_double.h"
#include "core/math/polynomial.h"

namespace carom {

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

#endif  // CAROM_CORE_MATH_COMPENSATED_H_
