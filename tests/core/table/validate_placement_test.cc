#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/table/catalog.h"
#include "core/table/validate.h"
#include "tests/core/table/at.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::At;
using ::testing::HasSubstr;
using testing::kRadius_m;

class ValidatePlacementTest : public ::testing::Test {
 protected:
  std::string ErrorOf(const std::vector<BallState>& states) {
    const std::vector<BallSpec> balls(states.size());
    return std::string(ValidatePlacement(table_, environment_, balls, states).message());
  }

  // 9 ft: noses at x = +-1.27 and y = +-0.635, 36.29 mm high.
  Table table_ = FindTable("pool_9ft")->table;
  Environment environment_;
  // From Pythagoras: the centre of a touching ball, seen from above.
  const double line_contact_ =
      std::sqrt(kRadius_m * kRadius_m - std::pow(0.635 * 2 * kRadius_m - kRadius_m, 2));
};

TEST_F(ValidatePlacementTest, TakesBallsOnTheCloth) {
  BallState rolling = At(0.3, 0.2);
  rolling.velocity = Vec3(1.0, 2.0, 0.0);
  rolling.spin = Vec3(3.0, -4.0, 50.0);
  rolling.motion = MotionState::kSliding;
  EXPECT_EQ(ErrorOf({At(0, 0), rolling}), "");
}

TEST_F(ValidatePlacementTest, RejectsWhatIsNoPosition) {
  EXPECT_EQ(ErrorOf({At(0, 0), At(0.5, kNan)}),
            "balls[1].position_m: (0.5, nan, 0.028575) must be in [-1e+06, 1e+06] m");
  BallState state = At(0, 0);
  state.velocity.x() = 1001.0;
  EXPECT_THAT(ErrorOf({state}), HasSubstr("balls[0].velocity_m_s: (1001, 0, 0) must be"));
  state = At(0, 0);
  state.spin.z() = kNan;
  EXPECT_THAT(ErrorOf({state}), HasSubstr("balls[0].angular_velocity_rad_s: (0, 0, nan)"));
}

TEST_F(ValidatePlacementTest, RejectsBallsOffTheCloth) {
  BallState state = At(0, 0);
  state.position.z() = kRadius_m + 2e-6;
  EXPECT_THAT(ErrorOf({state}), HasSubstr("on the cloth, z = 0.028575"));
  state = At(0, 0);
  state.velocity.z() = 0.1;
  EXPECT_THAT(ErrorOf({state}), HasSubstr("balls[0].velocity_m_s: (0, 0, 0.1) must be horizontal"));
  state = At(0, 0);
  state.motion = MotionState::kAirborne;
  EXPECT_THAT(ErrorOf({state}), HasSubstr("balls[0].motion: AIRBORNE"));
}

TEST_F(ValidatePlacementTest, TellsWhichBallsOverlap) {
  EXPECT_EQ(ErrorOf({At(0, 0), At(2 * kRadius_m, 0)}), "");
  EXPECT_EQ(ErrorOf({At(0, 0), At(2 * kRadius_m - 0.9e-9, 0)}), "");
  EXPECT_NE(ErrorOf({At(0, 0), At(2 * kRadius_m - 1.1e-9, 0)}), "");
  EXPECT_THAT(ErrorOf({At(0, 0), At(-0.5, 0), At(0.05, 0)}),
              HasSubstr("balls[2].position_m: (0.05, 0, 0.028575) must be clear of balls[0]"));
}

TEST_F(ValidatePlacementTest, MeasuresSpheresOfUnequalSizeInSpace) {
  const std::vector<BallSpec> balls = {{0.17, 0.03}, {0.05, 0.0225}};
  // On one plane they touch at 2 sqrt(0.03 x 0.0225), nearer than the sum of the radii.
  const double touching_m = 2.0 * std::sqrt(0.03 * 0.0225);
  std::vector<BallState> states(2);
  states[0].position = Vec3(0.0, 0.0, 0.03);
  states[1].position = Vec3(touching_m + 1e-12, 0.0, 0.0225);
  EXPECT_TRUE(ValidatePlacement(table_, environment_, balls, states).ok());
  states[1].position.x() = touching_m - 1e-6;
  EXPECT_FALSE(ValidatePlacement(table_, environment_, balls, states).ok());
}

TEST_F(ValidatePlacementTest, MeasuresNosesInTheContactChosen) {
  const double line_y = 0.635 - line_contact_;
  EXPECT_EQ(ErrorOf({At(0.6, line_y)}), "");
  EXPECT_THAT(ErrorOf({At(0.6, line_y + 2e-9)}), HasSubstr("must be clear of noses[3]"));
  environment_.nose_contact = NoseContact::kPlane;
  EXPECT_THAT(ErrorOf({At(0.6, line_y)}), HasSubstr("must be clear of noses[3]"));
  EXPECT_EQ(ErrorOf({At(0.6, 0.635 - kRadius_m)}), "");
}

TEST_F(ValidatePlacementTest, MeasuresJawsAsDiscs) {
  const Jaw& jaw = table_.jaws[0];  // head left corner, on the side cushion
  // From the jaw towards the table and the pocket, where no nose is nearer.
  const Vec2 direction(-std::sin(0.3), -std::cos(0.3));
  const auto at = [&](double gap_m) {
    const Vec2 centre = jaw.centre_m + (jaw.radius_m + line_contact_ + gap_m) * direction;
    return At(centre.x(), centre.y());
  };
  EXPECT_EQ(ErrorOf({at(1e-12)}), "");
  EXPECT_THAT(ErrorOf({at(-1e-8)}), HasSubstr("must be clear of jaws[0]"));
}

TEST_F(ValidatePlacementTest, BallMayHangOverAPocketButNotBeInIt) {
  const Pocket& pocket = table_.pockets[4];  // left side
  const double edge_y = pocket.centre_m.y() - pocket.radius_m;
  EXPECT_EQ(ErrorOf({At(0.0, edge_y - 1e-6)}), "");
  EXPECT_EQ(ErrorOf({At(0.0, edge_y)}), "");
  EXPECT_THAT(ErrorOf({At(0.0, edge_y + 1e-6)}),
              HasSubstr("must be outside the circle of pockets[4]"));
}

TEST_F(ValidatePlacementTest, RejectsBallsInARailOrOffTheTable) {
  EXPECT_THAT(ErrorOf({At(0.6, 0.635 + 0.05)}), HasSubstr("not behind a cushion"));
  EXPECT_THAT(ErrorOf({At(-1.34, 0.1)}), HasSubstr("not behind a cushion"));
  EXPECT_THAT(ErrorOf({At(5.0, 0.0)}), HasSubstr("inside the bed's outline"));
}

TEST_F(ValidatePlacementTest, LeavesBallsOutOfPlayAlone) {
  BallState pocketed = At(kNan, 99.0);
  pocketed.motion = MotionState::kPocketed;
  BallState left = At(0.0, 0.0);
  left.motion = MotionState::kLeftTable;
  EXPECT_EQ(ErrorOf({At(0, 0), pocketed, left}), "");
}

TEST_F(ValidatePlacementTest, WantsAStateABall) {
  EXPECT_EQ(ValidatePlacement(table_, environment_, std::vector<BallSpec>(2), {At(0, 0)}).message(),
            "balls: 1 states must be 2, one a ball");
}

// An L of six noses: from one arm's end neither spot can be seen.
TEST(BehindCushions, TheFarArmOfAnLIsNotBehind) {
  const std::vector<Vec2> l = {Vec2(-1, -1),     Vec2(1, -1),   Vec2(1, -0.5),
                               Vec2(-0.5, -0.5), Vec2(-0.5, 1), Vec2(-1, 1)};
  Table table;
  for (size_t i = 0; i < l.size(); ++i) table.noses.push_back({l[i], l[(i + 1) % l.size()], 0.036});
  table.bed_outline_m = {Vec2(-1.2, -1.2), Vec2(1.2, -1.2), Vec2(1.2, 1.2), Vec2(-1.2, 1.2)};
  table.head_spot_m = table.foot_spot_m = Vec2(0.9, -0.6);
  EXPECT_FALSE(BehindCushions(table, Vec2(-0.6, 0.9)));
  EXPECT_FALSE(BehindCushions(table, Vec2(0.5, -0.75)));
  EXPECT_TRUE(BehindCushions(table, Vec2(-1.1, 0.0)));
  EXPECT_TRUE(BehindCushions(table, Vec2(0.5, 0.5)));
}

// A bed without cushions but for one in its middle: either side of it is the playing surface.
TEST(BehindCushions, AnOpenTableHasNothingBehind) {
  Table table;
  table.noses = {{Vec2(0.0, -0.4), Vec2(0.0, 0.4), 0.036}};
  table.bed_outline_m = {Vec2(-1, -0.5), Vec2(1, -0.5), Vec2(1, 0.5), Vec2(-1, 0.5)};
  table.head_spot_m = Vec2(-0.5, 0.0);
  table.foot_spot_m = Vec2(-0.4, 0.0);
  EXPECT_FALSE(BehindCushions(table, Vec2(0.3, 0.0)));
  table.bed_outline_m.clear();
  EXPECT_FALSE(BehindCushions(table, Vec2(0.3, 0.0)));
}

}  // namespace
}  // namespace carom
