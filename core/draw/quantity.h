#ifndef CAROM_CORE_DRAW_QUANTITY_H_
#define CAROM_CORE_DRAW_QUANTITY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace carom {

/// What is drawn. Each quantity has a stream of random numbers of its own: its id stands in the
/// counter (CounterRandom). The numbers below never change, since the bits of every drawn shot
/// follow from them. drawn_shots.proto lists names and ids.
enum class Quantity : uint8_t {
  kNone = 0,  ///< Of scenes, uniform strikes and seeded racks, which have one stream for all.
  kSpeed = 1,
  kAzimuth = 2,
  kElevation = 3,
  kSideOffset = 4,
  kHeightOffset = 5,
  kAimBall = 6,
  kAimPocket = 7,
  kHitOffset = 8,
  kAimError = 9,
  kTableIndex = 16,
  kSettingsIndex = 17,
  kLayoutIndex = 18,
  kBallCount = 19,
  kBallsInPlay = 20,
  kRackOrder = 21,
  kRackJitter = 22,
  kRackPlaces = 23,
  kGravity = 32,
  kSlidingFriction = 33,
  kRollingFriction = 34,
  kSpinningFriction = 35,
  kBallRestitution = 36,
  kBallFriction = 37,
  kCushionRestitution = 38,
  kCushionFriction = 39,
  kNoseHeight = 40,
  kMass = 41,    ///< Of all balls alike.
  kRadius = 42,  ///< Of all balls alike.
  kBallX = 64,   ///< Of one ball, as are the ones below.
  kBallY = 65,
  kBallDx = 66,
  kBallDy = 67,
  kBallMass = 68,
  kBallRadius = 69,
  kBallInPlay = 70,   ///< Not drawn by itself: a column, which follows from kBallsInPlay.
  kSpeedNoise = 160,  ///< What estimates add to a strike. This one and those below have no name.
  kAzimuthNoise = 161,
  kElevationNoise = 162,
  kSideOffsetNoise = 163,
  kHeightOffsetNoise = 164,
  kCovariance = 255,  ///< Number j of a list.
};

/// One quantity, of a ball where there is one for each ball.
struct QuantityId {
  Quantity quantity = Quantity::kNone;
  int ball = 0;  ///< Or the number of a covariance.

  /// What stands in the counter: unequal for unequal quantities.
  constexpr uint32_t id() const {
    return static_cast<uint32_t>(quantity) + 256u * static_cast<uint32_t>(ball);
  }
  friend bool operator==(const QuantityId&, const QuantityId&) = default;
};

/// Whether there is one for each ball.
bool IsOfBall(Quantity quantity);

/// "speed_m_s", "ball_3_dx_m": as callers name it, and the column of its values.
std::string NameOf(const QuantityId& quantity);

/// The quantity of a name; nothing where there is none. The ball may be any up to 999.
std::optional<QuantityId> FindQuantity(std::string_view name);

}  // namespace carom

#endif  // CAROM_CORE_DRAW_QUANTITY_H_
