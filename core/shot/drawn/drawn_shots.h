#ifndef CAROM_CORE_SHOT_DRAWN_DRAWN_SHOTS_H_
#define CAROM_CORE_SHOT_DRAWN_DRAWN_SHOTS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "core/base/constants.h"
#include "core/base/interval.h"
#include "core/base/vec3.h"
#include "core/draw/distribution.h"
#include "core/draw/quantity.h"
#include "core/laws/settings.h"

// What is random in the shots of a batch: the core's side of drawn_shots.proto, which tells how
// each number is drawn, to the bit.

namespace carom {

/// A quantity that is drawn by itself, in the range of its field.
struct DrawnAlone {
  QuantityId id;
  Distribution distribution;
};

/// Quantities that are drawn together, from the stream of covariance `number`.
struct DrawnTogether {
  int number = 0;
  std::vector<QuantityId> quantities;
  JointNormal joint;

  /// Whether any of them displaces a ball.
  bool Displaces() const;
};

/// Where the centre of a ball may lie. No corners: on the playing surface.
struct Region {
  std::vector<Vec2> corners_m;
  bool is_box = false;  ///< All of the box around the corners.
};

/// How a ball finds its place.
struct DrawnPlace {
  enum class Kind : uint8_t { kAsInLayout, kDisplaced, kInRegion };
  Kind kind = Kind::kAsInLayout;
  std::optional<Distribution> dx_m;  ///< Of a displaced ball, unless drawn together with others.
  std::optional<Distribution> dy_m;
  int region = -1;  ///< Index into DrawnShots::regions.
  int entry = 0;    ///< Index into DrawnShots.balls of the wire, for messages.
};

/// What the strike points at.
enum class Aim : uint8_t { kAzimuth, kBall, kPocket };

/// All of a batch. Immutable once made; one serves many threads.
struct DrawnShots {
  struct Strike {
    int cue_ball = 0;
    Aim aim = Aim::kAzimuth;
    Distribution aim_ball;    ///< Unless aim is kAzimuth.
    Distribution aim_pocket;  ///< If aim is kPocket.
  };
  struct Selection {
    Distribution ball_count;
    uint32_t among = 0;  ///< Bit i: ball i; none: all in play but the cue ball.
  };
  struct RackDraw {
    bool order = false;
    std::optional<Distribution> jitter_m;
  };

  std::optional<Distribution> table_index;  ///< Default: the first, as of the others.
  std::optional<Distribution> settings_index;
  std::optional<Distribution> layout_index;
  std::vector<DrawnAlone> alone;  ///< No quantity twice, nor in `together`.
  std::vector<DrawnTogether> together;
  std::optional<Strike> strike;
  std::array<DrawnPlace, kMaxBalls> places;
  std::vector<Region> regions;
  std::optional<Selection> selection;
  std::optional<RackDraw> rack;
  bool draws_world = false;  ///< Settings, tables or bodies of balls are drawn.

  bool DrawsPlaces() const;
};

/// Whether a quantity displaces a ball.
bool IsDisplacement(Quantity quantity);

/// Whether a quantity is one of the world: of settings, tables or bodies of balls.
bool IsOfWorld(Quantity quantity);

/// The values that a quantity may take: those of its field. That of rack_jitter_m, which depends on
/// the layout, is the widest. Requires a quantity that is no whole number.
Interval RangeOf(Quantity quantity);

/// OK when these settings have what is drawn of them: a law without friction has none to replace.
/// Else INVALID_ARGUMENT at "physics.ball_friction" and the like.
absl::Status CheckDrawnLaws(const DrawnShots& drawn, const Settings& settings);

/// The columns of what is drawn: every drawn quantity and what follows from them (azimuths of aimed
/// strikes, places of balls, which are in play), for layouts of at most `most_balls`.
std::vector<QuantityId> ColumnsOf(const DrawnShots& drawn, int most_balls);

}  // namespace carom

#endif  // CAROM_CORE_SHOT_DRAWN_DRAWN_SHOTS_H_
