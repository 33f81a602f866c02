#include "core/laws/constraint_options.h"

#include "core/base/parameters.h"

namespace carom {

absl::Status ValidateConstraintOptions(const ConstraintOptions& options) {
  return CheckParameters(options);
}

}  // namespace carom
