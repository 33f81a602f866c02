#ifndef CAROM_CORE_MODELS_MECHANISM_RUN_H_
#define CAROM_CORE_MODELS_MECHANISM_RUN_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "core/math/ivp/integrator.h"
#include "core/record/mechanism_record.h"
#include "core/record/stop_token.h"

namespace carom {

/// How a mechanism's equations are integrated; each model has its own defaults.
struct IntegrationSpec {
  IvpMethod method = IvpMethod::kDormandPrince54;
  double relative_tolerance = 1e-10;     ///< In [1e-14, 0.1].
  double absolute_tolerance = 1e-12;     ///< > 0.
  double largest_step_s = 1e-2;          ///< > 0; the step of kRungeKutta4.
  bool locate_guards = true;             ///< Contacts and impacts at their own times.
  bool linear_guards = false;            ///< Located by linear interpolation: IvpOptions has it.
  int64_t max_evaluations = 50'000'000;  ///< In [1, 2e9]; a run that needs more is cut off.
};

/// INVALID_ARGUMENT with a path below "integration.".
absl::Status ValidateIntegration(const IntegrationSpec& spec);

/// INVALID_ARGUMENT at "duration_s" unless it is in (0, 1e6].
absl::Status ValidateDuration(double duration_s);

/// What is written down of a run. Never changes a result.
struct MechanismDetail {
  double sample_period_s = 0.0;        ///< > 0: samples at 0, period, ... up to the duration.
  std::vector<double> sample_times_s;  ///< Further times, ascending, >= 0.
  int64_t max_samples = 1 << 20;       ///< Rows beyond which a run is refused.
};

/// INVALID_ARGUMENT with a path below "detail.".
absl::Status ValidateDetail(const MechanismDetail& detail, double duration_s);

/// Turns a state into a row of MechanismRecord::samples.
using SampleRow = std::function<void(double t, std::span<const double> y, std::span<double> row)>;

/// Integrates `system` from (0, y) over the duration and writes samples (whose channels the model
/// has named), cost, stop reason, end time and hash into `record`; events are the model's. Ends
/// early when `stop` asks for it. Requires valid arguments. y becomes the final state.
void RunMechanism(OdeSystem& system, std::span<double> y, double duration_s,
                  const IntegrationSpec& integration, const MechanismDetail& detail, StopToken stop,
                  const SampleRow& sample_row, MechanismRecord& record);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_MECHANISM_RUN_H_
