#ifndef CAROM_CORE_LAWS_DOUBLE_CONTACT_IMPACT_H_
#define CAROM_CORE_LAWS_DOUBLE_CONTACT_IMPACT_H_

#include <array>

#include "core/laws/double_contact.h"

namespace carom::internal {

/// Integrates the impact of a ball in double contact over the normal impulse P at the nose, from
/// the start of compression to the end of restitution. Units as in double_contact.h.
///
/// The integration takes adaptive Dormand-Prince steps over P. A step ends where a slip vanishes,
/// where friction no longer holds a resting contact, and where compression or restitution ends.
/// Local errors are about 1e-9 of the approach speed, up to 1e-6 in stiff cases. The number of
/// steps is bounded. A ball that jams (laws/validate.h) may reach that bound; the rest of
/// the impact is then resolved without friction, in closed form, and energy still does not grow.
///
/// Two other methods were tried and rejected.
///
/// The first method takes its steps over a variable sigma whose scale is the slip, dP = |s| dsigma
/// as in routh_impact.cc, with 1/|s| = 1/|s_I| + 1/|s_C| + 1/approach. Its results are right, but
/// it is slow. A slip that begins at the slate grows from 1e-4 of the approach, and while either
/// slip is short, each growth by a factor e takes up to ten steps, even where no slip turns. Over
/// 8000 random impacts at a local error of 1e-10, the median for rolling balls rose from 33 steps
/// to 137, and the time rose 3.5-fold. Where sigma was the angle by which the slips turn, the
/// median was 93 steps.
///
/// The second method takes its steps over P and gives each contact three modes (it slides, creeps
/// or rests) in place of this file's events. It took 1.3 times the time at an error of 1e-9 and 1.6
/// times at 1e-10, and needed 11 constants. Its results differed by more than 1e-8 of the speed in
/// 4 to 8 % of the impacts.
class DoubleContactImpact {
 public:
  /// `approach` > 0 is the velocity of I along the common normal. `speed_scale` bounds speeds
  /// and R times spins; slips below its rounding count as zero.
  DoubleContactImpact(const DoubleContact& ball, const Slip& slip, double approach,
                      double speed_scale);

  /// Runs compression, and then restitution until `restitution`^2 of the work of compression is
  /// returned.
  void Run(double restitution);

  double normal_impulse() const { return impulse_; }  ///< P
  /// Work of the normal force against the ball; with a restitution of 0, that of compression.
  double work() const { return state_[4]; }
  Friction friction_impulse() const { return FrictionOf(state_); }

  /// Steps tried, for tests of the bound.
  int steps() const { return steps_; }

 private:
  using State = std::array<double, 5>;  // Friction impulses, then the work of the normal force.

  static Friction FrictionOf(const State& state) {
    return {state[0], state[1], state[2], state[3]};
  }
  Slip SlipsAfter(double impulse, const State& state) const;
  double NormalAt(double impulse, const State& state) const;
  State SlopeAt(double impulse, const State& state) const;
  State SlopeOf(double impulse, const State& state, const Friction& forces) const;
  double MarginAt(double impulse, const State& state) const;

  double ErrorRatio(const State& error) const;  // To the local error allowed.
  void Coarsen();                               // For stiff cases.
  // Advances until Remaining() is below `tolerance`. False when the steps are used up.
  bool Advance(double work_at_end, double tolerance);
  // What is left until the goal: velocity in compression, work in restitution.
  double Remaining(double impulse, const State& state, double work_at_end) const;
  double StepToGoal(const State& slope, double work_at_end) const;
  // Until a slip vanishes, but those of the contacts `but`.
  double StepToZeroSlip(const State& slope, const Resting& but) const;
  Resting AtZeroSlip() const;
  // Sorts contacts of zero slip into resting and sliding; starts those that begin to slide.
  void Settle(double work_at_end);
  void ReachZeroSlip(double work_at_end);
  void StopSlip();
  bool NeedsSettling() const;
  void FinishWithoutFriction(double work_at_end);

  const DoubleContact& ball_;
  const Slip initial_slip_;
  const double initial_approach_;
  double local_error_;  // Allowed in the impulses by one step, m/s.
  double zero_slip_;    // Slips below this are zero, m/s.
  double creep_slip_;   // Up to this, m/s, a slip that begins creeps.
  double impulse_ = 0.0;
  State state_{};
  Resting resting_;
  bool compressing_ = true;
  bool cone_left_ = false;  // The last step ended just outside the cone of a resting contact.
  double step_;
  int steps_ = 0;
};

}  // namespace carom::internal

#endif  // CAROM_CORE_LAWS_DOUBLE_CONTACT_IMPACT_H_
