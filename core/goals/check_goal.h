#ifndef CAROM_CORE_GOALS_CHECK_GOAL_H_
#define CAROM_CORE_GOALS_CHECK_GOAL_H_

#include "absl/status/status.h"
#include "core/goals/goal.h"

namespace carom::goals {

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
