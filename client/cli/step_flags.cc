#include "client/cli/step_flags.h"

#include <limits>

#include "absl/strings/str_cat.h"

namespace carom {

using carom::v1::DiscreteTimeSettings;

void StepFlags::Declare(FlagSet* flags) {
  flags->AddText("step-rule", "RULE",
                 "of --engine=discrete-time: fixed (default), by-speed or by-distance:\n"
                 "steps so short that balls overlap by --step-depth at the most",
                 &rule_);
  flags->AddNumber("step-s", "S",
                   "its step, with the other rules the longest one, in [1e-7, 1]; default\n3e-5",
                   &step_s_);
  flags->AddNumber("step-depth", "M", "in [1e-9, 0.1]; default a hundredth of a ball's radius",
                   &depth_m_);
  flags->AddCount("max-steps", "N",
                  "in [1, 2000000000] (a server may allow fewer); default 20000000", &max_steps_);
}

const char* StepFlags::Given() const {
  return rule_        ? "step-rule"
         : step_s_    ? "step-s"
         : depth_m_   ? "step-depth"
         : max_steps_ ? "max-steps"
                      : nullptr;
}

absl::Status StepFlags::Apply(DiscreteTimeSettings* settings) const {
  if (rule_ == "fixed") {
    settings->set_rule(DiscreteTimeSettings::STEP_RULE_FIXED);
  } else if (rule_ == "by-speed") {
    settings->set_rule(DiscreteTimeSettings::STEP_RULE_BY_SPEED);
  } else if (rule_ == "by-distance") {
    settings->set_rule(DiscreteTimeSettings::STEP_RULE_BY_DISTANCE);
  } else if (rule_) {
    return absl::InvalidArgumentError(
        absl::StrCat("--step-rule: \"", *rule_, "\" must be fixed, by-speed or by-distance"));
  }
  if (step_s_) settings->set_step_s(*step_s_);
  if (depth_m_) settings->set_depth_m(*depth_m_);
  if (!max_steps_) return absl::OkStatus();
  if (*max_steps_ > std::numeric_limits<uint32_t>::max()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--max-steps: ", *max_steps_, " must be in [1, 2000000000]"));
  }
  settings->set_max_steps(static_cast<uint32_t>(*max_steps_));
  return absl::OkStatus();
}

}  // namespace carom
