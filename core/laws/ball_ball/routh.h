#ifndef CAROM_CORE_LAWS_BALL_BALL_ROUTH_H_
#define CAROM_CORE_LAWS_BALL_BALL_ROUTH_H_

#include "core/laws/ball_ball/friction.h"
#include "core/laws/impact.h"
#include "core/laws/ranges.h"

namespace carom {

/// Two free balls by Routh's method: Coulomb friction integrated in impulse space, Poisson's
/// restitution. Between spheres the contact is not coupled, so the law agrees with
/// FrictionalBallBall. It is there to check the general solver of core/laws/routh_impact.h.
struct RouthBallBall {
  static constexpr char kName[] = "routh";

  double restitution = 0.95;                        ///< e in [0, 1].
  BallBallFriction friction = AlciatoreFriction{};  ///< At the slip before the impact.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kRestitutionRange);
    visit.OneOf("friction", self.friction);
  }
};

void Resolve(const RouthBallBall& law, const BallBallImpact& impact, BallState& a, BallState& b);

/// The law's own coefficients: Poisson's restitution is Newton's where the contact is not coupled.
GroupCoefficients CoefficientsOf(const RouthBallBall& law, double cloth_friction);

/// A single contact: the slate takes no part in the impact.
constexpr std::nullopt_t DoubleContactOf(const RouthBallBall&) { return std::nullopt; }

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_BALL_ROUTH_H_
