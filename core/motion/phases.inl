#ifndef CAROM_CORE_MOTION_PHASES_INL_
#define CAROM_CORE_MOTION_PHASES_INL_

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/vec3.h"
#include "core/motion/motion.h"
#include "core/state/trajectory.h"

// The functions of core/motion/motion.h over any kind of number: doubles (motion.cc), and duals,
// whose values have the same bits (core/tangent).

namespace carom::phases {

template <class Number>
using VectorFor = typename VectorOf<Number>::Type;

inline constexpr double kNever = std::numeric_limits<double>::infinity();

// Sums of two terms that cancel are known to a few units in the last place of the terms.
inline constexpr double kCancellation = 8.0 * std::numeric_limits<double>::epsilon();

inline double ValueOf(double number) { return number; }
template <class Number>
double ValueOf(const Number& number) {
  return number.value;
}

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

// Phases are made whole: a compiler would store members twice that are set one by one.
template <class Number>
TrajectoryOf<Number> Resting(const BallStateOf<Number>& state, const Number& epoch_s) {
  return {.epoch_s = epoch_s, .position = state.position, .motion = state.motion};
}

// [Event-based] spinning-stationary time, with the |w_z| that the paper's formula lacks.
template <class Number>
Number SpinZDuration(const Number& spin_z, const BallOnClothOf<Number>& ball) {
  using std::abs;
  return DecayTime<Number>(abs(spin_z), ball.spin_z_rad_s2);
}

// The rate at which the spin changes until then, by the horizontal part of the rate.
template <class Number>
VectorFor<Number> SpinRate(VectorFor<Number> rate, const Number& spin_z,
                           const BallOnClothOf<Number>& ball) {
  using std::copysign;
  SetZ(copysign(ball.spin_z_rad_s2, -spin_z), rate);
  return rate;
}

template <class Number>
TrajectoryOf<Number> Sliding(const BallStateOf<Number>& state, const VectorFor<Number>& slip,
                             const Number& epoch_s, const BallOnClothOf<Number>& ball) {
  const Number friction = ball.slide_m_s2;
  const Number slip_speed = slip.norm();
  const VectorFor<Number> direction = slip / slip_speed;
  const VectorFor<Number> turns = ball.slide_spin_rad_s2 * PerpendicularZ(direction);
  return {.epoch_s = epoch_s,
          // [Event-based] sliding-rolling time
          .duration_s = DecayTime<Number>(slip_speed, 3.5 * friction),
          .position = state.position,
          .velocity = state.velocity,
          .half_acceleration = (-0.5 * friction) * direction,
          .spin = state.spin,
          .spin_rate = SpinRate<Number>(turns, state.spin.z(), ball),
          .spin_z_duration_s = SpinZDuration<Number>(state.spin.z(), ball),
          .motion = MotionState::kSliding};
}

// A rolling phase of a ball of this speed that slows at `friction` for `duration_s`.
template <class Number>
TrajectoryOf<Number> RollingAt(const Number& speed, const Number& friction,
                               const Number& duration_s, const BallStateOf<Number>& state,
                               const Number& epoch_s, const BallOnClothOf<Number>& ball) {
  VectorFor<Number> acceleration = VectorFor<Number>::Zero();
  VectorFor<Number> turns = VectorFor<Number>::Zero();
  if (speed > Number(0.0)) {
    acceleration = (-friction / speed) * state.velocity;
    turns = PerpendicularZ(acceleration) / ball.radius_m;
  }
  return {.epoch_s = epoch_s,
          .duration_s = duration_s,
          .position = state.position,
          .velocity = state.velocity,
          .half_acceleration = 0.5 * acceleration,
          .spin = RollingSpin<Number>(state.velocity, state.spin.z(), ball.radius_m),
          .spin_rate = SpinRate<Number>(turns, state.spin.z(), ball),
          .spin_z_duration_s = SpinZDuration<Number>(state.spin.z(), ball),
          .motion = MotionState::kRolling,
          .radius_m = ball.radius_m};
}

// A band of speed, from v down to v - h, in which a ball slows at a(v - u) = a (1 - q u) by the law
// (a = a(v), 0 <= u <= h; the law is linear within a band). The law's time and distance are
//
//   T = int du / a(v - u) = (1/a) int du / (1 - q u),   D = int (v - u) du / a(v - u).
//
// The engine's motion has constant decelerations, in two parts. The upper one begins with the law's
// own deceleration a, so that a ball that something hits soon has moved by the law up to second
// order, and takes x off the speed in x/a. The lower one takes off the rest in T - x/a. Both go
// (v - x/2) x/a + (v - (x + h)/2) (T - x/a), of which the square of x cancels; it is D if
//
//   x = 2 (T (v - h/2) - D) / (T - h/a) = 2 int u w du / int w du - h,   w = u / (1 - q u),
//
// in which nothing cancels: x is h/3 for q = 0, and between 0 and h for any q h < 1. So every band
// has the law's time and distance, and so has a roll to rest, however fast it begins.
//
// Within a band the law's speed v(t) has v'' = a a' = q a^2, to leading order. It is above that of
// the upper part by v'' t^2 / 2, at most v'' T^2 / 18 = q h^2 / 18 (at T/3), and later below that
// of the lower part by at most 9/16 of this. The place errs by at most v'' T^3 / 96 (at T/2), 3/16
// of the greatest error of speed times T. A band is so wide that the speed errs by kBandError_m_s,
// with the q of its middle, q / (1 - q h/2), which takes in the next order to a tenth of it:
//
//   h = sqrt(c^2 + 18 e / |q|) - c,   e = kBandError_m_s, c = 4.5 e, or -c where q is negative.
//
// |q| h is at most 1/2 besides, for the further orders and for the rule of Gauss below.
template <class Number>
struct Band {
  Number upper_s;     // x/a
  Number upper_m_s2;  // a
  Number lower_s;     // T - x/a
  Number bottom_m_s;  // v - h
  bool even = false;  // The law is constant in it: the upper part is all.
};

// m/s. A ball that rolls for 4 s strays by 0.75 mm, and 0.1 % of a speed of 1 m/s is a fiftieth of
// what is known of any cloth's friction.
inline constexpr double kBandError_m_s = 1e-3;

template <class Number>
Band<Number> BandBelow(const Number& speed, const BallOnClothOf<Number>& ball) {
  using std::abs;
  using std::sqrt;
  // A ball whose last band ended at a point's speed may still be above it by rounding, of the time
  // above all: 1e-13 s after ten minutes.
  constexpr double kRounding = 1e-9;
  const auto piece = ball.rolling_factor.Below((1.0 - kRounding) * ValueOf(speed));
  const Number factor = piece.factor + piece.slope * (speed - piece.from);
  const Number rate = ball.roll_m_s2 * factor;
  const Number to_end = speed - piece.from;
  if (piece.slope == Number(0.0)) return {to_end / rate, rate, 0.0, piece.from, true};
  const Number q = piece.slope / factor;
  const Number steepness = abs(q);
  Number h = to_end;
  bool whole = true;
  const auto narrow = [&](const Number& most) {
    if (!(h > most)) return;
    h = most;
    whole = false;
  };
  narrow(0.5 / steepness);
  const double c = std::copysign(4.5 * kBandError_m_s, ValueOf(piece.slope));
  narrow(sqrt(c * c + 18.0 * kBandError_m_s / steepness) - c);
  // The integrals of u^k / (1 - q u) over the band, as means, by the rule of Gauss with four nodes
  // [Abramowitz & Stegun, 25.4.30]: exact to 1e-6 at |q| h = 1/2, to 1e-13 at 1/20.
  constexpr double kNode[] = {0.0694318442029737124, 0.330009478207571868, 0.669990521792428132,
                              0.930568155797026288};
  constexpr double kWeight[] = {0.173927422568726929, 0.326072577431273071, 0.326072577431273071,
                                0.173927422568726929};
  Number sum[3] = {0.0, 0.0, 0.0};
  for (int i = 0; i < 4; ++i) {
    const Number u = kNode[i] * h;
    Number term = kWeight[i] / (1.0 - q * u);
    for (Number& of : sum) {
      of = of + term;
      term = term * u;
    }
  }
  const Number x = 2.0 * (sum[2] / sum[1]) - h;
  const Number upper_s = x / rate;
  return {upper_s, rate, h * sum[0] / rate - upper_s, whole ? Number(piece.from) : speed - h};
}

// Marks what follows a part of a band that is not the upper of two.
template <class Number>
void MarkEndOfBand(const Band<Number>& band, TrajectoryOf<Number>& phase) {
  const bool last = band.bottom_m_s == Number(0.0);
  phase.part = last ? RollingPart::kLast : RollingPart::kLower;
}

template <class Number>
TrajectoryOf<Number> Rolling(const BallStateOf<Number>& state, const Number& epoch_s,
                             const BallOnClothOf<Number>& ball) {
  const Number speed = state.velocity.norm();
  if (ball.RollsEvenly() || speed == Number(0.0)) {
    const Number friction = ball.roll_m_s2;
    const Number lasts_s =
        DecayTime<Number>(speed, friction);  // [Event-based] rolling-(stationary/spinning)
    return RollingAt(speed, friction, lasts_s, state, epoch_s, ball);
  }
  const Band<Number> band = BandBelow(speed, ball);
  TrajectoryOf<Number> phase =
      RollingAt(speed, band.upper_m_s2, band.upper_s, state, epoch_s, ball);
  phase.part = RollingPart::kUpper;
  if (band.even) MarkEndOfBand(band, phase);
  return phase;
}

// The part of a band that follows `ended`, its upper part.
template <class Number>
TrajectoryOf<Number> RollingOn(const TrajectoryOf<Number>& ended, const BallStateOf<Number>& state,
                               const BallOnClothOf<Number>& ball) {
  const Number began = ended.velocity.norm();
  const Band<Number> band = BandBelow(began, ball);
  const Number speed = state.velocity.norm();
  const Number friction = (speed - band.bottom_m_s) / band.lower_s;
  TrajectoryOf<Number> phase =
      RollingAt(speed, friction, band.lower_s, state, ended.EndTime(), ball);
  MarkEndOfBand(band, phase);
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
  const Number lasts_s = SpinZDuration<Number>(state.spin.z(), ball);
  return {.epoch_s = epoch_s,
          .duration_s = lasts_s,
          .position = state.position,
          .spin = VectorFor<Number>(0.0, 0.0, state.spin.z()),
          .spin_rate = SpinRate<Number>(VectorFor<Number>::Zero(), state.spin.z(), ball),
          .spin_z_duration_s = lasts_s,
          .motion = MotionState::kSpinning};
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
  const Number fall = sqrt(speed_up * speed_up + 2.0 * g * std::max(height_m, Number(0.0)));
  return {.epoch_s = epoch_s,
          .duration_s = std::max((speed_up + fall) / g, Number(0.0)),
          .position = state.position,
          .velocity = state.velocity,
          .half_acceleration = VectorFor<Number>(0.0, 0.0, -0.5 * g),
          .spin = state.spin,
          .spin_z_duration_s = kNever,
          .motion = state.motion};
}

// A ball on the cloth that an impact drives into the slate keeps its state until its impact with
// the slate, at the same time.
template <class Number>
TrajectoryOf<Number> DrivenDown(const BallStateOf<Number>& state, const Number& epoch_s) {
  return {.epoch_s = epoch_s,
          .position = state.position,
          .velocity = state.velocity,
          .spin = state.spin,
          .spin_z_duration_s = kNever,
          .motion = MotionState::kSliding};
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
  return std::max(ValueOf(state.velocity.squaredNorm()), ValueOf(surface_square)) <=
         ValueOf(ball.stopped_square_m2_s2);
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

// After a time since the epoch.
template <class Number>
VectorFor<Number> PositionAfter(const TrajectoryOf<Number>& trajectory, const Number& tau) {
  return trajectory.position + tau * trajectory.velocity +
         (tau * tau) * trajectory.half_acceleration;
}

template <class Number>
Number SpinZAfter(const TrajectoryOf<Number>& trajectory, const Number& tau) {
  return tau < trajectory.spin_z_duration_s
             ? Number(trajectory.spin.z() + tau * trajectory.spin_rate.z())
             : Number(0.0);
}

template <class Number>
BallStateOf<Number> At(const TrajectoryOf<Number>& trajectory, const Number& time_s) {
  const Number tau = time_s - trajectory.epoch_s;
  BallStateOf<Number> state;
  state.motion = trajectory.motion;
  state.position = PositionAfter(trajectory, tau);
  state.velocity = trajectory.velocity + (2.0 * tau) * trajectory.half_acceleration;
  state.spin = trajectory.spin + tau * trajectory.spin_rate;
  if (state.motion == MotionState::kRolling) {
    // Exactly without slip, also late in the phase where rounding has outgrown the speed.
    state.spin = RollingSpin<Number>(state.velocity, 0.0, trajectory.radius_m);
  }
  SetZ(SpinZAfter(trajectory, tau), state.spin);
  return state;
}

template <class Number>
TrajectoryOf<Number> Next(const TrajectoryOf<Number>& ended, const BallOnClothOf<Number>& ball) {
  const Number end_s = ended.EndTime();
  const Number tau = end_s - ended.epoch_s;
  BallStateOf<Number> state;
  state.motion = ended.motion;
  state.position = PositionAfter(ended, tau);
  SetZ(SpinZAfter(ended, tau), state.spin);
  if (ended.motion == MotionState::kSliding) {
    state.velocity = VelocityAfterSlide<Number>(ended.velocity, ended.spin, ball.radius_m);
    return Rolling(state, end_s, ball);
  }
  // [Event-based] "w_z = 0" decides between spinning and stationary; comparing times is exact where
  // the rounded w_z is not.
  if (ended.motion == MotionState::kSpinning || ended.spin_z_duration_s <= ended.duration_s) {
    SetZ(Number(0.0), state.spin);
  }
  if (ended.part == RollingPart::kLast) return SpinningOrStationary(state, end_s, ball);
  // A part that is shorter than the rounding of the time leaves the velocity of At() unchanged; of
  // one that rounding makes longer it is the slower. Speed never grows, and always falls.
  state.velocity = At(ended, end_s).velocity;
  const VectorFor<Number> slowed =
      ended.velocity + (2.0 * ended.duration_s) * ended.half_acceleration;
  if (slowed.squaredNorm() < state.velocity.squaredNorm()) state.velocity = slowed;
  return ended.part == RollingPart::kUpper ? RollingOn(ended, state, ball)
                                           : Rolling(state, end_s, ball);
}

}  // namespace carom::phases

#endif  // CAROM_CORE_MOTION_PHASES_INL_
