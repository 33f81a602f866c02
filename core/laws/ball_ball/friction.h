#ifndef CAROM_CORE_LAWS_BALL_BALL_FRICTION_H_
#define CAROM_CORE_LAWS_BALL_BALL_FRICTION_H_

#include <variant>

#include "core/base/vec3.h"
#include "core/laws/ranges.h"
#include "core/state/trajectory.h"

namespace carom {

struct BallBallImpact;
struct FrictionField;

/// Coulomb friction between balls, the same at every speed.
struct ConstantFriction {
  static constexpr char kName[] = "constant";

  double friction = 0.05;  ///< mu, >= 0.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("coefficient", self.friction, kFrictionRange);
  }
};

/// Ball-ball friction that falls with the slip speed v: mu(v) = a + b exp(-c v).
/// [Alciatore, TP A.14], fitted to [Marlow 1995] Table 10.
struct AlciatoreFriction {
  static constexpr char kName[] = "alciatore";

  double a = 0.009951;       ///< >= 0
  double b = 0.108;          ///< >= 0
  double c_s_per_m = 1.088;  ///< >= 0, s/m

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("a", self.a, kFrictionRange);
    visit("b", self.b, kFrictionRange);
    visit("c_s_m", self.c_s_per_m, kFrictionDecayRange);
  }
};

using BallBallFriction = std::variant<ConstantFriction, AlciatoreFriction>;

/// The coefficient mu at a slip speed of the two surfaces, m/s.
double FrictionCoefficientAt(const BallBallFriction& friction, double slip_speed_m_s);

/// The highest mu at any slip, and the field or the sum of fields that sets it.
FrictionField HighestFriction(const BallBallFriction& friction);

/// Velocity of a's surface relative to b's, across the normal, m/s.
Vec3 SlipOf(const BallBallImpact& impact, const BallState& a, const BallState& b);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_BALL_FRICTION_H_
