#ifndef CAROM_CORE_RULES_RULEBOOK_H_
#define CAROM_CORE_RULES_RULEBOOK_H_

#include <cstdint>

#include "core/rules/game.h"

namespace carom::rules {

/// The games whose rules are known.
enum class GameKind : uint8_t { kNineBall, kEightBall, kThreeCushion };

/// The state in which a rack or a match begins.
GameState StartOf(GameKind game, int first_player);

/// The name of the rack that begins it (table/rack.h).
const char* RackOf(GameKind game);

/// The ball that the shooter strikes: 0 in pool, his own in three-cushion.
int CueBallOf(GameKind game, const GameState& state);

/// The balls that the cue ball may touch first without a foul. On a break of eight-ball and in
/// three-cushion: any.
BallMask FirstTargetsOf(GameKind game, const GameState& state);

/// The balls that keep the shooter at the table when he pots them, without a foul and, in
/// eight-ball, called. None in three-cushion.
BallMask PotTargetsOf(GameKind game, const GameState& state);

/// The ball whose pot may end the rack; -1 in three-cushion.
int GameBallOf(GameKind game);

/// Rules one shot. A pure function.
Ruling Rule(GameKind game, const GameState& state, const Call& call, const ShotView& shot);

}  // namespace carom::rules

#endif  // CAROM_CORE_RULES_RULEBOOK_H_
