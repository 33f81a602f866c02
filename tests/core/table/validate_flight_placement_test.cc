// Layouts with Flight::kOn: balls in the air, on rails, in pockets.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/table/catalog.h"
#include "core/table/validate.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using testing::kRadius_m;

constexpr double kHeight = 0.635 * 2.0 * kRadius_m;  // of the noses of pool_9ft

BallState At(double x_m, double y_m, double z_m, MotionState motion = MotionState::kStationary) {
  BallState state;
  state.position = Vec3(x_m, y_m, z_m);
  state.motion = motion;
  return state;
}

BallState Flying(double x_m, double y_m, double z_m) {
  BallState state = At(x_m, y_m, z_m, MotionState::kAirborne);
  state.velocity = Vec3(1.0, -2.0, 3.0);
  return state;
}

class FlightPlacementTest : public ::testing::Test {
 protected:
  FlightPlacementTest() { environment_.flight = Flight::kOn; }

  std::string ErrorOf(const std::vector<BallState>& states) {
    const std::vector<BallSpec> balls(states.size());
    return std::string(ValidatePlacement(table_, environment_, balls, states).message());
  }

  // 9 ft: noses at x = +-1.27 and y = +-0.635.
  Table table_ = FindTable("pool_9ft")->table;
  Environment environment_;
};

TEST_F(FlightPlacementTest, BallsMayFlyRiseAndLieOnEachOther) {
  EXPECT_EQ(ErrorOf({Flying(0.0, 0.0, 0.5), Flying(0.5, 0.0, kRadius_m)}), "");
  const double up_m = std::sqrt(3.0) * kRadius_m;  // over the gap between two that touch
  EXPECT_EQ(ErrorOf({At(-kRadius_m, 0.0, kRadius_m), At(kRadius_m, 0.0, kRadius_m),
                     At(0.0, 0.0, kRadius_m + up_m, MotionState::kSupported)}),
            "");
  EXPECT_THAT(ErrorOf({At(0.0, 0.0, kRadius_m), Flying(0.0, 0.0, 3.0 * kRadius_m - 1e-6)}),
              HasSubstr("balls[1].position_m: (0, 0, 0.085724) must be clear of balls[0]"));
}

TEST_F(FlightPlacementTest, TheSlateIsBelow) {
  EXPECT_EQ(ErrorOf({At(0.0, 0.0, kRadius_m - 0.9e-6)}), "");
  EXPECT_THAT(ErrorOf({At(0.0, 0.0, kRadius_m - 2e-6)}),
              HasSubstr("or above, since the slate is below"));
}

TEST_F(FlightPlacementTest, WhatIsSupportedLiesStill) {
  BallState state = At(0.0, 0.0, 0.1, MotionState::kSupported);
  state.spin.z() = 1.0;
  EXPECT_EQ(ErrorOf({state}),
            "balls[0].angular_velocity_rad_s: (0, 0, 1) must be zero, since the ball is SUPPORTED");
  state.velocity.x() = 1.0;
  EXPECT_THAT(ErrorOf({state}), HasSubstr("balls[0].velocity_m_s: (1, 0, 0) must be zero"));
}

TEST_F(FlightPlacementTest, ANoseIsALineInSpace) {
  // Straight before the nose at its height, and straight above it.
  EXPECT_EQ(ErrorOf({Flying(0.6, 0.635 - kRadius_m, kHeight)}), "");
  EXPECT_THAT(ErrorOf({Flying(0.6, 0.635 - kRadius_m + 2e-9, kHeight)}),
              HasSubstr("clear of noses[3]"));
  EXPECT_EQ(ErrorOf({Flying(0.6, 0.635, kHeight + kRadius_m)}), "");
  EXPECT_THAT(ErrorOf({Flying(0.6, 0.635, kHeight + kRadius_m - 2e-9)}),
              HasSubstr("clear of noses[3]"));
}

TEST_F(FlightPlacementTest, ANoseMayRise) {
  table_ = Table();
  table_.noses = {{Vec2(-1.0, 0.0), Vec2(1.0, 0.0), 0.02, 0.02}};
  // Halfway along it is 0.03 high, and leans by 0.01 a metre.
  const double above_m = 0.03 + kRadius_m * std::sqrt(1.0 + 1e-4);
  EXPECT_EQ(ErrorOf({Flying(0.0, 0.0, above_m + 1e-12)}), "");
  EXPECT_THAT(ErrorOf({Flying(0.0, 0.0, above_m - 2e-9)}), HasSubstr("clear of noses[0]"));
  EXPECT_EQ(ErrorOf({Flying(-0.9, 0.0, above_m - 8e-3)}), "");
}

TEST_F(FlightPlacementTest, AJawHasARingAndATop) {
  table_ = Table();
  table_.jaws = {{Vec2(0.0, 0.0), 0.05, 0.03}};
  EXPECT_EQ(ErrorOf({At(0.02, 0.0, 0.03 + kRadius_m, MotionState::kSupported)}), "");
  EXPECT_THAT(ErrorOf({At(0.02, 0.0, 0.03 + kRadius_m - 2e-9)}), HasSubstr("clear of jaws[0]"));
  const double slant_m = kRadius_m / std::sqrt(2.0);
  EXPECT_EQ(ErrorOf({Flying(0.05 + slant_m, 0.0, 0.03 + slant_m)}), "");
  EXPECT_THAT(ErrorOf({Flying(0.05 + slant_m - 1e-8, 0.0, 0.03 + slant_m)}),
              HasSubstr("clear of jaws[0]"));
}

TEST_F(FlightPlacementTest, ABallMayLieOnTheRailAndNotInIt) {
  EXPECT_EQ(ErrorOf({At(0.6, 0.68, kHeight + kRadius_m, MotionState::kSupported)}), "");
  EXPECT_EQ(ErrorOf({Flying(0.6, 0.68, kHeight + kRadius_m + 0.1)}), "");
  EXPECT_THAT(ErrorOf({Flying(0.6, 0.68, kHeight + kRadius_m - 2e-9)}),
              HasSubstr("must be clear of rail_tops[3], which it overlaps by"));
  EXPECT_THAT(ErrorOf({At(0.6, 0.68, kRadius_m)}), HasSubstr("must be clear of rail_tops[3]"));
  EXPECT_THAT(ErrorOf({Flying(5.0, 0.0, 0.5)}), HasSubstr("inside the bed's outline"));
}

TEST_F(FlightPlacementTest, OnATableWithoutRailTopsTheSlateGoesOnBehind) {
  table_.rail_tops.clear();
  EXPECT_EQ(ErrorOf({At(0.6, 0.635 + kRadius_m, kRadius_m)}), "");
}

TEST_F(FlightPlacementTest, AboveACircleABallMayFlyButNotLie) {
  const Pocket& pocket = table_.pockets[4];
  const double y_m = pocket.centre_m.y();
  EXPECT_THAT(ErrorOf({At(0.0, y_m, kRadius_m)}), HasSubstr("outside the circle of pockets[4]"));
  EXPECT_THAT(ErrorOf({Flying(0.0, y_m, kRadius_m)}),
              HasSubstr("outside the circle of pockets[4]"));
  EXPECT_THAT(ErrorOf({Flying(0.0, y_m, kHeight + kRadius_m - 2e-9)}),
              HasSubstr("else the ball is pocketed"));
  EXPECT_EQ(ErrorOf({Flying(0.0, y_m, kHeight + kRadius_m)}), "");
}

TEST_F(FlightPlacementTest, IntoAHoleABallMayFall) {
  environment_.pocket_model = PocketModel::kDrop;
  const Pocket& pocket = table_.pockets[4];
  const double y_m = pocket.centre_m.y();
  // Height decides, whatever motion is said, or none.
  EXPECT_EQ(ErrorOf({At(0.0, y_m, kRadius_m)}), "");
  EXPECT_EQ(ErrorOf({Flying(0.0, y_m, kRadius_m)}), "");
  EXPECT_EQ(ErrorOf({Flying(0.0, y_m, -kRadius_m)}), "");
  EXPECT_THAT(ErrorOf({Flying(0.0, y_m, -kRadius_m - 1e-6)}),
              HasSubstr("else the ball is pocketed"));
  EXPECT_EQ(ErrorOf({At(0.0, y_m, -0.01)}), "");
  EXPECT_THAT(ErrorOf({At(0.0, y_m, -kRadius_m - 1e-6)}), HasSubstr("else the ball is pocketed"));
}

TEST_F(FlightPlacementTest, AHoleHasARimAWallAndABack) {
  environment_.pocket_model = PocketModel::kDrop;
  table_ = Table();
  table_.pockets = {{Vec2(0.0, 0.0), 0.1, "", Vec2(1.0, 0.0), 0.05}};
  // The wall, before and behind.
  for (const double sign : {1.0, -1.0}) {
    EXPECT_EQ(ErrorOf({Flying(sign * (0.1 - kRadius_m - 1e-12), 0.0, -0.01)}), "");
    EXPECT_THAT(ErrorOf({Flying(sign * (0.1 - kRadius_m + 2e-9), 0.0, -0.01)}),
                HasSubstr("clear of pockets[0]"));
  }
  // Above the cloth it goes on behind only; before, there is the rim.
  EXPECT_EQ(ErrorOf({Flying(0.1 - 0.6 * kRadius_m, 0.0, 0.8 * kRadius_m + 1e-12)}), "");
  EXPECT_THAT(ErrorOf({Flying(0.1 - 0.6 * kRadius_m, 0.0, 0.8 * kRadius_m - 2e-9)}),
              HasSubstr("clear of pockets[0]"));
  EXPECT_THAT(ErrorOf({Flying(-0.1 + 0.6 * kRadius_m, 0.0, 0.8 * kRadius_m + 1e-12)}),
              HasSubstr("clear of pockets[0]"));
  EXPECT_EQ(ErrorOf({Flying(-0.1 + 0.6 * kRadius_m, 0.0, 0.05 + 0.8 * kRadius_m + 1e-12)}), "");
}

TEST_F(FlightPlacementTest, PlanesReachUpWithoutEnd) {
  environment_.nose_contact = NoseContact::kPlane;
  EXPECT_EQ(ErrorOf({At(0.6, 0.635 - kRadius_m, kRadius_m)}), "");
  EXPECT_THAT(ErrorOf({At(0.6, 0.635 - kRadius_m + 1e-6, kRadius_m)}),
              HasSubstr("clear of noses[3]"));
  EXPECT_EQ(ErrorOf({Flying(0.6, 0.635 - kRadius_m, 20.0 * kRadius_m)}), "");
  EXPECT_THAT(ErrorOf({Flying(0.6, 0.635 - kRadius_m + 1e-6, 20.0 * kRadius_m)}),
              HasSubstr("clear of noses[3]"));
}

TEST(FlightOff, RefusesWhatIsOffTheCloth) {
  const Table& table = FindTable("pool_9ft")->table;
  const auto error_of = [&](const BallState& state) {
    return std::string(ValidatePlacement(table, {}, {BallSpec{}}, {state}).message());
  };
  EXPECT_EQ(error_of(At(0.0, 0.0, kRadius_m, MotionState::kSupported)),
            "balls[0].motion: SUPPORTED must be a motion on the cloth, since flight is off");
  EXPECT_EQ(error_of(At(0.0, 0.0, kRadius_m, MotionState::kAirborne)),
            "balls[0].motion: AIRBORNE must be a motion on the cloth, since flight is off");
}

TEST(SeparateOverlapsInFlight, LeavesBallsOffTheClothAlone) {
  Environment environment;
  environment.flight = Flight::kOn;
  std::vector<BallState> states = {At(0.0, 0.0, kRadius_m), At(0.05, 0.0, kRadius_m),
                                   At(0.02, 0.0, 4.0 * kRadius_m)};
  double moved_m = 0.0;
  const std::vector<BallSpec> balls(3);
  const TableSolids solids = MakeSolids(FindTable("pool_9ft")->table, environment, balls);
  ASSERT_TRUE(SeparateOverlaps(solids, environment, balls, states, &moved_m).ok());
  EXPECT_NEAR(moved_m, kRadius_m - 0.025, 1e-9);
  EXPECT_EQ(states[2].position, Vec3(0.02, 0.0, 4.0 * kRadius_m));
}

// By how much a ball reaches into the skin of a drop pocket: the upper rim of its back, and the
// back's two ends.
double DepthInUpperRimOrPost(const Pocket& pocket, const Vec3& centre) {
  const Vec2 offset = centre.head<2>() - pocket.centre_m;
  const Vec2 aside(-pocket.opening.y(), pocket.opening.x());
  double nearest_m = 1.0;
  if (pocket.opening.dot(offset) <= 0.0 && centre.z() > pocket.back_height_m) {
    nearest_m = std::hypot(offset.norm() - pocket.TopRadius(), centre.z() - pocket.back_height_m);
  }
  for (const double side : {-1.0, 1.0}) {
    const Vec2 foot = pocket.centre_m + side * pocket.radius_m * aside;
    const Vec2 top = pocket.centre_m + side * pocket.TopRadius() * aside;
    const Vec3 from(foot.x(), foot.y(), 0.0);
    const Vec3 along = Vec3(top.x(), top.y(), pocket.back_height_m) - from;
    const double share = std::clamp(along.dot(centre - from) / along.squaredNorm(), 0.0, 1.0);
    nearest_m = std::min(nearest_m, (centre - from - share * along).norm());
  }
  return kRadius_m - nearest_m;
}

// Layouts with a ball up to 9 mm inside the upper rim or a post were accepted.
TEST_F(FlightPlacementTest, NoBallIsInsideARimOrAPost) {
  environment_.pocket_model = PocketModel::kDrop;
  int inside = 0;
  for (const char* name : {"pool_9ft", "pool_7ft", "snooker_12ft"}) {
    table_ = FindTable(name)->table;
    CounterRandom random(20261122, 0);
    for (int i = 0; i < 20000; ++i) {
      const Pocket& pocket = table_.pockets[static_cast<size_t>(i) % table_.pockets.size()];
      const Vec2 place =
          pocket.centre_m + Vec2(random.Uniform(-0.1, 0.1), random.Uniform(-0.1, 0.1));
      const Vec3 centre(place.x(), place.y(), random.Uniform(0.02, 0.08));
      const double depth_m = DepthInUpperRimOrPost(pocket, centre);
      if (depth_m < 1e-6) continue;
      ++inside;
      ASSERT_NE(ErrorOf({Flying(centre.x(), centre.y(), centre.z())}), "")
          << name << " " << centre.transpose() << ", " << depth_m << " m inside";
    }
  }
  EXPECT_GT(inside, 9000);
}

}  // namespace
}  // namespace carom
