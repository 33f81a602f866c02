#include "server/convert/discrete_time_convert.h"

#include "absl/strings/str_cat.h"
#include "server/convert/take_enum.h"
#include "server/convert/wire_names.h"

namespace carom {

absl::Status TakeDiscreteTime(const v1::DiscreteTimeSettings& wire, const ConvertLimits& limits,
                              DiscreteTimeSettings& settings) {
  using Wire = v1::DiscreteTimeSettings;
  absl::Status status = TakeEnum("rule", "DiscreteTimeSettings.StepRule", wire.rule(),
                                 {{Wire::STEP_RULE_FIXED, StepRule::kFixed},
                                  {Wire::STEP_RULE_BY_SPEED, StepRule::kBySpeed},
                                  {Wire::STEP_RULE_BY_DISTANCE, StepRule::kByDistance}},
                                 settings.rule);
  if (wire.has_step_s()) settings.step_s = wire.step_s();
  if (wire.has_depth_m()) settings.depth_m = wire.depth_m();
  if (wire.has_max_steps()) settings.max_steps = wire.max_steps();
  if (settings.max_steps > limits.max_evaluations) {
    status.Update(BeyondLimits("max_steps", absl::StrCat(settings.max_steps), wire.has_max_steps(),
                               absl::StrCat("[1, ", limits.max_evaluations, "]")));
  }
  status.Update(ValidateDiscreteTime(settings));
  return status;
}

}  // namespace carom
