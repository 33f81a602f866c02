#ifndef CAROM_CORE_LAWS_BALL_SLATE_ROUTH_H_
#define CAROM_CORE_LAWS_BALL_SLATE_ROUTH_H_

#include "core/laws/impact.h"
#include "core/laws/ranges.h"
#include "core/laws/routh_impact.h"

namespace carom {

/// A ball against the slate (or a rail top, or a pocket's liner) by Routh's method
/// (core/laws/routh_impact.h): Coulomb friction integrated in impulse space, Poisson's restitution.
/// The contact of a sphere is not coupled, so the law agrees with FrictionalSlate.
struct RouthSlate {
  static constexpr char kName[] = "routh";

  double restitution = 0.5;  ///< e in [0, 1].
  double friction = -1.0;    ///< mu >= 0; negative: the cloth's own sliding friction.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kRestitutionRange);
    visit.Optional("friction", self.friction, kFrictionRange);
  }
};

inline void Resolve(const RouthSlate& law, const SlateImpact& impact, BallState& ball) {
  RouthBounce(impact.ball, impact.normal, FrictionAtSlate(law.friction, impact.cloth_friction),
              law.restitution, ball);
}

/// The law's own coefficients; the cloth's friction where the law has none. Poisson's restitution
/// is Newton's where the contact is not coupled.
inline GroupCoefficients CoefficientsOf(const RouthSlate& law, double cloth_friction) {
  return {law.restitution, ConstantFriction{FrictionAtSlate(law.friction, cloth_friction)}};
}

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_SLATE_ROUTH_H_
