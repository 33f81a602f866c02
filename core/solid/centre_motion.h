#ifndef CAROM_CORE_SOLID_CENTRE_MOTION_H_
#define CAROM_CORE_SOLID_CENTRE_MOTION_H_

#include <cmath>

#include "core/base/vec3.h"
#include "core/solid/resolution.h"

namespace carom {

/// One coordinate of a ball's centre: c0 + c1 tau + c2 tau^2, m.
struct Motion1D {
  double c0 = 0.0;
  double c1 = 0.0;
  double c2 = 0.0;

  double At(double tau) const { return c0 + (c1 + c2 * tau) * tau; }

  /// The same motion counted from `tau` on.
  Motion1D From(double tau) const { return {c0 + (c1 + c2 * tau) * tau, c1 + 2.0 * c2 * tau, c2}; }
};

/// The centre of one ball, frame W: each coordinate a quadratic in the time since its epoch, m.
struct Motion3D {
  Motion1D x;
  Motion1D y;
  Motion1D z;

  Vec3 At(double tau) const { return Vec3(x.At(tau), y.At(tau), z.At(tau)); }
  Vec2 Above(double tau) const { return Vec2(x.At(tau), y.At(tau)); }
  Motion3D From(double tau) const { return {x.From(tau), y.From(tau), z.From(tau)}; }
};

/// Horizontal speed at time 0, m/s.
inline double Speed(const Motion1D& x, const Motion1D& y) {
  return std::sqrt(x.c1 * x.c1 + y.c1 * y.c1);
}

/// Speed at time 0, m/s.
inline double Speed(const Motion3D& motion) {
  return std::sqrt(motion.x.c1 * motion.x.c1 + motion.y.c1 * motion.y.c1 +
                   motion.z.c1 * motion.z.c1);
}

/// What a moving ball asks of a solid: when does the ball come to touch it? Crossing() of every
/// solid answers under the contract of core/solid/primitives.h.
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
  bool Low(double top_m) const { return lowest_m <= top_m + radius_m + kResolution_m; }
};

}  // namespace carom

#endif  // CAROM_CORE_SOLID_CENTRE_MOTION_H_
