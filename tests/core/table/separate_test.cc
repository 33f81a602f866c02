#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/table/catalog.h"
#include "core/table/rack.h"
#include "core/table/validate.h"
#include "tests/core/table/at.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::At;
using testing::kRadius_m;

class SeparateOverlapsTest : public ::testing::Test {
 protected:
  absl::Status Separate(std::vector<BallState>& states) {
    const std::vector<BallSpec> balls(states.size());
    return Separate(balls, states);
  }
  absl::Status Separate(const std::vector<BallSpec>& balls, std::vector<BallState>& states) {
    return SeparateOverlaps(MakeSolids(table_, environment_, balls), environment_, balls, states,
                            &moved_m_);
  }
  absl::Status Validate(const std::vector<BallState>& states) {
    return ValidatePlacement(table_, environment_, std::vector<BallSpec>(states.size()), states);
  }

  Table table_ = FindTable("pool_9ft")->table;
  Environment environment_;
  double moved_m_ = -1.0;
  const double line_contact_ =
      std::sqrt(kRadius_m * kRadius_m - std::pow(0.635 * 2 * kRadius_m - kRadius_m, 2));
};

TEST_F(SeparateOverlapsTest, KeepsTheBitsOfAValidLayout) {
  std::vector<BallState> states = {At(0.1, 0.2), At(0.1 + 2 * kRadius_m - 5e-10, 0.2)};
  const std::vector<BallState> before = states;
  ASSERT_TRUE(Separate(states).ok());
  EXPECT_EQ(moved_m_, 0.0);
  for (size_t i = 0; i < 2; ++i) EXPECT_EQ(states[i].position, before[i].position);
}

// A nose that slopes is met at each place at its height there, on the plane as in flight.
TEST_F(SeparateOverlapsTest, SlopingNosesAreMetInSpace) {
  Nose nose;
  nose.start_m = Vec2(0.5, -1.0);
  nose.end_m = Vec2(0.5, 1.0);
  nose.start_height_m = kRadius_m;
  nose.rise_m = 0.02;
  table_ = Table{};
  table_.noses = {nose};
  const double tilt = std::atan(nose.rise_m / 2.0);
  const double below_m = 0.75 * nose.rise_m * std::cos(tilt);  // Of the centre at y = 0.5.
  const double reach_m = std::sqrt(kRadius_m * kRadius_m - below_m * below_m);
  EXPECT_TRUE(Validate({At(0.5 - reach_m - 1e-9, 0.5)}).ok());
  EXPECT_FALSE(Validate({At(0.5 - reach_m + 1e-8, 0.5)}).ok());
  std::vector<BallState> states = {At(0.5 - reach_m + 1e-3, 0.5)};
  ASSERT_TRUE(Separate(states).ok());
  EXPECT_TRUE(Validate(states).ok());
  EXPECT_NEAR(states[0].position.x(), 0.5 - reach_m, 1e-6);
}

TEST_F(SeparateOverlapsTest, TwoBallsShareTheMove) {
  std::vector<BallState> states = {At(0.0, 0.0), At(2 * kRadius_m - 2e-4, 0.0)};
  ASSERT_TRUE(Separate(states).ok());
  EXPECT_NEAR(states[0].position.x(), -1e-4, 1e-12);
  EXPECT_NEAR(states[1].position.x(), 2 * kRadius_m - 1e-4, 1e-12);
  EXPECT_NEAR(moved_m_, 1e-4, 1e-12);
}

// min a^2 + b^2 + c^2 with b - a >= d and c - b >= d for the moves a, b, c: (-d, 0, d).
TEST_F(SeparateOverlapsTest, ThreeInALineMoveByLeastSquares) {
  const double d = 1e-4;
  std::vector<BallState> states = {At(0.0, 0.0), At(2 * kRadius_m - d, 0.0),
                                   At(4 * kRadius_m - 2 * d, 0.0)};
  ASSERT_TRUE(Separate(states).ok());
  EXPECT_NEAR(states[0].position.x(), -d, 1e-11);
  EXPECT_NEAR(states[1].position.x(), 2 * kRadius_m - d, 1e-11);
  EXPECT_NEAR(states[2].position.x(), 4 * kRadius_m - d, 1e-11);
  EXPECT_NEAR(moved_m_, d, 1e-11);
}

TEST_F(SeparateOverlapsTest, CushionDoesNotMove) {
  std::vector<BallState> states = {At(0.6, 0.635 - line_contact_ + 3e-4)};
  ASSERT_TRUE(Separate(states).ok());
  EXPECT_NEAR(states[0].position.y(), 0.635 - line_contact_, 1e-12);
  EXPECT_NEAR(states[0].position.x(), 0.6, 1e-12);
  EXPECT_NEAR(moved_m_, 3e-4, 1e-12);
}

// The ball at the cushion is held there, so the other takes the whole move.
TEST_F(SeparateOverlapsTest, BallFrozenToACushionIsNotPushedIntoIt) {
  const double y = 0.635 - line_contact_;
  std::vector<BallState> states = {At(0.6, y), At(0.6, y - 2 * kRadius_m + 1e-4)};
  ASSERT_TRUE(Separate(states).ok());
  EXPECT_NEAR(states[0].position.y(), y, 1e-11);
  EXPECT_NEAR(states[1].position.y(), y - 2 * kRadius_m, 1e-11);
  EXPECT_TRUE(Validate(states).ok());
}

TEST_F(SeparateOverlapsTest, UnequalBallsTouchInSpace) {
  const std::vector<BallSpec> balls = {{0.17, 0.03}, {0.05, 0.0225}};
  std::vector<BallState> states(2);
  states[0].position = Vec3(0.0, 0.0, 0.03);
  states[1].position = Vec3(0.05, 0.0, 0.0225);
  ASSERT_TRUE(Separate(balls, states).ok());
  EXPECT_NEAR(states[1].position.x() - states[0].position.x(), 2 * std::sqrt(0.03 * 0.0225), 1e-11);
  EXPECT_EQ(states[0].position.z(), 0.03);
}

TEST_F(SeparateOverlapsTest, RacksSeenByACameraBecomeValid) {
  const Layout rack = *MakeRack("eight_ball", table_, *FindBallSet("pool"), {.gap_m = 0.0});
  for (uint64_t seed = 0; seed < 100; ++seed) {
    CounterRandom random(seed, 0);
    std::vector<BallState> states = rack.states;
    for (BallState& state : states) {
      state.position += Vec3(random.Uniform(-1e-4, 1e-4), random.Uniform(-1e-4, 1e-4), 0.0);
    }
    ASSERT_TRUE(Separate(states).ok()) << seed;
    EXPECT_TRUE(Validate(states).ok()) << seed << ": " << Validate(states);
    EXPECT_GT(moved_m_, 0.0);
    EXPECT_LT(moved_m_, 1e-3);
  }
}

TEST_F(SeparateOverlapsTest, CoincidingBallsPart) {
  std::vector<BallState> states = {At(0.2, 0.1), At(0.2, 0.1)};
  ASSERT_TRUE(Separate(states).ok());
  EXPECT_NEAR((states[0].position - states[1].position).norm(), 2 * kRadius_m, 1e-11);
  EXPECT_NEAR(moved_m_, kRadius_m, 1e-11);
}

TEST_F(SeparateOverlapsTest, GivesUpBeyondFiveCentimetres) {
  std::vector<BallState> states(32, At(0.0, 0.0));
  const absl::Status status = Separate(states);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(states[7].position, At(0.0, 0.0).position);
}

TEST_F(SeparateOverlapsTest, LeavesBallsOutOfPlayAndNonsenseToOthers) {
  BallState pocketed = At(0.0, 0.0);
  pocketed.motion = MotionState::kPocketed;
  std::vector<BallState> states = {At(0.0, 0.0), pocketed,
                                   At(std::numeric_limits<double>::quiet_NaN(), 0.0)};
  ASSERT_TRUE(Separate(states).ok());
  EXPECT_EQ(moved_m_, 0.0);
  EXPECT_FALSE(Validate(states).ok());
}

}  // namespace
}  // namespace carom
