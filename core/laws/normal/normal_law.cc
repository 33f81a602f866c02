#include "core/laws/normal/normal_law.h"

#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/laws/normal/restitution.h"

namespace carom {
namespace {

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

// For a restitution of zero an exact law would need an infinite damping.
absl::Status CheckExact(const LankaraniNikravesh& law) {
  if (!law.exact || kPositiveRestitutionRange.Contains(law.restitution)) return absl::OkStatus();
  return InvalidField("lankarani_nikravesh.restitution", law.restitution,
                      Describe(kPositiveRestitutionRange));
}

}  // namespace

NormalForceLaw MakeNormalForce(const NormalLaw& law, double stiffness) {
  return std::visit([stiffness](const auto& chosen) { return Make(chosen, stiffness); }, law);
}

absl::Status ValidateNormalLaw(const NormalLaw& law) {
  const auto* const lankarani = std::get_if<LankaraniNikravesh>(&law);
  absl::Status status = lankarani == nullptr ? absl::OkStatus() : CheckExact(*lankarani);
  status.Update(CheckChoice(law));
  return status;
}

}  // namespace carom
