#include "core/laws/discrete_time.h"

#include "core/base/field_error.h"

namespace carom {

absl::Status ValidateDiscreteTime(const DiscreteTimeSettings& settings) {
  if (!(settings.step_s >= 1e-7 && settings.step_s <= 1.0)) {
    return InvalidField("step_s", settings.step_s, "in [1e-7, 1]");
  }
  if (!(settings.depth_m >= 1e-9 && settings.depth_m <= 0.1)) {
    return InvalidField("depth_m", settings.depth_m, "in [1e-9, 0.1]");
  }
  if (settings.max_steps < 1 || settings.max_steps > 2'000'000'000) {
    return InvalidField("max_steps", static_cast<double>(settings.max_steps), "in [1, 2e9]");
  }
  return absl::OkStatus();
}

}  // namespace carom
