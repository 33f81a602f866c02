#include "server/convert/policy_convert.h"

#include "server/convert/take_enum.h"

// A new choice of a policy: one more row of its table.

namespace carom {

absl::Status TakePolicies(const v1::Settings& wire, Environment& environment) {
  absl::Status status = TakeEnum(
      "nose_contact", "NoseContact", wire.nose_contact(),
      {{v1::NOSE_CONTACT_LINE, NoseContact::kLine}, {v1::NOSE_CONTACT_PLANE, NoseContact::kPlane}},
      environment.nose_contact);
  status.Update(TakeEnum("flight", "Flight", wire.flight(),
                         {{v1::FLIGHT_OFF, Flight::kOff}, {v1::FLIGHT_ON, Flight::kOn}},
                         environment.flight));
  status.Update(TakeEnum("overlap", "Overlap", wire.overlap(),
                         {{v1::OVERLAP_REJECT, OverlapPolicy::kReject},
                          {v1::OVERLAP_SEPARATE, OverlapPolicy::kSeparate}},
                         environment.overlap));
  status.Update(TakeEnum("pocket_model", "PocketModel", wire.pocket_model(),
                         {{v1::POCKET_MODEL_CIRCLE, PocketModel::kCircle},
                          {v1::POCKET_MODEL_DROP, PocketModel::kDrop}},
                         environment.pocket_model));
  status.Update(TakeEnum("simultaneous", "Simultaneous", wire.simultaneous(),
                         {{v1::SIMULTANEOUS_SEQUENTIAL, SimultaneousImpacts::kSequential},
                          {v1::SIMULTANEOUS_TIED, SimultaneousImpacts::kTied},
                          {v1::SIMULTANEOUS_CLUSTER, SimultaneousImpacts::kCluster}},
                         environment.simultaneous));
  return status;
}

}  // namespace carom
