#ifndef CAROM_CORE_RULES_POOL_H_
#define CAROM_CORE_RULES_POOL_H_

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

/// The first of 6.1, 6.2, 6.3, 6.5, 6.11 that the shot breaks. `targets`: the balls that may be
/// touched first. In a push-out 6.2 and 6.3 are suspended ([WPA] 2.4).
Foul FoulOfShot(const ShotView& shot, BallMask targets, bool push_out);

/// The object balls on the table after the shot, before any is spotted.
BallMask LeftOnTable(const GameState& state, const ShotView& shot);

/// A rack of nine-ball before the break: balls 1 to 9, cue ball 0.
GameState NineBallStart(int breaker);

/// The ball that ends the rack.
inline constexpr int kNine = 9;

/// The lowest-numbered ball on the table, which is to be touched first ([WPA] 2.7 on 6.2).
BallMask NineBallTarget(const GameState& state);

/// Rules one shot by [WPA] chapter 2. Only Call::push_out matters. A pure function.
///
/// Not ruled, since a view does not show it: 6.4, 6.6 to 6.10, 6.12 and 6.13 (body, stick),
/// 6.15 slow play, 2.9 stalemate. Where the nine ball is spotted is 1.4, the caller's part.
Ruling RuleNineBall(const GameState& state, const Call& call, const ShotView& shot);

/// A rack of eight-ball before the break: balls 1 to 15, cue ball 0; 1 to 7 are the solids.
GameState EightBallStart(int breaker);

/// The ball that ends the rack.
inline constexpr int kEight = 8;

/// The balls of a group; none of kOpen.
BallMask BallsOf(Group group);

/// After the break: the balls that may be touched first ([WPA] 3.9 on 6.2), and called ([WPA] 3.6).
BallMask EightBallTargets(const GameState& state);

/// Rules one shot by [WPA] chapter 3. On the break the call does not matter. A pure function.
///
/// Not ruled, since a view does not show it: 6.4, 6.6 to 6.10, 6.12 and 6.13 (body, stick),
/// 6.15 slow play, 3.11 stalemate. Where the eight ball is spotted is 1.4, the caller's part.
/// The text leaves three questions open. Here
/// - a call of a ball that is not the shooter's is a call that is not made good (3.5, 3.6);
/// - an illegal break on which the breaker also fouls is a foul (3.3(f) to (h), not (d)), but a
///   break that touches no ball, or drives none to a rail, is just illegal (d);
/// - a cue ball that is out of play cannot be accepted in position (3.3(g), (h)): it is in hand.
Ruling RuleEightBall(const GameState& state, const Call& call, const ShotView& shot);

}  // namespace carom::rules

#endif  // CAROM_CORE_RULES_POOL_H_
