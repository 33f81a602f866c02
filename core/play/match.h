#ifndef CAROM_CORE_PLAY_MATCH_H_
#define CAROM_CORE_PLAY_MATCH_H_

#include <cstdint>
#include <optional>

#include "absl/status/statusor.h"
#include "core/play/plan.h"
#include "core/table/catalog.h"
#include "core/table/rack.h"

namespace carom::play {

/// A rack, or a match of three-cushion, before its first shot. INVALID_ARGUMENT as MakeRack().
/// `balls` has the balls of the scene, in its order.
absl::StatusOr<Position> Racked(const Scene& scene, const BallSet& balls, rules::GameKind game,
                                int first_player, const RackOptions& rack);

struct MatchOptions {
  rules::GameKind game = rules::GameKind::kEightBall;
  int first_player = 0;
  /// Of the first rack; racks to come, where a rule asks for them, count its seed up.
  RackOptions rack;
  int distance = 40;  ///< Of three-cushion.
  uint64_t seed = 0;  ///< Of the noise: shot number n plays draw n.
};

/// What one shot did to a match.
struct Turn {
  Position before;   ///< With the cue ball where the shot put it.
  PlannedShot shot;  ///< As intended.
  CueStrike struck;  ///< As it was, with the noise of the shooter.
  rules::Ruling ruling;
  std::optional<rules::Choice> chosen;  ///< Where the ruling left a choice.
};

/// One rack of pool, or one match of three-cushion, between two players. Not thread-safe.
class Match {
 public:
  /// `scene` and `balls` outlive the match.
  static absl::StatusOr<Match> Begin(const Scene& scene, const BallSet& balls,
                                     const MatchOptions& options);

  const Position& position() const { return position_; }
  bool over() const { return winner_ != rules::kNobody; }
  int winner() const { return winner_; }
  int shots() const { return static_cast<int>(shots_); }

  /// Plays the shooter's shot with his noise into `record`, rules it and goes on: spots balls,
  /// takes the choice of who has it by his `values` (indexed by player; null: the first that is
  /// offered). What Simulate() refuses is passed on, and leaves the match as it was; so does a shot
  /// that does not come to rest, with FAILED_PRECONDITION.
  absl::StatusOr<Turn> Play(const PlannedShot& shot, const estimate::StrikeNoise& noise,
                            const PositionJudge* const (&values)[2], const Detail& detail,
                            StopToken stop, Workspace& workspace, Record& record);

 private:
  Match(const Scene& scene, const BallSet& balls, const MatchOptions& options, Position position)
      : scene_(&scene), balls_(&balls), options_(options), position_(std::move(position)) {}

  absl::StatusOr<std::optional<rules::Choice>> Choose(rules::Ruling& ruling,
                                                      const std::vector<BallState>& states,
                                                      const PositionJudge* values, Position& next);
  absl::StatusOr<Position> RackAgain(int first_player);

  const Scene* scene_;
  const BallSet* balls_;
  MatchOptions options_;
  Position position_;
  int winner_ = rules::kNobody;
  uint64_t shots_ = 0;
};

}  // namespace carom::play

#endif  // CAROM_CORE_PLAY_MATCH_H_
