#include "core/laws/compliant.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/solid/resolution.h"

namespace carom {

namespace {

// Rolling resistance is the moment N d a / 5. It slows a ball of I = c m R^2 at a d g / (5 (1 + c)
// R), where 5 (1 + c) is 7 for a homogeneous ball. Spinning friction is a moment of its own,
// mu_spin m g R, whatever the inertia.
ContensouPatch Match(const PatchOfCloth& patch, const Cloth& cloth, const BallSpec& ball) {
  static_assert(5.0 * (1.0 + kHomogeneous) == 7.0);  // Exactly.
  const double ball_radius_m = ball.radius_m;
  const double mu = cloth.sliding_friction;
  ContensouPatch matched;
  matched.friction = mu;
  if (mu > 0.0) {
    const double radius = 16.0 * ball_radius_m * cloth.spinning_friction / (3.0 * kPi * mu);
    // A cloth without spinning friction asks for no width at all, but the rates of a patch, which
    // are velocities divided by its radius, need one.
    matched.radius_m = std::clamp(radius, kResolution_m, ball_radius_m);
  }
  // Where rolling friction depends on speed: at its greatest.
  const FactorTable& factor = cloth.rolling_factor;
  const double most = factor.Greatest();
  const double lean = most * (5.0 * (1.0 + ball.inertia_ratio) * ball_radius_m *
                              cloth.rolling_friction / matched.radius_m);
  // The pressure can lean no further. The patch is made wider instead, and brakes spin more.
  if (lean > 1.0) {
    matched.radius_m *= lean;
    matched.lean = 1.0;
  } else {
    matched.lean = lean;
  }
  if (!factor.IsConstant()) {
    matched.lean /= most;
    matched.lean_factor = factor;
  }
  matched.slip_smoothing_per_s = patch.full_slip_m_s / matched.radius_m;
  matched.rolling_smoothing_per_s = matched.slip_smoothing_per_s;
  return matched;
}

absl::Status ValidateContact(const CompliantContact& contact) {
  if (auto status = CheckChoice(contact.normal); !status.ok()) {
    return UnderPath("normal", status);
  }
  return UnderPath("friction", CheckChoice(contact.friction));
}

absl::Status ValidateClothFriction(const ClothFriction& friction) {
  if (const auto* patch = std::get_if<PatchOfCloth>(&friction)) {
    return UnderPath("patch_of_cloth", CheckParameters(*patch));
  }
  if (const auto* patch = std::get_if<ContensouPatch>(&friction)) {
    return UnderPath("contensou", CheckParameters(*patch));
  }
  return CheckChoice(std::get<SlipFriction>(friction));
}

std::string PairText(const BallWeld& weld) {
  return "balls " + std::to_string(weld.first) + " and " + std::to_string(weld.second);
}

// Checks what can be checked without the balls.
absl::Status ValidateWelds(const CompliantSettings& settings) {
  const std::vector<BallWeld>& welds = settings.welds;
  if (welds.size() > static_cast<std::size_t>(kMostWelds)) {
    return InvalidField("welds", std::to_string(welds.size()) + " entries",
                        "at most " + std::to_string(kMostWelds));
  }
  if (settings.horizontal && !welds.empty()) {
    return InvalidField("welds", std::to_string(welds.size()) + " entries",
                        "none with `horizontal`, which freezes heights");
  }
  for (std::size_t w = 0; w < welds.size(); ++w) {
    const std::string path = "welds[" + std::to_string(w) + "]";
    if (welds[w].first == welds[w].second) {
      return InvalidField(path + ".second", welds[w].second, "another ball than the first");
    }
    const auto same = [&](const BallWeld& other) {
      return std::minmax(other.first, other.second) == std::minmax(welds[w].first, welds[w].second);
    };
    if (std::any_of(welds.begin(), welds.begin() + static_cast<std::ptrdiff_t>(w), same)) {
      return InvalidField(path, PairText(welds[w]), "a pair that is not welded yet");
    }
  }
  return absl::OkStatus();
}

}  // namespace

std::variant<SlipFriction, ContensouPatch> FrictionOf(const ClothFriction& friction,
                                                      const Cloth& cloth, const BallSpec& ball) {
  if (const auto* patch = std::get_if<PatchOfCloth>(&friction)) {
    return Match(*patch, cloth, ball);
  }
  if (const auto* patch = std::get_if<ContensouPatch>(&friction)) return *patch;
  return std::get<SlipFriction>(friction);
}

absl::Status ValidateCompliant(const CompliantSettings& settings) {
  for (const absl::Status& status :
       {UnderPath("ball_ball", ValidateContact(settings.ball_ball)),
        UnderPath("cushion", ValidateContact(settings.cushion)),
        UnderPath("liner", ValidateContact(settings.liner)),
        UnderPath("cloth_normal", CheckChoice(settings.cloth_normal)),
        UnderPath("cloth_friction", ValidateClothFriction(settings.cloth_friction)),
        UnderPath("ball_material", ValidateMaterial(settings.ball_material)),
        UnderPath("cloth_material", ValidateMaterial(settings.cloth_material)),
        UnderPath("cushion_material", ValidateMaterial(settings.cushion_material)),
        UnderPath("liner_material", ValidateMaterial(settings.liner_material)),
        CheckParameters(settings), ValidateWelds(settings),
        UnderPath("constraints", CheckParameters(settings.constraints)),
        ValidateIntegration(settings.integration)}) {
    if (!status.ok()) return status;
  }
  if (settings.vertical_friction && !settings.horizontal) {
    return InvalidField("vertical_friction", std::string("true"),
                        "false without `horizontal`, since the full model has all of friction");
  }
  if (Softness(settings.ball_material) + Softness(settings.cloth_material) == 0.0) {
    return InvalidField("cloth_material", std::string("rigid"), "soft where the balls are rigid");
  }
  if (Softness(settings.ball_material) == 0.0) {
    return InvalidField("ball_material", std::string("rigid"), "soft, since balls touch balls");
  }
  return absl::OkStatus();
}

std::span<const CompliantPreset> CompliantPresets() {
  using enum PaperBallBall;
  static const CompliantPreset presets[] = {
      {"table_2_threlfall_frictionless", PaperTable2(kThrelfall, PaperCushion::kFrictionless)},
      {"table_2_threlfall_ambrosio", PaperTable2(kThrelfall, PaperCushion::kAmbrosio)},
      {"table_2_alciatore_frictionless", PaperTable2(kAlciatore, PaperCushion::kFrictionless)},
      {"table_2_alciatore_ambrosio", PaperTable2(kAlciatore, PaperCushion::kAmbrosio)}};
  return presets;
}

const CompliantPreset* FindCompliantPreset(std::string_view name) {
  for (const CompliantPreset& preset : CompliantPresets()) {
    if (preset.name == name) return &preset;
  }
  return nullptr;
}

}  // namespace carom
