#ifndef CAROM_CORE_LAWS_BALL_CUSHION_STRONGE_COMPLIANT_H_
#define CAROM_CORE_LAWS_BALL_CUSHION_STRONGE_COMPLIANT_H_

#include "core/laws/impact.h"
#include "core/laws/ranges.h"

namespace carom {

/// A ball against a nose that is compliant along the cushion as well as into it: linear springs in
/// both directions, Coulomb friction between ball and nose. The contact sticks while the tangential
/// spring pulls less than mu times the normal force, and slips while it would pull more; what the
/// spring has stored can throw the ball back along the rail. [Stronge] W. J. Stronge, "Impact
/// Mechanics", chapter 5, for a sphere. The law ignores the slate, so it also gives the ball a
/// vertical velocity, and it is the same in the air. The result does not depend on how stiff the
/// nose is, only on the ratio of the frequencies.
struct StrongeCompliant {
  static constexpr char kName[] = "stronge";

  double restitution = 0.85;  ///< e in [0, 1], of energy (and so, here, of velocity).
  double friction = 0.2;      ///< mu >= 0, between ball and cushion.
  /// Ratio of the tangential to the normal frequency of the ball on the nose, in [1, 2]. It is 1.53
  /// to 1.87 for an elastic half-space with a Poisson's ratio from 1/2 to 0.
  double frequency_ratio = 1.8;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kRestitutionRange);
    visit("friction", self.friction, kFrictionRange);
    visit("frequency_ratio", self.frequency_ratio, {1.0, 2.0});
  }
};

void Resolve(const StrongeCompliant& law, const CushionImpact& impact, BallState& ball);

/// The law's own coefficients. The tangential spring is lost: in a group friction stores nothing.
GroupCoefficients CoefficientsOf(const StrongeCompliant& law, double cloth_friction);

/// A single contact: the slate takes no part in the impact.
constexpr std::nullopt_t DoubleContactOf(const StrongeCompliant&) { return std::nullopt; }

/// From the nose to the ball's centre.
inline Vec3 ContactNormal(const StrongeCompliant&, const CushionImpact& impact) {
  return NoseNormal(impact);
}

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_CUSHION_STRONGE_COMPLIANT_H_
