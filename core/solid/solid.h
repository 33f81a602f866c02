#ifndef CAROM_CORE_SOLID_SOLID_H_
#define CAROM_CORE_SOLID_SOLID_H_

#include <variant>
#include <vector>

#include "core/base/vec3.h"
#include "core/math/first_crossing.h"
#include "core/solid/centre_motion.h"
#include "core/solid/edge.h"
#include "core/solid/hole.h"
#include "core/solid/nose.h"
#include "core/solid/plate.h"
#include "core/solid/vicinity.h"

namespace carom {

/// Where a ball loses the ground under it: at a pocket, or beyond the bed's outline. These are
/// sensors, not solids: they exert no force.

/// A pocket that is a circle: it takes a ball whose centre enters it. A ball in flight must enter
/// it below its top, from the side or from above.
class PocketMouth {
 public:
  /// `top_m`: see PocketTop() in core/table/table.h.
  PocketMouth(const Circle& circle, double top_m, double radius_m)
      : circle_(circle), top_m_(top_m), radius_m_(radius_m) {}

  OptionalTime Crossing(const Approach& approach) const;
  Vicinity Around(bool /*in_plane*/) const {
    return VicinityOfDisc(circle_.centre_m, circle_.radius_m, top_m_ + radius_m_);
  }

  const Circle& circle() const { return circle_; }

 private:
  Circle circle_;
  double top_m_;
  double radius_m_;  // Of the balls.
};

/// The rim of a hole, where the cloth ends under a ball.
class DropEdge {
 public:
  explicit DropEdge(const Circle& circle) : circle_(circle) {}

  /// Returns nothing for a ball in flight.
  OptionalTime Crossing(const Approach& approach) const;
  Vicinity Around(bool /*in_plane*/) const {
    return VicinityOfDisc(circle_.centre_m, circle_.radius_m);
  }

 private:
  Circle circle_;
};

/// One edge of the bed's outline: beyond it a centre has left the table, at any height. A sensor,
/// not a solid: it exerts no force.
class OutlineEdge {
 public:
  explicit OutlineEdge(const StraightEdge& edge) : edge_(edge) {}

  OptionalTime Crossing(const Approach& approach) const {
    return EdgeCrossing(approach.centre.x, approach.centre.y, edge_, approach.window_s,
                        approach.separated, approach.useful_s);
  }
  Vicinity Around(bool /*in_plane*/) const { return {edge_.start_m, edge_.end_m()}; }

  const StraightEdge& edge() const { return edge_; }

 private:
  StraightEdge edge_;
};

/// The edges of a simple polygon, in the order of its corners.
std::vector<OutlineEdge> MakeOutline(const std::vector<Vec2>& corners_m);

/// What a ball can touch on a table besides the slate and other balls. Each answers two questions,
/// for balls of the radius that it was made for:
///
///   Parts PartsNear(centre, on_cloth)       where is it nearest? Closest() and Hit() choose.
///   OptionalTime Crossing(approach)         when does a moving ball come to touch it?
///
/// and has kList, the name of its list in the Table, and Around(in_plane), the vicinity that holds
/// the centres of all balls that touch it, or of those that lie on the cloth. The two answers
/// agree: at every crossing the nearest gap is zero and closing, and before it the gap is positive.
using Solid = std::variant<NoseSolid, JawSolid, RailSolid, HoleSolid>;

/// What the centre of a ball can cross without a force on it; Crossing() and Around() as above.
using Sensor = std::variant<PocketMouth, DropEdge, OutlineEdge>;

inline Parts PartsNear(const Solid& solid, const Vec3& centre_m, bool on_cloth) {
  return std::visit([&](const auto& s) { return s.PartsNear(centre_m, on_cloth); }, solid);
}

}  // namespace carom

#endif  // CAROM_CORE_SOLID_SOLID_H_
