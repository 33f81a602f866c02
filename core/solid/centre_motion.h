#ifndef CAROM_CORE_SOLID_CENTRE_MOTION_H_
#define CAROM_CORE_SOLID_CENTRE_MOTION_H_

#include <cmath>

#include "core/base/vec3.h"

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

}  // namespace carom

#endif  // CAROM_CORE_SOLID_CENTRE_MOTION_H_
