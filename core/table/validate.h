#ifndef CAROM_CORE_TABLE_VALIDATE_H_
#define CAROM_CORE_TABLE_VALIDATE_H_

#include "absl/status/status.h"
#include "core/table/environment.h"
#include "core/table/layout.h"
#include "core/table/table.h"

namespace carom {

/// All of these return OK or INVALID_ARGUMENT whose message begins with the path of the field at
/// fault below the object checked, then its value, then what it must be:
///   "noses[3].height_m: -0.1 must be in (0, 0.2]"
/// They accept every finite or non-finite input without asserting.

/// Finite geometry of sane size: noses at least 1 mm long, positive radii and heights, at most
/// kMaxFeatures of each kind, an outline of none or at least three corners.
absl::Status ValidateTable(const Table& table);
inline constexpr int kMaxFeatures = 256;

/// Cloth, cue, gravity, limits and stop rules.
absl::Status ValidateEnvironment(const Environment& environment);

/// Masses and radii, 1 to kMaxBalls of them.
absl::Status ValidateBalls(const std::vector<BallSpec>& balls);

/// That these balls fit this table: noses and jaws lie below each ball's top (else the ball would
/// pass under them).
absl::Status ValidateBallsOnTable(const Table& table, const std::vector<BallSpec>& balls);

/// Where the balls are: finite, on the cloth (z = radius), inside the outline, outside every pocket
/// circle, not overlapping each other, a nose or a jaw by more than kOverlapTolerance, measured in
/// the contact chosen. Balls out of play are not looked at. Paths: "balls[2].position_m: ...".
absl::Status ValidatePlacement(const Table& table, const Environment& environment,
                               const std::vector<BallSpec>& balls,
                               const std::vector<BallState>& states);

/// One strike against these balls and their states.
absl::Status ValidateStrike(const CueStrike& strike, const std::vector<BallSpec>& balls,
                            const std::vector<BallState>& states);

/// Moves the balls as little as possible (least sum of squares, by projection over the violated
/// contacts) until no pair, nose or jaw overlaps; farthest move in `*moved_m`. Fails with
/// INVALID_ARGUMENT when 5 cm do not suffice.
absl::Status SeparateOverlaps(const Table& table, const Environment& environment,
                              const std::vector<BallSpec>& balls, std::vector<BallState>& states,
                              double* moved_m);

}  // namespace carom

#endif  // CAROM_CORE_TABLE_VALIDATE_H_
