#ifndef CAROM_CORE_SHOT_MARGIN_H_
#define CAROM_CORE_SHOT_MARGIN_H_

#include <vector>

#include "core/base/field_error.h"
#include "core/base/stop_token.h"
#include "core/goals/goal.h"
#include "core/tangent/tangent_record.h"

namespace carom {

/// The margins of some goals (goals::Verdict::margin_m), and how they change.
struct MarginReport {
  std::vector<double> values_m;
  /// Goals x columns, m per unit of the column. NaN where there is none: the margin is infinite,
  /// depends on a ball that has no derivative, or has a kink there, as where two balls are equally
  /// far.
  std::vector<double> slopes;
};

/// Of goals that CheckGoal() has passed, none of them a score, by the columns of a shot that
/// SimulateWithDerivatives() has played. A goal is judged as it is, for central differences along
/// each column: no predicate has a second text.
///
/// `report` is overwritten. False where `stop` asked first.
bool DifferentiateMargins(const std::vector<goals::Goal>& goals, const goals::FinishedShot& shot,
                          const std::vector<FieldPath>& columns, const TangentRecord& tangents,
                          const StopToken& stop, MarginReport& report);

}  // namespace carom

#endif  // CAROM_CORE_SHOT_MARGIN_H_
