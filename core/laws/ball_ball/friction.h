#ifndef CAROM_CORE_LAWS_BALL_BALL_FRICTION_H_
#define CAROM_CORE_LAWS_BALL_BALL_FRICTION_H_

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

/// Velocity of a's surface relative to b's, across the normal, m/s.
Vec3 SlipOf(const BallBallImpact& impact, const BallState& a, const BallState& b);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_BALL_FRICTION_H_
