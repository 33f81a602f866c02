#ifndef CAROM_CORE_LAWS_IMPACT_H_
#define CAROM_CORE_LAWS_IMPACT_H_

#include "core/base/vec3.h"
#include "core/state/ball_state.h"
#include "core/table/ball.h"

namespace carom {

/// Every impact law is a value type with its parameters and a free function
///
///   void Resolve(const Law&, const BallBallImpact&, BallState& a, BallState& b);
///   void Resolve(const Law&, const CushionImpact&, BallState& ball);
///   void Resolve(const Law&, const SlateImpact&, BallState& ball);
///
/// that replaces velocity and spin by those after the impact, in full 3-D (the engine drops the
/// vertical velocity while flight is off), and leaves position and motion alone. Requirements: the
/// bodies approach along the normal. Guarantees: energy never grows, the bodies do not approach
/// afterwards. Pure and thread-safe; uses base/portable_math.h only.
///
/// Further functions beside it state what others need to know of the law:
///
///   CoefficientsOf()   its coefficients within a group impact (group_coefficients.h)
///   DoubleContactOf()  of two balls or a cushion: whether it couples the impact with the slate
///                      (double_contact_friction.h)
///   ContactNormal()    of a cushion: its line of contact (ball_cushion/nose_normal.h)
///
/// kName and Parameters() give its name and its parameters (core/base/parameters.h).

/// Geometry of an impact of two balls, frame W.
struct BallBallImpact {
  const BallSpec& a;
  const BallSpec& b;
  Vec3 normal;                  ///< Unit, from the centre of a to the centre of b.
  double cloth_friction = 0.2;  ///< mu_slide under the balls, for laws that couple ball and slate.
  bool on_slate = true;         ///< False unless both balls lie on the cloth.
};

/// Geometry of an impact of a ball with a cushion's nose or jaw, frame W.
struct CushionImpact {
  const BallSpec& ball;
  Vec3 normal;  ///< Unit and horizontal, from the cushion towards the ball's centre.
  /// Height of the contact above the ball's lowest point, in [0, 2 R]; on the cloth, the nose's
  /// height.
  double nose_height_m;
  double cloth_friction;  ///< mu_slide under the ball, for laws that couple cushion and slate.
  bool on_slate = true;   ///< False off the cloth: the slate does not hold the ball from below.
};

/// Geometry of an impact of a ball with something that is no cushion (slate, rail top, rim or liner
/// of a pocket), frame W.
struct SlateImpact {
  const BallSpec& ball;
  Vec3 normal;            ///< Unit, from the surface towards the ball's centre; z for the slate.
  double cloth_friction;  ///< mu_slide, for laws without a coefficient of their own.
};

/// The coefficient of friction at the slate: the law's own, or the cloth's where that is negative.
inline double FrictionAtSlate(double law_friction, double cloth_friction) {
  return law_friction < 0.0 ? cloth_friction : law_friction;
}

}  // namespace carom

#endif  // CAROM_CORE_LAWS_IMPACT_H_
