#include "server/convert/compliant_convert.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/laws/compliant_presets.h"
#include "server/convert/catalog_convert.h"
#include "server/convert/contact_convert.h"
#include "server/convert/discrete_time_convert.h"
#include "server/convert/take_enum.h"
#include "server/convert/take_parameters.h"
#include "server/convert/wire_names.h"

namespace carom {
namespace {

absl::Status TakeContact(const v1::CompliantContact& wire, CompliantContact& contact) {
  Take(wire.friction(), contact.friction);
  return AtPath(Take(wire.normal(), contact.normal), "normal");
}

absl::Status TakeClothFriction(const v1::ClothFriction& wire, ClothFriction& friction) {
  switch (wire.law_case()) {
    case v1::ClothFriction::kPatchOfCloth:
      TakeParameters(wire.patch_of_cloth(), friction.emplace<PatchOfCloth>());
      return absl::OkStatus();
    case v1::ClothFriction::kContensou:
      return AtPath(Take(wire.contensou(), friction.emplace<ContensouPatch>()), "contensou");
    default:
      break;
  }
  SlipFriction at_a_point;
  if (TakeChoice(wire, "law", at_a_point)) friction = at_a_point;
  return absl::OkStatus();
}

absl::Status TakeMaterials(const v1::CompliantSettings& wire, CompliantSettings& settings) {
  absl::Status status = AtPath(Take(wire.ball_material(), settings.ball_material), "ball_material");
  status.Update(AtPath(Take(wire.cloth_material(), settings.cloth_material), "cloth_material"));
  status.Update(
      AtPath(Take(wire.cushion_material(), settings.cushion_material), "cushion_material"));
  status.Update(AtPath(Take(wire.liner_material(), settings.liner_material), "liner_material"));
  return status;
}

// Their number is bounded here too, so that a list that is too long is not copied first.
absl::Status TakeWelds(const v1::CompliantSettings& wire, CompliantSettings& settings) {
  if (wire.welds_size() > kMostWelds) {
    return InvalidField("welds", absl::StrCat(wire.welds_size(), " entries"),
                        absl::StrCat("at most ", kMostWelds));
  }
  for (const v1::Weld& weld : wire.welds()) {
    settings.welds.push_back({ToIndex(weld.first()), ToIndex(weld.second())});
  }
  return AtPath(Take(wire.constraints(), settings.constraints), "constraints");
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
  absl::Status status = TakeEnum("start", "CompliantStart", wire.start(),
                                 {{v1::COMPLIANT_START_SEATED, CompliantStart::kSeated},
                                  {v1::COMPLIANT_START_AS_PLACED, CompliantStart::kAsPlaced}},
                                 settings.start);
  status.Update(TakeEnum("cushion_faces", "CushionFaces", wire.cushion_faces(),
                         {{v1::CUSHION_FACES_EXACT, CushionFaces::kExact},
                          {v1::CUSHION_FACES_WINDOW, CushionFaces::kWindow}},
                         settings.cushion_faces));
  status.Update(AtPath(TakeContact(wire.ball_ball(), settings.ball_ball), "ball_ball"));
  status.Update(AtPath(TakeContact(wire.cushion(), settings.cushion), "cushion"));
  status.Update(AtPath(TakeContact(wire.liner(), settings.liner), "liner"));
  status.Update(AtPath(Take(wire.cloth_normal(), settings.cloth_normal), "cloth_normal"));
  status.Update(
      AtPath(TakeClothFriction(wire.cloth_friction(), settings.cloth_friction), "cloth_friction"));
  status.Update(TakeMaterials(wire, settings));
  status.Update(TakeWelds(wire, settings));
  status.Update(AtPath(Take(wire.integration(), settings.integration), "integration"));
  if (!status.ok()) return status;
  return InWireCase(ValidateCompliant(settings));
}

}  // namespace

namespace {

const char* NameOf(Engine engine) {
  switch (engine) {
    case Engine::kCompliant:
      return "COMPLIANT";
    case Engine::kDiscreteTime:
      return "DISCRETE_TIME";
    default:
      return "EVENT_DRIVEN";
  }
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
  for (const Field& field : fields) {
    if (!field.given || field.looked_at) continue;
    return absl::InvalidArgumentError(absl::StrCat(field.name, ": must be absent: the engine ",
                                                   NameOf(engine), " does not look at it"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status TakeEngine(const v1::Settings& wire, const ConvertLimits& limits, Settings& settings) {
  absl::Status status = TakeEnum("engine", "Engine", wire.engine(),
                                 {{v1::ENGINE_EVENT_DRIVEN, Engine::kEventDriven},
                                  {v1::ENGINE_COMPLIANT, Engine::kCompliant},
                                  {v1::ENGINE_DISCRETE_TIME, Engine::kDiscreteTime}},
                                 settings.engine);
  if (wire.has_compliant()) {
    status.Update(AtPath(TakeCompliant(wire.compliant(), settings.compliant), "compliant"));
  }
  // A default that the chosen engine does not use is no reason to refuse.
  const v1::Integration& integration = wire.compliant().integration();
  if (settings.engine == Engine::kCompliant || integration.has_max_evaluations()) {
    status.Update(AtPath(CheckEvaluations(integration, limits, settings.compliant.integration),
                         "compliant.integration"));
  }
  if (settings.engine == Engine::kDiscreteTime) {
    status.Update(AtPath(TakeDiscreteTime(wire.discrete_time(), limits, settings.discrete_time),
                         "discrete_time"));
  }
  status.Update(CheckOtherEngine(wire, settings.engine));
  return status;
}

}  // namespace carom
