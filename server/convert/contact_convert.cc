#include "server/convert/contact_convert.h"

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/catalog_convert.h"
#include "server/convert/fields.h"

namespace carom {
namespace {

// The arm of a normal law that has a policy; Hertz's law has no loss, and so none.
template <class Wire>
absl::Status TakePolicy(const char* arm, const Wire& wire, NormalLaw& law) {
  const auto take = [&](auto& chosen) {
    if constexpr (requires { chosen.policy; }) {
      return UnderPath(arm, TakeEnum(wire, "zero_velocity", chosen.policy));
    }
    return absl::OkStatus();
  };
  return std::visit(take, law);
}

}  // namespace

absl::Status Take(const v1::NormalLaw& wire, NormalLaw& law) {
  TakeChoice(wire, "law", law);
  absl::Status status = TakePolicy("lankarani_nikravesh", wire.lankarani_nikravesh(), law);
  status.Update(TakePolicy("flores", wire.flores(), law));
  return status;
}

absl::Status Take(const v1::ContensouPatch& wire, ContensouPatch& patch) {
  TakeParameters(wire, patch);
  absl::Status status = TakeEnum(wire, "model", patch.model);
  status.Update(TakeEnum(wire, "smoothing", patch.smoothing));
  return status;
}

absl::Status Take(const v1::Material& wire, Material& material) {
  if (!wire.name().empty()) {
    const Material* known = FindMaterial(wire.name());
    if (known == nullptr) return UnknownName("name", wire.name(), MaterialNames());
    material = *known;
  }
  TakeParameters(wire, material);
  return absl::OkStatus();
}

absl::Status Take(const v1::ConstraintOptions& wire, ConstraintOptions& options) {
  TakeParameters(wire, options);
  return TakeEnum(wire, "method", options.method);
}

absl::Status Take(const v1::Integration& wire, IntegrationSpec& spec) {
  TakeParameters(wire, spec);
  if (!wire.has_largest_step_s() && wire.method() == v1::INTEGRATION_METHOD_RUNGE_KUTTA_4) {
    // No default would be right: stiff contacts and slow pendulums need very different ones.
    return InvalidField("largest_step_s", "unset",
                        "given with RUNGE_KUTTA_4, whose step is fixed and whose error is not "
                        "measured");
  }
  return TakeEnum(wire, "method", spec.method);
}

absl::Status CheckEvaluations(const v1::Integration& wire, const ConvertLimits& limits,
                              const IntegrationSpec& spec) {
  return CheckLimit("max_evaluations", spec.max_evaluations, wire.has_max_evaluations(),
                    limits.max_evaluations);
}

}  // namespace carom
