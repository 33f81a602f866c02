#ifndef CAROM_CORE_MATH_IVP_GUARD_WATCH_H_
#define CAROM_CORE_MATH_IVP_GUARD_WATCH_H_

#include <cstddef>
#include <span>
#include <vector>

#include "core/kernels/step.h"
#include "core/math/ivp/integrator.h"
#include "core/math/ivp/stepper.h"

namespace carom {

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

#endif  // CAROM_CORE_MATH_IVP_GUARD_WATCH_H_
