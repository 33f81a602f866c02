#ifndef CAROM_CORE_SOLID_RESOLUTION_H_
#define CAROM_CORE_SOLID_RESOLUTION_H_

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/polynomial.h"

namespace carom {

/// What the arithmetic resolves on a table. Gaps are in m here; a polynomial whose gap is a squared
/// distance says how many of its units a metre is.

/// Coordinates of a table are at most this, m (kCoordinateRange, core/table/validate.h).
inline constexpr double kTableReach_m = 100.0;

/// Balls start no faster than this, m/s (kVelocityRange there).
inline constexpr double kFastest_m_s = 1e3;

/// The length below which nothing is resolved, m. The gap of two circles is a squared distance L^2
/// less a squared reach, whose rounding, eps L^2, is a gap of eps L^2 / (2 R). That is 1.1e-9 m
/// across the largest table (L = 100 m) for the smallest ball (R = 1 mm), and 4e-15 m across a pool
/// table. A layout may overlap by this much, and bodies whose gap is this close to zero touch.
inline constexpr double kResolution_m = 1e-9;
inline constexpr double kOverlapTolerance = kResolution_m;

/// The speed below which nothing is resolved, m/s: a ball at this speed takes a second, which is
/// long on a table, to move by kResolution_m.
inline constexpr double kResolution_m_s = kResolution_m;

/// Rounding of a gap near zero, m: of two coordinates and their difference, each of half an ulp, in
/// two directions.
inline constexpr double kRounding_m = 4.0 * std::numeric_limits<double>::epsilon() * kTableReach_m;

/// A bound in time or length is loosened by this share of itself, so that rounding, which is a few
/// ulps, does not make it too tight.
inline constexpr double kBoundSlack = kResolution_m;

/// Accelerations below this count as zero, m/s^2: they are what rounding leaves of balanced terms.
/// In half a minute, (32 s)^2 = 1000 s^2, they move a ball by half of kResolution_m.
inline constexpr double kPressingNoise_m_s2 = kResolution_m / 1000.0;

/// A primitive misses a contact at its surface where the ball crosses the surface just outside of
/// the part that counts. The contact is then found this deep below the surface, m, in the middle of
/// what touches. (A ball gliding from a nose onto the rail top is a rounding's depth below the
/// plate when the plate begins to count.)
inline constexpr double kSeamDepth_m = 0.5 * kResolution_m;

/// A centre that lies deeper than this, m, in a one-sided surface is not in contact with it but
/// behind it: below the rail top, or outside of a pocket's wall. Bodies in contact penetrate by at
/// most two resolutions; the gap of a leaning wall exaggerates them, by as much as its narrow end
/// is narrower than the rest.
inline constexpr double kBehind_m = 1000.0 * kResolution_m;

/// Normals differ by less than this, rad, if their places are nearer than kResolution_m on the
/// smallest ball (R = 1 mm).
inline constexpr double kResolution_rad = kResolution_m / 1e-3;

/// Rounding of the closing rate of a body with this speed, in m/s: a few products, of which none is
/// resolved below kResolution_m_s.
inline double RateNoise(double speed_m_s) {
  return 8.0 * std::numeric_limits<double>::epsilon() * (speed_m_s + kResolution_m_s);
}

/// Removes rounding from the gap of two bodies in contact, so that a touch is neither resolved
/// again and again nor taken for an approach. Bodies that do not touch at time 0 keep their gap as
/// it is. `units_per_m`: of the gap by distance, at contact.
///
/// `separated` says that their impact at time 0 has just been resolved. By the laws' guarantee they
/// then do not approach, whatever the rounded coefficients say. (Positions are rounded to 1e-16 m,
/// and the hop of two pressed bodies may be lower.) Without it, a closing rate up to `rate_noise`,
/// m/s, is taken for what rounding leaves of bodies that glide along each other.
template <int N>
Polynomial<N> WithoutContactNoise(Polynomial<N> gap, double units_per_m, bool separated,
                                  double rate_noise) {
  if (std::abs(gap.c[0]) > (separated ? kResolution_m : kRounding_m) * units_per_m) return gap;
  gap.c[0] = std::max(gap.c[0], 0.0);
  if (separated) {
    gap.c[1] = std::max(gap.c[1], 0.0);
  } else if (std::abs(gap.c[1]) < rate_noise * units_per_m) {
    gap.c[1] = 0.0;
  }
  // Only terms that close the gap are removed: one that opens it, however small, may outweigh a
  // closing term that follows.
  for (size_t k = 2; k <= N; ++k) {
    if (gap.c[k] < 0.0 && gap.c[k] > -kPressingNoise_m_s2 * units_per_m) gap.c[k] = 0.0;
  }
  return gap;
}

}  // namespace carom

#endif  // CAROM_CORE_SOLID_RESOLUTION_H_
