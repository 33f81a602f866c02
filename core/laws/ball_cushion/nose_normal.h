#ifndef CAROM_CORE_LAWS_BALL_CUSHION_NOSE_NORMAL_H_
#define CAROM_CORE_LAWS_BALL_CUSHION_NOSE_NORMAL_H_

#include <cmath>

#include "core/laws/impact.h"

namespace carom {

/// Unit vector from the contact with the nose to the ball's centre, frame W: th below the
/// horizontal, sin th = h/R - 1 with h the height of the nose above the ball's lowest point.
/// [Han 2005] Fig. 4
inline Vec3 NoseNormal(const CushionImpact& impact) {
  const double sine = impact.nose_height_m / impact.ball.radius_m - 1.0;
  const double cosine = std::sqrt(1.0 - sine * sine);
  return cosine * impact.normal - sine * Vec3::UnitZ();
}

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_CUSHION_NOSE_NORMAL_H_
