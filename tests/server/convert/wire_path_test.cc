#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/base/field_error.h"
#include "server/convert/request_convert.h"
#include "tests/server/convert/wire_message.h"

namespace carom {
namespace {

using testing::Wire;

class WirePath : public ::testing::Test {
 protected:
  WirePath() {
    paths_.table = &table_;
    paths_.layout = &layout_;
    paths_.shot = &shot_;
    paths_.table_index = 1;
    paths_.settings_index = 2;
    paths_.layout_index = 3;
    paths_.shot_path = "shots[4]";
  }

  // The path on the wire of an error of the core, with what it is about.
  std::string At(const std::string& path) {
    const absl::Status wired = ToWirePath(InvalidField(path, "x", "y"), paths_);
    const std::optional<FieldError> error = FieldErrorOf(wired);
    return error->path.Text() + (error->about.empty() ? "" : ": " + error->about);
  }

  v1::Table table_ = Wire<v1::Table>("geometry {}");
  v1::Layout layout_ = Wire<v1::Layout>("balls {}");
  v1::Shot shot_;
  WirePaths paths_;
};

TEST_F(WirePath, OkStaysOk) { EXPECT_TRUE(ToWirePath(absl::OkStatus(), paths_).ok()); }

TEST_F(WirePath, SharedParts) {
  EXPECT_EQ(At("table.jaws[2].height_m"), "tables[1].geometry.jaws[2].height_m");
  EXPECT_EQ(At("settings.cloth.rolling_friction"), "settings[2].cloth.rolling_friction");
  EXPECT_EQ(At("samples.times_s[3]"), "detail.samples.times_s[3]");
  EXPECT_EQ(At("detail"), "detail");
  table_ = Wire<v1::Table>("preset: 'pool_9ft'");
  EXPECT_EQ(At("table.jaws[2].height_m"), "tables[1].preset: jaws[2].height_m");
}

TEST_F(WirePath, Strikes) {
  EXPECT_EQ(At("strike.speed_m_s"), "shots[4].strike.speed_m_s");
  paths_.shot = nullptr;
  paths_.shot_path = "generator.uniform_strikes";
  EXPECT_EQ(At("strike.speed_m_s"), "generator.uniform_strikes.speed_m_s");
}

TEST_F(WirePath, BallsWhereTheWireSaysThem) {
  EXPECT_EQ(At("balls[7].mass_kg"), "layouts[3].balls.balls[7].ball.mass_kg");
  EXPECT_EQ(At("balls[7].position_m"), "layouts[3].balls.balls[7].state.position_m");
  layout_ = Wire<v1::Layout>("states {}");
  EXPECT_EQ(At("balls[7].position_m"), "layouts[3].states.positions_m[21]");
  EXPECT_EQ(At("balls[7].velocity_m_s"), "layouts[3].states: balls[7].velocity_m_s");
  layout_ = Wire<v1::Layout>("rack {}");
  EXPECT_EQ(At("balls[7].position_m"), "layouts[3].rack: balls[7].position_m");
  shot_ = Wire<v1::Shot>("positions_m: 1");
  EXPECT_EQ(At("balls[7].position_m"), "shots[4].positions_m[14]");
  EXPECT_EQ(At("balls"), "layouts[3]: balls");
}

TEST_F(WirePath, ANamedSceneHasNoFields) {
  WirePaths none;
  none.shot_path = "generator";
  EXPECT_EQ(ToWirePath(InvalidField("balls[1].position_m", 1.0, "2"), none).message(),
            "generator.scene: balls[1].position_m: 1 must be 2");
}

}  // namespace
}  // namespace carom
