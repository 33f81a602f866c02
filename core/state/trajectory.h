#ifndef CAROM_CORE_STATE_TRAJECTORY_H_
#define CAROM_CORE_STATE_TRAJECTORY_H_

#include <limits>

#include "core/base/vec3.h"
#include "core/state/ball_state.h"

namespace carom {

/// One phase of closed-form motion of one ball. With tau = t - epoch_s in [0, duration_s]:
///
///   position(tau)   = position + velocity tau + half_acceleration tau^2
///   spin_xy(tau)    = spin + spin_rate tau           (x and y parts; z x velocity / R if rolling)
///   spin_z(tau)     = linear towards zero, which it reaches at spin_z_duration_s and then keeps
///
/// The vertical spin may thus stop inside a phase without an event: nothing else depends on it.
struct Trajectory {
  double epoch_s = 0.0;  ///< Shot time at which the phase begins.
  /// Length of the phase; infinite when nothing ends it (a resting ball, a frictionless slide).
  double duration_s = std::numeric_limits<double>::infinity();
  Vec3 position = Vec3::Zero();           ///< m, at the epoch.
  Vec3 velocity = Vec3::Zero();           ///< m/s, at the epoch.
  Vec3 half_acceleration = Vec3::Zero();  ///< m/s^2, constant.
  Vec3 spin = Vec3::Zero();               ///< rad/s, at the epoch.
  Vec3 spin_rate = Vec3::Zero();          ///< rad/s^2, constant; z while spin_z lasts.
  double spin_z_duration_s = 0.0;         ///< Time from the epoch until the vertical spin is gone.
  MotionState motion = MotionState::kStationary;
  double radius_m = 0.0;  ///< Of the ball; a rolling ball's spin follows from its velocity.

  double EndTime() const { return epoch_s + duration_s; }
};

}  // namespace carom

#endif  // CAROM_CORE_STATE_TRAJECTORY_H_
