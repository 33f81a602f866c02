#ifndef CAROM_CORE_EVENT_PREDICT_FLIGHT_GAP_H_
#define CAROM_CORE_EVENT_PREDICT_FLIGHT_GAP_H_

#include <cmath>

#include "core/base/vec3.h"
#include "core/event/trajectory_table.h"
#include "core/math/polynomial.h"

namespace carom {

/// Gaps between a centre in space and what it may touch, as polynomials of time. Squared distances
/// less squared reaches, m^2; that of a ring of the fourth power, m^4.

/// The motion as seen from a point.
inline Motion3D Relative(const Motion3D& motion, const Vec3& point_m) {
  return {{motion.x.c0 - point_m.x(), motion.x.c1, motion.x.c2},
          {motion.y.c0 - point_m.y(), motion.y.c1, motion.y.c2},
          {motion.z.c0 - point_m.z(), motion.z.c1, motion.z.c2}};
}

/// The component of a motion along a direction.
inline Quadratic Along(const Motion3D& motion, const Vec3& direction) {
  const Vec3& d = direction;
  return {{d.x() * motion.x.c0 + d.y() * motion.y.c0 + d.z() * motion.z.c0,
           d.x() * motion.x.c1 + d.y() * motion.y.c1 + d.z() * motion.z.c1,
           d.x() * motion.x.c2 + d.y() * motion.y.c2 + d.z() * motion.z.c2}};
}

/// Speed at time 0, m/s.
inline double Speed(const Motion3D& motion) {
  return std::sqrt(motion.x.c1 * motion.x.c1 + motion.y.c1 * motion.y.c1 +
                   motion.z.c1 * motion.z.c1);
}

/// Centre and point: [Event-based] Eq. (ball_poly) for the motion `offset` between them.
Quartic PointGap(const Motion3D& offset, double reach_m);

/// Centre and vertical line, in the plane of the cloth.
Quartic VerticalLineGap(const Motion3D& offset, double reach_m);

/// Centre and line through the origin of `offset` along a unit vector: [Event-based]
/// Eq. (cushion_poly_2), c[0] to c[4] being its E to A (which the paper leaves to dead links).
Quartic LineGap(const Motion3D& offset, const Vec3& along, double reach_m);

/// Centre and horizontal circle of radius `ring_m` about the origin of `offset`.
Polynomial<8> RingGap(const Motion3D& offset, double ring_m, double reach_m);

/// The square of the centre's horizontal distance from the axis.
Quartic SquaredAxisDistance(const Motion3D& offset);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_PREDICT_FLIGHT_GAP_H_
