#ifndef CAROM_SERVER_CONVERT_RULES_CONVERT_H_
#define CAROM_SERVER_CONVERT_RULES_CONVERT_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/v1/rules.pb.h"
#include "core/rules/rulebook.h"
#include "server/convert/shot_view_convert.h"

// Converts games, their states, calls and rulings. Pure and thread-safe. Errors are
// INVALID_ARGUMENT with the field's path below the message.

namespace carom {

/// A game as the conversions need it.
struct ConvertedRules {
  rules::GameKind kind = rules::GameKind::kNineBall;
  GameBalls balls;
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

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_RULES_CONVERT_H_
