#ifndef CAROM_CORE_SHOT_MARGIN_H_
#define CAROM_CORE_SHOT_MARGIN_H_

#include <vector>

#include "core/base/field_error.h"
#include "core/goals/goal.h"
#include "core/tangent/tangent_record.h"

namespace carom {

/// The derivatives of the margin of a goal that CheckGoal() has passed (goals::Verdict::margin_m),
/// by the columns of a shot that SimulateWithDerivatives() has played; m per unit of the column.
/// The goal is judged as it is, for central differences along each column: no predicate has a
/// second text. NaN where there is none: the margin is infinite, depends on a ball that has no
/// derivative, or has a kink there, as where two balls are equally far.
///
/// `slopes` is overwritten.
void DifferentiateMargin(const goals::Goal& goal, const goals::FinishedShot& shot,
                         const std::vector<FieldPath>& columns, const TangentRecord& tangents,
                         std::vector<double>& slopes);

}  // namespace carom

#endif  // CAROM_CORE_SHOT_MARGIN_H_
