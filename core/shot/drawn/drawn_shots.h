#ifndef CAROM_CORE_SHOT_DRAWN_DRAWN_SHOTS_H_
#define CAROM_CORE_SHOT_DRAWN_DRAWN_SHOTS_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "core/base/constants.h"
#include "core/base/interval.h"
#include "core/base/random.h"
#include "core/base/vec3.h"
#include "core/draw/distribution.h"
#include "core/draw/quantity.h"
#include "core/laws/settings.h"
#include "core/shot/simulate.h"
#include "core/state/trajectory.h"
#include "core/table/shot.h"
#include "core/table/table.h"

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
  struct DrawnRack {
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
  std::optional<DrawnRack> rack;
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

/// What was drawn for one shot: a number for each column, NaN where there is none. Allocates
/// nothing once made.
class DrawnValues {
 public:
  explicit DrawnValues(std::vector<QuantityId> columns)
      : columns_(std::move(columns)), values_(columns_.size()), place_(kPlaces, kNowhere) {
    for (size_t i = 0; i < columns_.size(); ++i) {
      place_[PlaceOf(columns_[i])] = static_cast<int16_t>(i);
    }
    Clear();
  }

  void Clear() {
    std::fill(values_.begin(), values_.end(), std::numeric_limits<double>::quiet_NaN());
  }

  /// Ignored where there is no such column.
  void Set(const QuantityId& id, double value) {
    const int16_t place = place_[PlaceOf(id)];
    if (place != kNowhere) values_[static_cast<size_t>(place)] = value;
  }

  /// Null where it was not drawn.
  const double* Find(const QuantityId& id) const {
    const int16_t place = place_[PlaceOf(id)];
    if (place == kNowhere) return nullptr;
    const double& value = values_[static_cast<size_t>(place)];
    return std::isnan(value) ? nullptr : &value;
  }

  double ValueOr(const QuantityId& id, double otherwise) const {
    const double* const value = Find(id);
    return value == nullptr ? otherwise : *value;
  }

  const std::vector<QuantityId>& columns() const { return columns_; }
  std::span<const double> values() const { return values_; }

 private:
  // Ids are below 256 for each ball, and quantities of balls below 128.
  static constexpr size_t kQuantities = 128;
  static constexpr size_t kPlaces = kQuantities * kMaxBalls;
  static constexpr int16_t kNowhere = -1;

  static size_t PlaceOf(const QuantityId& id) {
    return static_cast<size_t>(id.quantity) + kQuantities * static_cast<size_t>(id.ball);
  }

  std::vector<QuantityId> columns_;
  std::vector<double> values_;
  std::vector<int16_t> place_;
};

/// The numbers that one shot draws for quantities that are drawn together: draw after draw from one
/// stream, until a draw is good.
class JointDraws {
 public:
  /// `together` outlives this object; `number` is that of the shot.
  JointDraws(const DrawnTogether& together, uint64_t seed, uint64_t number);

  /// Takes the next draw. Returns whether each number is in the range of its field.
  bool Next();

  /// Puts the numbers of the last draw into `values`.
  void PutInto(DrawnValues& values) const;

 private:
  const DrawnTogether& together_;
  CounterRandom random_;
  std::array<double, kMostTogether> numbers_;
};

/// Whether the law that is chosen has a parameter of this name.
template <class... Laws>
bool HasRestitution(const std::variant<Laws...>& chosen) {
  return std::visit(
      [](const auto& law) {
        return requires { law.restitution; };
      },
      chosen);
}
template <class... Laws>
bool HasFriction(const std::variant<Laws...>& chosen) {
  return std::visit(
      [](const auto& law) {
        return requires { law.friction; };
      },
      chosen);
}

/// The parts of the world with what was drawn in place of what they had: changes every parameter
/// that has a value.
void TakeDrawn(const DrawnValues& values, Settings& settings);
void TakeDrawn(const DrawnValues& values, Table& table);
void TakeDrawn(const DrawnValues& values, std::vector<BallSpec>& balls);

/// How often a ball of a region is put down before its shot fails.
inline constexpr int kMostPlaces = 1000;

/// Finds the places of one shot's balls: the displaced ones, then those of regions. A place that is
/// not clear of the table and of the balls that lie already is drawn again.
class PlaceSearch {
 public:
  /// All arguments outlive the search; `start` has one state for each ball of the scene.
  PlaceSearch(const DrawnShots& drawn, const Scene& scene, uint64_t seed, uint64_t number,
              DrawnValues& values, std::vector<BallState>& start);

  /// INVALID_ARGUMENT with the path below DrawnShots when a ball finds no place:
  /// "balls[2].region: none of 1000 places of ball 5 is clear".
  absl::Status Run();

  /// Whether it was a region without a place that made Run() fail.
  bool region_is_full() const { return region_is_full_; }

 private:
  absl::Status DisplaceTogether(const DrawnTogether& together);
  absl::Status Displace(size_t ball);
  absl::Status PutIntoRegion(size_t ball);
  /// Puts a ball to rest there, and tells whether it may lie there beside those that lie already.
  bool TryPlace(size_t ball, const Vec2& place_m);
  bool IsClear(size_t ball) const;
  bool Moves(size_t ball) const;
  bool IsInTogether(size_t ball) const;
  DrawKey Key(Quantity quantity, size_t ball) const;

  const DrawnShots& drawn_;
  const Scene& scene_;
  const uint64_t seed_;
  const uint64_t number_;
  DrawnValues& values_;
  std::vector<BallState>& start_;
  uint32_t settled_ = 0;  ///< Bit i: ball i lies where it will.
  bool region_is_full_ = false;
};

}  // namespace carom

#endif  // CAROM_CORE_SHOT_DRAWN_DRAWN_SHOTS_H_
