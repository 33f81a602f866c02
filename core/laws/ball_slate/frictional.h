#ifndef CAROM_CORE_LAWS_BALL_SLATE_FRICTIONAL_H_
#define CAROM_CORE_LAWS_BALL_SLATE_FRICTIONAL_H_

#include "core/laws/group_coefficients.h"
#include "core/laws/impact.h"
#include "core/laws/ranges.h"

namespace carom {

/// A ball against the slate under its cloth (or a rail top, or a pocket's liner): Newton's
/// restitution along the normal and Coulomb friction across it, sliding or sticking. [Event-based]
/// leaves the law to its companion post; the closed form here is that of a sphere against an
/// immovable plane.
struct FrictionalSlate {
  static constexpr char kName[] = "frictional";

  double restitution = 0.5;  ///< e in [0, 1].
  double friction = -1.0;    ///< mu >= 0; negative: the cloth's own sliding friction.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kRestitutionRange);
    visit.Optional("friction", self.friction, kFrictionRange);
  }
};

void Resolve(const FrictionalSlate& law, const SlateImpact& impact, BallState& ball);

/// The law's own coefficients; the cloth's friction where the law has none.
GroupCoefficients CoefficientsOf(const FrictionalSlate& law, double cloth_friction);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_SLATE_FRICTIONAL_H_
