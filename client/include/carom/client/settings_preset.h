#ifndef CAROM_CLIENT_SETTINGS_PRESET_H_
#define CAROM_CLIENT_SETTINGS_PRESET_H_

#include <optional>
#include <string_view>
#include <vector>

#include "carom/v1/laws.pb.h"

namespace carom {

/// Names of physics whose numbers come from measurements, in order: "measured_carom", a heated
/// cloth under balls of 61.5 mm, for the table carom_10ft; "measured_pool". settings_preset.cc says
/// where each number comes from, tests/reality how far off they are.
std::vector<std::string_view> SettingsPresetNames();

/// The settings of that name, as a request takes them; nullopt when it is unknown. What they do not
/// say is at its default, and may be set.
std::optional<carom::v1::Settings> FindSettingsPreset(std::string_view name);

}  // namespace carom

#endif  // CAROM_CLIENT_SETTINGS_PRESET_H_
