#include "core/laws/discrete_time.h"

#include "core/base/parameters.h"

namespace carom {

absl::Status ValidateDiscreteTime(const DiscreteTimeSettings& settings) {
  return CheckParameters(settings);
}

}  // namespace carom
