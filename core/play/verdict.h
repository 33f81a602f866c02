#ifndef CAROM_CORE_PLAY_VERDICT_H_
#define CAROM_CORE_PLAY_VERDICT_H_

#include <optional>
#include <vector>

#include "core/play/position.h"
#include "core/play/value.h"
#include "core/shot/simulate.h"

namespace carom::play {

/// What a plan tries to reach.
enum class Objective : uint8_t {
  kWin,    ///< The rack.
  kClear,  ///< The table in this inning: what an opponent might do is worth nothing.
};

/// What one shot came to.
struct Verdict {
  bool played = false;  ///< To its end: else nothing else holds.
  bool made = false;    ///< The shooter goes on, or has won.
  bool legal = false;
  /// Of nine-ball, where the shot is made: the nine if it wins, else the last.
  std::optional<rules::PottedBall> potted;
  double value = 0.0;              ///< To the shooter, in [0, 1].
  std::optional<Vec2> cue_ball_m;  ///< Where it ends, in play.
};

/// Where a shot leaves the game: balls spotted, cue ball in hand. Nothing where a spotted ball
/// finds no place. Of several choices the first.
std::optional<Position> After(const Scene& scene, const Position& before,
                              const rules::Ruling& ruling,
                              const std::vector<BallState>& final_states);

/// Plays shots from one position and judges them by the rules and by the value of what they leave.
/// Not thread-safe.
class ShotJudge {
 public:
  /// All arguments outlive the judge. `values` is null where positions are worth nothing of their
  /// own: in three-cushion, where a point is 1.
  ShotJudge(const Scene& scene, const Position& position, const ValuesAfter* values,
            Objective objective, StopToken stop, Workspace& workspace)
      : scene_(scene),
        position_(position),
        values_(values),
        objective_(objective),
        stop_(stop),
        workspace_(workspace) {}

  Verdict Play(const Shot& shot, const rules::Call& call);
  /// That of a shot that was played elsewhere, with what AskForView() asks for.
  Verdict Judge(const Record& record, const rules::Call& call);

  int64_t shots() const { return shots_; }
  bool Cancelled() const { return stop_.StopRequested(); }

 private:
  double ValueAfter(const rules::Ruling& ruling, const Record& record);

  const Scene& scene_;
  const Position& position_;
  const ValuesAfter* values_;
  const Objective objective_;
  const StopToken stop_;
  Workspace& workspace_;
  Record record_;
  rules::ShotView view_;
  int64_t shots_ = 0;
};

}  // namespace carom::play

#endif  // CAROM_CORE_PLAY_VERDICT_H_
