#ifndef CAROM_CORE_TABLE_VALIDATE_H_
#define CAROM_CORE_TABLE_VALIDATE_H_

#include <span>
#include <vector>

#include "absl/status/status.h"
#include "core/base/interval.h"
#include "core/base/vec3.h"
#include "core/solid/resolution.h"
#include "core/table/environment.h"
#include "core/table/shot.h"
#include "core/table/table.h"
#include "core/table/table_solids.h"

namespace carom {

/// All of these return OK or INVALID_ARGUMENT whose message begins with the path of the field at
/// fault below the object checked, then its value, then what it must be:
///   "noses[3].height_m: -0.1 must be in (0, 1]"
///
/// They accept every finite or non-finite input without asserting, and allocate nothing on the way
/// to OK. Pure and thread-safe.

inline constexpr int kMaxFeatures = 256;  ///< Noses, jaws and outline corners, of each.
inline constexpr int kMaxPockets = 64;    ///< Pockets.
inline constexpr int kMaxRailTops = 64;   ///< Rail tops, of at most kMaxFeatures corners.

/// Coordinates of a table's points, m, each axis.
inline constexpr Interval kCoordinateRange{-kTableReach_m, kTableReach_m};

/// A ball at the start of a shot, each axis: place, m, velocity, m/s, and spin, rad/s. A ball on a
/// cloth without friction travels far in 600 s.
inline constexpr Interval kPositionRange{-1e6, 1e6};
inline constexpr Interval kVelocityRange{-kFastest_m_s, kFastest_m_s};
inline constexpr Interval kSpinRange{-1e5, 1e5};

/// A ball of a layout lies on the cloth up to this far from it, m.
inline constexpr double kClothTolerance_m = 1e-6;

/// Geometry of sane size, in m: coordinates within +-100, noses longer than 1e-6, heights (of both
/// ends of a nose) and radii in (0, 1], heights of pockets' backs in [0, 1], their openings unit or
/// zero, length and width in [0, 100], an outline of none or at least three corners and rail tops
/// of 3 to kMaxFeatures corners, none of which crosses itself.
absl::Status ValidateTable(const Table& table);

/// OK for corners within +-100 m whose polygon does not cross itself, as outlines of tables must
/// be; else INVALID_ARGUMENT at "path[i]". How many corners there are is the caller's to check.
absl::Status ValidatePolygon(const char* path, const std::vector<Vec2>& polygon);

/// Its parameters in their ranges; PocketModel::kDrop with Flight::kOn only.
absl::Status ValidateEnvironment(const Environment& environment);

/// x, which errors call `of`, in `range` and rising from point to point by at least kLeastStep,
/// factors in [0.01, 100].
absl::Status ValidateFactor(const char* path, const char* of, const Interval& range,
                            const FactorTable& factor);

/// 1 to kMaxBalls balls with parameters in their ranges.
absl::Status ValidateBalls(const std::vector<BallSpec>& balls);

/// That all are homogeneous, as the closed forms and impulse laws of the event engine assume.
absl::Status ValidateHomogeneous(const std::vector<BallSpec>& balls);

/// That these balls fit this table: noses and jaws lie below each ball's top (else the ball would
/// pass under them).
absl::Status ValidateBallsOnTable(const Table& table, const std::vector<BallSpec>& balls);

/// Where the balls are and how they move. Requires validated table, environment and balls; one
/// state per ball. For each ball in play (others are not checked):
/// - positions within +-1e6 m, speeds up to 1000 m/s, spins up to 1e5 rad/s, each component;
/// - inside the outline; not overlapping another ball by more than kOverlapTolerance.
///
/// With Flight::kOff:
/// - on the cloth: z within 1e-6 m of the radius, no vertical velocity, neither kAirborne nor
///   kSupported;
/// - centre outside every pocket circle (it may hang over the edge);
/// - not overlapping a nose or a jaw by more than kOverlapTolerance, measured in the contact
///   chosen, so that frozen balls pass;
/// - not behind the cushions, see BehindCushions.
///
/// With Flight::kOn:
/// - not below the cloth by more than 1e-6 m, except above a pocket of PocketModel::kDrop, where a
///   ball that is not on the cloth may be as low as its radius below it, clear of wall and back;
/// - with PocketModel::kCircle, no ball on the cloth within a pocket circle;
/// - not overlapping a nose, jaw, rail top, or any part of a hole in space (nor, with
///   NoseContact::kPlane, a plane, which reaches up without end); the slate behind the cushions is
///   a place like any other;
/// - kSupported without velocity and spin.
///
/// A final state of a shot passes as it is. Paths: "balls[2].position_m: ...".
/// `solids` are those of MakeSolids() for this table, environment and balls.
absl::Status ValidatePlacement(const Table& table, const Environment& environment,
                               const TableSolids& solids, const std::vector<BallSpec>& balls,
                               const std::vector<BallState>& states);

/// The same for a caller without solids; makes them.
absl::Status ValidatePlacement(const Table& table, const Environment& environment,
                               const std::vector<BallSpec>& balls,
                               const std::vector<BallState>& states);

/// The parts of it that others ask for.

/// A ball in play with nothing of the other balls: its motion and numbers, inside the outline, on
/// the cloth or above it, clear of the table. Paths are below the ball's.
absl::Status CheckBall(const BallState& state, const Table& table, const SolidSet& set,
                       const Environment& environment);

/// Its numbers alone, within the ranges above.
absl::Status CheckNumbers(const BallState& state);

/// Outside the circle of every pocket.
absl::Status CheckNotOverPocket(const BallState& state, const Table& table);

/// Whether a ball with this centre is over a pocket by more than kOverlapTolerance. A ball whose
/// path ended on the circle is not.
bool IsOver(const Pocket& pocket, const Vec2& centre_m);

/// Whether it is over one of them.
bool IsOverOne(std::span<const Pocket> pockets, const Vec2& centre_m);

/// Whether a ball in play of a layout lies on the cloth; otherwise it flies, or is SUPPORTED. With
/// Flight::kOn its height decides, unless its motion is AIRBORNE or SUPPORTED: a ball flies that is
/// higher than its radius, that moves up, or that is over a hole of PocketModel::kDrop, where there
/// is no cloth. (The compliant engine does not look at the motion: its forces give the same.)
bool LiesOnCloth(const BallState& state, double radius_m, const Table& table,
                 const Environment& environment);

/// True when a centre at `point_m` is behind the cushions: noses, jaws or pockets hide it from head
/// and foot spot, while none lies between it and the nearest edge of the outline. Nothing is behind
/// the cushions of a table without an outline, or of one that is not closed, so that its head spot
/// too sees its nearest edge.
bool BehindCushions(const Table& table, const Vec2& point_m);

/// One strike against these balls and their states: a ball in play, parameters in their ranges,
/// side_offset^2 + height_offset^2 <= 1.
absl::Status ValidateStrike(const CueStrike& strike, const std::vector<BallSpec>& balls,
                            const std::vector<BallState>& states);

/// Moves the balls in play as little as possible (least sum of squares, whatever their mass) until
/// no pair, nose or jaw overlaps by more than kOverlapTolerance; farthest move in `*moved_m`. Balls
/// off the cloth (Flight::kOn) stay where they are and hinder none.
/// Deterministic and bounded. Looks at positions only as far as they are finite; call
/// ValidatePlacement on the result. INVALID_ARGUMENT when max_separation_m does not suffice;
/// `states` are then as they were.
absl::Status SeparateOverlaps(const TableSolids& solids, const Environment& environment,
                              const std::vector<BallSpec>& balls, std::vector<BallState>& states,
                              double* moved_m);

}  // namespace carom

#endif  // CAROM_CORE_TABLE_VALIDATE_H_
