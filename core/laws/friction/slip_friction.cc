#include "core/laws/friction/slip_friction.h"

#include "core/base/field_error.h"
#include "core/base/parameters.h"

namespace carom {
namespace {

absl::Status CheckSlips(const Ambrosio& law) {
  const Interval below_full{0.0, law.full_m_s, Interval::Ends::kOpenHigh};
  if (below_full.Contains(law.from_m_s)) return absl::OkStatus();
  return InvalidField("ambrosio.from_m_s", law.from_m_s, Describe(below_full));
}

}  // namespace

absl::Status ValidateSlipFriction(const SlipFriction& friction) {
  absl::Status status = CheckChoice(friction);
  if (const auto* ambrosio = std::get_if<Ambrosio>(&friction)) status.Update(CheckSlips(*ambrosio));
  return status;
}

}  // namespace carom
