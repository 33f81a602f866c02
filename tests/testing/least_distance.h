#ifndef CAROM_TESTS_TESTING_LEAST_DISTANCE_H_
#define CAROM_TESTS_TESTING_LEAST_DISTANCE_H_

#include "core/base/vec3.h"
#include "tests/testing/path.h"

namespace carom::testing {

/// Least distances of a path over [0, end], in extended precision, to the last bits.

/// From the origin: the squared distance is a quartic, whose slope is a cubic.
Real LeastDistance(const Path3& path, Real end);

/// From a segment in space, its ends included.
Real LeastSegmentDistance(const Path3& path, const Vec3& start_m, const Vec3& end_m, Real end);

/// From the horizontal circle of this radius around the origin. Distances that are no less than
/// `clear` are not looked at closely: the answer is then anything from `clear` on. Halves [0, end]
/// until no part can hold a distance less by 1e-12 m than the least found: the distance changes no
/// faster than the ball moves, and its second derivative is bounded below.
Real LeastRingDistance(const Path3& path, Real radius, Real end, Real clear);

/// By how much `clear` exceeds a ball's radius where only overlaps matter.
inline constexpr Real kClear_m = 1e-6L;

/// Greatest distance from the vertical axis through the origin over [begin, end].
Real GreatestAxisDistance(const Path3& path, Real begin, Real end);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_LEAST_DISTANCE_H_
