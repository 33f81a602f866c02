#include "core/math/ivp/integration_spec.h"

#include <limits>

#include "core/base/field_error.h"
#include "core/base/parameters.h"

namespace carom {

absl::Status ValidateIntegration(const IntegrationSpec& spec) {
  if (absl::Status bad = CheckParameters(spec); !bad.ok()) return UnderPath("integration", bad);
  if (spec.max_tries > 0 && spec.method != IvpMethod::kDormandPrince54) {
    return InvalidField("integration.max_tries", spec.max_tries,
                        "0 but with DORMAND_PRINCE_54, whose tries it counts");
  }
  return absl::OkStatus();
}

IvpOptions OptionsOf(const IntegrationSpec& spec) {
  constexpr int kAnyNumber = std::numeric_limits<int>::max();
  return {.method = spec.method,
          .relative_tolerance = spec.relative_tolerance,
          .absolute_tolerance = spec.absolute_tolerance,
          .largest_step_s = spec.largest_step_s,
          .locate_guards = spec.locate_guards,
          .linear_guards = spec.linear_guards,
          .max_tries = spec.max_tries > 0 ? spec.max_tries : kAnyNumber,
          .max_evaluations = spec.max_evaluations};
}

}  // namespace carom
