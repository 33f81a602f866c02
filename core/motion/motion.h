#ifndef CAROM_CORE_MOTION_MOTION_H_
#define CAROM_CORE_MOTION_MOTION_H_

#include "core/state/trajectory.h"
#include "core/table/environment.h"
#include "core/table/shot.h"

namespace carom {

/// What the laws of motion (core/motion/motion.h) need of one ball on one cloth, computed once,
/// over a kind of number.
template <class Number>
struct BallOnClothOf {
  BallOnClothOf(Number radius, Number gravity, Number sliding_friction, Number rolling_friction,
                Number spinning_friction, const FactorTableOf<Number>& factor)
      : radius_m(radius),
        gravity_m_s2(gravity),
        slide_m_s2(sliding_friction * gravity),
        roll_m_s2(rolling_friction * gravity *
                  (factor.IsConstant() ? factor.At(0.0) : Number(1.0))),
        slide_spin_rad_s2(2.5 * slide_m_s2 / radius),
        spin_z_rad_s2(2.5 * spinning_friction * gravity / radius),
        stopped_square_m2_s2(2.0 * kLeastPath_m * rolling_friction * gravity * factor.At(0.0)),
        rolling_factor(factor) {}
  BallOnClothOf(const BallSpec& ball, const Environment& environment)
      : BallOnClothOf(ball.radius_m, environment.gravity_m_s2, environment.cloth.sliding_friction,
                      environment.cloth.rolling_friction, environment.cloth.spinning_friction,
                      environment.cloth.rolling_factor) {}

  /// Whether a rolling ball slows at roll_m_s2 whatever its speed.
  bool RollsEvenly() const { return rolling_factor.IsConstant() || roll_m_s2 == Number(0.0); }

  Number radius_m;
  Number gravity_m_s2;
  Number slide_m_s2;            ///< mu_s g
  Number roll_m_s2;             ///< mu_r g; times rolling_factor unless that is constant.
  Number slide_spin_rad_s2;     ///< 5 mu_s g / (2 R)
  Number spin_z_rad_s2;         ///< 5 mu_sp g / (2 R)
  Number stopped_square_m2_s2;  ///< 2 mu_r g kLeastPath_m: rolling at v takes v^2 / (2 mu_r g).
  FactorTableOf<Number> rolling_factor;  ///< Of speed.
};

using BallOnCloth = BallOnClothOf<double>;

/// Closed-form motion of one ball between events.
/// [Event-based] transition times; [Leckie & Greenspan 2006] for the motion itself.
///
///   slip        u = v + R z x w            (velocity of the ball's lowest point over the cloth)
///   sliding     a = -mu_s g u/|u|,  w' = (5 mu_s g / 2R) z x u/|u|,   for (2/7) |u| / (mu_s g)
///   rolling     a = -mu_r g v/|v|,  w = z x v / R,                    for |v| / (mu_r g)
///               (where mu_r depends on |v|, in bands of speed: see Band in core/motion/phases.inl)
///   airborne    a = -g z,  w constant
///   vertical spin  w_z falls with 5 mu_sp g / (2R) towards zero in every state
///                  but airborne
///
/// The slip keeps its direction while it lasts, so both laws are quadratic in time.
/// All functions are pure and thread-safe.

/// Whether a ball on the cloth is so slow that rolling friction would stop it within a picometre
/// (0.4 um/s on usual cloth); it then rests. On a cloth without rolling friction only a ball at
/// rest counts, and a ball that moves up or down never does.
bool HasStopped(const BallState& state, const BallOnCloth& ball);

/// The phase that a ball in play begins at `epoch_s` with this state. A ball that is kAirborne
/// falls freely, one that is kSupported rests. The motion of any other ball, which is on the cloth,
/// is decided here, whatever state.motion says: a slip or speed below what rounding leaves of
/// cancelling terms counts as none, and so does all motion of a ball that HasStopped(); it is set
/// to zero. This never raises the energy. A vertical velocity of a ball on the cloth must not be
/// positive; a negative one is kept, unchanged by time, until the impact with the slate.
Trajectory BeginPhase(const BallState& state, double epoch_s, const BallOnCloth& ball);

/// The phase that follows when `ended` has run its whole (finite) duration: sliding -> rolling,
/// rolling -> rolling (in the next part of a band of speed), spinning or stationary, spinning ->
/// stationary. A slide that ends at rest goes
/// through a rolling phase of zero length.
Trajectory NextPhase(const Trajectory& ended, const BallOnCloth& ball);

/// Position, velocity and spin at shot time `time_s`, within the phase.
BallState StateAt(const Trajectory& trajectory, double time_s);

/// The phase of a ball that rests at `state` for ever: out of play, or motionless.
Trajectory RestingPhase(const BallState& state, double epoch_s);

/// Kinetic energy of translation and rotation, J.
double KineticEnergy(const BallState& state, const BallSpec& ball);

}  // namespace carom

#endif  // CAROM_CORE_MOTION_MOTION_H_
