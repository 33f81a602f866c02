#ifndef CAROM_TESTS_TESTING_PATCH_PRESSURE_H_
#define CAROM_TESTS_TESTING_PATCH_PRESSURE_H_

#include <cmath>

#include "core/base/constants.h"
#include "core/base/vec3.h"

namespace carom {

/// The pressure (1) at a point of the patch, scaled by N / a^2 (its integral over the patch is 1);
/// 0 outside. Hertz's, leaning by `shift`, an artifice that moves its centre to shift / 5.
inline double PatchPressure(const Vec2& at, const Vec2& shift) {
  constexpr double kCentre = 1.5 / kPi;
  const double inside = 1.0 - at.squaredNorm();
  return inside > 0.0 ? kCentre * std::sqrt(inside) * (1.0 + shift.dot(at)) : 0.0;
}

}  // namespace carom

#endif  // CAROM_TESTS_TESTING_PATCH_PRESSURE_H_
