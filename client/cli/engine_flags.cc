#include "client/cli/engine_flags.h"

#include <limits>

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

// As Settings.compliant says: impulse laws and their policies belong to the event-driven engine
// alone.
std::vector<std::string> EventDrivenFlags() {
  std::vector<std::string> flags = ImpactLawFlags();
  flags.insert(flags.end(), {"simultaneous", "cluster-gap", "settle-speed"});
  return flags;
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
  if (settings.engine() != carom::v1::ENGINE_COMPLIANT) {
    if (given.count("contacts") == 0) return absl::OkStatus();
    return absl::InvalidArgumentError("--contacts goes with --engine=compliant only");
  }
  for (const std::string& flag : EventDrivenFlags()) {
    if (given.count(flag) == 0) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "--", flag, " goes with --engine=event-driven only; the laws of the compliant ",
        "engine are settings.compliant of a request (--print-request)"));
  }
  return CheckSpace(settings, given);
}

void EngineFlags::Declare(FlagSet* flags) {
  flags->AddSection("Engine (defaults are the service's)");
  flags->AddText("engine", "ENGINE",
                 "event-driven (default), discrete-time: the same impulses where a step\n"
                 "finds balls that overlap, or compliant: contact forces, integrated in\n"
                 "time; the flags below --max-steps are the compliant engine's",
                 &engine_);
  flags->SetChoices({"event-driven", "discrete-time", "compliant"});
  steps_.Declare(flags);
  flags->AddText("preset", "NAME",
                 "a named set of contact forces, those of Table 2 of the paper on smooth\n"
                 "contacts: table_2_threlfall_ambrosio, ... (carom server-info)",
                 &preset_);
  flags->AddSwitch("horizontal", "heights frozen, friction of the weight: faster", &horizontal_);
  flags->AddText("start", "HOW", "balls start seated in the cloth (default) or as-placed", &start_);
  flags->AddText("ball-material", "NAME", "phenolic_resin (default), hard_resin or steel",
                 &ball_material_);
  flags->AddText("cushion-material", "NAME", "rubber (default)", &cushion_material_);
  flags->AddText("cushion-faces", "HOW",
                 "where balls meet noses: exact (default), or window: up to a radius\n"
                 "past their ends, with --nose-contact=plane",
                 &cushion_faces_);
  flags->AddList("weld", "I,J",
                 "holds two balls that touch together, by index; may be given more\n"
                 "than once",
                 &welds_);
  flags->AddText("constraints", "METHOD",
                 "how welds hold: lagrange, baumgarte (default), augmented-lagrangian or\n"
                 "direct-correction",
                 &constraints_);
  flags->AddText("method", "NAME",
                 "dormand-prince (default), adams, radau or rk4, which needs\n--largest-step-s",
                 &method_);
  flags->AddNumber("tolerance", "TOL", "of a step, relative; default 1e-8", &tolerance_);
  flags->AddNumber("largest-step-s", "S",
                   "largest step in time, above 0; of rk4 every step: 1e-5 and less",
                   &largest_step_s_);
  flags->AddCount("max-evaluations", "N",
                  "of all forces, in [1, 2000000000] (a server may allow less:\n"
                  "carom server-info); default 50000000",
                  &max_evaluations_);
}

absl::Status EngineFlags::CheckEngine() const {
  if (steps_.Given() != nullptr && engine_ != "discrete-time") {
    return absl::InvalidArgumentError(
        absl::StrCat("--", steps_.Given(), " goes with --engine=discrete-time only"));
  }
  if (engine_ == "compliant") return absl::OkStatus();
  if (engine_ && *engine_ != "event-driven" && *engine_ != "discrete-time") {
    return NotOneOf("engine", *engine_, "event-driven, discrete-time or compliant");
  }
  const char* given = preset_             ? "preset"
                      : horizontal_       ? "horizontal"
                      : start_            ? "start"
                      : ball_material_    ? "ball-material"
                      : cushion_material_ ? "cushion-material"
                      : cushion_faces_    ? "cushion-faces"
                      : !welds_.empty()   ? "weld"
                      : constraints_      ? "constraints"
                      : method_           ? "method"
                      : tolerance_        ? "tolerance"
                      : largest_step_s_   ? "largest-step-s"
                      : max_evaluations_  ? "max-evaluations"
                                          : nullptr;
  if (given == nullptr) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--", given, " goes with --engine=compliant only"));
}

absl::Status EngineFlags::ApplyStart(carom::v1::CompliantSettings* compliant) const {
  if (*start_ == "seated") {
    compliant->set_start(carom::v1::COMPLIANT_START_SEATED);
  } else if (*start_ == "as-placed") {
    compliant->set_start(carom::v1::COMPLIANT_START_AS_PLACED);
  } else {
    return NotOneOf("start", *start_, "seated or as-placed");
  }
  return absl::OkStatus();
}

absl::Status EngineFlags::ApplyCushionFaces(carom::v1::CompliantSettings* compliant) const {
  if (*cushion_faces_ == "exact") {
    compliant->set_cushion_faces(carom::v1::CUSHION_FACES_EXACT);
  } else if (*cushion_faces_ == "window") {
    compliant->set_cushion_faces(carom::v1::CUSHION_FACES_WINDOW);
  } else {
    return NotOneOf("cushion-faces", *cushion_faces_, "exact or window");
  }
  return absl::OkStatus();
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
  if (!constraints_) return absl::OkStatus();
  carom::v1::ConstraintOptions* const options = compliant->mutable_constraints();
  if (*constraints_ == "lagrange") {
    options->set_method(carom::v1::CONSTRAINT_METHOD_LAGRANGE_MULTIPLIERS);
  } else if (*constraints_ == "baumgarte") {
    options->set_method(carom::v1::CONSTRAINT_METHOD_BAUMGARTE);
  } else if (*constraints_ == "augmented-lagrangian") {
    options->set_method(carom::v1::CONSTRAINT_METHOD_AUGMENTED_LAGRANGIAN);
  } else if (*constraints_ == "direct-correction") {
    options->set_method(carom::v1::CONSTRAINT_METHOD_DIRECT_CORRECTION);
  } else {
    return NotOneOf("constraints", *constraints_,
                    "lagrange, baumgarte, augmented-lagrangian or direct-correction");
  }
  return absl::OkStatus();
}

absl::Status EngineFlags::ApplyMethod(carom::v1::Integration* integration) const {
  if (*method_ == "dormand-prince") {
    integration->set_method(carom::v1::INTEGRATION_METHOD_DORMAND_PRINCE_54);
  } else if (*method_ == "adams") {
    integration->set_method(carom::v1::INTEGRATION_METHOD_ADAMS_PECE);
  } else if (*method_ == "radau") {
    integration->set_method(carom::v1::INTEGRATION_METHOD_RADAU_IIA_5);
  } else if (*method_ == "rk4") {
    integration->set_method(carom::v1::INTEGRATION_METHOD_RUNGE_KUTTA_4);
  } else {
    return NotOneOf("method", *method_, "dormand-prince, adams, radau or rk4");
  }
  return absl::OkStatus();
}

absl::Status EngineFlags::Apply(carom::v1::Settings* settings) const {
  if (absl::Status status = CheckEngine(); !status.ok()) return status;
  if (engine_ == "discrete-time") {
    settings->set_engine(carom::v1::ENGINE_DISCRETE_TIME);
    return steps_.Apply(settings->mutable_discrete_time());
  }
  if (engine_ != "compliant") return absl::OkStatus();
  settings->set_engine(carom::v1::ENGINE_COMPLIANT);
  carom::v1::CompliantSettings* const compliant = settings->mutable_compliant();
  if (preset_) compliant->set_preset(*preset_);
  if (horizontal_) compliant->set_horizontal(true);
  if (ball_material_) compliant->mutable_ball_material()->set_name(*ball_material_);
  if (cushion_material_) compliant->mutable_cushion_material()->set_name(*cushion_material_);
  if (tolerance_) compliant->mutable_integration()->set_relative_tolerance(*tolerance_);
  if (largest_step_s_) compliant->mutable_integration()->set_largest_step_s(*largest_step_s_);
  if (max_evaluations_) {
    if (*max_evaluations_ > std::numeric_limits<uint32_t>::max()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--max-evaluations: ", *max_evaluations_, " must be in [1, 2000000000]"));
    }
    compliant->mutable_integration()->set_max_evaluations(static_cast<uint32_t>(*max_evaluations_));
  }
  absl::Status status;
  if (start_) status.Update(ApplyStart(compliant));
  if (cushion_faces_) status.Update(ApplyCushionFaces(compliant));
  status.Update(ApplyWelds(compliant));
  if (method_) status.Update(ApplyMethod(compliant->mutable_integration()));
  return status;
}

}  // namespace carom
