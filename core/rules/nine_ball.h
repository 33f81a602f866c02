#ifndef CAROM_CORE_RULES_NINE_BALL_H_
#define CAROM_CORE_RULES_NINE_BALL_H_

#include "core/rules/game.h"

namespace carom::rules {

/// A rack of nine-ball before the break: balls 1 to 9, cue ball 0.
GameState NineBallStart(int breaker);

/// The ball that ends the rack.
inline constexpr int kNine = 9;

/// The lowest-numbered ball on the table, which is to be touched first ([WPA] 2.7 on 6.2).
BallMask NineBallTarget(const GameState& state);

/// Rules one shot by [WPA] chapter 2. Only Call::push_out matters. A pure function.
///
/// Not ruled, since a view does not show it: 6.4 and 6.6 to 6.13 (body, stick, head string),
/// 6.15 slow play, 2.9 stalemate. Where the nine ball is spotted is 1.4, the caller's part.
Ruling RuleNineBall(const GameState& state, const Call& call, const ShotView& shot);

}  // namespace carom::rules

#endif  // CAROM_CORE_RULES_NINE_BALL_H_
