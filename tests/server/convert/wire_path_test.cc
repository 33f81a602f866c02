#include <gtest/gtest.h>

#include <string>

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

  std::string At(const std::string& message) {
    return std::string(ToWirePath(absl::InvalidArgumentError(message), paths_).message());
  }

  v1::Table table_ = Wire<v1::Table>("geometry {}");
  v1::Layout layout_ = Wire<v1::Layout>("balls {}");
  v1::Shot shot_;
  WirePaths paths_;
};

TEST_F(WirePath, OkStaysOk) { EXPECT_TRUE(ToWirePath(absl::OkStatus(), paths_).ok()); }

TEST_F(WirePath, SharedParts) {
  EXPECT_EQ(At("table.jaws[2].height_m: 1 must be"),
            "tables[1].geometry.jaws[2].height_m: 1 must be");
  EXPECT_EQ(At("settings.cloth.rolling_friction: 9"), "settings[2].cloth.rolling_friction: 9");
  EXPECT_EQ(At("samples: 1e9 states"), "detail.samples: 1e9 states");
  table_ = Wire<v1::Table>("preset: 'pool_9ft'");
  EXPECT_EQ(At("table.jaws[2].height_m: 1"), "tables[1].preset: jaws[2].height_m: 1");
}

TEST_F(WirePath, Strikes) {
  EXPECT_EQ(At("strike.speed_m_s: 99 must be"), "shots[4].strike.speed_m_s: 99 must be");
  paths_.shot = nullptr;
  paths_.shot_path = "generator.uniform_strikes";
  EXPECT_EQ(At("strike.speed_m_s: 99"), "generator.uniform_strikes.speed_m_s: 99");
}

TEST_F(WirePath, BallsWhereTheWireSaysThem) {
  EXPECT_EQ(At("balls[7].mass_kg: 0 must be"), "layouts[3].balls.balls[7].ball.mass_kg: 0 must be");
  EXPECT_EQ(At("balls[7].position_m: (1, 2, 3) must be"),
            "layouts[3].balls.balls[7].state.position_m: (1, 2, 3) must be");
  layout_ = Wire<v1::Layout>("states {}");
  EXPECT_EQ(At("balls[7].position_m: x"), "layouts[3].states.positions_m[21]: x");
  EXPECT_EQ(At("balls[7].velocity_m_s: x"), "layouts[3].states: balls[7].velocity_m_s: x");
  layout_ = Wire<v1::Layout>("rack {}");
  EXPECT_EQ(At("balls[7].position_m: x"), "layouts[3].rack: balls[7].position_m: x");
  shot_ = Wire<v1::Shot>("positions_m: 1");
  EXPECT_EQ(At("balls[7].position_m: x"), "shots[4].positions_m[14]: x");
  EXPECT_EQ(At("balls: 3 states"), "layouts[3]: balls: 3 states");
}

TEST_F(WirePath, ANamedSceneHasNoFields) {
  WirePaths none;
  none.shot_path = "generator";
  EXPECT_EQ(ToWirePath(absl::InvalidArgumentError("balls[1].position_m: x"), none).message(),
            "generator.scene: balls[1].position_m: x");
}

TEST_F(WirePath, MessagesStayShortEnoughForGrpc) {
  EXPECT_LE(At("settings." + std::string(100'000, 'x')).size(), 4096u);
}

}  // namespace
}  // namespace carom
