#include "client/cli/engine_flags.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cli/law_flags.h"

namespace carom {
namespace {

absl::Status NotOneOf(const std::string& flag, const std::string& value,
                      const std::string& choices) {
  return absl::InvalidArgumentError(
      absl::StrCat("--", flag, ": \"", value, "\" must be ", choices));
}

using Compliant = carom::v1::CompliantSettings;
using carom::v1::Settings;

// As Settings.compliant says: impulse laws and their policies belong to the event-driven engine
// alone.
std::vector<std::string> EventDrivenFlags() {
  std::vector<std::string> flags = ImpactLawFlags();
  flags.insert(flags.end(), {"simultaneous", "cluster-gap", "settle-speed"});
  return flags;
}

std::vector<std::string> CompliantFlags() {
  std::vector<std::string> flags = {
      "preset",        "horizontal",        "vertical-friction", "start",
      "ball-material", "cushion-material",  "cushion-faces",     "weld",
      "welded-table",  "constraints",       "contacts",          "cost",
      "norm-control",  "penetration-step-m"};
  const auto of_steps = FlagsWithin(FieldOf<Compliant>(Compliant::kIntegrationFieldNumber));
  flags.insert(flags.end(), of_steps.begin(), of_steps.end());
  return flags;
}

// The first of these flags that is given.
absl::Status RefuseGiven(const std::vector<std::string>& flags, const std::set<std::string>& given,
                         const std::string& why) {
  for (const std::string& flag : flags) {
    if (given.count(flag) == 0) continue;
    return absl::InvalidArgumentError(absl::StrCat("--", flag, " goes with --engine=", why));
  }
  return absl::OkStatus();
}

// In the compliant engine balls always move in space, unless heights are frozen.
absl::Status CheckSpace(const carom::v1::Settings& settings, const std::set<std::string>& given) {
  if (!settings.compliant().horizontal()) {
    if (settings.flight() != carom::v1::FLIGHT_OFF) return absl::OkStatus();
    return absl::InvalidArgumentError(
        "--flight=off goes with --engine=event-driven only; --horizontal freezes heights");
  }
  for (const char* flag : {"flight", "pockets", "start"}) {
    if (given.count(flag) == 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("--", flag, " does not go with --horizontal, which freezes heights"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckFlagsOfEngine(const carom::v1::Settings& settings,
                                const std::set<std::string>& given) {
  if (settings.engine() != carom::v1::ENGINE_DISCRETE_TIME) {
    absl::Status bad =
        RefuseGiven(FlagsWithin(FieldOf<Settings>(Settings::kDiscreteTimeFieldNumber)), given,
                    "discrete-time only");
    if (!bad.ok()) return bad;
  }
  if (settings.engine() != carom::v1::ENGINE_COMPLIANT) {
    return RefuseGiven(CompliantFlags(), given, "compliant only");
  }
  absl::Status bad =
      RefuseGiven(EventDrivenFlags(), given,
                  "event-driven only; the laws of the compliant engine are settings.compliant of a "
                  "request (--print-request)");
  if (bad.ok() && given.count("settings") != 0 &&
      (settings.has_ball_ball() || settings.has_cushion())) {
    return absl::InvalidArgumentError(
        "--settings: ball_ball and cushion go with --engine=event-driven only");
  }
  return bad.ok() ? CheckSpace(settings, given) : bad;
}

void EngineFlags::Declare(FlagSet* flags) {
  flags->AddSection("Engine (defaults are the service's)");
  parameters_.Declare(FieldOf<Settings>(Settings::kEngineFieldNumber), flags);
  parameters_.DeclareWithin(FieldOf<Settings>(Settings::kDiscreteTimeFieldNumber), flags);
  flags->AddText("preset", "NAME",
                 "a named set of contact forces, those of Table 2 of the paper on smooth\n"
                 "contacts: table_2_threlfall_ambrosio, ... (carom server-info)",
                 &preset_);
  flags->AddSwitch("horizontal", "heights frozen, friction of the weight: faster", &horizontal_);
  flags->AddSwitch("vertical-friction",
                   "with --horizontal: but friction between balls moves them up and\n"
                   "down, over the cloth and into it",
                   &vertical_friction_);
  parameters_.Declare(FieldOf<Compliant>(Compliant::kStartFieldNumber), flags);
  flags->AddText("ball-material", "NAME", "phenolic_resin (default), hard_resin or steel",
                 &ball_material_);
  flags->AddText("cushion-material", "NAME", "rubber (default)", &cushion_material_);
  parameters_.Declare(FieldOf<Compliant>(Compliant::kCushionFacesFieldNumber), flags);
  flags->AddList("weld", "I,J",
                 "holds two balls that touch together, by index; may be given more\n"
                 "than once",
                 &welds_);
  flags->AddSwitch("welded-table", "cloth and cushions are bodies that are welded to the ground",
                   &welded_table_);
  parameters_.DeclareWithin(FieldOf<Compliant>(Compliant::kConstraintsFieldNumber), flags);
  parameters_.DeclareWithin(FieldOf<Compliant>(Compliant::kIntegrationFieldNumber), flags);
  flags->AddSwitch("norm-control", "errors of steps are those of the whole state, as in MATLAB",
                   &norm_control_);
  parameters_.Declare(FieldOf<Compliant>(Compliant::kPenetrationStepMFieldNumber), flags);
}

absl::Status EngineFlags::ApplyWelds(carom::v1::CompliantSettings* compliant) const {
  for (const std::string& text : welds_) {
    const std::vector<std::string> balls = absl::StrSplit(text, ',');
    uint32_t first = 0;
    uint32_t second = 0;
    if (balls.size() != 2 || !absl::SimpleAtoi(balls[0], &first) ||
        !absl::SimpleAtoi(balls[1], &second)) {
      return NotOneOf("weld", text, "two balls by index, as in 1,2");
    }
    carom::v1::Weld* const weld = compliant->add_welds();
    weld->set_first(first);
    weld->set_second(second);
  }
  return absl::OkStatus();
}

absl::Status EngineFlags::ApplyCompliant(Compliant* compliant) const {
  if (preset_) compliant->set_preset(*preset_);
  if (horizontal_) compliant->set_horizontal(true);
  if (vertical_friction_) compliant->set_vertical_friction(true);
  if (welded_table_) compliant->set_welded_table(true);
  if (ball_material_) compliant->mutable_ball_material()->set_name(*ball_material_);
  if (cushion_material_) compliant->mutable_cushion_material()->set_name(*cushion_material_);
  if (norm_control_) compliant->mutable_integration()->set_norm_control(true);
  for (int number : {Compliant::kStartFieldNumber, Compliant::kCushionFacesFieldNumber,
                     Compliant::kPenetrationStepMFieldNumber}) {
    parameters_.Apply(FieldOf<Compliant>(number), compliant);
  }
  for (int number : {Compliant::kConstraintsFieldNumber, Compliant::kIntegrationFieldNumber}) {
    parameters_.ApplyWithin(FieldOf<Compliant>(number), compliant);
  }
  return ApplyWelds(compliant);
}

absl::Status EngineFlags::Apply(Settings* settings) const {
  parameters_.Apply(FieldOf<Settings>(Settings::kEngineFieldNumber), settings);
  if (settings->engine() == carom::v1::ENGINE_DISCRETE_TIME) {
    parameters_.ApplyWithin(FieldOf<Settings>(Settings::kDiscreteTimeFieldNumber), settings);
  }
  if (settings->engine() != carom::v1::ENGINE_COMPLIANT) return absl::OkStatus();
  return ApplyCompliant(settings->mutable_compliant());
}

}  // namespace carom
