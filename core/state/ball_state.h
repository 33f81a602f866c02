#ifndef CAROM_CORE_STATE_BALL_STATE_H_
#define CAROM_CORE_STATE_BALL_STATE_H_

#include <cstdint>

#include "core/base/vec3.h"

namespace carom {

/// What a ball is doing, which decides the polynomial that it follows until its next event.
/// The order is part of the shot hash and of the wire: append, never renumber.
enum class MotionState : uint8_t {
  kStationary = 0,
  kSpinning = 1,   ///< Turning on the spot about the vertical.
  kSliding = 2,    ///< The cloth contact slips.
  kRolling = 3,    ///< The cloth contact does not slip; the ball may also spin about the vertical.
  kAirborne = 4,   ///< Nothing holds it: it falls freely, its spin does not change.
  kPocketed = 5,   ///< Out of play in a pocket; rests where its centre crossed the pocket circle.
  kLeftTable = 6,  ///< Out of play beyond the bed outline; rests where its centre crossed it.
  kSupported = 7,  ///< At rest on something other than the cloth: a rail, a nose, other balls.
};

/// True while the ball can touch, or be touched by, anything.
constexpr bool InPlay(MotionState motion) {
  return motion != MotionState::kPocketed && motion != MotionState::kLeftTable;
}

/// True for a ball that lies on the cloth.
constexpr bool OnCloth(MotionState motion) { return motion <= MotionState::kRolling; }

/// True while the ball's centre moves.
constexpr bool Translates(MotionState motion) {
  return motion == MotionState::kSliding || motion == MotionState::kRolling ||
         motion == MotionState::kAirborne;
}

/// The full state of one ball in the world frame W (origin at the centre of the cloth, x along the
/// table, z up, z = 0 on the cloth), over a kind of number.
template <class Number>
struct BallStateOf {
  using Vector = typename VectorOf<Number>::Type;

  Vector position = Vector::Zero();  ///< Centre, m. On the cloth z is the ball's radius.
  Vector velocity = Vector::Zero();  ///< Of the centre, m/s.
  Vector spin = Vector::Zero();      ///< Angular velocity, rad/s.
  MotionState motion = MotionState::kStationary;
};

using BallState = BallStateOf<double>;

}  // namespace carom

#endif  // CAROM_CORE_STATE_BALL_STATE_H_
