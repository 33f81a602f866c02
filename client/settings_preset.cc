#include "carom/client/settings_preset.h"

#include <array>

namespace carom {
namespace {

using carom::v1::Cloth;
using carom::v1::FrictionalBallBall;
using carom::v1::Settings;

// Friction and restitution of two balls, which carom and pool have in common: phenolic resin.
void SetBalls(double restitution, FrictionalBallBall* law) {
  law->set_restitution(restitution);
  // Fitted to Alciatore's ten throws of stun shots at 30 and 45 degrees against speed
  // (tests/reality/measurements.toml, "throw against speed"). At a slip of 1 m/s it is 0.074, where
  // [Domenech 2008] has 0.07 +- 0.02, and the default, fitted to [Marlow 1995], 0.046.
  law->mutable_alciatore()->set_a(0.035);
  law->mutable_alciatore()->set_b(0.115);
}

Settings MeasuredCarom() {
  Settings settings;
  Cloth& cloth = *settings.mutable_cloth();
  // Straight rolls in 80 three-cushion shots followed by a camera slow by 0.041 to 0.086 m/s^2;
  // here divided by 9.81 m/s^2, and by the first of them.
  struct Roll {
    double speed_m_s;
    double deceleration_m_s2;
  };
  constexpr std::array<Roll, 6> kRolls = {
      {{0.2, 0.041}, {0.4, 0.044}, {0.65, 0.046}, {1.0, 0.052}, {1.5, 0.068}, {2.3, 0.086}}};
  cloth.set_rolling_friction(kRolls[0].deceleration_m_s2 / 9.81);
  for (const Roll& roll : kRolls) {
    carom::v1::FactorAtSpeed& point = *cloth.add_rolling_factor();
    point.set_speed_m_s(roll.speed_m_s);
    point.set_factor(roll.deceleration_m_s2 / kRolls[0].deceleration_m_s2);
  }
  // The same shots, fitted by carom.calibrate with han2005: sliding 0.167, spinning 0.0035 to
  // 0.0042, balls 0.87 to 0.94, cushions 0.853 to 0.887 and 0.231 to 0.242 from fit to fit.
  cloth.set_sliding_friction(0.17);
  cloth.set_spinning_friction(0.004);
  SetBalls(0.93, settings.mutable_ball_ball()->mutable_frictional());
  settings.mutable_cushion()->mutable_han2005()->set_restitution(0.855);
  settings.mutable_cushion()->mutable_han2005()->set_friction(0.24);
  return settings;
}

Settings MeasuredPool() {
  Settings settings;
  Cloth& cloth = *settings.mutable_cloth();
  // Alciatore, physical properties: rolling 0.005 to 0.015; sliding 0.15 to 0.4, typically 0.2;
  // spin slows by 5 to 15 rad/s^2, of which 10 is 5/2 mu g / R.
  cloth.set_rolling_friction(0.01);
  cloth.set_sliding_friction(0.2);
  cloth.set_spinning_friction(0.0117);
  // [Domenech 2008]: 0.97 +- 0.02; [Han 2005]: 0.98; Alciatore: 0.92 to 0.98.
  SetBalls(0.97, settings.mutable_ball_ball()->mutable_frictional());
  // [van Balen]: 0.85; Alciatore: 0.6 to 0.9. Of the friction of a pool table's cushions nothing is
  // known here: it stays at its default.
  settings.mutable_cushion()->mutable_han2005()->set_restitution(0.85);
  return settings;
}

struct Preset {
  std::string_view name;
  Settings (*make)();
};

constexpr std::array<Preset, 2> kPresets = {
    {{"measured_carom", MeasuredCarom}, {"measured_pool", MeasuredPool}}};

}  // namespace

std::vector<std::string_view> SettingsPresetNames() {
  std::vector<std::string_view> names;
  for (const Preset& preset : kPresets) names.push_back(preset.name);
  return names;
}

std::optional<Settings> FindSettingsPreset(std::string_view name) {
  for (const Preset& preset : kPresets) {
    if (preset.name == name) return preset.make();
  }
  return std::nullopt;
}

}  // namespace carom
