#ifndef CAROM_CORE_MATH_IVP_ODE_SYSTEM_H_
#define CAROM_CORE_MATH_IVP_ODE_SYSTEM_H_

#include <limits>
#include <span>

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

  /// Told before an integration whether its events will be located. When not, guards are looked at
  /// after each step only, so f must itself notice within a step what a guard would have found.
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

}  // namespace carom

#endif  // CAROM_CORE_MATH_IVP_ODE_SYSTEM_H_
