#ifndef CAROM_SERVER_CONVERT_RULES_CONVERT_H_
#define CAROM_SERVER_CONVERT_RULES_CONVERT_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/v1/result.pb.h"
#include "carom/v1/rules.pb.h"
#include "core/rules/rulebook.h"
#include "core/rules/shot_view.h"

// Converts games, their states, calls and rulings. Pure and thread-safe. Errors are
// INVALID_ARGUMENT with the field's path below the message.

namespace carom {

/// A game as the conversions need it.
struct ConvertedRules {
  rules::GameKind kind = rules::GameKind::kNineBall;
  int last_ball = 0;                 ///< Its balls are 0 to this one,
  int last_struck = 0;               ///< those that may be struck 0 to this one.
  rules::BallMask object_balls = 0;  ///< Only in pool.
};
absl::StatusOr<ConvertedRules> ConvertRules(v1::Rules game);

absl::Status ConvertGameState(const v1::GameState& wire, const ConvertedRules& game,
                              rules::GameState& state);
/// Refuses a ball that the game does not have. Which pockets a table has is not known here: a call
/// of one that does not exist is simply not made good.
absl::Status ConvertCall(const v1::ShotCall& wire, const ConvertedRules& game, rules::Call& call);

/// ConvertGameState() gives the same state back, except for a rack that is over.
void WriteGameState(const rules::GameState& state, v1::GameState& wire);
/// Writes the ruling, with the consequence of each choice.
void WriteRuling(const rules::Ruling& ruling, const ConvertedRules& game, v1::Ruling& wire);

/// INVALID_ARGUMENT unless the columns that a referee reads are complete and fit together:
/// stop_reasons, the balls of outcomes, touches. Paths are below the message. Pure and thread-safe.
absl::Status CheckShotViews(const v1::ShotResults& results, const ConvertedRules& game);

/// The shots of results as a referee sees them, one after the other. Not thread-safe.
class ShotViewReader {
 public:
  /// `results` has passed CheckShotViews(), and outlives the reader.
  explicit ShotViewReader(const v1::ShotResults& results) : results_(results) {}

  /// Reads the next shot of shot_count into `view` (cleared; its memory is reused). Returns why the
  /// shot cannot be ruled (it failed, no ball was struck, or not all balls rest), or "".
  std::string Next(rules::ShotView& view);

 private:
  void ReadTouches(rules::ShotView& view);
  void ReadDepartures(rules::ShotView& view);
  std::string WhyNot(const rules::ShotView& view);

  const v1::ShotResults& results_;
  int shot_ = 0;
  // Where the shot's values begin.
  int touch_ = 0;
  int pocketed_ = 0;
  int left_ = 0;
  int failure_ = 0;
};

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_RULES_CONVERT_H_
