#include "core/motion/motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// Sums of two terms that cancel are known to a few units in the last place of the terms.
constexpr double kCancellation = 8.0 * std::numeric_limits<double>::epsilon();

// Duration of a linear decay from `amount` at `rate`.
double DecayTime(double amount, double rate) {
  if (amount == 0.0) return 0.0;
  return rate > 0.0 ? amount / rate : kNever;
}

Vec3 RollingSpin(const Vec3& velocity, double spin_z, double radius_m) {
  return Vec3(-velocity.y() / radius_m, velocity.x() / radius_m, spin_z);
}

// [Event-based] spinning-stationary time, with the |w_z| that the paper's formula lacks.
void SetSpinDecay(const BallOnCloth& ball, Trajectory& phase) {
  const double rate = ball.spin_z_rad_s2;
  phase.spin_z_duration_s = DecayTime(std::abs(phase.spin.z()), rate);
  phase.spin_rate.z() = std::copysign(rate, -phase.spin.z());
}

Trajectory Sliding(const BallState& state, const Vec3& slip, double epoch_s,
                   const BallOnCloth& ball) {
  const double friction = ball.slide_m_s2;
  const double slip_speed = slip.norm();
  const Vec3 direction = slip / slip_speed;
  Trajectory phase = RestingPhase(state, epoch_s);
  phase.motion = MotionState::kSliding;
  phase.velocity = state.velocity;
  phase.spin = state.spin;
  phase.half_acceleration = (-0.5 * friction) * direction;
  phase.spin_rate = ball.slide_spin_rad_s2 * PerpendicularZ(direction);
  phase.duration_s = DecayTime(slip_speed, 3.5 * friction);  // [Event-based] sliding-rolling time
  SetSpinDecay(ball, phase);
  return phase;
}

Trajectory Rolling(const BallState& state, double epoch_s, const BallOnCloth& ball) {
  const double friction = ball.roll_m_s2;
  const double speed = state.velocity.norm();
  Trajectory phase = RestingPhase(state, epoch_s);
  phase.motion = MotionState::kRolling;
  phase.radius_m = ball.radius_m;
  phase.velocity = state.velocity;
  phase.spin = RollingSpin(state.velocity, state.spin.z(), ball.radius_m);
  if (speed > 0.0) {
    const Vec3 acceleration = (-friction / speed) * state.velocity;
    phase.half_acceleration = 0.5 * acceleration;
    phase.spin_rate = PerpendicularZ(acceleration) / ball.radius_m;
  }
  phase.duration_s = DecayTime(speed, friction);  // [Event-based] rolling-(stationary/spinning)
  SetSpinDecay(ball, phase);
  return phase;
}

// The rolling velocity that sliding friction leads to, whatever the friction: the angular momentum
// about a point of the cloth is conserved [Coriolis 1835]. Exact cancellation means a stop.
Vec3 VelocityAfterSlide(const Vec3& velocity_before, const Vec3& spin, double radius_m) {
  const Vec3 from_speed = 5.0 / 7.0 * velocity_before;
  const Vec3 from_spin = (-2.0 / 7.0 * radius_m) * PerpendicularZ(spin);
  const Vec3 velocity = from_speed + from_spin;
  if (velocity.norm() <= kCancellation * (from_speed.norm() + from_spin.norm())) {
    return Vec3::Zero();
  }
  return velocity;
}

Trajectory Spinning(const BallState& state, double epoch_s, const BallOnCloth& ball) {
  Trajectory phase = RestingPhase(state, epoch_s);
  phase.motion = MotionState::kSpinning;
  phase.spin = Vec3(0.0, 0.0, state.spin.z());
  SetSpinDecay(ball, phase);
  phase.duration_s = phase.spin_z_duration_s;
  return phase;
}

// [Event-based] airborne: a parabola; nothing turns the ball. The phase ends, at the latest, when
// the whole ball is below the cloth.
Trajectory Airborne(const BallState& state, double epoch_s, const BallOnCloth& ball) {
  const double g = ball.gravity_m_s2;
  const double speed_up = state.velocity.z();
  const double height_m = state.position.z() + ball.radius_m;
  Trajectory phase = RestingPhase(state, epoch_s);
  phase.velocity = state.velocity;
  phase.spin = state.spin;
  phase.half_acceleration = Vec3(0.0, 0.0, -0.5 * g);
  phase.spin_z_duration_s = kNever;
  const double fall = std::sqrt(speed_up * speed_up + 2.0 * g * std::max(height_m, 0.0));
  phase.duration_s = std::max((speed_up + fall) / g, 0.0);
  return phase;
}

// A ball on the cloth that an impact drives into the slate keeps its state until its impact with
// the slate, at the same time.
Trajectory DrivenDown(const BallState& state, double epoch_s) {
  Trajectory phase = RestingPhase(state, epoch_s);
  phase.motion = MotionState::kSliding;
  phase.velocity = state.velocity;
  phase.spin = state.spin;
  phase.spin_z_duration_s = kNever;
  return phase;
}

Trajectory SpinningOrStationary(const BallState& state, double epoch_s, const BallOnCloth& ball) {
  if (state.spin.z() != 0.0) return Spinning(state, epoch_s, ball);
  BallState at_rest = state;
  at_rest.motion = MotionState::kStationary;
  return RestingPhase(at_rest, epoch_s);
}

}  // namespace

BallOnCloth::BallOnCloth(const BallSpec& ball, const Environment& environment)
    : radius_m(ball.radius_m),
      gravity_m_s2(environment.gravity_m_s2),
      slide_m_s2(environment.cloth.sliding_friction * gravity_m_s2),
      roll_m_s2(environment.cloth.rolling_friction * gravity_m_s2),
      slide_spin_rad_s2(2.5 * slide_m_s2 / radius_m),
      spin_z_rad_s2(2.5 * environment.cloth.spinning_friction * gravity_m_s2 / radius_m),
      stopped_square_m2_s2(2.0 * kLeastPath_m * environment.cloth.rolling_friction * gravity_m_s2) {
}

Vec3 ClothSlip(const BallState& state, double radius_m) {
  return Horizontal(state.velocity) + radius_m * PerpendicularZ(state.spin);
}

bool HasStopped(const BallState& state, const BallOnCloth& ball) {
  if (state.motion == MotionState::kAirborne || state.velocity.z() != 0.0) return false;
  const double surface_square =
      ball.radius_m * ball.radius_m * Horizontal(state.spin).squaredNorm();
  return std::max(state.velocity.squaredNorm(), surface_square) <= ball.stopped_square_m2_s2;
}

Trajectory RestingPhase(const BallState& state, double epoch_s) {
  Trajectory phase;
  phase.epoch_s = epoch_s;
  phase.position = state.position;
  phase.motion = state.motion;
  return phase;
}

Trajectory BeginPhase(const BallState& state, double epoch_s, const BallOnCloth& ball) {
  if (state.motion == MotionState::kAirborne) return Airborne(state, epoch_s, ball);
  if (state.motion == MotionState::kSupported) return RestingPhase(state, epoch_s);
  if (state.velocity.z() < 0.0) return DrivenDown(state, epoch_s);
  const Vec3 slip = ClothSlip(state, ball.radius_m);
  const double speed = state.velocity.norm();
  const double surface_speed = ball.radius_m * Horizontal(state.spin).norm();
  if (HasStopped(state, ball)) {
    return SpinningOrStationary(state, epoch_s, ball);
  }
  if (slip.norm() > kCancellation * (speed + surface_speed)) {
    return Sliding(state, slip, epoch_s, ball);
  }
  if (speed > 0.0) return Rolling(state, epoch_s, ball);
  return SpinningOrStationary(state, epoch_s, ball);
}

Trajectory NextPhase(const Trajectory& ended, const BallOnCloth& ball) {
  const double end_s = ended.EndTime();
  BallState state = StateAt(ended, end_s);
  if (ended.motion == MotionState::kSliding) {
    state.velocity = VelocityAfterSlide(ended.velocity, ended.spin, ball.radius_m);
    return Rolling(state, end_s, ball);
  }
  state.velocity = Vec3::Zero();
  // [Event-based] "w_z = 0" decides between spinning and stationary; comparing times is exact where
  // the rounded w_z is not.
  if (ended.motion == MotionState::kSpinning || ended.spin_z_duration_s <= ended.duration_s) {
    state.spin.z() = 0.0;
  }
  return SpinningOrStationary(state, end_s, ball);
}

BallState StateAt(const Trajectory& trajectory, double time_s) {
  const double tau = time_s - trajectory.epoch_s;
  BallState state;
  state.motion = trajectory.motion;
  state.position =
      trajectory.position + tau * trajectory.velocity + (tau * tau) * trajectory.half_acceleration;
  state.velocity = trajectory.velocity + (2.0 * tau) * trajectory.half_acceleration;
  state.spin = trajectory.spin + tau * trajectory.spin_rate;
  if (state.motion == MotionState::kRolling) {
    // Exactly without slip, also late in the phase where rounding has outgrown the speed.
    state.spin = RollingSpin(state.velocity, 0.0, trajectory.radius_m);
  }
  state.spin.z() = tau < trajectory.spin_z_duration_s
                       ? trajectory.spin.z() + tau * trajectory.spin_rate.z()
                       : 0.0;
  return state;
}

double KineticEnergy(const BallState& state, const BallSpec& ball) {
  return 0.5 * ball.mass_kg * state.velocity.squaredNorm() +
         0.5 * ball.Inertia() * state.spin.squaredNorm();
}

}  // namespace carom
