#include "core/laws/friction/menu.h"

#include <string>

#include "core/base/field_error.h"
#include "core/base/interval.h"

namespace carom {
namespace {

constexpr Interval kFriction{0.0, 10.0};
constexpr Interval kSlip{0.0, 1.0};
constexpr Interval kPositiveSlip{0.0, 1.0, Interval::Ends::kOpenLow};
constexpr Interval kDecay{0.0, 1000.0};  // s/m

absl::Status Check(const std::string& path, double value, const Interval& range) {
  return range.Contains(value) ? absl::OkStatus() : InvalidField(path, value, Describe(range));
}

absl::Status Check(const Frictionless& /*law*/) { return absl::OkStatus(); }

absl::Status Check(const RegularCoulomb& law) {
  absl::Status status = Check("coulomb.friction", law.friction, kFriction);
  status.Update(Check("coulomb.full_slip_m_s", law.full_slip_m_s, kSlip));
  return status;
}

absl::Status Check(const Threlfall& law) {
  absl::Status status = Check("threlfall.friction", law.friction, kFriction);
  status.Update(Check("threlfall.tolerance_m_s", law.tolerance_m_s, kPositiveSlip));
  return status;
}

absl::Status Check(const Ambrosio& law) {
  const Interval below_full{0.0, law.full_m_s, Interval::Ends::kOpenHigh};
  absl::Status status = Check("ambrosio.friction", law.friction, kFriction);
  status.Update(Check("ambrosio.full_m_s", law.full_m_s, kPositiveSlip));
  status.Update(Check("ambrosio.from_m_s", law.from_m_s, below_full));
  return status;
}

absl::Status Check(const RegularAlciatore& law) {
  absl::Status status = Check("alciatore.a", law.fit.a, kFriction);
  status.Update(Check("alciatore.b", law.fit.b, kFriction));
  status.Update(Check("alciatore.c_s_m", law.fit.c_s_per_m, kDecay));
  status.Update(Check("alciatore.full_slip_m_s", law.full_slip_m_s, kSlip));
  return status;
}

}  // namespace

absl::Status ValidateSlipFriction(const SlipFriction& friction) {
  return std::visit([](const auto& law) { return Check(law); }, friction);
}

}  // namespace carom
