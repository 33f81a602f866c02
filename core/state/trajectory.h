#ifndef CAROM_CORE_STATE_TRAJECTORY_H_
#define CAROM_CORE_STATE_TRAJECTORY_H_

#include <cstdint>
#include <limits>

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

/// What follows a rolling phase. Where rolling friction depends on speed, a ball rolls in bands of
/// speed of two parts each (core/motion/phases.inl).
enum class RollingPart : uint8_t {
  kLast,   ///< The ball stops rolling.
  kUpper,  ///< The lower part of its band.
  kLower,  ///< The next band.
};

/// One phase of closed-form motion of one ball. With tau = t - epoch_s in [0, duration_s]:
///
///   position(tau)   = position + velocity tau + half_acceleration tau^2
///   spin_xy(tau)    = spin + spin_rate tau           (x and y parts; z x velocity / R if rolling)
///   spin_z(tau)     = linear towards zero, which it reaches at spin_z_duration_s and then keeps
///
/// The vertical spin may thus stop inside a phase without an event: nothing else depends on it.
template <class Number>
struct TrajectoryOf {
  using Vector = typename VectorOf<Number>::Type;

  Number epoch_s = 0.0;  ///< Shot time at which the phase begins.
  /// Length of the phase; infinite when nothing ends it (a resting ball, a frictionless slide).
  Number duration_s = std::numeric_limits<double>::infinity();
  Vector position = Vector::Zero();           ///< m, at the epoch.
  Vector velocity = Vector::Zero();           ///< m/s, at the epoch.
  Vector half_acceleration = Vector::Zero();  ///< m/s^2, constant.
  Vector spin = Vector::Zero();               ///< rad/s, at the epoch.
  Vector spin_rate = Vector::Zero();          ///< rad/s^2, constant; z while spin_z lasts.
  Number spin_z_duration_s = 0.0;  ///< Time from the epoch until the vertical spin is gone.
  MotionState motion = MotionState::kStationary;
  RollingPart part = RollingPart::kLast;
  /// The ball is in contact with a cushion, which it leaves when the phase ends.
  bool at_cushion = false;
  Number radius_m = 0.0;  ///< Of the ball; a rolling ball's spin follows from its velocity.

  Number EndTime() const { return epoch_s + duration_s; }
};

using Trajectory = TrajectoryOf<double>;

}  // namespace carom

#endif  // CAROM_CORE_STATE_TRAJECTORY_H_
