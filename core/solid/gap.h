#ifndef CAROM_CORE_SOLID_GAP_H_
#define CAROM_CORE_SOLID_GAP_H_

#include "core/base/vec3.h"
#include "core/math/polynomial.h"
#include "core/solid/centre_motion.h"

namespace carom {

/// Gaps between a centre and what it may touch, as polynomials of time: positive while they are
/// apart. They are squared distances less squared reaches, m^2; the gap of a ring is of the fourth
/// power, m^4.

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

/// |d|^2 - reach^2 with d = (x, y). [Event-based] Eq. (ball_poly), in the plane of the cloth.
inline Quartic CircleGap(const Motion1D& x, const Motion1D& y, double squared_reach_m2) {
  return Quartic{{x.c0 * x.c0 + y.c0 * y.c0 - squared_reach_m2,  //
                  2.0 * (x.c0 * x.c1 + y.c0 * y.c1),             //
                  x.c1 * x.c1 + y.c1 * y.c1 + 2.0 * (x.c0 * x.c2 + y.c0 * y.c2),
                  2.0 * (x.c1 * x.c2 + y.c1 * y.c2),  //
                  x.c2 * x.c2 + y.c2 * y.c2}};
}

/// A ball's centre and a fixed circle in the plane of the cloth.
inline Quartic FixedCircleGap(const Motion1D& x, const Motion1D& y, const Vec2& centre_m,
                              double reach_m) {
  const Motion1D dx{x.c0 - centre_m.x(), x.c1, x.c2};
  const Motion1D dy{y.c0 - centre_m.y(), y.c1, y.c2};
  return CircleGap(dx, dy, reach_m * reach_m);
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

#endif  // CAROM_CORE_SOLID_GAP_H_
