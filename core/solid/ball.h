#ifndef CAROM_CORE_SOLID_BALL_H_
#define CAROM_CORE_SOLID_BALL_H_

#include "core/math/optional_time.h"
#include "core/solid/centre_motion.h"
#include "core/solid/edge.h"
#include "core/solid/gap.h"
#include "core/solid/nearest.h"

namespace carom {

/// Two balls as solids: what one asks of the other.

/// How two centres move against each other, each counted from the same time.
Motion3D Between(const Motion3D& from, const Motion3D& to);

/// The gap of two balls on the cloth as a polynomial, m^2. Their centres are R_a and R_b above the
/// cloth, so they touch at the horizontal distance^2 (R_a + R_b)^2 - (R_a - R_b)^2.
/// [Event-based] Eq. (ball_poly)
inline Quartic BallGapOnCloth(const Motion1D& dx, const Motion1D& dy, double radius_a_m,
                              double radius_b_m) {
  return CircleGap(dx, dy, 4.0 * radius_a_m * radius_b_m);
}

/// Two balls in space; `reach_m` is the sum of their radii. [Event-based] Eq. (ball_poly), all 18
/// coefficients, c_z being the height of a centre. Contract as in core/solid/segment.h.
OptionalTime BallBallCrossing3D(const Motion3D& a, const Motion3D& b, double reach_m,
                                double window_s, bool separated, double useful_s = kAlways);

/// The nearest point of ball b as ball a meets it. The normal points from b to a, and the
/// derivatives are by a's centre relative to b's.
Nearest NearestOnBall(const Vec3& a_m, double radius_a_m, const Vec3& b_m, double radius_b_m);

}  // namespace carom

#endif  // CAROM_CORE_SOLID_BALL_H_
