#include "core/math/ivp/integration_spec.h"

#include <cmath>
#include <limits>

#include "core/base/field_error.h"

namespace carom {

absl::Status ValidateIntegration(const IntegrationSpec& spec) {
  if (!(spec.relative_tolerance >= 1e-14 && spec.relative_tolerance <= 0.1)) {
    return InvalidField("integration.relative_tolerance", spec.relative_tolerance,
                        "in [1e-14, 0.1]");
  }
  if (!(spec.absolute_tolerance > 0.0 && spec.absolute_tolerance <= 0.1)) {
    return InvalidField("integration.absolute_tolerance", spec.absolute_tolerance, "in (0, 0.1]");
  }
  if (!(spec.largest_step_s >= 1e-9) || !std::isfinite(spec.largest_step_s)) {
    return InvalidField("integration.largest_step_s", spec.largest_step_s,
                        "finite and at least 1e-9");
  }
  if (spec.max_evaluations < 1 || spec.max_evaluations > 2'000'000'000) {
    return InvalidField("integration.max_evaluations", static_cast<double>(spec.max_evaluations),
                        "in [1, 2000000000]");
  }
  if (spec.max_tries < 0 || spec.max_tries > 1'000'000) {
    return InvalidField("integration.max_tries", spec.max_tries, "in [0, 1000000]");
  }
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
