#include "client/cli/law_flags.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "carom/client/settings_preset.h"
#include "client/cli/json.h"
#include "client/cli/numbers.h"
#include "client/cli/scene_flags.h"
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

constexpr char kRestitutionFactor[] = "cushion-restitution-factor";
constexpr char kFrictionFactor[] = "cushion-friction-factor";

void Set(double speed_m_s, carom::v1::FactorAtSpeed& point) { point.set_speed_m_s(speed_m_s); }
void Set(double angle_deg, carom::v1::FactorAtAngle& point) {
  point.set_angle_rad(angle_deg / kDegrees);
}

// X,FACTOR each. `must_be`: what X is, with an example.
template <class Points>
absl::Status AddPoints(const char* flag, const std::vector<std::string>& texts, const char* must_be,
                       Points* points) {
  points->Clear();  // Those of a preset.
  for (const std::string& text : texts) {
    const std::vector<std::string> parts = absl::StrSplit(text, ',');
    double x = 0.0;
    double factor = 0.0;
    if (parts.size() != 2 || !absl::SimpleAtod(parts[0], &x) ||
        !absl::SimpleAtod(parts[1], &factor)) {
      return absl::InvalidArgumentError(
          absl::StrCat("--", flag, ": \"", text, "\" must be ", must_be));
    }
    auto* point = points->Add();
    Set(x, *point);
    point->set_factor(factor);
  }
  return absl::OkStatus();
}

}  // namespace

std::vector<std::string> ImpactLawFlags() {
  std::vector<std::string> all;
  for (const ParameterFlags::Field* field : ImpactLaws()) {
    for (const std::string& flag : FlagsOfLaw(*field)) all.push_back(flag);
  }
  for (const std::string& flag : FlagsWithin(FieldOf<Settings>(Settings::kCushionFieldNumber))) {
    all.push_back(flag);
  }
  all.insert(all.end(), {kRestitutionFactor, kFrictionFactor});
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
  parameters_.DeclareWithin(FieldOf<Settings>(Settings::kCushionFieldNumber), flags);
  flags->AddList(kRestitutionFactor, "M_S,FACTOR",
                 "restitution of cushions times this at a speed into them,\n"
                 "at most 1 in all; points as of --rolling-factor",
                 &restitution_factor_);
  flags->AddList(kFrictionFactor, "DEG,FACTOR",
                 "friction of cushions times this at an angle between a\n"
                 "ball's way and their normal; points likewise",
                 &friction_factor_);
  for (int number : {Settings::kNoseContactFieldNumber, Settings::kOverlapFieldNumber}) {
    parameters_.Declare(FieldOf<Settings>(number), flags);
  }
}

absl::Status LawFlags::ApplySettings(carom::v1::Settings* settings) const {
  if (!settings_) return absl::OkStatus();
  if (const auto preset = FindSettingsPreset(CatalogueName(*settings_))) {
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
  for (int part :
       {Settings::kClothFieldNumber, Settings::kCueFieldNumber, Settings::kCushionFieldNumber}) {
    parameters_.ApplyWithin(FieldOf<Settings>(part), settings);
  }
  if (absl::Status bad = ApplyFactors(settings); !bad.ok()) return bad;
  return parameters_.ApplyLaws(settings);
}

absl::Status LawFlags::ApplyFactors(carom::v1::Settings* settings) const {
  constexpr char kAtSpeed[] = "a speed in m/s and a factor, as in 1.5,1.7";
  absl::Status status;
  if (!rolling_factor_.empty()) {
    status.Update(AddPoints("rolling-factor", rolling_factor_, kAtSpeed,
                            settings->mutable_cloth()->mutable_rolling_factor()));
  }
  if (!restitution_factor_.empty()) {
    status.Update(AddPoints(kRestitutionFactor, restitution_factor_, kAtSpeed,
                            settings->mutable_cushion()->mutable_restitution_factor()));
  }
  if (!friction_factor_.empty()) {
    status.Update(AddPoints(kFrictionFactor, friction_factor_,
                            "an angle in degrees and a factor, as in 45,0.6",
                            settings->mutable_cushion()->mutable_friction_factor()));
  }
  return status;
}

}  // namespace carom
