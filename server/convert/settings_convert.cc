#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/parameters.h"
#include "core/laws/compliant.h"
#include "core/laws/validate.h"
#include "core/table/validate.h"
#include "server/convert/fields.h"
#include "server/convert/request_convert.h"

// Every field starts at the core's default and is overwritten where the wire has a value. The
// core's initialisers are the only place where a default is written in code.

namespace carom {

absl::Status TakeParameters(const google::protobuf::Message& wire, Material& material) {
  const std::string& name = static_cast<const v1::Material&>(wire).name();
  if (!name.empty()) {
    const Material* known = FindMaterial(name);
    if (known == nullptr) return UnknownName("name", name, NamesOf(Materials()));
    material = *known;
  }
  return TakeParameters<Material>(wire, material);
}

absl::Status TakeParameters(const google::protobuf::Message& wire, IntegrationSpec& spec) {
  const auto& integration = static_cast<const v1::Integration&>(wire);
  if (!integration.has_largest_step_s() &&
      integration.method() == v1::INTEGRATION_METHOD_RUNGE_KUTTA_4) {
    // No default would be right: stiff contacts and slow pendulums need very different ones.
    return InvalidField("largest_step_s", "unset",
                        "given with RUNGE_KUTTA_4, whose step is fixed and whose error is not "
                        "measured");
  }
  return TakeParameters<IntegrationSpec>(wire, spec);
}

absl::Status TakeParameters(const google::protobuf::Message& wire, CompliantContact& contact) {
  FieldTaker take(wire);
  take.Part("friction", contact.friction);
  take.Part("normal", contact.normal);
  return take.status();
}

absl::Status CheckEvaluations(const google::protobuf::Message& holder, const ConvertLimits& limits,
                              const IntegrationSpec& spec) {
  const auto* const wire = static_cast<const v1::Integration*>(GivenMessage(holder, "integration"));
  return UnderPath("integration", CheckLimit("max_evaluations", spec.max_evaluations,
                                             wire != nullptr && wire->has_max_evaluations(),
                                             limits.max_evaluations));
}

namespace {

// The laws of balls and slate, but no cloth lies on a liner whose numbers they could have.
struct AtLiner {
  template <class Law>
  static Law Make() {
    return Law{kLinerRestitution, kLinerFriction};
  }
};

double At(const v1::FactorAtSpeed& point) { return point.speed_m_s(); }
double At(const v1::FactorAtAngle& point) { return point.angle_rad(); }

absl::Status TakeFactor(const char* path, const auto& points, FactorTable& factor) {
  absl::Status bad = CheckSize(path, points.size(), 0, FactorTable::kMostPoints);
  if (!bad.ok()) return bad;
  for (const auto& point : points) {
    factor.Add({At(point), point.has_factor() ? point.factor() : 1.0});
  }
  return absl::OkStatus();
}

absl::Status TakeLaws(const v1::Settings& wire, LawSet& laws) {
  FieldTaker take(wire);
  take.Part("ball_ball", laws.ball_ball);
  take.Part("cushion", laws.cushion);
  if (wire.cushion().has_contact_time_s()) laws.cushion_contact_s = wire.cushion().contact_time_s();
  take.Update(TakeFactor("cushion.restitution_factor", wire.cushion().restitution_factor(),
                         laws.cushion_factors.restitution));
  take.Update(TakeFactor("cushion.friction_factor", wire.cushion().friction_factor(),
                         laws.cushion_factors.friction));
  take.Part("slate", laws.slate);
  take.Update(UnderPath("liner", TakeChoice<AtLiner>(wire.liner(), "law", laws.liner)));
  take.Update(ValidateLaws(laws));
  return take.status();
}

absl::Status TakeCompliant(const v1::CompliantSettings& wire, CompliantSettings& settings) {
  // The preset comes first: further fields replace its values.
  if (!wire.preset().empty()) {
    const CompliantPreset* const preset = FindCompliantPreset(wire.preset());
    if (preset == nullptr) return UnknownName("preset", wire.preset(), NamesOf(CompliantPresets()));
    settings = preset->settings;
  }
  FieldTaker take(wire);
  CompliantSettings::Parameters(settings, take);
  take.Part("ball_ball", settings.ball_ball);
  take.Part("cushion", settings.cushion);
  take.Part("liner", settings.liner);
  take.Part("cloth_normal", settings.cloth_normal);
  take.Part("cloth_friction", settings.cloth_friction);
  take.Part("ball_material", settings.ball_material);
  take.Part("cloth_material", settings.cloth_material);
  take.Part("cushion_material", settings.cushion_material);
  take.Part("liner_material", settings.liner_material);
  take.Part("constraints", settings.constraints);
  take.Part("integration", settings.integration);
  if (wire.has_constraints() && wire.welds().empty() && !wire.welded_table()) {
    take.Update(InvalidField("constraints", "given", "absent without welds and welded_table"));
  }
  // Their number is bounded here too, so that a list that is too long is not copied first.
  take.Update(CheckSize("welds", wire.welds_size(), 0, kMostWelds));
  if (!take.status().ok()) return take.status();
  for (const v1::Weld& weld : wire.welds()) {
    settings.welds.push_back({ToIndex(weld.first()), ToIndex(weld.second())});
  }
  return InWireCase(ValidateCompliant(settings));
}

absl::Status TakeDiscreteTime(const v1::DiscreteTimeSettings& wire, const ConvertLimits& limits,
                              DiscreteTimeSettings& settings) {
  absl::Status status = TakeParameters(wire, settings);
  status.Update(
      CheckLimit("max_steps", settings.max_steps, wire.has_max_steps(), limits.max_evaluations));
  status.Update(CheckParameters(settings));
  return status;
}

// Refuses what the chosen engine would silently ignore.
absl::Status CheckOtherEngine(const v1::Settings& wire, Engine engine) {
  const bool events = engine == Engine::kEventDriven;
  const bool forces = engine == Engine::kCompliant;
  const bool steps = engine == Engine::kDiscreteTime;
  const std::pair<const char*, bool> looked_at[] = {
      {"compliant", forces || wire.compliant().ByteSizeLong() == 0},
      {"discrete_time", steps || wire.discrete_time().ByteSizeLong() == 0},
      {"ball_ball", !forces},
      {"cushion", !forces},
      {"slate", events},
      {"liner", events},
      {"rest_hop_s", events},
      {"simultaneous", events},
      {"cluster_gap_m", events},
      {"settle_speed_m_s", events}};
  const char* const name = forces ? "COMPLIANT" : steps ? "DISCRETE_TIME" : "EVENT_DRIVEN";
  for (const auto& [field, is_looked_at] : looked_at) {
    if (is_looked_at || !FieldTaker(wire).Gives(field)) continue;
    return InvalidField(field, "",
                        absl::StrCat("absent: the engine ", name, " does not look at it"));
  }
  return absl::OkStatus();
}

absl::Status TakeEngine(const v1::Settings& wire, const ConvertLimits& limits, Settings& settings) {
  absl::Status status = TakeEnum(wire, "engine", settings.engine);
  if (wire.has_compliant()) {
    status.Update(UnderPath("compliant", TakeCompliant(wire.compliant(), settings.compliant)));
  }
  // A default that the chosen engine does not use is no reason to refuse.
  if (settings.engine == Engine::kCompliant ||
      wire.compliant().integration().has_max_evaluations()) {
    status.Update(UnderPath(
        "compliant", CheckEvaluations(wire.compliant(), limits, settings.compliant.integration)));
  }
  if (settings.engine == Engine::kDiscreteTime) {
    status.Update(UnderPath(
        "discrete_time", TakeDiscreteTime(wire.discrete_time(), limits, settings.discrete_time)));
  }
  status.Update(CheckOtherEngine(wire, settings.engine));
  return status;
}

absl::Status TakeStop(const v1::Stop& wire, StopRules& stop) {
  FieldTaker take(wire);
  take("first_contact", stop.at_first_contact);
  take("scratch", stop.at_scratch);
  take("at_time_s", stop.at_time_s);
  take.Bits("potted_balls", stop.when_potted);
  return UnderPath("stop", take.status());
}

}  // namespace

absl::StatusOr<std::shared_ptr<const Settings>> ConvertSettings(const v1::Settings& wire,
                                                                const ConvertLimits& limits) {
  auto settings = std::make_shared<Settings>();
  Environment& environment = settings->environment;
  absl::Status status = CheckLimit("limits.max_events", wire.limits().max_events(), /*given=*/true,
                                   limits.max_events);
  if (status.ok()) status = CheckRanges(wire);
  if (status.ok()) status = TakeParameters(wire, environment);
  if (status.ok()) {
    status = TakeFactor("cloth.rolling_factor", wire.cloth().rolling_factor(),
                        environment.cloth.rolling_factor);
  }
  if (status.ok()) status = TakeLaws(wire, settings->laws);
  if (status.ok()) status = TakeEngine(wire, limits, *settings);
  if (status.ok()) status = TakeStop(wire.stop(), environment.stop);
  if (status.ok()) status = ValidateEnvironment(environment);
  if (!status.ok()) return status;
  return settings;
}

}  // namespace carom
