#ifndef CAROM_CORE_RULES_POOL_FOULS_H_
#define CAROM_CORE_RULES_POOL_FOULS_H_

#include "core/rules/game.h"

namespace carom::rules {

/// How many object balls were driven to a rail. A ball that is potted or leaves the table counts
/// ([WPA] 8.4).
int ObjectBallsDrivenToRail(const ShotView& shot);

/// So many of them make a break that pots nothing legal ([WPA] 2.3(b), 3.3(d)).
inline constexpr int kBallsToRail = 4;

/// Whether a ball, the cue ball included, was driven to a rail after the first contact
/// ([WPA] 6.3, 8.4).
bool RailAfterContact(const ShotView& shot);

/// The first of 6.1, 6.2, 6.3, 6.5 that the shot breaks. `targets`: the balls that may be touched
/// first. In a push-out 6.2 and 6.3 are suspended ([WPA] 2.4).
Foul FoulOfShot(const ShotView& shot, BallMask targets, bool push_out);

/// The object balls on the table after the shot, before any is spotted.
BallMask LeftOnTable(const GameState& state, const ShotView& shot);

}  // namespace carom::rules

#endif  // CAROM_CORE_RULES_POOL_FOULS_H_
