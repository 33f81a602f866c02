#include "server/convert/contact_convert.h"

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/catalog_convert.h"
#include "server/convert/take_enum.h"
#include "server/convert/wire_names.h"

// A new law: one more overload of ToLaw() and one more case of its oneof.

namespace carom {
namespace {

HertzLaw ToLaw(const v1::HertzLaw& wire) {
  HertzLaw law;
  if (wire.has_exponent()) law.exponent = wire.exponent();
  return law;
}

// Both damped laws have the same fields on either side.
template <typename WireLaw, typename Law>
absl::Status TakeDamped(const WireLaw& wire, Law& law) {
  if (wire.has_restitution()) law.restitution = wire.restitution();
  if (wire.has_exact()) law.exact = wire.exact();
  if (wire.has_exponent()) law.exponent = wire.exponent();
  if (wire.has_clip()) law.clip = wire.clip();
  return TakeEnum("zero_velocity", "ZeroVelocityPolicy", wire.zero_velocity(),
                  {{v1::ZERO_VELOCITY_POLICY_HERTZ, ZeroVelocityPolicy::kHertz},
                   {v1::ZERO_VELOCITY_POLICY_RATIO_ONE, ZeroVelocityPolicy::kRatioOne},
                   {v1::ZERO_VELOCITY_POLICY_STOP, ZeroVelocityPolicy::kStop}},
                  law.policy);
}

void Take(const v1::SlipSpinBlend& wire, SlipSpinBlend& blend) {
  if (wire.has_b()) blend.b = wire.b();
  if (wire.has_m()) blend.m = wire.m();
}

}  // namespace

void Take(const v1::ContensouBlend& wire, ContensouBlend& blend) {
  Take(wire.force(), blend.force);
  Take(wire.moment(), blend.moment);
}

absl::Status TakeModel(v1::ContensouModel wire, ContensouModel& model) {
  return TakeEnum("model", "ContensouModel", wire,
                  {{v1::CONTENSOU_MODEL_INTEGRAL, ContensouModel::kIntegral},
                   {v1::CONTENSOU_MODEL_FOUR_PARAMETER, ContensouModel::kFourParameter},
                   {v1::CONTENSOU_MODEL_TWO_PARAMETER, ContensouModel::kTwoParameter}},
                  model);
}

RegularCoulomb ToLaw(const v1::CoulombFriction& wire) {
  RegularCoulomb law;
  if (wire.has_friction()) law.friction = wire.friction();
  if (wire.has_full_slip_m_s()) law.full_slip_m_s = wire.full_slip_m_s();
  return law;
}

Threlfall ToLaw(const v1::ThrelfallFriction& wire) {
  Threlfall law;
  if (wire.has_friction()) law.friction = wire.friction();
  if (wire.has_tolerance_m_s()) law.tolerance_m_s = wire.tolerance_m_s();
  return law;
}

Ambrosio ToLaw(const v1::AmbrosioFriction& wire) {
  Ambrosio law;
  if (wire.has_friction()) law.friction = wire.friction();
  if (wire.has_from_m_s()) law.from_m_s = wire.from_m_s();
  if (wire.has_full_m_s()) law.full_m_s = wire.full_m_s();
  return law;
}

RegularAlciatore ToLaw(const v1::RegularAlciatoreFriction& wire) {
  RegularAlciatore law;
  if (wire.has_a()) law.fit.a = wire.a();
  if (wire.has_b()) law.fit.b = wire.b();
  if (wire.has_c_s_m()) law.fit.c_s_per_m = wire.c_s_m();
  if (wire.has_full_slip_m_s()) law.full_slip_m_s = wire.full_slip_m_s();
  return law;
}

absl::Status Take(const v1::NormalLaw& wire, NormalLaw& law) {
  switch (wire.law_case()) {
    case v1::NormalLaw::kHertz:
      law = ToLaw(wire.hertz());
      return absl::OkStatus();
    case v1::NormalLaw::kLankaraniNikravesh:
      return AtPath(TakeDamped(wire.lankarani_nikravesh(), law.emplace<LankaraniNikravesh>()),
                    "lankarani_nikravesh");
    case v1::NormalLaw::kFlores:
      return AtPath(TakeDamped(wire.flores(), law.emplace<FloresLaw>()), "flores");
    case v1::NormalLaw::LAW_NOT_SET:
      break;
  }
  return absl::OkStatus();
}

void Take(const v1::SlipFriction& wire, SlipFriction& friction) {
  switch (wire.law_case()) {
    case v1::SlipFriction::kFrictionless:
      friction = Frictionless{};
      break;
    case v1::SlipFriction::kCoulomb:
      friction = ToLaw(wire.coulomb());
      break;
    case v1::SlipFriction::kThrelfall:
      friction = ToLaw(wire.threlfall());
      break;
    case v1::SlipFriction::kAmbrosio:
      friction = ToLaw(wire.ambrosio());
      break;
    case v1::SlipFriction::kAlciatore:
      friction = ToLaw(wire.alciatore());
      break;
    case v1::SlipFriction::LAW_NOT_SET:
      break;
  }
}

absl::Status Take(const v1::ContensouPatch& wire, ContensouPatch& patch) {
  if (wire.has_radius_m()) patch.radius_m = wire.radius_m();
  if (wire.has_friction()) patch.friction = wire.friction();
  if (wire.has_lean()) patch.lean = wire.lean();
  if (wire.has_other_lean()) patch.other_lean = wire.other_lean();
  if (wire.has_slip_smoothing_per_s()) patch.slip_smoothing_per_s = wire.slip_smoothing_per_s();
  if (wire.has_rolling_smoothing_per_s()) {
    patch.rolling_smoothing_per_s = wire.rolling_smoothing_per_s();
  }
  Take(wire.four_parameter_blend(), patch.four_parameter_blend);
  Take(wire.two_parameter_blend(), patch.two_parameter_blend);
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
  if (wire.has_modulus_pa()) material.modulus_Pa = wire.modulus_pa();
  if (wire.has_poisson()) material.poisson = wire.poisson();
  if (wire.has_density_kg_m3()) material.density_kg_m3 = wire.density_kg_m3();
  return absl::OkStatus();
}

absl::Status Take(const v1::ConstraintOptions& wire, ConstraintOptions& options) {
  if (wire.has_baumgarte_alpha_1_s()) options.baumgarte_alpha_1_s = wire.baumgarte_alpha_1_s();
  if (wire.has_baumgarte_beta_1_s()) options.baumgarte_beta_1_s = wire.baumgarte_beta_1_s();
  if (wire.has_penalty()) options.penalty = wire.penalty();
  if (wire.has_penalty_frequency()) options.penalty_frequency = wire.penalty_frequency();
  if (wire.has_penalty_damping_ratio()) {
    options.penalty_damping_ratio = wire.penalty_damping_ratio();
  }
  if (wire.has_tolerance()) options.tolerance = wire.tolerance();
  if (wire.has_max_iterations()) options.max_iterations = ToIndex(wire.max_iterations());
  return TakeEnum(
      "method", "ConstraintMethod", wire.method(),
      {{v1::CONSTRAINT_METHOD_LAGRANGE_MULTIPLIERS, ConstraintMethod::kLagrangeMultipliers},
       {v1::CONSTRAINT_METHOD_BAUMGARTE, ConstraintMethod::kBaumgarte},
       {v1::CONSTRAINT_METHOD_AUGMENTED_LAGRANGIAN, ConstraintMethod::kAugmentedLagrangian},
       {v1::CONSTRAINT_METHOD_DIRECT_CORRECTION, ConstraintMethod::kDirectCorrection}},
      options.method);
}

absl::Status Take(const v1::Integration& wire, IntegrationSpec& spec) {
  if (wire.has_relative_tolerance()) spec.relative_tolerance = wire.relative_tolerance();
  if (wire.has_absolute_tolerance()) spec.absolute_tolerance = wire.absolute_tolerance();
  if (wire.has_largest_step_s()) {
    spec.largest_step_s = wire.largest_step_s();
  } else if (wire.method() == v1::INTEGRATION_METHOD_RUNGE_KUTTA_4) {
    // No default would be right: stiff contacts and slow pendulums need very different ones.
    return InvalidField("largest_step_s", "unset",
                        "given with RUNGE_KUTTA_4, whose step is fixed and whose error is not "
                        "measured");
  }
  if (wire.has_locate_guards()) spec.locate_guards = wire.locate_guards();
  if (wire.has_linear_guards()) spec.linear_guards = wire.linear_guards();
  if (wire.has_max_evaluations()) spec.max_evaluations = wire.max_evaluations();
  if (wire.has_max_tries()) spec.max_tries = ToIndex(wire.max_tries());
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
