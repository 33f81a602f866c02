#ifndef CAROM_CORE_LAWS_BALL_CUSHION_MATHAVAN_2010_H_
#define CAROM_CORE_LAWS_BALL_CUSHION_MATHAVAN_2010_H_

#include "core/laws/ball_cushion/single_contact.h"
#include "core/laws/impact.h"
#include "core/laws/ranges.h"

namespace carom {

/// A ball against a cushion while it lies on the slate, a double contact. Coulomb friction acts at
/// both contacts and is integrated over the normal impulse of the cushion. Restitution is energetic
/// (Stronge): e^2 of the work of compression is returned.
/// [Mathavan 2010] S. Mathavan, M. R. Jackson, R. M. Parkin, "A theoretical analysis of billiard
/// ball dynamics under cushion impacts", Proc. IMechE C 224.
///
/// In the air, or with a vertical velocity, the contact is single: the ball bounces off the nose as
/// a free sphere with the same e and mu_w, in closed form. Requires mu_w and mu_s within the limits
/// of core/laws/validate.h at this nose. Beyond them nose and slate wedge the ball,
/// the impact has no end, and energy can even grow.
struct Mathavan2010 : NoseCoefficients {
  static constexpr char kName[] = "mathavan2010";

  /// mu_s between ball and slate; negative: the cloth's own sliding friction.
  double slate_friction = -1.0;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    NoseCoefficients::Parameters(self, visit);
    visit.Optional("slate_friction", self.slate_friction, kFrictionRange);
  }
};

void Resolve(const Mathavan2010& law, const CushionImpact& impact, BallState& ball);

/// The friction at the nose, and that at the slate.
std::optional<DoubleContactFriction> DoubleContactOf(const Mathavan2010& law);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_CUSHION_MATHAVAN_2010_H_
