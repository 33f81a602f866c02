#ifndef CAROM_CORE_LAWS_BALL_BALL_FRICTIONAL_H_
#define CAROM_CORE_LAWS_BALL_BALL_FRICTIONAL_H_

#include <variant>

#include "core/laws/impact.h"

namespace carom {

/// Coulomb friction between balls, the same at every speed.
struct ConstantFriction {
  double friction = 0.05;  ///< mu, >= 0.
};

/// Ball-ball friction that falls with the slip speed v: mu(v) = a + b exp(-c v).
/// [Alciatore, TP A.14], fitted to [Marlow 1995] Table 10.
struct AlciatoreFriction {
  double a = 0.009951;       ///< >= 0
  double b = 0.108;          ///< >= 0
  double c_s_per_m = 1.088;  ///< >= 0, s/m
};

using BallBallFriction = std::variant<ConstantFriction, AlciatoreFriction>;

/// mu at a slip speed of the two surfaces, m/s.
double FrictionCoefficient(const BallBallFriction& friction, double slip_speed_m_s);

/// Newton's restitution along the line of centres and Coulomb friction across it: the tangential
/// impulse is mu times the normal one against the slip, or what stops the slip if that is less.
/// [Alciatore, TP A.14] Eqs. (13)-(17), extended to unequal balls and to 3-D.
struct FrictionalBallBall {
  double restitution = 0.95;  ///< e in [0, 1].
  BallBallFriction friction = AlciatoreFriction{};
};

void Resolve(const FrictionalBallBall& law, const BallBallImpact& impact, BallState& a,
             BallState& b);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_BALL_FRICTIONAL_H_
