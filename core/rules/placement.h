#ifndef CAROM_CORE_RULES_PLACEMENT_H_
#define CAROM_CORE_RULES_PLACEMENT_H_

#include <optional>
#include <span>
#include <vector>

#include "core/rules/game.h"
#include "core/table/environment.h"
#include "core/table/table.h"
#include "core/table/table_solids.h"

/// Where balls are put down between shots: the part of the rules that knows places. [WPA] is that
/// of game.h. Pure and thread-safe.
namespace carom::rules {

/// A table and the balls on it; all of it outlives this object.
struct Ground {
  const Table& table;
  const Environment& environment;
  const TableSolids& solids;
  const std::vector<BallSpec>& balls;
  std::span<const BallState> states;  ///< One for each ball.
};

/// Whether this ball may lie there: on the cloth and clear of cushions, of pockets and of all other
/// balls in play. Frozen is clear.
bool IsFreePlace(const Ground& ground, int ball, const Vec2& place_m);

/// Where the centre of a cue ball in hand may lie: the playing surface, or its part behind the head
/// string, which passes through the head spot, 1 mm from it and more ([WPA] 6.10). Empty (low above
/// high) where it is not in hand, or where the table has no length or width. Requires a table whose
/// head end is at -x, as all of the catalogue.
Box HandRegion(const Table& table, CueBallPlace place, double radius_m);

/// The free place in the region that is nearest to a wished one; nothing where none is found. Of
/// the boundaries of what is in the way it knows discs (balls, pockets) and the region's edges,
/// which is all that a rectangle of cloth has.
std::optional<Vec2> NearestFreePlace(const Ground& ground, int ball, const Box& region,
                                     const Vec2& wish_m);

/// Where a ball is spotted ([WPA] 1.4): on its spot or, where that is not free, on the long string
/// as near behind it as possible (towards the foot rail; of the head spot towards the head rail),
/// in contact with the ball that is in the way, but 1 mm from the cue ball; where all of that is
/// taken, as near before it as possible. Nothing where the whole string is taken.
std::optional<Vec2> SpotPlace(const Ground& ground, int ball, Spot spot, int cue_ball);

/// A ball at rest on the cloth.
BallState BallAt(const Vec2& place_m, double radius_m);

/// Puts the balls of a ruling on their spots, one after the other, and takes a cue ball in hand off
/// the table (kPocketed). False where a ball finds no place; it is then left as it was.
/// kStartingPosition is left to the caller, who racks.
bool PutSpottedBalls(const Ground& ground, const Ruling& ruling, int cue_ball,
                     std::span<BallState> states);

}  // namespace carom::rules

#endif  // CAROM_CORE_RULES_PLACEMENT_H_
