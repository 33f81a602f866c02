#ifndef CAROM_CORE_LAWS_VALIDATE_H_
#define CAROM_CORE_LAWS_VALIDATE_H_

#include "absl/status/status.h"
#include "core/laws/menu.h"

namespace carom {

/// OK when every parameter of the chosen laws is in range: restitutions in [0, 1], coefficients of
/// friction in [0, 10] (of the slate also negative, which stands for the cloth's), the decay of
/// Alciatore's friction in [0, 1000] s/m, the frequency ratio of a compliant nose in [1, 2]. Else
/// INVALID_ARGUMENT that begins with the field's path, for example
///   "ball_ball.frictional.restitution: 1.5 must be in [0, 1]"
/// Pure and thread-safe.
absl::Status ValidateLaws(const LawSet& laws);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_VALIDATE_H_
