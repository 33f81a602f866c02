#ifndef CAROM_SERVER_CONVERT_RULES_CONVERT_H_
#define CAROM_SERVER_CONVERT_RULES_CONVERT_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/v1/rules.pb.h"
#include "core/rules/game.h"
#include "server/convert/shot_view_convert.h"

// Games, their states, calls and rulings. Pure and thread-safe; errors are INVALID_ARGUMENT with
// the path below the message.

namespace carom {

/// What the conversions know of a game of this version.
struct ConvertedRules {
  v1::Rules game = v1::RULES_UNSPECIFIED;
  GameBalls balls;
  rules::BallMask object_balls = 0;  ///< Of pool.
  int last_ball = -1;                ///< Of pool: the ball that ends the rack.
};
absl::StatusOr<ConvertedRules> ConvertRules(v1::Rules game);

absl::Status ConvertGameState(const v1::GameState& wire, const ConvertedRules& game,
                              rules::GameState& state);
/// Every call has a meaning: what does not exist is not made good.
rules::Call ConvertCall(const v1::ShotCall& wire);

/// The referee of the game.
rules::Ruling Rule(const ConvertedRules& game, const rules::GameState& state,
                   const rules::Call& call, const rules::ShotView& shot);

/// ConvertGameState() gives the state back, but for a rack that is over.
void WriteGameState(const rules::GameState& state, v1::GameState& wire);
/// With what comes of each choice.
void WriteRuling(const rules::Ruling& ruling, const ConvertedRules& game, v1::Ruling& wire);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_RULES_CONVERT_H_
