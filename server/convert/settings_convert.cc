#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/parameters.h"
#include "core/laws/compliant.h"
#include "core/laws/validate.h"
#include "core/table/validate.h"
#include "server/convert/catalog_convert.h"
#include "server/convert/contact_convert.h"
#include "server/convert/fields.h"
#include "server/convert/request_convert.h"

// Every field starts at the core's default and is overwritten where the wire has a value. The
// core's initialisers are the only place where a default is written in code.

namespace carom {
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
  TakeChoice(wire.ball_ball(), "law", laws.ball_ball);
  TakeChoice(wire.cushion(), "law", laws.cushion);
  if (wire.cushion().has_contact_time_s()) {
    laws.cushion_contact_s = wire.cushion().contact_time_s();
  }
  absl::Status factors =
      TakeFactor("cushion.restitution_factor", wire.cushion().restitution_factor(),
                 laws.cushion_factors.restitution);
  factors.Update(TakeFactor("cushion.friction_factor", wire.cushion().friction_factor(),
                            laws.cushion_factors.friction));
  if (!factors.ok()) return factors;
  TakeChoice(wire.slate(), "law", laws.slate);
  TakeChoice<AtLiner>(wire.liner(), "law", laws.liner);
  return ValidateLaws(laws);
}

absl::Status TakeContact(const v1::CompliantContact& wire, CompliantContact& contact) {
  TakeChoice(wire.friction(), "law", contact.friction);
  return UnderPath("normal", Take(wire.normal(), contact.normal));
}

absl::Status TakeClothFriction(const v1::ClothFriction& wire, ClothFriction& friction) {
  if (wire.has_patch_of_cloth()) {
    TakeParameters(wire.patch_of_cloth(), friction.emplace<PatchOfCloth>());
  }
  if (wire.has_contensou()) {
    return UnderPath("contensou", Take(wire.contensou(), friction.emplace<ContensouPatch>()));
  }
  SlipFriction at_a_point;
  if (TakeChoice(wire, "law", at_a_point)) friction = at_a_point;
  return absl::OkStatus();
}

absl::Status TakePreset(const v1::CompliantSettings& wire, CompliantSettings& settings) {
  if (wire.preset().empty()) return absl::OkStatus();
  const CompliantPreset* const preset = FindCompliantPreset(wire.preset());
  if (preset == nullptr) return UnknownName("preset", wire.preset(), CompliantPresetNames());
  settings = preset->settings;
  return absl::OkStatus();
}

absl::Status TakeCompliant(const v1::CompliantSettings& wire, CompliantSettings& settings) {
  // The preset comes first: further fields replace its values.
  if (absl::Status unknown = TakePreset(wire, settings); !unknown.ok()) return unknown;
  TakeParameters(wire, settings);
  absl::Status status = TakeEnum(wire, "start", settings.start);
  status.Update(TakeEnum(wire, "cushion_faces", settings.cushion_faces));
  const auto take = [&](const char* field, const auto& part, auto& taken) {
    status.Update(UnderPath(field, Take(part, taken)));
  };
  const auto take_contact = [&](const char* field, const v1::CompliantContact& part,
                                CompliantContact& taken) {
    status.Update(UnderPath(field, TakeContact(part, taken)));
  };
  take_contact("ball_ball", wire.ball_ball(), settings.ball_ball);
  take_contact("cushion", wire.cushion(), settings.cushion);
  take_contact("liner", wire.liner(), settings.liner);
  take("cloth_normal", wire.cloth_normal(), settings.cloth_normal);
  status.Update(UnderPath("cloth_friction",
                          TakeClothFriction(wire.cloth_friction(), settings.cloth_friction)));
  take("ball_material", wire.ball_material(), settings.ball_material);
  take("cloth_material", wire.cloth_material(), settings.cloth_material);
  take("cushion_material", wire.cushion_material(), settings.cushion_material);
  take("liner_material", wire.liner_material(), settings.liner_material);
  // Their number is bounded here too, so that a list that is too long is not copied first.
  status.Update(CheckSize("welds", wire.welds_size(), 0, kMostWelds));
  if (!status.ok()) return status;
  for (const v1::Weld& weld : wire.welds()) {
    settings.welds.push_back({ToIndex(weld.first()), ToIndex(weld.second())});
  }
  take("constraints", wire.constraints(), settings.constraints);
  take("integration", wire.integration(), settings.integration);
  return status.ok() ? InWireCase(ValidateCompliant(settings)) : status;
}

absl::Status TakeDiscreteTime(const v1::DiscreteTimeSettings& wire, const ConvertLimits& limits,
                              DiscreteTimeSettings& settings) {
  absl::Status status = TakeEnum(wire, "rule", settings.rule);
  TakeParameters(wire, settings);
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
  struct Field {
    bool given;
    bool looked_at;
    const char* name;
  };
  const Field fields[] = {
      {wire.compliant().ByteSizeLong() > 0, forces, "compliant"},
      {wire.discrete_time().ByteSizeLong() > 0, steps, "discrete_time"},
      {wire.has_ball_ball(), !forces, "ball_ball"},
      {wire.has_cushion(), !forces, "cushion"},
      {wire.has_slate(), events, "slate"},
      {wire.has_liner(), events, "liner"},
      {wire.has_rest_hop_s(), events, "rest_hop_s"},
      {wire.simultaneous() != v1::SIMULTANEOUS_UNSPECIFIED, events, "simultaneous"},
      {wire.has_cluster_gap_m(), events, "cluster_gap_m"},
      {wire.has_settle_speed_m_s(), events, "settle_speed_m_s"}};
  const char* const name = forces ? "COMPLIANT" : steps ? "DISCRETE_TIME" : "EVENT_DRIVEN";
  for (const Field& field : fields) {
    if (!field.given || field.looked_at) continue;
    return InvalidField(field.name, "",
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
  const v1::Integration& integration = wire.compliant().integration();
  if (settings.engine == Engine::kCompliant || integration.has_max_evaluations()) {
    status.Update(UnderPath("compliant.integration",
                            CheckEvaluations(integration, limits, settings.compliant.integration)));
  }
  if (settings.engine == Engine::kDiscreteTime) {
    status.Update(UnderPath(
        "discrete_time", TakeDiscreteTime(wire.discrete_time(), limits, settings.discrete_time)));
  }
  status.Update(CheckOtherEngine(wire, settings.engine));
  return status;
}

absl::Status TakePolicies(const v1::Settings& wire, Environment& environment) {
  absl::Status status = TakeEnum(wire, "nose_contact", environment.nose_contact);
  status.Update(TakeEnum(wire, "flight", environment.flight));
  status.Update(TakeEnum(wire, "overlap", environment.overlap));
  status.Update(TakeEnum(wire, "pocket_model", environment.pocket_model));
  status.Update(TakeEnum(wire, "simultaneous", environment.simultaneous));
  return status;
}

absl::Status TakeStop(const v1::Stop& wire, StopRules& stop) {
  stop.at_first_contact = wire.first_contact();
  stop.at_scratch = wire.scratch();
  if (wire.has_at_time_s()) stop.at_time_s = wire.at_time_s();
  return TakeMask("stop.potted_balls", wire.potted_balls(), stop.when_potted);
}

absl::Status Take(const v1::Settings& wire, const ConvertLimits& limits, Settings& settings) {
  Environment& environment = settings.environment;
  absl::Status most = CheckLimit("limits.max_events", wire.limits().max_events(), /*given=*/true,
                                 limits.max_events);
  if (!most.ok()) return most;
  if (absl::Status bad = CheckRanges(wire); !bad.ok()) return bad;
  TakeParameters(wire, environment);
  absl::Status factor = TakeFactor("cloth.rolling_factor", wire.cloth().rolling_factor(),
                                   environment.cloth.rolling_factor);
  if (!factor.ok()) return factor;
  if (absl::Status bad = TakeLaws(wire, settings.laws); !bad.ok()) return bad;
  if (absl::Status bad = TakeEngine(wire, limits, settings); !bad.ok()) return bad;
  if (absl::Status bad = TakePolicies(wire, environment); !bad.ok()) return bad;
  if (absl::Status bad = TakeStop(wire.stop(), environment.stop); !bad.ok()) return bad;
  return ValidateEnvironment(environment);
}

}  // namespace

absl::StatusOr<std::shared_ptr<const Settings>> ConvertSettings(const v1::Settings& settings,
                                                                const ConvertLimits& limits) {
  auto converted = std::make_shared<Settings>();
  if (absl::Status bad = Take(settings, limits, *converted); !bad.ok()) return bad;
  return converted;
}

}  // namespace carom
