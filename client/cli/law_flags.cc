#include "client/cli/law_flags.h"

namespace carom {
namespace {

using carom::v1::Settings;

std::vector<const ParameterFlags::Field*> ImpactLaws() {
  return {&FieldOf<Settings>(Settings::kBallBallFieldNumber),
          &FieldOf<Settings>(Settings::kCushionFieldNumber),
          &FieldOf<Settings>(Settings::kSlateFieldNumber),
          &FieldOf<Settings>(Settings::kLinerFieldNumber)};
}

}  // namespace

std::vector<std::string> ImpactLawFlags() {
  std::vector<std::string> all;
  for (const ParameterFlags::Field* field : ImpactLaws()) {
    for (const std::string& flag : FlagsOfLaw(*field)) all.push_back(flag);
  }
  return all;
}

void LawFlags::Declare(FlagSet* flags) {
  flags->AddSection("Cloth and cue (defaults are the service's)");
  parameters_.DeclareWithin(FieldOf<Settings>(Settings::kClothFieldNumber), flags);
  parameters_.Declare(FieldOf<Settings>(Settings::kGravityMS2FieldNumber), flags);
  parameters_.DeclareWithin(FieldOf<Settings>(Settings::kCueFieldNumber), flags);
  flags->AddSection("Contact laws");
  parameters_.DeclareLaws(ImpactLaws(), flags);
  for (int number : {Settings::kNoseContactFieldNumber, Settings::kOverlapFieldNumber}) {
    parameters_.Declare(FieldOf<Settings>(number), flags);
  }
}

absl::Status LawFlags::Apply(carom::v1::Settings* settings) const {
  for (int number : {Settings::kGravityMS2FieldNumber, Settings::kNoseContactFieldNumber,
                     Settings::kOverlapFieldNumber}) {
    parameters_.Apply(FieldOf<Settings>(number), settings);
  }
  for (int part : {Settings::kClothFieldNumber, Settings::kCueFieldNumber}) {
    parameters_.ApplyWithin(FieldOf<Settings>(part), settings);
  }
  return parameters_.ApplyLaws(settings);
}

}  // namespace carom
