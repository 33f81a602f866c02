#ifndef CAROM_CORE_LAWS_VALIDATE_H_
#define CAROM_CORE_LAWS_VALIDATE_H_

#include <vector>

#include "absl/status/status.h"
#include "core/laws/law_set.h"
#include "core/table/ball.h"
#include "core/table/table.h"

namespace carom {

/// OK when every parameter of the chosen laws is in the range that its law's Parameters() gives.
/// Else INVALID_ARGUMENT that begins with the field's path, for example
///   "ball_ball.frictional.restitution: 1.5 must be in [0, 1]"
///
/// Pure and thread-safe.
absl::Status ValidateLaws(const LawSet& laws);

/// OK unless a ball could jam in the double contacts of this table, under laws that couple the
/// impact with the slate (core/laws/impact.h). The conditions of
/// core/laws/double_contact_limits.h on the friction at nose or ball and at the slate are checked
/// for every ball at every nose and jaw, and for every pair of balls of one radius. The error names
/// both coefficients, for example
///   "cushion.mathavan2010.friction: 0.78 must be below 0.75, or
///   cushion.mathavan2010.slate_friction (0.8) must be: near where the impact wedges a ball between
///   noses[0] and the slate (balls[0])"
///
/// Requires valid arguments. `cloth_friction` is the cloth's sliding friction.
absl::Status ValidateDoubleContacts(const LawSet& laws, const Table& table,
                                    const std::vector<BallSpec>& balls, double cloth_friction);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_VALIDATE_H_
