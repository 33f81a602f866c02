#include "client/cli/law_flags.h"

namespace carom {
namespace {

using Wire = carom::v1::Settings;

std::vector<const ParameterFlags::Field*> ImpactLaws() {
  return {&FieldOf<Wire>(Wire::kBallBallFieldNumber), &FieldOf<Wire>(Wire::kCushionFieldNumber),
          &FieldOf<Wire>(Wire::kSlateFieldNumber), &FieldOf<Wire>(Wire::kLinerFieldNumber)};
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
  parameters_.DeclareWithin(FieldOf<Wire>(Wire::kClothFieldNumber), flags);
  parameters_.Declare(FieldOf<Wire>(Wire::kGravityMS2FieldNumber), flags);
  parameters_.DeclareWithin(FieldOf<Wire>(Wire::kCueFieldNumber), flags);
  flags->AddSection("Contact laws");
  parameters_.DeclareLaws(ImpactLaws(), flags);
  for (int number : {Wire::kNoseContactFieldNumber, Wire::kOverlapFieldNumber}) {
    parameters_.Declare(FieldOf<Wire>(number), flags);
  }
}

absl::Status LawFlags::Apply(carom::v1::Settings* settings) const {
  for (int number :
       {Wire::kGravityMS2FieldNumber, Wire::kNoseContactFieldNumber, Wire::kOverlapFieldNumber}) {
    parameters_.Apply(FieldOf<Wire>(number), settings);
  }
  for (int part : {Wire::kClothFieldNumber, Wire::kCueFieldNumber}) {
    parameters_.ApplyWithin(FieldOf<Wire>(part), settings);
  }
  return parameters_.ApplyLaws(settings);
}

}  // namespace carom
