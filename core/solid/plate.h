#ifndef CAROM_CORE_SOLID_PLATE_H_
#define CAROM_CORE_SOLID_PLATE_H_

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/interval.h"
#include "core/base/vec3.h"
#include "core/math/first_crossing.h"
#include "core/math/polynomial.h"
#include "core/solid/gap.h"
#include "core/solid/plane_geometry.h"

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

/// The top of a rail: a horizontal plate behind the noses, seen by balls in flight only. Pocket
/// circles are holes in it. Its edges are touched only where a nose runs along them.
struct RailTop {
  std::vector<Vec2> corners_m;  ///< A simple polygon, in either sense.
  double height_m = 0.036576;   ///< Above the cloth.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("height_m", self.height_m, {0.0, 1.0, Interval::Ends::kOpenLow});
  }
};

/// A circle in the plane of the cloth: a hole, or a pocket that takes a ball.
struct Circle {
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;

  bool Covers(const Vec2& point_m) const {
    return (point_m - centre_m).squaredNorm() < radius_m * radius_m;
  }
};

/// A pocket in a rail top: its circle. On the half that faces away from `opening`, the top of the
/// liner covers a part of it.
struct PlateHole {
  Circle circle;
  Vec2 opening = Vec2::Zero();  ///< Unit; zero: the whole circle.
  double behind_radius_m = 0.0;

  bool Covers(const Vec2& point_m) const {
    const Vec2 offset = point_m - circle.centre_m;
    const bool behind = !opening.isZero() && opening.dot(offset) <= 0.0;
    const double radius = behind ? behind_radius_m : circle.radius_m;
    return offset.squaredNorm() < radius * radius;
  }
};

/// True when the point lies in one of these circles.
bool Covered(const std::vector<Circle>& circles, const Vec2& point_m);

/// The upper side of a horizontal plate at `height_m`, where `covers(const Vec2& point_m)` holds
/// for the point below the centre. The edges of the plate are primitives of their own. Contract as
/// in core/solid/primitives.h.
template <class Covers>
OptionalTime PlateCrossing(const Motion3D& motion, double height_m, double radius_m,
                           const Covers& covers, double window_s, bool separated,
                           double useful_s = kAlways) {
  const Quadratic gap{{motion.z.c0 - height_m - radius_m, motion.z.c1, motion.z.c2}};
  const auto on_plate = [&](double t) { return covers(motion.Above(t)); };
  const ContactGap<2> one_sided{gap, 1.0, RateNoise(std::fabs(motion.z.c1)), kBehind_m};
  return FirstGapCrossing(one_sided, separated, window_s, useful_s, on_plate);
}

/// The nearest point of an endless plate at this height.
Nearest NearestOnPlate(double height_m, const Vec3& centre_m, double radius_m);

/// The top of a rail for balls of one radius in flight. Balls on the cloth never touch it.
class RailSolid {
 public:
  static constexpr char kList[] = "rail_tops";

  RailSolid(const RailTop& top, std::vector<PlateHole> holes, double radius_m);

  Parts PartsNear(const Vec3& centre_m, bool on_cloth) const;
  OptionalTime Crossing(const Approach& approach) const;
  Vicinity Around(bool /*in_plane*/) const;

 private:
  bool CoversPoint(const Vec2& point_m) const;

  RailTop top_;
  std::vector<PlateHole> holes_;
  double radius_m_;
};

/// The slate with its holes. Right above the edge of a hole the edge holds a ball, not the slate.
class SlateSolid {
 public:
  SlateSolid() = default;
  SlateSolid(std::vector<Circle> holes, double radius_m);

  /// For a ball in flight.
  OptionalTime Crossing(const Approach& approach) const;

 private:
  std::vector<Circle> holes_;
  double radius_m_ = 0.0;
};

}  // namespace carom

#endif  // CAROM_CORE_SOLID_PLATE_H_
