#ifndef CAROM_CORE_GOALS_GOAL_H_
#define CAROM_CORE_GOALS_GOAL_H_

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "core/base/interval.h"
#include "core/base/vec3.h"
#include "core/record/record.h"
#include "core/state/trajectory.h"
#include "core/table/table.h"

/// What a player wants of a shot, as a tree of predicates. A shot makes a goal true or false; the
/// judgement (judge.h) reads the outcome and the final states, never the event log.

namespace carom::goals {

struct InCircle {
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;
};

/// By the even-odd rule.
struct InPolygon {
  std::vector<Vec2> corners_m;
};

/// Within a distance of a segment, its ends included.
struct NearLine {
  Vec2 start_m = Vec2::Zero();
  Vec2 end_m = Vec2::Zero();
  double distance_m = 0.0;
};

/// Where a ball's centre is wanted, on the plane of the cloth.
using Region = std::variant<InCircle, InPolygon, NearLine>;

/// Balls and pockets by index, one bit each.
using BallMask = uint32_t;
using PocketMask = uint64_t;

/// Deepest nesting, and most predicates of one goal: a person can still read such a goal.
inline constexpr int kMaxDepth = 8;
inline constexpr int kMaxPredicates = 256;

/// The ball drops into one of the pockets during the shot.
struct Potted {
  int ball = -1;  ///< -1: any ball but the cue ball.
  PocketMask pockets = ~PocketMask{0};
};

/// The ball is in play at the end, with its centre in the region.
struct EndsIn {
  int ball = -1;  ///< -1: the cue ball.
  Region region;
};

/// The cue ball touches one of these balls first.
struct FirstContact {
  BallMask balls = ~BallMask{0};
};

/// The cue ball hits at least `at_least` noses and jaws.
struct Cushions {
  enum class When : uint8_t { kBeforeFirstContact, kAfterFirstContact, kWholeShot };
  int at_least = 1;
  When when = When::kWholeShot;
};

/// Every ball but the cue ball and the excepted ones stays in play and ends within max_m of where
/// it was given. Balls that were out of play do not count.
struct OthersStay {
  double max_m = 0.0;
  BallMask except = 0;
};

/// The cue ball stays in play.
struct NoScratch {};

/// No ball leaves the table. (Into a pocket is not off the table.)
struct NoBallLeaves {};

/// The shot ends (Record::end_time_s) before this time.
struct EndsBefore {
  double time_s = 0.0;
};

struct Goal;

struct AllOf {
  std::vector<Goal> goals;
};
struct AnyOf {
  std::vector<Goal> goals;
};
struct NoneOf {
  std::vector<Goal> goals;
};

/// The sum of the weights of the goals that hold. With `at_least` the goal holds when the sum
/// reaches it; without, the goal is a score: a number, not a truth value.
struct WeightedSum {
  std::vector<Goal> goals;
  std::vector<double> weights;  ///< One for each goal.
  std::optional<double> at_least;
};

struct Goal {
  std::variant<Potted, EndsIn, FirstContact, Cushions, OthersStay, NoScratch, NoBallLeaves,
               EndsBefore, AllOf, AnyOf, NoneOf, WeightedSum>
      is;
};

/// Whether the goal is a number, not a truth value.
inline bool IsScore(const Goal& goal) {
  const auto* const sum = std::get_if<WeightedSum>(&goal.is);
  return sum != nullptr && !sum->at_least;
}

/// What a judgement's value may be: [0, 1] for a truth value; for a score, what its weights allow.
struct ValueRange {
  double low = 0.0;
  double high = 1.0;
};
ValueRange RangeOfValue(const Goal& goal);

/// Of lengths, m: what a table may have. (Of coordinates: kCoordinateRange, core/table/validate.h.)
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

#endif  // CAROM_CORE_GOALS_GOAL_H_
