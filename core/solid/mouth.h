#ifndef CAROM_CORE_SOLID_MOUTH_H_
#define CAROM_CORE_SOLID_MOUTH_H_

#include "core/math/optional_time.h"
#include "core/solid/approach.h"
#include "core/solid/plate.h"
#include "core/solid/vicinity.h"

namespace carom {

/// Where a ball at a pocket loses the ground under it. These are bounds, not solids: they exert no
/// force.

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

}  // namespace carom

#endif  // CAROM_CORE_SOLID_MOUTH_H_
