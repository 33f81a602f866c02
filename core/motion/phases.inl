#ifndef CAROM_CORE_MOTION_PHASES_INL_
#define CAROM_CORE_MOTION_PHASES_INL_

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/vec3.h"
#include "core/motion/ball_on_cloth.h"
#include "core/state/ball_state.h"
#include "core/state/trajectory.h"

// The functions of core/motion/motion.h over any kind of number: doubles (motion.cc), and duals,
// whose values have the same bits (core/tangent).

namespace carom::phases {

template <class Number>
using VectorFor = typename VectorOf<Number>::Type;

inline constexpr double kNever = std::numeric_limits<double>::infinity();

// Sums of two terms that cancel are known to a few units in the last place of the terms.
inline constexpr double kCancellation = 8.0 * std::numeric_limits<double>::epsilon();

// Duration of a linear decay from `amount` at `rate`.
template <class Number>
Number DecayTime(const Number& amount, const Number& rate) {
  if (amount == Number(0.0)) return 0.0;
  return rate > Number(0.0) ? amount / rate : Number(kNever);
}

template <class Number>
VectorFor<Number> RollingSpin(const VectorFor<Number>& velocity, const Number& spin_z,
                              const Number& radius_m) {
  return VectorFor<Number>(-velocity.y() / radius_m, velocity.x() / radius_m, spin_z);
}

template <class Number>
VectorFor<Number> Slip(const BallStateOf<Number>& state, const Number& radius_m) {
  return Horizontal(state.velocity) + radius_m * PerpendicularZ(state.spin);
}

template <class Number>
TrajectoryOf<Number> Resting(const BallStateOf<Number>& state, const Number& epoch_s) {
  TrajectoryOf<Number> phase;
  phase.epoch_s = epoch_s;
  phase.position = state.position;
  phase.motion = state.motion;
  return phase;
}

// [Event-based] spinning-stationary time, with the |w_z| that the paper's formula lacks.
template <class Number>
void SetSpinDecay(const BallOnClothOf<Number>& ball, TrajectoryOf<Number>& phase) {
  using std::abs;
  using std::copysign;
  const Number rate = ball.spin_z_rad_s2;
  phase.spin_z_duration_s = DecayTime<Number>(abs(phase.spin.z()), rate);
  SetZ(copysign(rate, -phase.spin.z()), phase.spin_rate);
}

template <class Number>
TrajectoryOf<Number> Sliding(const BallStateOf<Number>& state, const VectorFor<Number>& slip,
                             const Number& epoch_s, const BallOnClothOf<Number>& ball) {
  const Number friction = ball.slide_m_s2;
  const Number slip_speed = slip.norm();
  const VectorFor<Number> direction = slip / slip_speed;
  TrajectoryOf<Number> phase = Resting(state, epoch_s);
  phase.motion = MotionState::kSliding;
  phase.velocity = state.velocity;
  phase.spin = state.spin;
  phase.half_acceleration = (-0.5 * friction) * direction;
  phase.spin_rate = ball.slide_spin_rad_s2 * PerpendicularZ(direction);
  phase.duration_s =
      DecayTime<Number>(slip_speed, 3.5 * friction);  // [Event-based] sliding-rolling time
  SetSpinDecay(ball, phase);
  return phase;
}

template <class Number>
TrajectoryOf<Number> Rolling(const BallStateOf<Number>& state, const Number& epoch_s,
                             const BallOnClothOf<Number>& ball) {
  const Number friction = ball.roll_m_s2;
  const Number speed = state.velocity.norm();
  TrajectoryOf<Number> phase = Resting(state, epoch_s);
  phase.motion = MotionState::kRolling;
  phase.radius_m = ball.radius_m;
  phase.velocity = state.velocity;
  phase.spin = RollingSpin<Number>(state.velocity, state.spin.z(), ball.radius_m);
  if (speed > Number(0.0)) {
    const VectorFor<Number> acceleration = (-friction / speed) * state.velocity;
    phase.half_acceleration = 0.5 * acceleration;
    phase.spin_rate = PerpendicularZ(acceleration) / ball.radius_m;
  }
  phase.duration_s =
      DecayTime<Number>(speed, friction);  // [Event-based] rolling-(stationary/spinning)
  SetSpinDecay(ball, phase);
  return phase;
}

// The rolling velocity that sliding friction leads to, whatever the friction: the angular momentum
// about a point of the cloth is conserved [Coriolis 1835]. Exact cancellation means a stop.
template <class Number>
VectorFor<Number> VelocityAfterSlide(const VectorFor<Number>& velocity_before,
                                     const VectorFor<Number>& spin, const Number& radius_m) {
  const VectorFor<Number> from_speed = 5.0 / 7.0 * velocity_before;
  const VectorFor<Number> from_spin = (-2.0 / 7.0 * radius_m) * PerpendicularZ(spin);
  const VectorFor<Number> velocity = from_speed + from_spin;
  if (velocity.norm() <= kCancellation * (from_speed.norm() + from_spin.norm())) {
    return VectorFor<Number>::Zero();
  }
  return velocity;
}

template <class Number>
TrajectoryOf<Number> Spinning(const BallStateOf<Number>& state, const Number& epoch_s,
                              const BallOnClothOf<Number>& ball) {
  TrajectoryOf<Number> phase = Resting(state, epoch_s);
  phase.motion = MotionState::kSpinning;
  phase.spin = VectorFor<Number>(0.0, 0.0, state.spin.z());
  SetSpinDecay(ball, phase);
  phase.duration_s = phase.spin_z_duration_s;
  return phase;
}

// [Event-based] airborne: a parabola; nothing turns the ball. The phase ends, at the latest, when
// the whole ball is below the cloth.
template <class Number>
TrajectoryOf<Number> Airborne(const BallStateOf<Number>& state, const Number& epoch_s,
                              const BallOnClothOf<Number>& ball) {
  using std::sqrt;
  const Number g = ball.gravity_m_s2;
  const Number speed_up = state.velocity.z();
  const Number height_m = state.position.z() + ball.radius_m;
  TrajectoryOf<Number> phase = Resting(state, epoch_s);
  phase.velocity = state.velocity;
  phase.spin = state.spin;
  phase.half_acceleration = VectorFor<Number>(0.0, 0.0, -0.5 * g);
  phase.spin_z_duration_s = kNever;
  const Number fall = sqrt(speed_up * speed_up + 2.0 * g * std::max(height_m, Number(0.0)));
  phase.duration_s = std::max((speed_up + fall) / g, Number(0.0));
  return phase;
}

// A ball on the cloth that an impact drives into the slate keeps its state until its impact with
// the slate, at the same time.
template <class Number>
TrajectoryOf<Number> DrivenDown(const BallStateOf<Number>& state, const Number& epoch_s) {
  TrajectoryOf<Number> phase = Resting(state, epoch_s);
  phase.motion = MotionState::kSliding;
  phase.velocity = state.velocity;
  phase.spin = state.spin;
  phase.spin_z_duration_s = kNever;
  return phase;
}

template <class Number>
TrajectoryOf<Number> SpinningOrStationary(const BallStateOf<Number>& state, const Number& epoch_s,
                                          const BallOnClothOf<Number>& ball) {
  if (state.spin.z() != Number(0.0)) return Spinning(state, epoch_s, ball);
  BallStateOf<Number> at_rest = state;
  at_rest.motion = MotionState::kStationary;
  return Resting(at_rest, epoch_s);
}

template <class Number>
bool Stopped(const BallStateOf<Number>& state, const BallOnClothOf<Number>& ball) {
  if (state.motion == MotionState::kAirborne || state.velocity.z() != Number(0.0)) return false;
  const Number surface_square =
      ball.radius_m * ball.radius_m * Horizontal(state.spin).squaredNorm();
  return std::max(Number(state.velocity.squaredNorm()), surface_square) <=
         ball.stopped_square_m2_s2;
}

template <class Number>
TrajectoryOf<Number> Begin(const BallStateOf<Number>& state, const Number& epoch_s,
                           const BallOnClothOf<Number>& ball) {
  if (state.motion == MotionState::kAirborne) return Airborne(state, epoch_s, ball);
  if (state.motion == MotionState::kSupported) return Resting(state, epoch_s);
  if (state.velocity.z() < Number(0.0)) return DrivenDown(state, epoch_s);
  const VectorFor<Number> slip = Slip(state, ball.radius_m);
  const Number speed = state.velocity.norm();
  const Number surface_speed = ball.radius_m * Horizontal(state.spin).norm();
  if (Stopped(state, ball)) return SpinningOrStationary(state, epoch_s, ball);
  if (slip.norm() > kCancellation * (speed + surface_speed)) {
    return Sliding<Number>(state, slip, epoch_s, ball);
  }
  if (speed > Number(0.0)) return Rolling(state, epoch_s, ball);
  return SpinningOrStationary(state, epoch_s, ball);
}

template <class Number>
BallStateOf<Number> At(const TrajectoryOf<Number>& trajectory, const Number& time_s) {
  const Number tau = time_s - trajectory.epoch_s;
  BallStateOf<Number> state;
  state.motion = trajectory.motion;
  state.position =
      trajectory.position + tau * trajectory.velocity + (tau * tau) * trajectory.half_acceleration;
  state.velocity = trajectory.velocity + (2.0 * tau) * trajectory.half_acceleration;
  state.spin = trajectory.spin + tau * trajectory.spin_rate;
  if (state.motion == MotionState::kRolling) {
    // Exactly without slip, also late in the phase where rounding has outgrown the speed.
    state.spin = RollingSpin<Number>(state.velocity, 0.0, trajectory.radius_m);
  }
  SetZ(tau < trajectory.spin_z_duration_s
           ? Number(trajectory.spin.z() + tau * trajectory.spin_rate.z())
           : Number(0.0),
       state.spin);
  return state;
}

template <class Number>
TrajectoryOf<Number> Next(const TrajectoryOf<Number>& ended, const BallOnClothOf<Number>& ball) {
  const Number end_s = ended.EndTime();
  BallStateOf<Number> state = At(ended, end_s);
  if (ended.motion == MotionState::kSliding) {
    state.velocity = VelocityAfterSlide<Number>(ended.velocity, ended.spin, ball.radius_m);
    return Rolling(state, end_s, ball);
  }
  state.velocity = VectorFor<Number>::Zero();
  // [Event-based] "w_z = 0" decides between spinning and stationary; comparing times is exact where
  // the rounded w_z is not.
  if (ended.motion == MotionState::kSpinning || ended.spin_z_duration_s <= ended.duration_s) {
    SetZ(Number(0.0), state.spin);
  }
  return SpinningOrStationary(state, end_s, ball);
}

}  // namespace carom::phases

#endif  // CAROM_CORE_MOTION_PHASES_INL_
