#ifndef CAROM_CORE_LAWS_HELD_PUSH_H_
#define CAROM_CORE_LAWS_HELD_PUSH_H_

#include <array>

#include "core/laws/held_ball.h"

namespace carom::internal {

/// Integrates the push of a cushion on a held ball over its normal impulse P, from compression to
/// the end of restitution. Units as in held_ball.h.
///
/// Adaptive Dormand-Prince steps over P; a step ends where a slip vanishes, where friction no
/// longer holds a resting contact, and where compression or restitution ends. Local errors are
/// about 1e-9 of the approach speed, up to 1e-6 in stiff cases. The number of steps is bounded:
/// should the bound ever be met, as where the ball jams (held_limits.h), the rest of the push is
/// taken without friction, in closed form, which is as safe for energy.
///
/// Steps over the slip's own scale, dP = |s| dsigma as in routh_impact.cc, were tried, with |s|
/// from 1/|s| = 1/|s_I| + 1/|s_C| + 1/approach. That is right but slow: a slip at the slate that
/// begins grows from 1e-4 of the approach, and while either slip is short each e-fold of it costs
/// up to ten steps, also where nothing turns. At a local error of 1e-10 the median of 8000 random
/// impacts rose from 33 steps to 137 for rolling balls, and the time 3.5-fold; with sigma the angle
/// that the slips turn it was 93. Steps over P with three modes a contact (slides, creeps, rests)
/// in place of this file's events needed 11 constants, but 1.3 times the time at an error of
/// 1e-9, 1.6 times at 1e-10, and differed by more than 1e-8 of the speed in 4 to 8 % of impacts.
class HeldPush {
 public:
  /// `approach` > 0 is the velocity of I along the common normal, `speed_scale` the largest of
  /// speed and R times spin, below whose rounding no slip is believed.
  HeldPush(const HeldBall& ball, const Slip& slip, double approach, double speed_scale);

  /// Compression, then restitution of `restitution`^2 of its work.
  void Run(double restitution);

  double normal_impulse() const { return impulse_; }  ///< P
  /// Of the normal force, against the ball; with a restitution of 0 that of compression.
  double work() const { return state_[4]; }
  Friction friction_impulse() const { return FrictionOf(state_); }

  /// Steps tried, for tests of the bound.
  int steps() const { return steps_; }

 private:
  using State = std::array<double, 5>;  // Friction impulses, then the work of the normal force.

  static Friction FrictionOf(const State& state) {
    return {state[0], state[1], state[2], state[3]};
  }
  Slip SlipAt(double impulse, const State& state) const;
  double NormalAt(double impulse, const State& state) const;
  State SlopeAt(double impulse, const State& state) const;
  State SlopeOf(double impulse, const State& state, const Friction& forces) const;
  double MarginAt(double impulse, const State& state) const;

  double ErrorRatio(const State& error) const;  // To the local error allowed.
  void Coarsen();                               // For stiff cases.
  // Advances until Remaining() is below `tolerance`. False when the steps are used up.
  bool Advance(double work_at_end, double tolerance);
  // What is left to the goal: of velocity in compression, of work in restitution.
  double Remaining(double impulse, const State& state, double work_at_end) const;
  double StepToGoal(const State& slope, double work_at_end) const;
  double StepToZeroSlip(const State& slope) const;
  Resting AtZeroSlip() const;
  // Sorts contacts of zero slip into resting and sliding; starts those that begin to slide.
  void Settle(double work_at_end);
  void ReachZeroSlip(double work_at_end);
  void StopSlip();
  bool NeedsSettling() const;
  void FinishWithoutFriction(double work_at_end);

  const HeldBall& ball_;
  const Slip initial_slip_;
  const double initial_approach_;
  double local_error_;  // Allowed in the impulses by one step, m/s.
  double zero_slip_;    // Below which a slip is none, m/s.
  double creep_slip_;   // Up to which a beginning slip creeps, m/s.
  double impulse_ = 0.0;
  State state_{};
  Resting resting_;
  bool compressing_ = true;
  bool cone_left_ = false;  // The last step ended just outside the cone of a resting contact.
  double step_;
  int steps_ = 0;
};

}  // namespace carom::internal

#endif  // CAROM_CORE_LAWS_HELD_PUSH_H_
