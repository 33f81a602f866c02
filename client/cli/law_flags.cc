#include "client/cli/law_flags.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "carom/client/settings_preset.h"
#include "client/cli/json.h"
#include "client/cli/text_file.h"

namespace carom {
namespace {

using carom::v1::Settings;

std::vector<const ParameterFlags::Field*> ImpactLaws() {
  return {&FieldOf<Settings>(Settings::kBallBallFieldNumber),
          &FieldOf<Settings>(Settings::kCushionFieldNumber),
          &FieldOf<Settings>(Settings::kSlateFieldNumber),
          &FieldOf<Settings>(Settings::kLinerFieldNumber)};
}

// What to say of a name that is no file.
std::string NoPreset() {
  std::string known = "; presets are";
  for (const std::string_view name : SettingsPresetNames()) {
    absl::StrAppend(&known, " ", std::string(name));
  }
  return known;
}

// M_S,FACTOR
absl::Status ParsePoint(const std::string& text, carom::v1::FactorAtSpeed* point) {
  const std::vector<std::string> parts = absl::StrSplit(text, ',');
  double speed_m_s = 0.0;
  double factor = 0.0;
  if (parts.size() != 2 || !absl::SimpleAtod(parts[0], &speed_m_s) ||
      !absl::SimpleAtod(parts[1], &factor)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--rolling-factor: \"", text, "\" must be a speed in m/s and a factor, as in 1.5,1.7"));
  }
  point->set_speed_m_s(speed_m_s);
  point->set_factor(factor);
  return absl::OkStatus();
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
  flags->AddText("settings", "NAME|FILE",
                 "what the flags below change: measured_carom or measured_pool, whose\n"
                 "numbers come from measurements; or Settings as JSON, such as\n"
                 "`python -m carom.calibrate` writes",
                 &settings_);
  parameters_.DeclareWithin(FieldOf<Settings>(Settings::kClothFieldNumber), flags);
  flags->AddList("rolling-factor", "M_S,FACTOR",
                 "rolling friction times this at a speed, linear from point\n"
                 "to point; may be given up to 8 times, in order of speed",
                 &rolling_factor_);
  parameters_.Declare(FieldOf<Settings>(Settings::kGravityMS2FieldNumber), flags);
  parameters_.DeclareWithin(FieldOf<Settings>(Settings::kCueFieldNumber), flags);
  flags->AddSection("Contact laws");
  parameters_.DeclareLaws(ImpactLaws(), flags);
  for (int number : {Settings::kNoseContactFieldNumber, Settings::kOverlapFieldNumber}) {
    parameters_.Declare(FieldOf<Settings>(number), flags);
  }
}

absl::Status LawFlags::ApplySettings(carom::v1::Settings* settings) const {
  if (!settings_) return absl::OkStatus();
  if (const auto preset = FindSettingsPreset(*settings_)) {
    *settings = *preset;
    return absl::OkStatus();
  }
  const auto text = ReadTextFile(*settings_);
  const absl::Status bad = text.ok() ? FromJson(*text, settings) : text.status();
  if (bad.ok()) return bad;
  return absl::InvalidArgumentError(
      absl::StrCat("--settings: ", std::string(bad.message()), text.ok() ? "" : NoPreset()));
}

absl::Status LawFlags::Apply(carom::v1::Settings* settings) const {
  if (absl::Status bad = ApplySettings(settings); !bad.ok()) return bad;
  for (int number : {Settings::kGravityMS2FieldNumber, Settings::kNoseContactFieldNumber,
                     Settings::kOverlapFieldNumber}) {
    parameters_.Apply(FieldOf<Settings>(number), settings);
  }
  for (int part : {Settings::kClothFieldNumber, Settings::kCueFieldNumber}) {
    parameters_.ApplyWithin(FieldOf<Settings>(part), settings);
  }
  if (!rolling_factor_.empty()) settings->mutable_cloth()->clear_rolling_factor();
  for (const std::string& text : rolling_factor_) {
    absl::Status bad = ParsePoint(text, settings->mutable_cloth()->add_rolling_factor());
    if (!bad.ok()) return bad;
  }
  return parameters_.ApplyLaws(settings);
}

}  // namespace carom
