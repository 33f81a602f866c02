#ifndef CAROM_CORE_SOLID_EDGE_H_
#define CAROM_CORE_SOLID_EDGE_H_

#include <limits>

#include "core/base/vec3.h"
#include "core/math/first_crossing.h"
#include "core/math/polynomial.h"
#include "core/solid/centre_motion.h"

namespace carom {

inline constexpr double kAlways = std::numeric_limits<double>::infinity();

/// A directed straight edge in the plane of the cloth.
struct StraightEdge {
  Vec2 start_m = Vec2::Zero();
  Vec2 along = Vec2::Zero();   ///< Unit, from start to end.
  Vec2 normal = Vec2::Zero();  ///< Unit, `along` turned left.
  double length_m = 0.0;
  double reach_m = 0.0;  ///< Distance of a touching ball's centre.
  /// An edge of the bed's outline: `normal` points inwards, and the edge has no ends.
  bool leads_out = false;

  Vec2 end_m() const { return start_m + length_m * along; }
};

StraightEdge MakeEdge(const Vec2& start_m, const Vec2& end_m, double reach_m);

/// The signed distance of the centre from an edge's line, positive on its left.
inline Quadratic SignedDistance(const Motion1D& x, const Motion1D& y, const StraightEdge& edge) {
  const Vec2& n = edge.normal;
  return Quadratic{{n.x() * (x.c0 - edge.start_m.x()) + n.y() * (y.c0 - edge.start_m.y()),
                    n.x() * x.c1 + n.y() * y.c1, n.x() * x.c2 + n.y() * y.c2}};
}

/// Both functions below may return nothing for what comes after `useful_s`; the bits of an answer
/// depend on window_s alone.

/// First time in [0, window_s] at which a centre that moves as (x, y) comes within the reach of a
/// straight edge, its end points included, from either side. With `separated` their impact at time
/// 0 has just been resolved. [Event-based] cushion I and II, which on the cloth differ in the reach
/// alone, with the bounds 0 <= s <= 1 that the paper leaves open.
OptionalTime EdgeCrossing(const Motion1D& x, const Motion1D& y, const StraightEdge& edge,
                          double window_s, bool separated, double useful_s = kAlways);

/// True only for a centre that has just touched the side of the edge, or is apart from the edge,
/// and gets no nearer to its line in [0, until_s]. EdgeCrossing(), with `separated`, then has no
/// answer until `until_s`.
bool LeavesEdge(const Motion1D& x, const Motion1D& y, const StraightEdge& edge, double until_s);

/// The same as EdgeCrossing() for a circle.
OptionalTime CircleCrossing(const Motion1D& x, const Motion1D& y, const Vec2& centre_m,
                            double reach_m, double window_s, bool separated,
                            double useful_s = kAlways);

}  // namespace carom

#endif  // CAROM_CORE_SOLID_EDGE_H_
