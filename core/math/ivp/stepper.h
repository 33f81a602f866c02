#ifndef CAROM_CORE_MATH_IVP_STEPPER_H_
#define CAROM_CORE_MATH_IVP_STEPPER_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/kernels/integration.h"
#include "core/math/ivp/integrator.h"

namespace carom {

/// Sizes of errors in units of their tolerances: of the largest component, each against the larger
/// of absolute and relative tolerance; or, with IvpOptions::norm_control, of the whole vector.
class ErrorMeasure {
 public:
  ErrorMeasure() = default;
  explicit ErrorMeasure(const IvpOptions& options)
      : relative_(options.relative_tolerance),
        absolute_(options.absolute_tolerance),
        whole_(options.norm_control) {}

  /// Of the error of a step that leads from `before` to `after`; infinite when a part of it is no
  /// number.
  double OfStep(std::span<const double> error, std::span<const double> before,
                std::span<const double> after) const {
    if (whole_) return OfWhole(error, before, after);
    return kernels_->worst(static_cast<long>(error.size()), error.data(), before.data(),
                           after.data(), {absolute_, relative_});
  }

  /// Of a vector beside the state y.
  double At(std::span<const double> y, std::span<const double> vector) const {
    return OfStep(vector, y, y);
  }

 private:
  double OfWhole(std::span<const double> error, std::span<const double> before,
                 std::span<const double> after) const;

  double relative_ = 0.0;
  double absolute_ = 0.0;
  bool whole_ = false;
  const internal::StepKernels* kernels_ = &internal::ChosenStepKernels();
};

/// One method of integration: makes trial steps from where it stands, tells their error, and moves
/// on when a step is accepted. When to step, and what happens at events, is the Integrator's.
/// Keeps its memory between runs.
class Stepper {
 public:
  Stepper() = default;
  virtual ~Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  /// Before a run. `system` and the spans of `options` must outlive it.
  void Bind(OdeSystem& system, const IvpOptions& options);

  /// Stands at (t, y), as at the start or after a jump: nothing from before is used. Returns false
  /// when the slope there is not finite.
  bool Begin(double t, std::span<const double> y);

  /// A step for the beginning that the slope and its change make out to be safe, at most `limit`.
  /// [Hairer, Norsett & Wanner 1993, section II.4]
  virtual double FirstStep(double limit);

  /// Tries a step of length h > 0 and returns its error in units of the tolerance (at most 1:
  /// acceptable); infinite when it leads to something that is not finite. Its end is End().
  virtual double Try(double h) = 0;
  std::span<const double> End() const { return end_; }

  /// The method's own solution at t + part, 0 < part < h, inside the step tried last. Requires that
  /// that step was acceptable, and leaves it so.
  virtual void StateWithin(double part, std::span<double> y) = 0;

  /// Moves on to t, the end of the step tried last; y is End(), or differs a little from it when
  /// `changed` (projected onto constraints).
  virtual void Accept(double t, std::span<const double> y, bool changed) = 0;

  /// The step to try next after one of length h with this error, accepted or not.
  virtual double NextStep(double h, double error);

  /// After a step of length h with this error that was accepted, or rejected: `rejections` in a row
  /// before it, or up to it.
  virtual double StepAfterSuccess(double h, double error, int rejections) {
    const double next = NextStep(h, error);
    return rejections > 0 ? std::min(next, h) : next;
  }
  virtual double StepAfterRejection(double h, double error, int /*rejections*/) {
    return std::min(NextStep(h, error), h);
  }

  /// Evaluations of the slope since the last call.
  int64_t TakeEvaluations() { return std::exchange(evaluations_, 0); }

 protected:
  /// The error goes with the step to this power.
  virtual int error_order() const = 0;
  /// Makes room for a system of n components.
  virtual void Resize(std::size_t n) = 0;
  /// Begin() has set t_, y_ and slope_.
  virtual void Restart() {}

  void Slope(double t, std::span<const double> y, std::span<double> slope) {
    ++evaluations_;
    system_->Slope(t, y, slope);
  }

  /// The step in which the slope alone would change the state, relative to its size, by so much; at
  /// most `limit`. The first one of MATLAB's solvers.
  double StepByChange(double change, double limit) const {
    const double speed = relative_tolerance_ * measure_.At(y_, slope_);
    return speed * limit > change ? change / speed : limit;
  }

  /// Of other work, as evaluations that would take as long.
  void CountWork(int64_t evaluations) { evaluations_ += evaluations; }

  OdeSystem* system_ = nullptr;
  ErrorMeasure measure_;
  double largest_step_s_ = 0.0;
  double relative_tolerance_ = 0.0;
  bool as_matlab_ = false;
  StopToken stop_;
  double t_ = 0.0;
  std::vector<double> y_;
  std::vector<double> slope_;  ///< f(t_, y_).
  std::vector<double> end_;

 private:
  int64_t evaluations_ = 0;
  std::vector<double> probe_;
  std::vector<double> probe_slope_;
};

/// Watches the guards of a system along the steps of a Stepper and finds where they cross.
///
/// A guard that was above 0 at the start of a step is armed: it crosses where it comes to g <= 0.
/// One that was not waits; it crosses where it is not above 0 and begins to fall. Keeps its memory
/// between runs.
class GuardWatch {
 public:
  /// Before a run.
  void Bind(OdeSystem& system);

  /// Evaluates the guards at (t, y), where nothing is known from before (the start, or after a
  /// jump). Those that are not above 0 and fall have crossed.
  void Start(double t, std::span<const double> y);

  /// Evaluates the guards at (t, y), where a step has ended; the next one starts here. Those that
  /// have crossed have done so here.
  void EndStep(double t, std::span<const double> y);

  /// The same of the trial step that TryStep() saw last: it is taken.
  void EndTrialStep();

  /// Evaluates the guards at (t, y), the end of a trial step that started at the last Start() or
  /// EndStep(); returns whether any has crossed.
  bool TryStep(double t, std::span<const double> y);

  /// A length, less than h, of a shorter trial step that shows whether an armed guard dips below 0
  /// between the ends of the step of length h from t that TryStep() saw, as the cubic through its
  /// values and rates says; h when there is no doubt.
  double StepToDip(double t, double h) const;

  /// Where in the step of length h from t, tried last by `stepper`, a guard crosses first: the
  /// length of the part before. `y` becomes the state there. Requires that TryStep() returned
  /// true for the step's end.
  double Locate(Stepper& stepper, double t, double h, std::span<double> y);

  /// The same by linear interpolation of guards and state over the step from `start`, as [Double
  /// pendulum] (10)-(11).
  double LocateLinearly(double h, std::span<const double> start, std::span<const double> end,
                        std::span<double> y);

  /// Those that have crossed, ascending: what Start(), EndStep(), Locate() and LocateLinearly()
  /// found.
  std::span<const int> crossed() const { return crossed_; }

  /// What counts as one time at t: a multiple of the spacing of the numbers there.
  static double Rounding(double t);

 private:
  struct Look {
    std::vector<double> value;
    std::vector<double> rate;
  };

  void Evaluate(double t, std::span<const double> y, Look& look);
  bool IsArmed(std::size_t guard) const { return start_.value[guard] > 0.0; }
  bool HasCrossed(const Look& look, std::size_t guard) const;
  bool AnyCrossed(const Look& look) const;
  /// A guess at where in [low, high] the first guard crosses.
  double GuessCrossing(double low, double high) const;

  OdeSystem* system_ = nullptr;
  const internal::StepKernels& kernels_ = internal::ChosenStepKernels();
  std::size_t count_ = 0;
  Look start_;   ///< At the start of the step. What is above 0 in it is armed.
  Look before_;  ///< At the lower end of the bracket.
  Look after_;   ///< At the end of the step; then at the upper end of the bracket.
  Look trial_;
  std::vector<double> trial_y_;
  std::vector<int> crossed_;
  bool crossed_ahead_ = false;  ///< Whether any has crossed at after_.
};

}  // namespace carom

#endif  // CAROM_CORE_MATH_IVP_STEPPER_H_
