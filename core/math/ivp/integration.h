#ifndef CAROM_CORE_MATH_IVP_INTEGRATION_H_
#define CAROM_CORE_MATH_IVP_INTEGRATION_H_

#include <optional>
#include <span>
#include <vector>

#include "core/math/ivp/guard_watch.h"
#include "core/math/ivp/integrator.h"
#include "core/math/ivp/stepper.h"

namespace carom {

/// What integrations use and leave to the next one.
struct IntegrationMemory {
  GuardWatch guards;
  std::vector<double> crossing_y;
  std::vector<double> sample_y;
};

/// One run of the Integrator: the loop of steps and the events between them. All that it is given
/// must outlive it. Requires a stepper that is bound to the system and the options.
class Integration {
 public:
  Integration(OdeSystem& system, const IvpOptions& options, IvpObserver& observer, Stepper& stepper,
              IntegrationMemory& memory);

  /// As Integrator::Run; once.
  IvpResult Run(double t, std::span<double> y, double t_end, std::span<const double> sample_times);

 private:
  void Start();
  void Step();
  void Stop();
  double StepLength();
  void Reject(double h, double error);
  void AcceptWhole(double h, double error);
  void AcceptToCrossing(double h);
  void Advance(double t, double h, double tried);
  void FireGuards();
  void Observe();
  void SampleBefore(double t_next);
  void Count() { cost_.evaluations += stepper_.TakeEvaluations(); }

  OdeSystem& system_;
  const IvpOptions& options_;
  IvpObserver& observer_;
  Stepper& stepper_;
  GuardWatch& guards_;
  std::span<double> crossing_y_;
  std::span<double> sample_y_;

  double t_ = 0.0;
  double t_end_ = 0.0;
  std::span<double> y_;
  std::span<const double> sample_times_;  // Not told yet.
  double planned_step_ = 0.0;
  int tries_ = 0;  // That were rejected since the last accepted step.
  int dips_ = 0;   // Looked for since then.
  int events_at_one_time_ = 0;
  IvpCost cost_;
  std::optional<IvpEnd> end_;
  bool stopped_ = false;  // By the caller.
};

}  // namespace carom

#endif  // CAROM_CORE_MATH_IVP_INTEGRATION_H_
