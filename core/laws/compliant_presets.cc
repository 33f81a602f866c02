#include "core/laws/compliant_presets.h"

namespace carom {

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
