#ifndef CAROM_TESTS_CORE_SOLID_ASKING_H_
#define CAROM_TESTS_CORE_SOLID_ASKING_H_

#include <algorithm>

#include "core/solid/gap.h"

namespace carom::testing {

/// Half of gravity's acceleration.
inline constexpr double kFall = -0.5 * 9.81;

/// Without acceleration.
inline Motion3D Straight(const Vec3& from_m, const Vec3& velocity_m_s) {
  return {{from_m.x(), velocity_m_s.x(), 0.0},
          {from_m.y(), velocity_m_s.y(), 0.0},
          {from_m.z(), velocity_m_s.z(), 0.0}};
}

/// What a ball in flight asks of a solid over a whole window.
inline Approach InFlight(const Motion3D& motion, double radius_m, double window_s,
                         bool separated = false) {
  Approach approach;
  approach.centre = motion;
  approach.radius_m = radius_m;
  approach.on_cloth = false;
  approach.window_s = approach.useful_s = window_s;
  approach.lowest_m = std::min(motion.z.c0, motion.z.At(window_s));
  approach.separated = separated;
  return approach;
}

/// The same of a ball on the cloth.
inline Approach OnTheCloth(const Motion1D& x, const Motion1D& y, double radius_m, double window_s,
                           bool separated = false) {
  Approach approach = InFlight({x, y, {radius_m, 0.0, 0.0}}, radius_m, window_s, separated);
  approach.on_cloth = true;
  return approach;
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_SOLID_ASKING_H_
