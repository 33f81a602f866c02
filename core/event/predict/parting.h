#ifndef CAROM_CORE_EVENT_PREDICT_PARTING_H_
#define CAROM_CORE_EVENT_PREDICT_PARTING_H_

#include <algorithm>
#include <cmath>

#include "core/math/polynomial.h"

namespace carom {

/// Accelerations below this press nothing together: over a minute they move a ball by 2e-9 m, and
/// they are what rounding leaves of balanced terms. In units of the gap (m or m^2) per s^2.
inline constexpr double kPressingNoise = 1e-12;

/// A gap this close to zero belongs to bodies in contact. In units of the gap (m or m^2).
inline constexpr double kTouching = 1e-9;

/// The gap of two bodies whose impact at time 0 has just been resolved: by the laws' guarantee they
/// do not approach, so what the rounded coefficients say to the contrary is noise and is removed.
/// Gaps of bodies that do not touch are returned as they are.
template <int N>
Polynomial<N> Parted(Polynomial<N> gap) {
  if (std::abs(gap.c[0]) > kTouching) return gap;
  gap.c[1] = std::max(gap.c[1], 0.0);
  for (size_t k = 2; k <= N; ++k) {
    if (std::abs(gap.c[k]) < kPressingNoise) gap.c[k] = 0.0;
  }
  return gap;
}

}  // namespace carom

#endif  // CAROM_CORE_EVENT_PREDICT_PARTING_H_
