#include "core/laws/validate.h"

#include "core/base/field_error.h"
#include "core/base/parameters.h"

namespace carom {

absl::Status ValidateLaws(const LawSet& laws) {
  absl::Status status = UnderPath("ball_ball", CheckChoice(laws.ball_ball));
  status.Update(UnderPath("cushion", CheckChoice(laws.cushion)));
  status.Update(UnderPath("slate", CheckChoice(laws.slate)));
  // A liner needs a friction of its own: no cloth covers it.
  status.Update(UnderPath("liner", CheckChoice(laws.liner, RangeCheck::Optionals::kGiven)));
  return status;
}

}  // namespace carom
