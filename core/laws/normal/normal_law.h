#ifndef CAROM_CORE_LAWS_NORMAL_NORMAL_LAW_H_
#define CAROM_CORE_LAWS_NORMAL_NORMAL_LAW_H_

#include <variant>

#include "absl/status/status.h"
#include "core/laws/normal/flores.h"
#include "core/laws/normal/hertz.h"
#include "core/laws/normal/lankarani_nikravesh.h"
#include "core/laws/normal/normal_force.h"

namespace carom {

/// The normal force laws.
using NormalLaw = std::variant<HertzLaw, LankaraniNikravesh, FloresLaw>;

/// The chosen law at a contact of stiffness K, N/m^n. Requires a valid law.
NormalForceLaw MakeNormalForce(const NormalLaw& law, double stiffness);

/// INVALID_ARGUMENT with a path such as "flores.restitution" for parameters out of range.
absl::Status ValidateNormalLaw(const NormalLaw& law);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_NORMAL_NORMAL_LAW_H_
