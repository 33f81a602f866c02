#include "server/convert/contact_convert.h"

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/catalog_convert.h"
#include "server/convert/take_enum.h"
#include "server/convert/take_parameters.h"
#include "server/convert/wire_names.h"

namespace carom {
namespace {

// Hertz's law has no loss, and so no policy of it.
absl::Status TakePolicy(v1::ZeroVelocityPolicy wire, NormalLaw& law) {
  const auto take = [wire](auto& chosen) {
    if constexpr (requires { chosen.policy; }) {
      return TakeEnum("zero_velocity", "ZeroVelocityPolicy", wire,
                      {{v1::ZERO_VELOCITY_POLICY_HERTZ, ZeroVelocityPolicy::kHertz},
                       {v1::ZERO_VELOCITY_POLICY_RATIO_ONE, ZeroVelocityPolicy::kRatioOne},
                       {v1::ZERO_VELOCITY_POLICY_STOP, ZeroVelocityPolicy::kStop}},
                      chosen.policy);
    }
    return absl::OkStatus();
  };
  return std::visit(take, law);
}

}  // namespace

void Take(const v1::ContensouBlend& wire, ContensouBlend& blend) { TakeParameters(wire, blend); }

absl::Status TakeModel(v1::ContensouModel wire, ContensouModel& model) {
  return TakeEnum("model", "ContensouModel", wire,
                  {{v1::CONTENSOU_MODEL_INTEGRAL, ContensouModel::kIntegral},
                   {v1::CONTENSOU_MODEL_FOUR_PARAMETER, ContensouModel::kFourParameter},
                   {v1::CONTENSOU_MODEL_TWO_PARAMETER, ContensouModel::kTwoParameter}},
                  model);
}

absl::Status Take(const v1::NormalLaw& wire, NormalLaw& law) {
  TakeChoice(wire, "law", law);
  absl::Status status =
      AtPath(TakePolicy(wire.lankarani_nikravesh().zero_velocity(), law), "lankarani_nikravesh");
  status.Update(AtPath(TakePolicy(wire.flores().zero_velocity(), law), "flores"));
  return status;
}

void Take(const v1::SlipFriction& wire, SlipFriction& friction) {
  TakeChoice(wire, "law", friction);
}

absl::Status Take(const v1::ContensouPatch& wire, ContensouPatch& patch) {
  TakeParameters(wire, patch);
  absl::Status status = TakeModel(wire.model(), patch.model);
  status.Update(TakeEnum("smoothing", "SlipSmoothing", wire.smoothing(),
                         {{v1::SLIP_SMOOTHING_LOCAL, SlipSmoothing::kLocal},
                          {v1::SLIP_SMOOTHING_GLOBAL, SlipSmoothing::kGlobal}},
                         patch.smoothing));
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
  return TakeEnum(
      "method", "ConstraintMethod", wire.method(),
      {{v1::CONSTRAINT_METHOD_LAGRANGE_MULTIPLIERS, ConstraintMethod::kLagrangeMultipliers},
       {v1::CONSTRAINT_METHOD_BAUMGARTE, ConstraintMethod::kBaumgarte},
       {v1::CONSTRAINT_METHOD_AUGMENTED_LAGRANGIAN, ConstraintMethod::kAugmentedLagrangian},
       {v1::CONSTRAINT_METHOD_DIRECT_CORRECTION, ConstraintMethod::kDirectCorrection}},
      options.method);
}

absl::Status Take(const v1::Integration& wire, IntegrationSpec& spec) {
  TakeParameters(wire, spec);
  if (!wire.has_largest_step_s() && wire.method() == v1::INTEGRATION_METHOD_RUNGE_KUTTA_4) {
    // No default would be right: stiff contacts and slow pendulums need very different ones.
    return InvalidField("largest_step_s", "unset",
                        "given with RUNGE_KUTTA_4, whose step is fixed and whose error is not "
                        "measured");
  }
  return TakeEnum("method", "IntegrationMethod", wire.method(),
                  {{v1::INTEGRATION_METHOD_RUNGE_KUTTA_4, IvpMethod::kRungeKutta4},
                   {v1::INTEGRATION_METHOD_DORMAND_PRINCE_54, IvpMethod::kDormandPrince54},
                   {v1::INTEGRATION_METHOD_ADAMS_PECE, IvpMethod::kAdamsPece},
                   {v1::INTEGRATION_METHOD_RADAU_IIA_5, IvpMethod::kRadauIia5}},
                  spec.method);
}

absl::Status CheckEvaluations(const v1::Integration& wire, const ConvertLimits& limits,
                              const IntegrationSpec& spec) {
  if (spec.max_evaluations <= limits.max_evaluations) return absl::OkStatus();
  return BeyondLimits("max_evaluations", absl::StrCat(spec.max_evaluations),
                      wire.has_max_evaluations(),
                      absl::StrCat("[1, ", limits.max_evaluations, "]"));
}

}  // namespace carom
