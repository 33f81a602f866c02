#ifndef CAROM_CORE_LAWS_BALL_CUSHION_NOSE_NORMAL_H_
#define CAROM_CORE_LAWS_BALL_CUSHION_NOSE_NORMAL_H_

#include <cmath>
#include <concepts>

#include "core/laws/impact.h"

namespace carom {

/// Unit vector from the contact with the nose to the ball's centre, frame W. It points below the
/// horizontal by the angle th, sin th = h/R - 1, where h is the height of the nose above the ball's
/// lowest point.
/// [Han 2005] Fig. 4
inline Vec3 NoseNormal(const CushionImpact& impact) {
  const double sine = impact.nose_height_m / impact.ball.radius_m - 1.0;
  const double cosine = std::sqrt(1.0 - sine * sine);
  return cosine * impact.normal - sine * Vec3::UnitZ();
}

/// A cushion law states the line of contact on which its restitution acts by a function beside its
/// Resolve():
///
///   Vec3 ContactNormal(const Law&, const CushionImpact& impact);
///
/// The function returns a unit vector towards the ball's centre, frame W. For a ball on the cloth a
/// group impact acts along the same line. In flight a group impact acts along the geometric normal,
/// from the nearest point of the nose to the ball's centre.
template <class Law>
concept StatesContactNormal = requires(const Law& law, const CushionImpact& impact) {
  { ContactNormal(law, impact) } -> std::same_as<Vec3>;
};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_CUSHION_NOSE_NORMAL_H_
