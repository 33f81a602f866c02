#ifndef CAROM_CORE_LAWS_BALL_SLATE_SLATE_LAWS_H_
#define CAROM_CORE_LAWS_BALL_SLATE_SLATE_LAWS_H_

#include "core/laws/impact.h"
#include "core/laws/ranges.h"
#include "core/laws/routh_impact.h"

namespace carom {

/// The parameters of both laws.
struct SlateCoefficients {
  double restitution = 0.5;  ///< e in [0, 1].
  double friction = -1.0;    ///< mu >= 0; negative: the cloth's own sliding friction.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kRestitutionRange);
    visit.Optional("friction", self.friction, kFrictionRange);
  }
};

/// The law's own coefficients; the cloth's friction where the law has none. Poisson's restitution
/// is Newton's where the contact is not coupled.
inline GroupCoefficients CoefficientsOf(const SlateCoefficients& law, double cloth_friction) {
  return {law.restitution, ConstantFriction{FrictionAtSlate(law.friction, cloth_friction)}};
}

/// A ball against the slate under its cloth (or a rail top, or a pocket's liner): Newton's
/// restitution along the normal and Coulomb friction across it, sliding or sticking. [Event-based]
/// leaves the law to its companion post; the closed form here is that of a sphere against an
/// immovable plane.
struct FrictionalSlate : SlateCoefficients {
  static constexpr char kName[] = "frictional";
};

inline void Resolve(const FrictionalSlate& law, const SlateImpact& impact, BallState& ball) {
  BounceOffSurface(impact.ball, impact.normal, law.restitution,
                   FrictionAtSlate(law.friction, impact.cloth_friction), ball);
}

/// A ball against the slate (or a rail top, or a pocket's liner) by Routh's method
/// (core/laws/routh_impact.h): Coulomb friction integrated in impulse space, Poisson's restitution.
/// The contact of a sphere is not coupled, so the law agrees with FrictionalSlate.
struct RouthSlate : SlateCoefficients {
  static constexpr char kName[] = "routh";
};

inline void Resolve(const RouthSlate& law, const SlateImpact& impact, BallState& ball) {
  RouthBounce(impact.ball, impact.normal, FrictionAtSlate(law.friction, impact.cloth_friction),
              law.restitution, ball);
}

/// The liner of a pocket: leather, rubber or plastic on an iron, which takes most of a ball's
/// energy. No measurement of a ball against a liner is known to us, so both numbers are
/// assumptions. They were chosen from what is published of similar contacts, before any shot was
/// played with them.

/// This e lies below the 0.5 of a ball on cloth, because slate backs the cloth more firmly than an
/// iron backs a liner. It lies far below the 0.71 to 0.75 of a leather tip on its ferrule [D. G.
/// Alciatore, billiards.colostate.edu, "physical properties"].
inline constexpr double kLinerRestitution = 0.4;

/// This mu lies midway between the handbook values of leather on clean metal (0.4) and on greasy
/// metal (0.2).
inline constexpr double kLinerFriction = 0.3;

inline constexpr FrictionalSlate kLinerLaw = {kLinerRestitution, kLinerFriction};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_SLATE_SLATE_LAWS_H_
