#include "client/cli/law_flags.h"

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

using Wire = carom::v1::Settings;

const ParameterFlags::Field& FieldOf(int number) {
  return *Wire::descriptor()->FindFieldByNumber(number);
}

std::vector<const ParameterFlags::Field*> ImpactLaws() {
  return {&FieldOf(Wire::kBallBallFieldNumber), &FieldOf(Wire::kCushionFieldNumber),
          &FieldOf(Wire::kSlateFieldNumber), &FieldOf(Wire::kLinerFieldNumber)};
}

absl::Status NotOneOf(const std::string& flag, const std::string& value,
                      const std::string& choices) {
  return absl::InvalidArgumentError(
      absl::StrCat("--", flag, ": \"", value, "\" must be ", choices));
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
  parameters_.DeclareNumbers(*carom::v1::Cloth::descriptor(), flags);
  parameters_.DeclareNumber(FieldOf(Wire::kGravityMS2FieldNumber), flags);
  parameters_.DeclareNumbers(*carom::v1::Cue::descriptor(), flags);
  flags->AddSection("Contact laws");
  parameters_.DeclareLaws(ImpactLaws(), flags);
  flags->AddText("nose-contact", "WHERE",
                 "balls touch cushions at the nose's line (default) or plane", &nose_contact_);
  flags->AddText("overlap", "POLICY", "reject (default) or separate overlapping balls", &overlap_);
}

absl::Status LawFlags::Apply(carom::v1::Settings* settings) const {
  parameters_.ApplyNumber(FieldOf(Wire::kGravityMS2FieldNumber), settings);
  for (int part : {Wire::kClothFieldNumber, Wire::kCueFieldNumber}) {
    parameters_.ApplyNumbersWithin(FieldOf(part), settings);
  }
  if (absl::Status status = parameters_.ApplyLaws(settings); !status.ok()) return status;
  return ApplyPolicies(settings);
}

absl::Status LawFlags::ApplyPolicies(carom::v1::Settings* settings) const {
  const std::string nose = nose_contact_.value_or("line");
  const std::string overlap = overlap_.value_or("reject");
  if (nose != "line" && nose != "plane") return NotOneOf("nose-contact", nose, "line or plane");
  if (overlap != "reject" && overlap != "separate") {
    return NotOneOf("overlap", overlap, "reject or separate");
  }
  if (nose == "plane") settings->set_nose_contact(carom::v1::NOSE_CONTACT_PLANE);
  if (overlap == "separate") settings->set_overlap(carom::v1::OVERLAP_SEPARATE);
  return absl::OkStatus();
}

}  // namespace carom
