#include "core/laws/normal/menu.h"

#include <string>

#include "core/base/field_error.h"
#include "core/base/interval.h"
#include "core/laws/normal/restitution.h"

namespace carom {
namespace {

constexpr Interval kExponent{1.0, 3.0};
constexpr Interval kRestitution{0.0, 1.0};
constexpr Interval kPositiveRestitution{0.0, 1.0, Interval::Ends::kOpenLow};

NormalForceLaw Make(const HertzLaw& law, double stiffness) {
  return {.stiffness = stiffness, .exponent = law.exponent};
}

template <class DampedLaw>
NormalForceLaw Make(const DampedLaw& law, double stiffness) {
  return {.stiffness = stiffness,
          .exponent = law.exponent,
          .damping = law.exact ? DampingOfRestitution(law.restitution) : PrintedDamping(law),
          .policy = law.policy,
          .clip = law.clip};
}

absl::Status Check(const std::string& path, double value, const Interval& range) {
  return range.Contains(value) ? absl::OkStatus() : InvalidField(path, value, Describe(range));
}

absl::Status Check(const HertzLaw& law) { return Check("hertz.exponent", law.exponent, kExponent); }

absl::Status Check(const LankaraniNikravesh& law) {
  absl::Status status = Check("lankarani_nikravesh.restitution", law.restitution,
                              law.exact ? kPositiveRestitution : kRestitution);
  status.Update(Check("lankarani_nikravesh.exponent", law.exponent, kExponent));
  return status;
}

absl::Status Check(const FloresLaw& law) {
  absl::Status status = Check("flores.restitution", law.restitution, kPositiveRestitution);
  status.Update(Check("flores.exponent", law.exponent, kExponent));
  return status;
}

}  // namespace

NormalForceLaw MakeNormalForce(const NormalLaw& law, double stiffness) {
  return std::visit([stiffness](const auto& chosen) { return Make(chosen, stiffness); }, law);
}

absl::Status ValidateNormalLaw(const NormalLaw& law) {
  return std::visit([](const auto& chosen) { return Check(chosen); }, law);
}

}  // namespace carom
