#ifndef CAROM_CORE_PLAY_PLAN_H_
#define CAROM_CORE_PLAY_PLAN_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "core/aim/route.h"
#include "core/play/position.h"
#include "core/play/skill.h"
#include "core/play/value.h"
#include "core/play/verdict.h"
#include "core/stats/proportion.h"

/// Finds the shot to play. How: every route that no ball blocks is solved with many strikes
/// (speeds, heights, sides), each strike's end is worth what the position is worth that it leaves;
/// the best strikes, and safeties beside them, race under the noise of the skill, by the mean value
/// of what their draws leave. Where the budget allows it, strikes near the leaders race with these.
namespace carom::play {

inline constexpr int64_t kLeastShots = 200;  ///< Of PlanOptions::shots.

struct PlanOptions {
  Skill skill;
  Objective objective = Objective::kWin;
  /// How many shots may be simulated. A plan is a pure function of it, unlike of a time.
  int64_t shots = 4000;
  uint64_t seed = 0;
  int most_ranked = 5;       ///< Of Plan::shots.
  double confidence = 0.95;  ///< Of the intervals.
};

/// What a shot is meant to do.
enum class ShotKind : uint8_t { kPot, kSafety, kBreak, kCannon };

struct PlannedShot {
  ShotKind kind = ShotKind::kPot;
  std::optional<aim::Kind> route;  ///< Of a pot; absent if the ball drops by another way.
  std::optional<Vec2> cue_ball_m;  ///< Where a cue ball in hand is put.
  CueStrike strike;
  rules::Call call;
  double value = 0.0;  ///< The mean of what its draws are worth to the shooter.
  /// Of `draws` draws by which no choice was made, those that keep the shooter at the table (of a
  /// safety: that are legal).
  int64_t draws = 0;
  int64_t successes = 0;
  double chance = 0.0;
  stats::ProportionInterval interval;
  std::vector<Vec2> cue_ball_ends_m;  ///< Of these draws, in play.
};

struct Plan {
  std::vector<PlannedShot> shots;  ///< The best first; empty where nothing can be played.
  int candidates = 0;              ///< Strikes whose end was valued.
  int raced = 0;                   ///< Of them, those that raced under noise.
  int64_t shots_played = 0;
};

/// The position with the cue ball where a planned shot puts it.
Position Placed(const Scene& scene, const Position& position, const PlannedShot& shot);

/// A pure function of its arguments. INVALID_ARGUMENT with the field's path where the scene is not
/// event-driven, a ball moves, balls do not fit the game, or Simulate() refuses the layout;
/// CANCELLED once `stop` asks. `values`: of this scene and skill; asked in pool only.
absl::StatusOr<Plan> PlanShot(const Scene& scene, const Position& position,
                              const PlanOptions& options, const PositionJudge& values,
                              StopToken stop, Workspace& workspace);

}  // namespace carom::play

#endif  // CAROM_CORE_PLAY_PLAN_H_
