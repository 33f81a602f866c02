#ifndef CAROM_CORE_LAWS_BALL_BALL_FRICTIONAL_H_
#define CAROM_CORE_LAWS_BALL_BALL_FRICTIONAL_H_

#include "core/laws/ball_ball/friction.h"
#include "core/laws/impact.h"
#include "core/laws/ranges.h"

namespace carom {

/// Newton's restitution along the line of centres and Coulomb friction across it: the tangential
/// impulse acts against the slip and is mu times the normal one, or what stops the slip if that is
/// less. [Alciatore, TP A.14] Eqs. (13)-(17), extended to unequal balls and to 3-D.
struct FrictionalBallBall {
  static constexpr char kName[] = "frictional";

  double restitution = 0.95;  ///< e in [0, 1].
  BallBallFriction friction = AlciatoreFriction{};

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kRestitutionRange);
    visit.OneOf("friction", self.friction);
  }
};

void Resolve(const FrictionalBallBall& law, const BallBallImpact& impact, BallState& a,
             BallState& b);

/// The law's own coefficients: in a group of two the bodies separate as by this law.
GroupCoefficients CoefficientsOf(const FrictionalBallBall& law, double cloth_friction);

/// A single contact: the slate takes no part in the impact.
constexpr std::nullopt_t DoubleContactOf(const FrictionalBallBall&) { return std::nullopt; }

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_BALL_FRICTIONAL_H_
