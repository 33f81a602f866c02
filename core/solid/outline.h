#ifndef CAROM_CORE_SOLID_OUTLINE_H_
#define CAROM_CORE_SOLID_OUTLINE_H_

#include <vector>

#include "core/base/vec3.h"
#include "core/math/optional_time.h"
#include "core/solid/approach.h"
#include "core/solid/edge.h"
#include "core/solid/vicinity.h"

namespace carom {

/// One edge of the bed's outline: beyond it a centre has left the table, at any height. A bound,
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

}  // namespace carom

#endif  // CAROM_CORE_SOLID_OUTLINE_H_
