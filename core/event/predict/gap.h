#ifndef CAROM_CORE_EVENT_PREDICT_GAP_H_
#define CAROM_CORE_EVENT_PREDICT_GAP_H_

#include "core/base/vec3.h"
#include "core/event/obstacles.h"
#include "core/event/trajectory_table.h"
#include "core/math/polynomial.h"

namespace carom {

/// The gap between two bodies as a polynomial of the time since a common origin: positive while
/// they are apart. Distances of circles enter squared, those of lines as they are.

/// |d|^2 - reach^2 with d = (x, y). [Event-based] Eq. (ball_poly), in the plane of the cloth.
inline Quartic CircleGap(const Motion1D& x, const Motion1D& y, double squared_reach_m2) {
  return Quartic{{x.c0 * x.c0 + y.c0 * y.c0 - squared_reach_m2,  //
                  2.0 * (x.c0 * x.c1 + y.c0 * y.c1),             //
                  x.c1 * x.c1 + y.c1 * y.c1 + 2.0 * (x.c0 * x.c2 + y.c0 * y.c2),
                  2.0 * (x.c1 * x.c2 + y.c1 * y.c2),  //
                  x.c2 * x.c2 + y.c2 * y.c2}};
}

/// Two balls on the cloth, from `origin_s` (not before either epoch) on. Their centres are R_i and
/// R_j above the cloth, so they touch at the horizontal distance^2 (R_i+R_j)^2 - (R_i-R_j)^2.
inline Quartic BallGap(const TrajectoryTable& table, int i, int j, double origin_s,
                       double radius_i_m, double radius_j_m) {
  const Motion1D xi = table.X(i).From(origin_s - table.Epoch(i));
  const Motion1D yi = table.Y(i).From(origin_s - table.Epoch(i));
  const Motion1D xj = table.X(j).From(origin_s - table.Epoch(j));
  const Motion1D yj = table.Y(j).From(origin_s - table.Epoch(j));
  const Motion1D dx{xj.c0 - xi.c0, xj.c1 - xi.c1, xj.c2 - xi.c2};
  const Motion1D dy{yj.c0 - yi.c0, yj.c1 - yi.c1, yj.c2 - yi.c2};
  return CircleGap(dx, dy, 4.0 * radius_i_m * radius_j_m);
}

/// A ball's centre and a fixed circle, from the ball's epoch on.
inline Quartic FixedCircleGap(const Motion1D& x, const Motion1D& y, const Vec2& centre_m,
                              double reach_m) {
  const Motion1D dx{x.c0 - centre_m.x(), x.c1, x.c2};
  const Motion1D dy{y.c0 - centre_m.y(), y.c1, y.c2};
  return CircleGap(dx, dy, reach_m * reach_m);
}

/// The signed distance of the centre from an edge's line, positive on its left.
inline Quadratic SignedDistance(const Motion1D& x, const Motion1D& y, const StraightEdge& edge) {
  const Vec2& n = edge.normal;
  return Quadratic{{n.x() * (x.c0 - edge.start_m.x()) + n.y() * (y.c0 - edge.start_m.y()),
                    n.x() * x.c1 + n.y() * y.c1, n.x() * x.c2 + n.y() * y.c2}};
}

}  // namespace carom

#endif  // CAROM_CORE_EVENT_PREDICT_GAP_H_
