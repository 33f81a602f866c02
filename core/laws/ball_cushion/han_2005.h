#ifndef CAROM_CORE_LAWS_BALL_CUSHION_HAN_2005_H_
#define CAROM_CORE_LAWS_BALL_CUSHION_HAN_2005_H_

#include "core/laws/impact.h"
#include "core/laws/ranges.h"

namespace carom {

/// Impulse law of a ball against a nose above (or below) its centre, with restitution along the
/// line from the nose to the centre and Coulomb friction across it. [Han 2005] I. Han, "Dynamics in
/// carom and three cushion billiards", J. Mech. Sci. Technol. 19. It is in closed form. The law
/// ignores the slate, so it also gives the ball a vertical velocity, and it is the same in the air.
struct Han2005 {
  static constexpr char kName[] = "han2005";

  double restitution = 0.85;  ///< e in [0, 1].
  double friction = 0.2;      ///< mu >= 0, between ball and cushion.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kRestitutionRange);
    visit("friction", self.friction, kFrictionRange);
  }
};

void Resolve(const Han2005& law, const CushionImpact& impact, BallState& ball);

/// The law's own coefficients.
GroupCoefficients CoefficientsOf(const Han2005& law, double cloth_friction);

/// A single contact: the slate takes no part in the impact.
constexpr std::nullopt_t DoubleContactOf(const Han2005&) { return std::nullopt; }

/// From the nose to the ball's centre.
inline Vec3 ContactNormal(const Han2005&, const CushionImpact& impact) {
  return NoseNormal(impact);
}

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_CUSHION_HAN_2005_H_
