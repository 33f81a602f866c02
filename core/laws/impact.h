#ifndef CAROM_CORE_LAWS_IMPACT_H_
#define CAROM_CORE_LAWS_IMPACT_H_

#include <cmath>
#include <concepts>
#include <optional>
#include <string>

#include "core/base/vec3.h"
#include "core/laws/ball_ball/friction.h"
#include "core/state/trajectory.h"
#include "core/table/shot.h"

namespace carom {

/// Every impact law is a value type with its parameters and a free function
///
///   void Resolve(const Law&, const BallBallImpact&, BallState& a, BallState& b);
///   void Resolve(const Law&, const CushionImpact&, BallState& ball);
///   void Resolve(const Law&, const SlateImpact&, BallState& ball);
///
/// that replaces velocity and spin by those after the impact, in full 3-D (the engine drops the
/// vertical velocity while flight is off), and leaves position and motion alone. Requirements: the
/// bodies approach along the normal. Guarantees: energy never grows, the bodies do not approach
/// afterwards. Pure and thread-safe; uses base/portable_math.h only.
///
/// Further functions beside it state what others need to know of the law:
///
///   CoefficientsOf()   its coefficients within a group impact
///   DoubleContactOf()  of two balls or a cushion: whether it couples the impact with the slate
///   ContactNormal()    of a cushion: its line of contact
///
/// kName and Parameters() give its name and its parameters (core/base/parameters.h).

/// Most steps of an impact that is integrated; what is left then is resolved at once. 10^5 random
/// impacts in double contact up to 0.97 of their limits took 71 steps at the median, 7666 at most.
inline constexpr int kMaxImpactSteps = 10000;

/// Geometry of an impact of two balls, frame W.
struct BallBallImpact {
  const BallSpec& a;
  const BallSpec& b;
  Vec3 normal;                  ///< Unit, from the centre of a to the centre of b.
  double cloth_friction = 0.2;  ///< mu_slide under the balls, for laws that couple ball and slate.
  bool on_slate = true;         ///< False unless both balls lie on the cloth.
};

/// Geometry of an impact of a ball with a cushion's nose or jaw, frame W.
struct CushionImpact {
  const BallSpec& ball;
  Vec3 normal;  ///< Unit and horizontal, from the cushion towards the ball's centre.
  /// Height of the contact above the ball's lowest point, in [0, 2 R]; on the cloth, the nose's
  /// height.
  double nose_height_m;
  double cloth_friction;  ///< mu_slide under the ball, for laws that couple cushion and slate.
  bool on_slate = true;   ///< False off the cloth: the slate does not hold the ball from below.
};

/// Geometry of an impact of a ball with something that is no cushion (slate, rail top, rim or liner
/// of a pocket), frame W.
struct SlateImpact {
  const BallSpec& ball;
  Vec3 normal;            ///< Unit, from the surface towards the ball's centre; z for the slate.
  double cloth_friction;  ///< mu_slide, for laws without a coefficient of their own.
};

/// The coefficient of friction at the slate: the law's own, or the cloth's where that is negative.
inline double FrictionAtSlate(double law_friction, double cloth_friction) {
  return law_friction < 0.0 ? cloth_friction : law_friction;
}

/// What a group impact (core/laws/cluster) takes over from the law that resolves a contact alone.
/// All contacts of a group are of one kind: a normal force with a restitution, and Coulomb
/// friction.
struct GroupCoefficients {
  double restitution = 1.0;                           ///< e in [0, 1].
  BallBallFriction friction = ConstantFriction{0.0};  ///< At the slip speed in the contact.
};

/// A law states its coefficients within a group by a function beside its Resolve():
///
///   GroupCoefficients CoefficientsOf(const Law&, double cloth_friction);
///
/// `cloth_friction` is the cloth's mu_slide, for laws without a coefficient of their own. Whatever
/// else a law models is lost in a group; the comment of its function says so.
template <class Law>
concept GroupLaw = requires(const Law& law, double cloth_friction) {
  { CoefficientsOf(law, cloth_friction) } -> std::same_as<GroupCoefficients>;
};

/// A coefficient of friction and the field that sets it, named from its law on:
/// "constant.coefficient".
struct FrictionField {
  std::string name;
  double value = 0.0;
};

/// Friction of a law that couples the impact with the slate under the ball (a double contact).
/// Validation holds it against core/laws/validate.h.
struct DoubleContactFriction {
  FrictionField highest;  ///< At the nose or between the balls, the highest at any slip.
  FrictionField slate;    ///< At the slate; negative: the cloth's sliding friction.
};

/// A law of two balls or of a cushion states by a function beside its Resolve() whether it couples
/// the impact with the slate:
///
///   std::optional<DoubleContactFriction> DoubleContactOf(const Law&);
///
/// std::nullopt where it does not. There is no default: a law that states nothing does not compile.
template <class Law>
concept StatesDoubleContact = requires(const Law& law) {
  { DoubleContactOf(law) } -> std::convertible_to<std::optional<DoubleContactFriction>>;
};

/// Unit vector from the contact with the nose to the ball's centre, frame W. It points below the
/// horizontal by the angle th, sin th = h/R - 1, where h is the height of the nose above the ball's
/// lowest point.
/// [Han 2005] Fig. 4
inline Vec3 NoseNormal(const CushionImpact& impact) {
  const double sine = impact.nose_height_m / impact.ball.radius_m - 1.0;
  const double cosine = std::sqrt(1.0 - sine * sine);
  return cosine * impact.normal - sine * Vec3::UnitZ();
}

/// A cushion law states the line of contact on which its restitution acts by a function beside its
/// Resolve():
///
///   Vec3 ContactNormal(const Law&, const CushionImpact& impact);
///
/// The function returns a unit vector towards the ball's centre, frame W. For a ball on the cloth a
/// group impact acts along the same line. In flight a group impact acts along the geometric normal,
/// from the nearest point of the nose to the ball's centre.
template <class Law>
concept StatesContactNormal = requires(const Law& law, const CushionImpact& impact) {
  { ContactNormal(law, impact) } -> std::same_as<Vec3>;
};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_IMPACT_H_
