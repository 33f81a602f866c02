#ifndef CAROM_CORE_MATH_CROSSING_BY_PIECES_H_
#define CAROM_CORE_MATH_CROSSING_BY_PIECES_H_

#include <array>
#include <cmath>

#include "core/math/polynomial.h"

namespace carom::internal {

// The quick method behind FirstCrossing for quartics, and the error bounds that it shares.

/// Relative rounding error of a Bernstein coefficient or of Horner's scheme, with room to spare.
inline constexpr double kRounding = 2e-15;

/// terms[k] = c[k] t^k.
inline std::array<double, 5> Terms(const Quartic& gap, double t) {
  const double t2 = t * t;
  return {gap.c[0], gap.c[1] * t, gap.c[2] * t2, gap.c[3] * (t2 * t), gap.c[4] * (t2 * t2)};
}

inline double SumOfSizes(const std::array<double, 5>& a) {
  return std::fabs(a[0]) + std::fabs(a[1]) + std::fabs(a[2]) + std::fabs(a[3]) + std::fabs(a[4]);
}

/// Bounds the rounding error of gap.Evaluate(t).
inline double Rounding(const Quartic& gap, double t) {
  return kRounding * SumOfSizes(Terms(gap, t));
}

/// What the quick method makes of a gap: a crossing, none, or too close to tell.
struct Attempt {
  enum Verdict { kNever, kCrossing, kUnclear } verdict;
  double time_s = 0.0;
};

/// First crossing in [0, end] of a gap with gap(0) > 0, piece by piece between its inflections. The
/// time may exceed `end` by a few parts in 10^9. kUnclear only where a root is double, or nearly
/// so.
Attempt CrossingByPieces(const Quartic& gap, double end);

}  // namespace carom::internal

#endif  // CAROM_CORE_MATH_CROSSING_BY_PIECES_H_
