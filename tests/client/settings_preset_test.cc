#include "carom/client/settings_preset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "carom/client/client.h"
#include "carom/client/local/local.h"
#include "carom/v1/simulation.pb.h"

namespace carom {
namespace {

using carom::v1::Settings;

TEST(SettingsPreset, HasTheNamesThatItLists) {
  EXPECT_THAT(SettingsPresetNames(), ::testing::ElementsAre("measured_carom", "measured_pool"));
  EXPECT_FALSE(FindSettingsPreset("measured").has_value());
}

// The time in which a ball that rolls at this speed comes to rest, s.
double RollTime(const Settings& settings, double speed_m_s) {
  constexpr double kRadius_m = 0.03075;
  carom::v1::SimulateRequest request;
  request.add_tables()->mutable_geometry();
  *request.add_settings() = settings;
  request.add_layouts()->set_ball_set("carom");
  auto& state = *request.mutable_layouts(0)->mutable_balls()->add_balls()->mutable_state();
  state.mutable_position_m();
  state.mutable_velocity_m_s()->set_x(speed_m_s);
  state.mutable_angular_velocity_rad_s()->set_y(speed_m_s / kRadius_m);
  request.mutable_shots()->add_shots();
  const auto response = Client(Local()).Simulate(request);
  EXPECT_TRUE(response.ok()) << response.status();
  return response.ok() ? response->results().end_times_s(0) : 0.0;
}

// Straight rolls of camera tracks: between two measured speeds 0.052 and 0.068 m/s^2, and so on.
TEST(SettingsPreset, OfCaromSlowsRollsAsMeasured) {
  const Settings settings = *FindSettingsPreset("measured_carom");
  EXPECT_NEAR(RollTime(settings, 0.2), 0.2 / 0.041, 1e-6);
  const double from_fast = RollTime(settings, 1.5) - RollTime(settings, 1.0);
  EXPECT_GT(from_fast, 0.5 / 0.068);
  EXPECT_LT(from_fast, 0.5 / 0.052);
}

TEST(SettingsPreset, OfPoolSlowsSpinByTen) {
  const Settings settings = *FindSettingsPreset("measured_pool");
  EXPECT_NEAR(2.5 * settings.cloth().spinning_friction() * 9.81 / 0.028575, 10.0, 0.05);
}

// Presets are new names: what has none is as before.
TEST(SettingsPreset, DiffersFromTheDefaults) {
  std::set<std::string> all = {Settings().SerializeAsString()};
  for (const std::string_view name : SettingsPresetNames()) {
    EXPECT_TRUE(all.insert(FindSettingsPreset(name)->SerializeAsString()).second) << name;
  }
}

}  // namespace
}  // namespace carom
