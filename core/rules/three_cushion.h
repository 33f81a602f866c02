#ifndef CAROM_CORE_RULES_THREE_CUSHION_H_
#define CAROM_CORE_RULES_THREE_CUSHION_H_

#include "absl/status/status.h"
#include "core/rules/game.h"

namespace carom::rules {

/// Balls of the set "carom".
inline constexpr int kWhite = 0;
inline constexpr int kYellow = 1;
inline constexpr int kRed = 2;

/// A match before its first shot. `distance`: the points that end it. `equalizing`: the second
/// player gets as many innings as the starter.
GameState ThreeCushionStart(int starter, int distance, bool equalizing);

/// Whether this is before a shot: a match goes on until a player has all points, and then for the
/// other player's equalizing inning. INVALID_ARGUMENT by the field of the wire.
absl::Status CheckMatch(const GameState& state);

/// The player's own ball: the starter has the white one ([UMB] Art. 23).
int CueBallOf(const GameState& state, int player);

/// Cushions that the cue ball had hit when it touched the second object ball; -1 where it did not
/// touch both.
int CushionsBeforeSecondBall(const ShotView& shot);

/// Whether the shot scores, fouls aside: both object balls touched, and three cushions or more hit
/// before the second of them ([UMB] Art. 83). The same cushion may be hit several times.
bool IsThreeCushionCannon(const ShotView& shot);

/// Rules one shot. A pure function.
///
/// Not ruled, since a view does not show it: what stick and body do (other items of Art. 41),
/// wilful fouls (42), balls in contact (27), and a ball that touches the wooden frame and returns
/// (28): a rail top of a table is cloth and wood in one.
Ruling RuleThreeCushion(const GameState& state, const ShotView& shot);

}  // namespace carom::rules

#endif  // CAROM_CORE_RULES_THREE_CUSHION_H_
