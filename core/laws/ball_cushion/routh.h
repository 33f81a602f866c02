#ifndef CAROM_CORE_LAWS_BALL_CUSHION_ROUTH_H_
#define CAROM_CORE_LAWS_BALL_CUSHION_ROUTH_H_

#include "core/laws/group_coefficients.h"
#include "core/laws/impact.h"
#include "core/laws/ranges.h"

namespace carom {

/// A free ball against a nose by Routh's method (core/laws/routh_impact.h): Coulomb friction
/// integrated in impulse space, Poisson's restitution. The law ignores the slate, so it also gives
/// the ball a vertical velocity, and it is the same in the air. The contact of a sphere is not
/// coupled, so the law agrees with Han2005.
struct RouthCushion {
  static constexpr char kName[] = "routh";

  double restitution = 0.85;  ///< e in [0, 1].
  double friction = 0.2;      ///< mu >= 0, between ball and cushion.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kRestitutionRange);
    visit("friction", self.friction, kFrictionRange);
  }
};

void Resolve(const RouthCushion& law, const CushionImpact& impact, BallState& ball);

/// The law's own coefficients: Poisson's restitution is Newton's where the contact is not coupled.
GroupCoefficients CoefficientsOf(const RouthCushion& law, double cloth_friction);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_CUSHION_ROUTH_H_
