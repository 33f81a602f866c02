#ifndef CAROM_CORE_SHOT_DERIVATIVES_H_
#define CAROM_CORE_SHOT_DERIVATIVES_H_

#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "core/base/field_error.h"
#include "core/base/stop_token.h"
#include "core/goals/goal.h"
#include "core/record/record.h"
#include "core/shot/simulate.h"
#include "core/table/shot.h"
#include "core/tangent/tangent_record.h"

namespace carom {

/// Most columns of a shot. Chosen: all numbers of a strike, of cloth, cue and laws together, and
/// the places of a rack of balls.
inline constexpr size_t kMostColumns = 64;

/// Simulate(), and the derivatives of the shot by `columns` (core/tangent/column.h), in their
/// order: of its final states and of what `detail` keeps of events, their states and samples. The
/// record is that of Simulate(), to the bit. Where OverlapPolicy::kSeparate moves balls, the
/// columns of positions are those of the places to which they are moved.
///
/// INVALID_ARGUMENT, before anything is played, with the path "derivatives[2]" for a column that
/// the shot has not, and with "derivatives" for more than kMostColumns or for another engine than
/// the event-driven one. Log and samples with their derivatives stay within Detail::max_log_bytes
/// and max_samples, so that fewer of both fit.
absl::Status SimulateWithDerivatives(const Scene& scene, const Shot& shot, const Detail& detail,
                                     const std::vector<FieldPath>& columns, StopToken stop,
                                     Workspace& workspace, Record& record, TangentRecord& tangents);

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

#endif  // CAROM_CORE_SHOT_DERIVATIVES_H_
