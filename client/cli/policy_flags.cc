#include "client/cli/policy_flags.h"

#include <vector>

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

absl::Status NotOneOf(const std::string& flag, const std::string& value,
                      const std::string& choices) {
  return absl::InvalidArgumentError(
      absl::StrCat("--", flag, ": \"", value, "\" must be ", choices));
}

std::vector<const ParameterFlags::Field*> Numbers() {
  using Wire = carom::v1::Settings;
  return {Wire::descriptor()->FindFieldByNumber(Wire::kClusterGapMFieldNumber),
          Wire::descriptor()->FindFieldByNumber(Wire::kSettleSpeedMSFieldNumber)};
}

}  // namespace

void PolicyFlags::Declare(FlagSet* flags) {
  flags->AddSection("Flight, pockets and clusters (defaults are the service's)");
  flags->AddText("flight", "on|off", "whether balls hop, jump and leave the table", &flight_);
  flags->AddText("pockets", "circle|drop",
                 "a ball is pocketed at the circle, or falls past rim and back (needs\n"
                 "--flight=on)",
                 &pockets_);
  flags->AddText("simultaneous", "HOW",
                 "sequential, tied or cluster: how impacts at once are resolved", &simultaneous_);
  for (const ParameterFlags::Field* field : Numbers()) numbers_.DeclareNumber(*field, flags);
}

absl::Status PolicyFlags::Apply(carom::v1::Settings* settings) const {
  if (flight_) {
    const bool on = *flight_ == "on";
    if (!on && *flight_ != "off") return NotOneOf("flight", *flight_, "on or off");
    settings->set_flight(on ? carom::v1::FLIGHT_ON : carom::v1::FLIGHT_OFF);
  }
  if (pockets_) {
    const bool drop = *pockets_ == "drop";
    if (!drop && *pockets_ != "circle") return NotOneOf("pockets", *pockets_, "circle or drop");
    settings->set_pocket_model(drop ? carom::v1::POCKET_MODEL_DROP
                                    : carom::v1::POCKET_MODEL_CIRCLE);
  }
  if (simultaneous_) {
    if (*simultaneous_ == "sequential") {
      settings->set_simultaneous(carom::v1::SIMULTANEOUS_SEQUENTIAL);
    } else if (*simultaneous_ == "tied") {
      settings->set_simultaneous(carom::v1::SIMULTANEOUS_TIED);
    } else if (*simultaneous_ == "cluster") {
      settings->set_simultaneous(carom::v1::SIMULTANEOUS_CLUSTER);
    } else {
      return NotOneOf("simultaneous", *simultaneous_, "sequential, tied or cluster");
    }
  }
  for (const ParameterFlags::Field* field : Numbers()) numbers_.ApplyNumber(*field, settings);
  return absl::OkStatus();
}

}  // namespace carom
