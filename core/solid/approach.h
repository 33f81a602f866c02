#ifndef CAROM_CORE_SOLID_APPROACH_H_
#define CAROM_CORE_SOLID_APPROACH_H_

#include "core/solid/centre_motion.h"

namespace carom {

/// What a moving ball asks of a solid: when does the ball come to touch it? Crossing() of every
/// solid answers under the contract of core/solid/segment.h.
struct Approach {
  Motion3D centre;  ///< From time 0 on.
  double radius_m = 0.0;
  bool on_cloth = true;    ///< Otherwise it is in flight.
  double window_s = 0.0;   ///< How long the motion lasts.
  double useful_s = 0.0;   ///< Later answers are of no use. At most window_s.
  double lowest_m = 0.0;   ///< Least height of the centre until useful_s.
  bool separated = false;  ///< The impact of ball and solid at time 0 has just been resolved.

  /// The velocity at time 0.
  Vec3 Velocity() const { return Vec3(centre.x.c1, centre.y.c1, centre.z.c1); }

  /// Whether any part of the ball gets as low as `top_m`.
  bool Low(double top_m) const { return lowest_m <= top_m + radius_m + 1e-9; }
};

}  // namespace carom

#endif  // CAROM_CORE_SOLID_APPROACH_H_
