#ifndef CAROM_CORE_GOALS_CHECK_GOAL_H_
#define CAROM_CORE_GOALS_CHECK_GOAL_H_

#include "absl/status/status.h"
#include "core/base/interval.h"
#include "core/goals/goal.h"

namespace carom::goals {

/// Of coordinates and lengths, m: what a table may have.
inline constexpr Interval kGoalPointRange{-100.0, 100.0};
inline constexpr Interval kReachRange{0.0, 100.0, Interval::Ends::kOpenLow};
inline constexpr Interval kMoveRange{0.0, 100.0};
/// Of a shot's end, s: what Limits.max_time_s may be.
inline constexpr Interval kEndRange{0.0, 1e6, Interval::Ends::kOpenLow};
/// Hits of cushions: what Limits.max_events may be.
inline constexpr Interval kHitsRange{0.0, 1e7};
/// Weights and sums of them. Chosen: any score that a person would write, and no overflow of sums.
inline constexpr Interval kGoalWeightRange{-1e6, 1e6};

/// What a goal may name.
struct KnownParts {
  int balls = 0;
  int pockets = 0;
};

/// INVALID_ARGUMENT with the path below the goal, "all_of.goals[1].potted.ball: 9 must be in
/// [0, 7)": a ball or a pocket that does not exist, a region without area, a number out of range, a
/// list without goals, a score where a truth value is wanted, nesting beyond kMaxDepth, more than
/// kMaxPredicates.
absl::Status CheckGoal(const Goal& goal, const KnownParts& known);

}  // namespace carom::goals

#endif  // CAROM_CORE_GOALS_CHECK_GOAL_H_
