#ifndef CAROM_CORE_LAWS_BALL_CUSHION_ROUTH_H_
#define CAROM_CORE_LAWS_BALL_CUSHION_ROUTH_H_

#include "core/laws/impact.h"
#include "core/laws/ranges.h"
#include "core/laws/routh_impact.h"

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

inline void Resolve(const RouthCushion& law, const CushionImpact& impact, BallState& ball) {
  RouthBounce(impact.ball, NoseNormal(impact), law.friction, law.restitution, ball);
}

/// The law's own coefficients: Poisson's restitution is Newton's where the contact is not coupled.
inline GroupCoefficients CoefficientsOf(const RouthCushion& law, double /*cloth_friction*/) {
  return {law.restitution, ConstantFriction{law.friction}};
}

/// A single contact: the slate takes no part in the impact.
constexpr std::nullopt_t DoubleContactOf(const RouthCushion&) { return std::nullopt; }

/// From the nose to the ball's centre.
inline Vec3 ContactNormal(const RouthCushion&, const CushionImpact& impact) {
  return NoseNormal(impact);
}

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_CUSHION_ROUTH_H_
