#ifndef CAROM_CORE_LAWS_BALL_BALL_SINGLE_CONTACT_H_
#define CAROM_CORE_LAWS_BALL_BALL_SINGLE_CONTACT_H_

#include "core/laws/ball_ball/friction.h"
#include "core/laws/impact.h"
#include "core/laws/ranges.h"

namespace carom {

/// The laws of two balls with a single contact: the slate takes no part in the impact.

/// Frictionless and without loss: the balls exchange their velocities along the line of centres.
struct ElasticBallBall {
  static constexpr char kName[] = "elastic";

  template <class Self, class Visitor>
  static void Parameters(Self& /*self*/, Visitor& /*visit*/) {}
};

inline void Resolve(const ElasticBallBall&, const BallBallImpact& impact, BallState& a,
                    BallState& b) {
  const double approach = impact.normal.dot(a.velocity - b.velocity);
  const double ma = impact.a.mass_kg;
  const double mb = impact.b.mass_kg;
  // J_n = 2 m_eff v_n with 1/m_eff = 1/m_a + 1/m_b, written as mass ratios so that balls of equal
  // mass exchange their normal velocities exactly.
  a.velocity -= (2.0 * mb / (ma + mb) * approach) * impact.normal;
  b.velocity += (2.0 * ma / (ma + mb) * approach) * impact.normal;
}

/// Elastic and smooth.
inline GroupCoefficients CoefficientsOf(const ElasticBallBall&, double /*cloth_friction*/) {
  return {1.0, ConstantFriction{0.0}};
}

constexpr std::nullopt_t DoubleContactOf(const ElasticBallBall&) { return std::nullopt; }

/// The parameters of the two laws below, and of mathavan_2014.h.
struct PairCoefficients {
  double restitution = 0.95;                        ///< e in [0, 1].
  BallBallFriction friction = AlciatoreFriction{};  ///< At the slip before the impact.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kRestitutionRange);
    visit.OneOf("friction", self.friction);
  }
};

/// The law's own coefficients: in a group of two the bodies separate as by this law. Poisson's
/// restitution is Newton's where the contact is not coupled. In a group the slate is no part of
/// this contact: with flight on it is a contact of its own, and with flight off it is left out.
GroupCoefficients CoefficientsOf(const PairCoefficients& law, double cloth_friction);

constexpr std::nullopt_t DoubleContactOf(const PairCoefficients&) { return std::nullopt; }

/// Newton's restitution along the line of centres and Coulomb friction across it: the tangential
/// impulse acts against the slip and is mu times the normal one, or what stops the slip if that is
/// less. [Alciatore, TP A.14] Eqs. (13)-(17), extended to unequal balls and to 3-D.
struct FrictionalBallBall : PairCoefficients {
  static constexpr char kName[] = "frictional";
};

void Resolve(const FrictionalBallBall& law, const BallBallImpact& impact, BallState& a,
             BallState& b);

/// Two free balls by Routh's method: Coulomb friction integrated in impulse space, Poisson's
/// restitution. Between spheres the contact is not coupled, so the law agrees with
/// FrictionalBallBall. It is there to check the general solver of core/laws/routh_impact.h.
struct RouthBallBall : PairCoefficients {
  static constexpr char kName[] = "routh";
};

void Resolve(const RouthBallBall& law, const BallBallImpact& impact, BallState& a, BallState& b);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_BALL_SINGLE_CONTACT_H_
