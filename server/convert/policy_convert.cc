#include "server/convert/policy_convert.h"

#include <initializer_list>
#include <utility>

#include "server/convert/wire_names.h"

// A new choice of a policy: one more row of its table.

namespace carom {
namespace {

// Of a policy: the wire's numbers beside what they mean. UNSPECIFIED keeps the core's default.
template <typename WireEnum, typename CoreEnum>
absl::Status Take(const char* field, const char* type, WireEnum wire,
                  std::initializer_list<std::pair<WireEnum, CoreEnum>> choices, CoreEnum& policy) {
  if (wire == WireEnum{}) return absl::OkStatus();
  for (const auto& [number, choice] : choices) {
    if (number != wire) continue;
    policy = choice;
    return absl::OkStatus();
  }
  return UnknownEnum(field, wire, type);
}

}  // namespace

absl::Status TakePolicies(const v1::Settings& wire, Environment& environment) {
  absl::Status status = Take(
      "nose_contact", "NoseContact", wire.nose_contact(),
      {{v1::NOSE_CONTACT_LINE, NoseContact::kLine}, {v1::NOSE_CONTACT_PLANE, NoseContact::kPlane}},
      environment.nose_contact);
  status.Update(Take("flight", "Flight", wire.flight(),
                     {{v1::FLIGHT_OFF, Flight::kOff}, {v1::FLIGHT_ON, Flight::kOn}},
                     environment.flight));
  status.Update(Take("overlap", "Overlap", wire.overlap(),
                     {{v1::OVERLAP_REJECT, OverlapPolicy::kReject},
                      {v1::OVERLAP_SEPARATE, OverlapPolicy::kSeparate}},
                     environment.overlap));
  status.Update(Take("pocket_model", "PocketModel", wire.pocket_model(),
                     {{v1::POCKET_MODEL_CIRCLE, PocketModel::kCircle},
                      {v1::POCKET_MODEL_DROP, PocketModel::kDrop}},
                     environment.pocket_model));
  status.Update(Take("simultaneous", "Simultaneous", wire.simultaneous(),
                     {{v1::SIMULTANEOUS_SEQUENTIAL, SimultaneousImpacts::kSequential},
                      {v1::SIMULTANEOUS_TIED, SimultaneousImpacts::kTied},
                      {v1::SIMULTANEOUS_CLUSTER, SimultaneousImpacts::kCluster}},
                     environment.simultaneous));
  return status;
}

}  // namespace carom
