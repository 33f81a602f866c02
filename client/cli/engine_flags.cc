#include "client/cli/engine_flags.h"

#include <limits>

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

absl::Status NotOneOf(const std::string& flag, const std::string& value,
                      const std::string& choices) {
  return absl::InvalidArgumentError(
      absl::StrCat("--", flag, ": \"", value, "\" must be ", choices));
}

}  // namespace

void EngineFlags::Declare(FlagSet* flags) {
  flags->AddSection("Engine (defaults are the service's)");
  flags->AddText("engine", "ENGINE",
                 "event-driven (default) or compliant: contact forces, integrated in\n"
                 "time; the flags below are the compliant engine's",
                 &engine_);
  flags->AddSwitch("horizontal", "heights frozen, friction of the weight: faster", &horizontal_);
  flags->AddText("start", "HOW", "balls start seated in the cloth (default) or as-placed", &start_);
  flags->AddText("ball-material", "NAME", "phenolic_resin (default), hard_resin or steel",
                 &ball_material_);
  flags->AddText("cushion-material", "NAME", "rubber (default)", &cushion_material_);
  flags->AddText("method", "NAME", "dormand-prince (default), adams, radau or rk4", &method_);
  flags->AddNumber("tolerance", "TOL", "of a step, relative; default 1e-8", &tolerance_);
  flags->AddCount("max-evaluations", "N", "of all forces; default 50000000", &max_evaluations_);
}

absl::Status EngineFlags::CheckEngine() const {
  if (engine_ == "compliant") return absl::OkStatus();
  if (engine_ && *engine_ != "event-driven") {
    return NotOneOf("engine", *engine_, "event-driven or compliant");
  }
  const char* given = horizontal_         ? "horizontal"
                      : start_            ? "start"
                      : ball_material_    ? "ball-material"
                      : cushion_material_ ? "cushion-material"
                      : method_           ? "method"
                      : tolerance_        ? "tolerance"
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
  if (engine_ != "compliant") return absl::OkStatus();
  settings->set_engine(carom::v1::ENGINE_COMPLIANT);
  carom::v1::CompliantSettings* const compliant = settings->mutable_compliant();
  if (horizontal_) compliant->set_horizontal(true);
  if (ball_material_) compliant->mutable_ball_material()->set_name(*ball_material_);
  if (cushion_material_) compliant->mutable_cushion_material()->set_name(*cushion_material_);
  if (tolerance_) compliant->mutable_integration()->set_relative_tolerance(*tolerance_);
  if (max_evaluations_) {
    if (*max_evaluations_ > std::numeric_limits<uint32_t>::max()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--max-evaluations: ", *max_evaluations_, " must be in [1, 2000000000]"));
    }
    compliant->mutable_integration()->set_max_evaluations(static_cast<uint32_t>(*max_evaluations_));
  }
  absl::Status status;
  if (start_) status.Update(ApplyStart(compliant));
  if (method_) status.Update(ApplyMethod(compliant->mutable_integration()));
  return status;
}

}  // namespace carom
