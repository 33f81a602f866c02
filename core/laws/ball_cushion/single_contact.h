#ifndef CAROM_CORE_LAWS_BALL_CUSHION_SINGLE_CONTACT_H_
#define CAROM_CORE_LAWS_BALL_CUSHION_SINGLE_CONTACT_H_

#include "core/laws/impact.h"
#include "core/laws/ranges.h"
#include "core/laws/routh_impact.h"

namespace carom {

/// The laws of cushions with a single contact: the slate takes no part in the impact. So they also
/// give the ball a vertical velocity, all but the plainest, and they are the same in the air.

/// The plainest cushion: the horizontal velocity into the rail is reversed and multiplied by e;
/// velocity along the rail and spin are kept. In the air the same happens along the line from the
/// nose to the ball's centre, wherever that points.
struct RestitutionCushion {
  static constexpr char kName[] = "restitution";

  double restitution = 0.85;  ///< e in [0, 1].

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kRestitutionRange);
  }
};

/// Level on the cloth, so that the impact leaves spin alone.
inline Vec3 ContactNormal(const RestitutionCushion&, const CushionImpact& impact) {
  return impact.on_slate ? impact.normal : NoseNormal(impact);
}

inline void Resolve(const RestitutionCushion& law, const CushionImpact& impact, BallState& ball) {
  const Vec3 normal = ContactNormal(law, impact);
  const double approach = -normal.dot(ball.velocity);
  if (approach <= 0.0) return;
  ball.velocity += ((1.0 + law.restitution) * approach) * normal;
}

/// Smooth: the law has no friction.
inline GroupCoefficients CoefficientsOf(const RestitutionCushion& law, double /*cloth_friction*/) {
  return {law.restitution, ConstantFriction{0.0}};
}

constexpr std::nullopt_t DoubleContactOf(const RestitutionCushion&) { return std::nullopt; }

/// The parameters of the laws below, and of mathavan_2010.h.
struct NoseCoefficients {
  double restitution = 0.85;  ///< e in [0, 1].
  double friction = 0.2;      ///< mu >= 0, between ball and cushion.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kRestitutionRange);
    visit("friction", self.friction, kFrictionRange);
  }
};

/// The law's own coefficients: Poisson's restitution is Newton's where the contact is not coupled.
/// In a group the slate is no part of this contact: with flight on it is a contact of its own, and
/// with flight off it is left out. A tangential spring is lost: friction stores nothing there.
inline GroupCoefficients CoefficientsOf(const NoseCoefficients& law, double /*cloth_friction*/) {
  return {law.restitution, ConstantFriction{law.friction}};
}

constexpr std::nullopt_t DoubleContactOf(const NoseCoefficients&) { return std::nullopt; }

/// From the nose to the ball's centre.
inline Vec3 ContactNormal(const NoseCoefficients&, const CushionImpact& impact) {
  return NoseNormal(impact);
}

/// Impulse law of a ball against a nose above (or below) its centre, with restitution along the
/// line from the nose to the centre and Coulomb friction across it. [Han 2005] I. Han, "Dynamics in
/// carom and three cushion billiards", J. Mech. Sci. Technol. 19. It is in closed form.
struct Han2005 : NoseCoefficients {
  static constexpr char kName[] = "han2005";
};

// With th the elevation of the nose seen from the centre and u the unit vector towards it:
//
//   sin th = h/R - 1,  u = -cos th n + sin th z          [Han 2005] Fig. 4
//   c      = v.u                 approach along the line of contact
//   s      = v - c u + R w x u   slip of the ball's surface on the nose
//   P_n    = (1 + e) m c         normal impulse, along -u            Eqs. (17), (20)
//   P_t    = min(mu P_n, (2/7) m |s|), against s         sliding or sticking, Eqs. (18), (19)
//
// These are the equations of a free sphere that bounces off the nose. They differ from Eqs. (14c)
// and (21a) as printed, which are misprints: the paper's own final Eqs. (24) and (25) agree with
// these equations. Friction acts against the slip itself. Requires 0 < h < 2 R. A vertical velocity
// can carry the ball off the nose; the ball is then left alone.
inline void Resolve(const Han2005& law, const CushionImpact& impact, BallState& ball) {
  BounceOffSurface(impact.ball, NoseNormal(impact), law.restitution, law.friction, ball);
}

/// A free ball against a nose by Routh's method (core/laws/routh_impact.h): Coulomb friction
/// integrated in impulse space, Poisson's restitution. The contact of a sphere is not coupled, so
/// the law agrees with Han2005.
struct RouthCushion : NoseCoefficients {
  static constexpr char kName[] = "routh";
};

inline void Resolve(const RouthCushion& law, const CushionImpact& impact, BallState& ball) {
  RouthBounce(impact.ball, NoseNormal(impact), law.friction, law.restitution, ball);
}

/// A ball against a nose that is compliant along the cushion as well as into it: linear springs in
/// both directions, Coulomb friction between ball and nose. The contact sticks while the tangential
/// spring pulls less than mu times the normal force, and slips while it would pull more; what the
/// spring has stored can throw the ball back along the rail. [Stronge] W. J. Stronge, "Impact
/// Mechanics", chapter 5, for a sphere; e is of energy, and so, here, of velocity. The law ignores
/// the slate, so it also gives the ball a vertical velocity, and it is the same in the air. The
/// result does not depend on how stiff the nose is, only on the ratio of the frequencies.
struct StrongeCompliant : NoseCoefficients {
  static constexpr char kName[] = "stronge";

  /// Ratio of the tangential to the normal frequency of the ball on the nose, in [1, 2]. It is 1.53
  /// to 1.87 for an elastic half-space with a Poisson's ratio from 1/2 to 0.
  double frequency_ratio = 1.8;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    NoseCoefficients::Parameters(self, visit);
    visit("frequency_ratio", self.frequency_ratio, {1.0, 2.0});
  }
};

void Resolve(const StrongeCompliant& law, const CushionImpact& impact, BallState& ball);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_CUSHION_SINGLE_CONTACT_H_
