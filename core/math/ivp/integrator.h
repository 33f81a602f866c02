#ifndef CAROM_CORE_MATH_IVP_INTEGRATOR_H_
#define CAROM_CORE_MATH_IVP_INTEGRATOR_H_

#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include "absl/status/status.h"
#include "core/base/interval.h"
#include "core/base/stop_token.h"

namespace carom {

/// A system y' = f(t, y) whose right-hand side may change at events, as the integrators of this
/// folder see it.
///
/// Events are found by guards: smooth functions g(t, y) of which each stands for something that
/// holds while g > 0. A guard crosses when it comes from above to g <= 0. The gap of two bodies
/// guards their separation; once they touch, the same guard may stand for their penetration and so
/// for the contact. Between two events f must be smooth, guards included: modes change in OnGuards
/// only.
class OdeSystem {
 public:
  virtual ~OdeSystem() = default;

  /// Number of components of y; constant during an integration.
  virtual int size() const = 0;

  /// f(t, y) into `slope`.
  virtual void Slope(double t, std::span<const double> y, std::span<double> slope) = 0;

  /// Number of guards; constant during an integration.
  virtual int guard_count() const { return 0; }

  /// Called before an integration with whether its events will be located. When not, guards are
  /// looked at after each step only, so f must itself notice within a step what a guard would have
  /// found.
  virtual void LocatesGuards(bool /*located*/) {}

  /// Values of all guards and their rates along the motion, dg/dt.
  virtual void Guards(double /*t*/, std::span<const double> /*y*/, std::span<double> /*value*/,
                      std::span<double> /*rate*/) {}

  /// The guards in `crossed` (ascending) cross at t, all within one rounding of each other: they
  /// change together. May change modes and let y jump. Returning false ends the integration.
  virtual bool OnGuards(double /*t*/, std::span<double> /*y*/, std::span<const int> /*crossed*/) {
    return true;
  }

  /// Called at the end of every accepted step, before guards. May change y (a projection onto
  /// constraints); returns whether it did.
  virtual bool AfterStep(double /*t*/, std::span<double> /*y*/) { return false; }

  /// A bound on the next step from (t, y) that the system wants for its own sake, whether events
  /// are located or not.
  virtual double WantedStep(double /*t*/, std::span<const double> /*y*/) {
    return std::numeric_limits<double>::infinity();
  }

  /// The next step from (t, y): `step`, or less where a guard could cross twice unseen. Asked for
  /// where events are located.
  virtual double LimitStep(double /*t*/, std::span<const double> /*y*/, double step) {
    return step;
  }
};

enum class IvpMethod {
  kRungeKutta4,      ///< Classical, fixed step IvpOptions::largest_step_s.
  kDormandPrince54,  ///< [Dormand & Prince 1980], variable step.
  kAdamsPece,        ///< Adams-Bashforth-Moulton, predict-evaluate-correct-evaluate, order 1 to 13.
  kRadauIia5,        ///< Implicit, for stiff systems.
};

/// Who chooses the steps of kDormandPrince54 and kAdamsPece.
enum class StepControl {
  kStandard,
  /// As ode45 and ode113 do [Shampine & Reichelt, The MATLAB ODE Suite, SIAM J. Sci. Comput. 18,
  /// 1997]: the tool of [Smooth contact] and [Compliant pool table]. Its MaxStep is largest_step_s,
  /// by default a tenth of the run. Its norm of errors is the one used here anyway.
  kMatlab,
};

struct IvpOptions {
  IvpMethod method = IvpMethod::kDormandPrince54;
  double relative_tolerance = 1e-8;
  double absolute_tolerance = 1e-10;  ///< In the unit of each component.
  double first_step_s = 0.0;          ///< 0: chosen from the slope.
  StepControl step_control = StepControl::kStandard;
  /// Errors in the norm of the whole state, as with MATLAB's NormControl; else that of the largest
  /// component.
  bool norm_control = false;
  double largest_step_s = std::numeric_limits<double>::infinity();
  /// False: guards are looked at after each step only, and cross at its end; how integrators
  /// without event location see contacts.
  bool locate_guards = true;
  /// Linear interpolation of t and y in place of the method's own solution at a crossing, as
  /// [Double pendulum] (10)-(11).
  bool linear_guards = false;
  /// Tries of one step, of which the last is taken whatever its error: the cap on iterations that
  /// [Smooth contact] 6 proposes. Of kDormandPrince54.
  int max_tries = std::numeric_limits<int>::max();
  /// Of the slope; what Radau's decompositions of n equations cost counts as n^2/25 of them.
  int64_t max_evaluations = 100'000'000;
  int64_t max_guard_events = 1'000'000;
  StopToken stop = StopToken();  ///< Asked before every try of a step, and within long ones.
};

enum class IvpEnd {
  kComplete,         ///< t_end was reached.
  kAsked,            ///< OnGuards, the observer or IvpOptions::stop said so.
  kEvaluationLimit,  ///< IvpOptions::max_evaluations.
  kGuardLimit,       ///< IvpOptions::max_guard_events.
  kStepUnderflow,  ///< Steps became too short to move t: a singularity, or events that accumulate.
  kNotFinite,      ///< The slope is no number.
};

/// What an integration cost.
struct IvpCost {
  int64_t evaluations = 0;
  int64_t accepted_steps = 0;
  int64_t rejected_steps = 0;
  int64_t guard_events = 0;
  double shortest_step_s = std::numeric_limits<double>::infinity();  ///< Of the accepted ones.
  double longest_step_s = 0.0;
};

struct IvpResult {
  IvpEnd end = IvpEnd::kComplete;
  double t = 0.0;  ///< Where it ended; the state is in the caller's y.
  IvpCost cost;
};

/// Follows an integration as it goes on.
class IvpObserver {
 public:
  virtual ~IvpObserver() = default;
  /// The state at a requested time. Requests never change the steps. At an event's time: after it.
  virtual void Sample(double /*t*/, std::span<const double> /*y*/) {}
  /// After each accepted step and each event. Returning false ends the integration.
  virtual bool Step(double /*t*/, std::span<const double> /*y*/) { return true; }
};

/// Integrates systems with event location. Guards that cross are found on the method's own solution
/// (a shorter step from the same point ends on them), to the last bits of t, the earliest first;
/// those that cross within a rounding of it change together. A guard that is not above 0 at the
/// start and not falling waits until it is; one that is not above 0 and falling crosses at once. A
/// guard that dips below 0 within a step and comes back is looked for by its rates. All this holds
/// after events too: OnGuards must turn a guard that crossed, by another mode or by a jump, or it
/// crosses at once again, until the integration ends with kStepUnderflow.
///
/// Keeps its memory between runs and allocates only when a system is larger than any before. Bits
/// and cost depend on the system and the options alone: what samples evaluate is not counted. Not
/// thread-safe.
class Integrator {
 public:
  Integrator();
  ~Integrator();
  Integrator(Integrator&&) noexcept;
  Integrator& operator=(Integrator&&) noexcept;

  /// Integrates `system` from (t0, y) to t_end > t0; y becomes the state at the end.
  /// `sample_times` ascend.
  IvpResult Run(OdeSystem& system, double t0, std::span<double> y, double t_end,
                const IvpOptions& options, std::span<const double> sample_times,
                IvpObserver& observer);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

/// What a user chooses of IvpOptions; each model has its own defaults.
struct IntegrationSpec {
  IvpMethod method = IvpMethod::kDormandPrince54;
  double relative_tolerance = 1e-10;     ///< In [1e-14, 0.1].
  double absolute_tolerance = 1e-12;     ///< In (0, 0.1].
  double largest_step_s = 1e-2;          ///< >= 1e-9; the step of kRungeKutta4.
  bool locate_guards = true;             ///< Contacts and impacts at their own times.
  bool linear_guards = false;            ///< Located by linear interpolation: IvpOptions has it.
  int64_t max_evaluations = 50'000'000;  ///< In [1, 2e9]; a run that needs more is cut off.
  int max_tries = 0;  ///< In [0, 1e6]; above 0, of kDormandPrince54: IvpOptions has it.
  StepControl step_control = StepControl::kStandard;
  bool norm_control = false;  ///< IvpOptions has it.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("method", self.method);
    visit("relative_tolerance", self.relative_tolerance, {1e-14, 0.1});
    visit("absolute_tolerance", self.absolute_tolerance, {0.0, 0.1, Interval::Ends::kOpenLow});
    visit("largest_step_s", self.largest_step_s,
          {1e-9, std::numeric_limits<double>::infinity(), Interval::Ends::kOpenHigh});
    visit("locate_guards", self.locate_guards);
    visit("linear_guards", self.linear_guards);
    visit("max_evaluations", self.max_evaluations, {1, 2e9});
    visit("max_tries", self.max_tries, {0, 1e6});
    visit("step_control", self.step_control);
    visit("norm_control", self.norm_control);
  }
};

/// INVALID_ARGUMENT with a path below "integration.".
absl::Status ValidateIntegration(const IntegrationSpec& spec);

/// The rest of the options at their defaults.
IvpOptions OptionsOf(const IntegrationSpec& spec);

}  // namespace carom

#endif  // CAROM_CORE_MATH_IVP_INTEGRATOR_H_
