#ifndef CAROM_CORE_SOLID_CONTACT_NOISE_H_
#define CAROM_CORE_SOLID_CONTACT_NOISE_H_

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/polynomial.h"

namespace carom {

/// Accelerations below this count as zero: they are what rounding leaves of balanced terms, and
/// over a minute they move a ball by 2e-9 m. In units of the gap (m or m^2) per s^2.
inline constexpr double kPressingNoise = 1e-12;

/// Deepest overlap of a layout that is taken as touching, m.
inline constexpr double kOverlapTolerance = 1e-9;

/// Bodies whose gap is this close to zero are in contact: to within rounding, and to within the
/// overlap that a layout may have. In units of the gap (m or m^2).
inline constexpr double kContactNoise = 1e-14;
inline constexpr double kTouching = kOverlapTolerance;

/// Removes rounding from the gap of two bodies in contact, so that a touch is neither resolved
/// again and again nor taken for an approach. Bodies that do not touch at time 0 keep their gap as
/// it is.
///
/// `separated` says that their impact at time 0 has just been resolved. By the laws' guarantee they
/// then do not approach, whatever the rounded coefficients say. (Positions are rounded to 1e-16 m,
/// and the hop of two pressed bodies may be lower.) Without it, a closing rate up to `rate_noise`,
/// in units of the gap per s, is taken for what rounding leaves of bodies that glide along each
/// other.
template <int N>
Polynomial<N> WithoutContactNoise(Polynomial<N> gap, bool separated, double rate_noise) {
  if (std::abs(gap.c[0]) > (separated ? kTouching : kContactNoise)) return gap;
  gap.c[0] = std::max(gap.c[0], 0.0);
  if (separated) {
    gap.c[1] = std::max(gap.c[1], 0.0);
  } else if (std::abs(gap.c[1]) < rate_noise) {
    gap.c[1] = 0.0;
  }
  // Only terms that close the gap are removed: one that opens it, however small, may outweigh a
  // closing term that follows.
  for (size_t k = 2; k <= N; ++k) {
    if (gap.c[k] < 0.0 && gap.c[k] > -kPressingNoise) gap.c[k] = 0.0;
  }
  return gap;
}

/// Rounding of the closing rate of a body with this speed and a distance gap; the squared gaps of
/// circles have 2 reach times as much.
inline double RateNoise(double speed_m_s) {
  constexpr double kUnderflow_m_s = 1e-100;  // Products of still smaller speeds are lost.
  return 8.0 * std::numeric_limits<double>::epsilon() * speed_m_s + kUnderflow_m_s;
}

}  // namespace carom

#endif  // CAROM_CORE_SOLID_CONTACT_NOISE_H_
