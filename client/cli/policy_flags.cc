#include "client/cli/policy_flags.h"

#include <vector>

namespace carom {
namespace {

std::vector<const ParameterFlags::Field*> Policies() {
  using carom::v1::Settings;
  std::vector<const ParameterFlags::Field*> fields;
  for (int number : {Settings::kFlightFieldNumber, Settings::kPocketModelFieldNumber,
                     Settings::kSimultaneousFieldNumber, Settings::kClusterGapMFieldNumber,
                     Settings::kSettleSpeedMSFieldNumber}) {
    fields.push_back(&FieldOf<Settings>(number));
  }
  return fields;
}

}  // namespace

void PolicyFlags::Declare(FlagSet* flags) {
  flags->AddSection("Flight, pockets and clusters (defaults are the service's)");
  for (const ParameterFlags::Field* field : Policies()) parameters_.Declare(*field, flags);
}

void PolicyFlags::Apply(carom::v1::Settings* settings) const {
  for (const ParameterFlags::Field* field : Policies()) parameters_.Apply(*field, settings);
}

}  // namespace carom
