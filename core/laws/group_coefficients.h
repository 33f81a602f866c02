#ifndef CAROM_CORE_LAWS_GROUP_COEFFICIENTS_H_
#define CAROM_CORE_LAWS_GROUP_COEFFICIENTS_H_

#include <concepts>

#include "core/laws/ball_ball/friction.h"

namespace carom {

/// What an impact of a group (core/laws/cluster) knows of the law that resolves a contact alone: a
/// group has one kind of contact, a normal force with a restitution and Coulomb friction.
struct GroupCoefficients {
  double restitution = 1.0;                           ///< e in [0, 1].
  BallBallFriction friction = ConstantFriction{0.0};  ///< At the slip speed in the contact.
};

/// A law says what it is within a group by a function beside its Resolve():
///
///   GroupCoefficients CoefficientsOf(const Law&, double cloth_friction);
///
/// `cloth_friction` is the cloth's mu_slide, for laws without a coefficient of their own. Whatever
/// a law knows beyond both coefficients is lost in a group; the law says so at its function.
template <class Law>
concept GroupLaw = requires(const Law& law, double cloth_friction) {
  { CoefficientsOf(law, cloth_friction) } -> std::same_as<GroupCoefficients>;
};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_GROUP_COEFFICIENTS_H_
