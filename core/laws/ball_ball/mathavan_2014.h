#ifndef CAROM_CORE_LAWS_BALL_BALL_MATHAVAN_2014_H_
#define CAROM_CORE_LAWS_BALL_BALL_MATHAVAN_2014_H_

#include "core/laws/ball_ball/single_contact.h"
#include "core/laws/impact.h"
#include "core/laws/ranges.h"

namespace carom {

/// Two balls on the slate. Coulomb friction acts between them, and between the slate and the ball
/// that is pressed down (a double contact); it is integrated over the normal impulse. Restitution
/// is energetic (Stronge): e^2 of the work of compression is returned. [Mathavan 2014] S. Mathavan,
/// M. R. Jackson, R. M. Parkin, "Numerical simulations of the frictional collisions of solid balls
/// on a rough surface", Sports Eng. 17.
///
/// As in the paper, both balls keep their height: the ball that friction lifts merely puts no load
/// on the slate. Where that makes no sense (a ball in flight or with a vertical velocity, centres
/// at different heights because the radii differ) the balls collide as free spheres with the same e
/// and mu, by FrictionalBallBall. Requires mu and mu_s within the limits of
/// core/laws/validate.h.
struct Mathavan2014 : PairCoefficients {
  static constexpr char kName[] = "mathavan2014";

  /// mu_s between ball and slate; negative: the cloth's own sliding friction.
  double slate_friction = -1.0;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    PairCoefficients::Parameters(self, visit);
    visit.Optional("slate_friction", self.slate_friction, kFrictionRange);
  }
};

void Resolve(const Mathavan2014& law, const BallBallImpact& impact, BallState& a, BallState& b);

/// The friction between the balls, and that at the slate.
std::optional<DoubleContactFriction> DoubleContactOf(const Mathavan2014& law);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_BALL_MATHAVAN_2014_H_
