#ifndef CAROM_CORE_LAWS_DOUBLE_CONTACT_FRICTION_H_
#define CAROM_CORE_LAWS_DOUBLE_CONTACT_FRICTION_H_

#include <concepts>
#include <optional>
#include <string>

namespace carom {

/// A coefficient of friction and the field that sets it, named from its law on:
/// "constant.coefficient".
struct FrictionField {
  std::string name;
  double value = 0.0;
};

/// Friction of a law that couples the impact with the slate under the ball (a double contact).
/// Validation holds it against core/laws/double_contact_limits.h.
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

}  // namespace carom

#endif  // CAROM_CORE_LAWS_DOUBLE_CONTACT_FRICTION_H_
