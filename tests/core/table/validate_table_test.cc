#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/table/catalog.h"
#include "core/table/validate.h"

namespace carom {
namespace {

// A table with one feature of each kind, to be spoilt field by field.
Table Plain() {
  Table table;
  table.noses = {{Vec2(-1.0, 0.5), Vec2(1.0, 0.5), 0.036}};
  table.jaws = {{Vec2(1.0, 0.6), 0.02, 0.036}};
  table.pockets = {{Vec2(1.2, 0.5), 0.06, "corner"}};
  table.bed_outline_m = {Vec2(-2, -1), Vec2(2, -1), Vec2(2, 1), Vec2(-2, 1)};
  return table;
}

std::string ErrorOf(const Table& table) {
  const absl::Status status = ValidateTable(table);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

TEST(ValidateTable, TakesPlainAndEmptyTables) {
  EXPECT_TRUE(ValidateTable(Plain()).ok());
  EXPECT_TRUE(ValidateTable(Table{}).ok());
}

TEST(ValidateTable, NamesTheNoseAtFault) {
  Table table = Plain();
  table.noses.push_back({Vec2(0, 0), Vec2(1, 0), -0.1});
  EXPECT_EQ(ErrorOf(table), "noses[1].height_m: -0.1 must be in (0, 1]");
  table.noses[1] = {Vec2(0, kNan), Vec2(1, 0), 0.03};
  EXPECT_EQ(ErrorOf(table), "noses[1].start.y_m: nan must be in [-100, 100]");
  table.noses[1] = {Vec2(0, 0), Vec2(-kInfinity, 0), 0.03};
  EXPECT_EQ(ErrorOf(table), "noses[1].end.x_m: -inf must be in [-100, 100]");
  table.noses[1] = {Vec2(1, 1), Vec2(1, 1), 0.03};
  EXPECT_EQ(ErrorOf(table), "noses[1].end: 0 m from the start must be more than 1e-06 m from it");
}

TEST(ValidateTable, NamesTheJawOrPocketAtFault) {
  Table table = Plain();
  table.jaws[0].radius_m = 0.0;
  EXPECT_EQ(ErrorOf(table), "jaws[0].radius_m: 0 must be in (0, 1]");
  table = Plain();
  table.jaws[0].centre_m.x() = 101.0;
  EXPECT_EQ(ErrorOf(table), "jaws[0].centre.x_m: 101 must be in [-100, 100]");
  table = Plain();
  table.pockets[0].radius_m = kNan;
  EXPECT_EQ(ErrorOf(table), "pockets[0].radius_m: nan must be in (0, 1]");
}

TEST(ValidateTable, LimitsTheNumberOfFeatures) {
  Table table = Plain();
  table.noses.resize(257, table.noses[0]);
  EXPECT_EQ(ErrorOf(table), "noses: 257 entries must be at most 256");
  table = Plain();
  table.pockets.resize(65, table.pockets[0]);
  EXPECT_EQ(ErrorOf(table), "pockets: 65 entries must be at most 64");
}

TEST(ValidateTable, ChecksBothEndsOfANose) {
  Table table = Plain();
  table.noses[0].rise_m = -0.036;
  EXPECT_EQ(ErrorOf(table), "noses[0].end_height_m: 0 must be in (0, 1]");
  table.noses[0].rise_m = kNan;
  EXPECT_EQ(ErrorOf(table), "noses[0].end_height_m: nan must be in (0, 1]");
  table.noses[0].rise_m = 0.01;
  EXPECT_TRUE(ValidateTable(table).ok());
}

TEST(ValidateTable, ChecksThePocketsBack) {
  Table table = Plain();
  table.pockets[0].opening = Vec2(0.6, 0.8);
  table.pockets[0].back_height_m = 1.0;
  EXPECT_TRUE(ValidateTable(table).ok());
  table.pockets[0].opening = Vec2(3.0, 4.0);
  EXPECT_EQ(ErrorOf(table),
            "pockets[0].opening: of length 5 must be of length 1, or zero for none");
  table.pockets[0].opening = Vec2(kNan, 0.0);
  EXPECT_EQ(ErrorOf(table).rfind("pockets[0].opening: of length nan", 0), 0u);
  table = Plain();
  table.pockets[0].back_height_m = -0.01;
  EXPECT_EQ(ErrorOf(table), "pockets[0].back_height_m: -0.01 must be in [0, 1]");
}

TEST(ValidateTable, ChecksHowFarThePocketsBackLeans) {
  Table table = Plain();
  table.pockets[0].radius_m = 0.06;
  table.pockets[0].opening = Vec2(1.0, 0.0);
  table.pockets[0].back_height_m = 0.03;
  table.pockets[0].overhang_m = 0.03;
  EXPECT_TRUE(ValidateTable(table).ok());
  table.pockets[0].overhang_m = 0.031;
  EXPECT_EQ(ErrorOf(table), "pockets[0].overhang_m: 0.031 must be in [0, 0.03], half the radius");
  table.pockets[0].overhang_m = -0.01;
  EXPECT_EQ(ErrorOf(table), "pockets[0].overhang_m: -0.01 must be in [0, 0.03], half the radius");
  table.pockets[0].overhang_m = 0.01;
  table.pockets[0].back_height_m = 0.0;
  EXPECT_EQ(ErrorOf(table), "pockets[0].overhang_m: 0.01 must be 0 without a back");
}

TEST(ValidateTable, WantsSimpleRailTops) {
  Table table = Plain();
  table.rail_tops = {{{Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)}, 0.03}};
  EXPECT_TRUE(ValidateTable(table).ok());
  table.rail_tops.push_back({{Vec2(0, 0), Vec2(1, 1), Vec2(1, 0), Vec2(0, 1)}, 0.03});
  EXPECT_EQ(ErrorOf(table),
            "rail_tops[1].corners[2]: an edge that meets edge 0 must be part of a simple polygon");
  table.rail_tops[1] = {{Vec2(0, 0), Vec2(1, 0)}, 0.03};
  EXPECT_EQ(ErrorOf(table), "rail_tops[1].corners: 2 corners must be 3 to 256");
  table.rail_tops[1] = {std::vector<Vec2>(257, Vec2(0, 0)), 0.03};
  EXPECT_EQ(ErrorOf(table), "rail_tops[1].corners: 257 corners must be 3 to 256");
  table.rail_tops[1] = {{Vec2(0, 0), Vec2(1, kNan), Vec2(0, 1)}, 0.03};
  EXPECT_EQ(ErrorOf(table), "rail_tops[1].corners[1].y_m: nan must be in [-100, 100]");
  table.rail_tops[1] = {{Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)}, 0.0};
  EXPECT_EQ(ErrorOf(table), "rail_tops[1].height_m: 0 must be in (0, 1]");
  table.rail_tops.resize(65, table.rail_tops[0]);
  EXPECT_EQ(ErrorOf(table), "rail_tops: 65 entries must be at most 64");
}

TEST(ValidateTable, WantsASimpleOutline) {
  Table table = Plain();
  table.bed_outline_m = {Vec2(0, 0), Vec2(1, 0)};
  EXPECT_EQ(ErrorOf(table), "bed_outline: 2 corners must be none, or at least 3");
  table.bed_outline_m = {Vec2(0, 0), Vec2(1, 1), Vec2(1, 0), Vec2(0, 1)};  // a bow tie
  EXPECT_EQ(ErrorOf(table),
            "bed_outline[2]: an edge that meets edge 0 must be part of a simple polygon");
  table.bed_outline_m = {Vec2(0, 0), Vec2(kInfinity, 1), Vec2(1, 0)};
  EXPECT_EQ(ErrorOf(table), "bed_outline[1].x_m: inf must be in [-100, 100]");
}

TEST(ValidateTable, ChecksSizeAndSpots) {
  Table table = Plain();
  table.length_m = -1.0;
  EXPECT_EQ(ErrorOf(table), "length_m: -1 must be in [0, 100]");
  table = Plain();
  table.foot_spot_m.y() = kNan;
  EXPECT_EQ(ErrorOf(table), "foot_spot.y_m: nan must be in [-100, 100]");
}

std::string ErrorOf(const Environment& environment) {
  return std::string(ValidateEnvironment(environment).message());
}

TEST(ValidateEnvironment, TakesTheDefaultsAndZeroFriction) {
  Environment environment;
  EXPECT_TRUE(ValidateEnvironment(environment).ok());
  environment.cloth = {0.0, 0.0, 0.0};
  environment.cue.end_mass_kg = 0.0;
  EXPECT_TRUE(ValidateEnvironment(environment).ok());
}

TEST(ValidateEnvironment, NamesTheFieldAtFault) {
  const auto error_with = [](double Environment::*field, double value) {
    Environment environment;
    environment.*field = value;
    return ErrorOf(environment);
  };
  EXPECT_EQ(error_with(&Environment::gravity_m_s2, 0.0), "gravity_m_s2: 0 must be in [0.01, 100]");
  EXPECT_EQ(error_with(&Environment::rest_hop_s, kNan), "rest_hop_s: nan must be in [1e-06, 1]");
  EXPECT_EQ(error_with(&Environment::cluster_gap_m, 0.02),
            "cluster_gap_m: 0.02 must be in [0, 0.01]");
  EXPECT_EQ(error_with(&Environment::settle_speed_m_s, 0.0),
            "settle_speed_m_s: 0 must be in [0.0001, 1]");
}

TEST(ValidateEnvironment, BallsDropOnlyWhereTheyCanFly) {
  Environment environment;
  environment.pocket_model = PocketModel::kDrop;
  environment.flight = Flight::kOff;
  EXPECT_EQ(ErrorOf(environment), "pocket_model: DROP must be CIRCLE, since flight is off");
  environment.flight = Flight::kOn;
  EXPECT_TRUE(ValidateEnvironment(environment).ok());
}

TEST(ValidateEnvironment, PointsOfTheRollingFactor) {
  const auto error = [](const std::vector<FactorTable::Point>& points) {
    Environment environment;
    for (const auto& point : points) environment.cloth.rolling_factor.Add(point);
    return ErrorOf(environment);
  };
  EXPECT_EQ(error({{-0.1, 1.0}}), "cloth.rolling_factor[0].speed_m_s: -0.1 must be in [0, 100]");
  EXPECT_EQ(error({{0.5, 1.0}, {0.5, 2.0}}),
            "cloth.rolling_factor[1].speed_m_s: 0.5 must be in [0.51, 100]");
  EXPECT_EQ(error({{0.0, 1.0}, {0.5, 0.0}}),
            "cloth.rolling_factor[1].factor: 0 must be in [0.01, 100]");
  EXPECT_EQ(error({{0.0, kNan}}), "cloth.rolling_factor[0].factor: nan must be in [0.01, 100]");
  EXPECT_EQ(error({{0.0, 0.01}, {0.01, 100.0}, {100.0, 1.0}}), "");
}

TEST(ValidateEnvironment, NamesTheNestedFieldAtFault) {
  Environment environment;
  environment.cloth.rolling_friction = -0.01;
  EXPECT_EQ(ErrorOf(environment), "cloth.rolling_friction: -0.01 must be in [0, 1]");
  environment = {};
  environment.cue.mass_kg = kInfinity;
  EXPECT_EQ(ErrorOf(environment), "cue.mass_kg: inf must be in [0.01, 100]");
  environment = {};
  environment.cue.miscue_offset = 0.0;
  EXPECT_EQ(ErrorOf(environment), "cue.miscue_offset: 0 must be in (0, 1]");
  environment = {};
  environment.limits.max_events = 0;
  EXPECT_EQ(ErrorOf(environment), "limits.max_events: 0 must be in [1, 10000000]");
  environment = {};
  environment.limits.max_time_s = kNan;
  EXPECT_EQ(ErrorOf(environment), "limits.max_time_s: nan must be in [0, 1e+06]");
  environment = {};
  environment.stop.at_time_s = -1.0;
  EXPECT_EQ(ErrorOf(environment), "stop.at_time_s: -1 must be in [0, 1e+06]");
}

TEST(ValidateBalls, ChecksMassRadiusAndCount) {
  EXPECT_TRUE(ValidateBalls({BallSpec{}, BallSpec{0.2, 0.03}}).ok());
  EXPECT_EQ(ValidateBalls({BallSpec{}, BallSpec{0.0, 0.03}}).message(),
            "balls[1].mass_kg: 0 must be in [0.001, 100]");
  EXPECT_EQ(ValidateBalls({BallSpec{0.2, kNan}}).message(),
            "balls[0].radius_m: nan must be in [0.001, 1]");
  EXPECT_EQ(ValidateBalls({}).message(), "balls: 0 entries must be 1 to 32");
  EXPECT_EQ(ValidateBalls(std::vector<BallSpec>(33)).message(),
            "balls: 33 entries must be 1 to 32");
}

TEST(ValidateBallsOnTable, SmallestBallMustReachTheNoses) {
  Table table = Plain();
  EXPECT_TRUE(ValidateBallsOnTable(table, {BallSpec{}, BallSpec{0.1, 0.0181}}).ok());
  EXPECT_EQ(ValidateBallsOnTable(table, {BallSpec{}, BallSpec{0.1, 0.018}}).message(),
            "noses[0].height_m: 0.036 must be below the top of balls[1], 0.036");
  table.noses[0].rise_m = 0.016;
  EXPECT_EQ(ValidateBallsOnTable(table, {BallSpec{0.1, 0.02}}).message(),
            "noses[0].end_height_m: 0.052 must be below the top of balls[0], 0.04");
  table.noses.clear();
  EXPECT_EQ(ValidateBallsOnTable(table, {BallSpec{0.1, 0.01}}).message(),
            "jaws[0].height_m: 0.036 must be below the top of balls[0], 0.02");
}

class ValidateStrikeTest : public ::testing::Test {
 protected:
  std::string ErrorOf(const CueStrike& strike) {
    return std::string(ValidateStrike(strike, balls_, states_).message());
  }
  CueStrike strike_ = {.cue_ball = 1, .speed_m_s = 2.0, .azimuth_rad = 1.0};
  std::vector<BallSpec> balls_ = std::vector<BallSpec>(3);
  std::vector<BallState> states_ = std::vector<BallState>(3);
};

TEST_F(ValidateStrikeTest, TakesAnyBallAndAnyPointOnIt) {
  EXPECT_EQ(ErrorOf(strike_), "");
  strike_.side_offset = -1.0;
  strike_.speed_m_s = 0.0;
  EXPECT_EQ(ErrorOf(strike_), "");
}

TEST_F(ValidateStrikeTest, NamesTheFieldAtFault) {
  strike_.speed_m_s = -1.0;
  EXPECT_EQ(ErrorOf(strike_), "speed_m_s: -1 must be in [0, 50]");
  strike_ = {.speed_m_s = kNan};
  EXPECT_EQ(ErrorOf(strike_), "speed_m_s: nan must be in [0, 50]");
  strike_ = {.azimuth_rad = kInfinity};
  EXPECT_EQ(ErrorOf(strike_), "azimuth_rad: inf must be in [-1000, 1000]");
  strike_ = {.elevation_rad = kHalfPi};
  EXPECT_EQ(ErrorOf(strike_),
            "elevation_rad: 1.5707963267948966 must be in [0, 1.5707963267948966)");
  strike_ = {.side_offset = 1.5};
  EXPECT_EQ(ErrorOf(strike_), "side_offset: 1.5 must be in [-1, 1]");
  strike_ = {.side_offset = 0.75, .height_offset = 0.75};
  EXPECT_EQ(ErrorOf(strike_),
            "side_offset: side_offset^2 + height_offset^2: 1.125 must be at most 1, else the tip "
            "misses the "
            "ball");
}

TEST_F(ValidateStrikeTest, WantsABallInPlay) {
  strike_.cue_ball = 3;
  EXPECT_EQ(ErrorOf(strike_), "cue_ball: 3 must be the index of one of 3 balls");
  strike_.cue_ball = -1;
  EXPECT_EQ(ErrorOf(strike_), "cue_ball: -1 must be the index of one of 3 balls");
  strike_.cue_ball = 2;
  states_[2].motion = MotionState::kPocketed;
  EXPECT_EQ(ErrorOf(strike_), "cue_ball: 2 must be a ball in play");
}

}  // namespace
}  // namespace carom
