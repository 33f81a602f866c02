#ifndef CAROM_CORE_GOALS_JUDGE_H_
#define CAROM_CORE_GOALS_JUDGE_H_

#include <span>

#include "core/goals/goal.h"
#include "core/record/record.h"
#include "core/state/ball_state.h"
#include "core/table/table.h"

namespace carom::goals {

/// A shot that has been played. Refers to all three.
struct FinishedShot {
  const Record& record;              ///< Of any detail.
  std::span<const BallState> start;  ///< As given to Simulate().
  const Table& table;
};

struct Verdict {
  double value = 0.0;  ///< 1 or 0; for a score, its sum.
  /// How far the shot is from failing the goal, m; negative: from meeting it. Predicates about
  /// counts and order have no distance: their margin is infinite where they hold, else minus
  /// infinity. A conjunction has the margin of its weakest part. This is the robustness of temporal
  /// logics [Fainekos and Pappas 2009, "Robustness of temporal logic specifications for
  /// continuous-time signals", Def. 22].
  double margin_m = 0.0;

  bool holds() const { return value > 0.0; }
};

/// Judges a goal that CheckGoal() has passed for this table and these balls. A pure function,
/// thread-safe; allocates nothing.
Verdict Judge(const Goal& goal, const FinishedShot& shot);

}  // namespace carom::goals

#endif  // CAROM_CORE_GOALS_JUDGE_H_
