#include "core/laws/constraint_options.h"

#include "core/base/field_error.h"

namespace carom {
namespace {

absl::Status InRange(const char* path, double value, bool holds, const char* must_be) {
  return holds ? absl::OkStatus() : InvalidField(path, value, must_be);
}

}  // namespace

absl::Status ValidateConstraintOptions(const ConstraintOptions& options) {
  const auto between = [](double value, double low, double high) {
    return value >= low && value <= high;
  };
  for (const absl::Status& status :
       {InRange("baumgarte_alpha_1_s", options.baumgarte_alpha_1_s,
                between(options.baumgarte_alpha_1_s, 0.0, 1e6), "in [0, 1e6]"),
        InRange("baumgarte_beta_1_s", options.baumgarte_beta_1_s,
                between(options.baumgarte_beta_1_s, 0.0, 1e6), "in [0, 1e6]"),
        InRange("penalty", options.penalty, between(options.penalty, 1.0, 1e15), "in [1, 1e15]"),
        InRange("penalty_frequency", options.penalty_frequency,
                between(options.penalty_frequency, 0.0, 1e6), "in [0, 1e6]"),
        InRange("penalty_damping_ratio", options.penalty_damping_ratio,
                between(options.penalty_damping_ratio, 0.0, 1e3), "in [0, 1000]"),
        InRange("tolerance", options.tolerance, between(options.tolerance, 1e-15, 1.0),
                "in [1e-15, 1]"),
        InRange("max_iterations", options.max_iterations,
                options.max_iterations >= 1 && options.max_iterations <= 100, "in [1, 100]")}) {
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace carom
