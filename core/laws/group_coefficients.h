#ifndef CAROM_CORE_LAWS_GROUP_COEFFICIENTS_H_
#define CAROM_CORE_LAWS_GROUP_COEFFICIENTS_H_

#include <concepts>

#include "core/laws/ball_ball/friction.h"

namespace carom {

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

}  // namespace carom

#endif  // CAROM_CORE_LAWS_GROUP_COEFFICIENTS_H_
