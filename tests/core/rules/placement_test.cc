#include "core/rules/placement.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "core/table/catalog.h"
#include "core/table/validate.h"

namespace carom::rules {
namespace {

constexpr double kTolerance_m = 2e-9;

// An 8 ft table with balls of 57.15 mm that all are out of play, until they are put down.
class Placement : public ::testing::Test {
 protected:
  void Put(int ball, double x, double y) { states_[static_cast<size_t>(ball)] = BallAt({x, y}, R); }
  Ground ground() const { return {table_, environment_, solids_, balls_, states_}; }
  double foot() const { return table_.foot_spot_m.x(); }
  double head() const { return table_.head_spot_m.x(); }
  std::optional<Vec2> Spotted(int ball, Spot spot = Spot::kFoot) const {
    return SpotPlace(ground(), ball, spot, 0);
  }

  const Table& table_ = FindTable("pool_8ft")->table;
  Environment environment_;
  std::vector<BallSpec> balls_ = FindBallSet("pool")->balls;
  const double R = balls_[0].radius_m;
  TableSolids solids_ = MakeSolids(table_, environment_, balls_);
  std::vector<BallState> states_ = std::vector<BallState>(balls_.size(), OutOfPlay());

 private:
  static BallState OutOfPlay() {
    BallState state;
    state.motion = MotionState::kPocketed;
    return state;
  }
};

TEST_F(Placement, ASpottedBallLiesOnItsSpot) {
  EXPECT_NEAR((*Spotted(8) - table_.foot_spot_m).norm(), 0.0, kTolerance_m);
  EXPECT_NEAR((*Spotted(8, Spot::kHead) - table_.head_spot_m).norm(), 0.0, kTolerance_m);
  EXPECT_NEAR(Spotted(8, Spot::kCentre)->norm(), 0.0, kTolerance_m);
}

// [WPA] 1.4: behind a ball on the string and in contact with it: 2 R further.
TEST_F(Placement, ASpottedBallTouchesTheOneInItsWay) {
  Put(3, foot(), 0.0);
  EXPECT_NEAR(Spotted(8)->x(), foot() + 2.0 * R, kTolerance_m);
  EXPECT_NEAR(Spotted(8)->y(), 0.0, kTolerance_m);
  // A ball R beside the string is touched sqrt(3) R behind it.
  Put(3, foot(), R);
  EXPECT_NEAR(Spotted(8)->x(), foot() + std::sqrt(3.0) * R, kTolerance_m);
}

// From the cue ball it keeps 1 mm.
TEST_F(Placement, ASpottedBallKeepsApartFromTheCueBall) {
  Put(0, foot() + R, 0.0);
  EXPECT_NEAR(Spotted(8)->x(), foot() + 3.0 * R + 1e-3, kTolerance_m);
  // Also where it would touch another ball so near to the cue ball: of two neighbours 0.5 mm apart
  // with the cue ball behind, the place is behind the cue ball.
  Put(3, foot() - R, 0.0);
  Put(0, foot() + 3.0 * R + 5e-4, 0.0);
  EXPECT_NEAR(Spotted(8)->x(), foot() + 5.0 * R + 1.5e-3, kTolerance_m);
}

// With all of the string between spot and rail taken it lies before the spot.
TEST_F(Placement, ASpottedBallLiesBeforeAFullString) {
  const double nose = 0.5 * table_.length_m;
  int ball = 1;
  for (double x = foot(); x < nose - R; x += 2.0 * R + 1e-6) Put(ball++, x, 0.0);
  ASSERT_LT(ball, 15);
  EXPECT_NEAR(Spotted(15)->x(), foot() - 2.0 * R, kTolerance_m);
}

TEST_F(Placement, AHandLiesBehindTheHeadString) {
  const Box kitchen = HandRegion(table_, CueBallPlace::kBehindHeadString, R);
  // To play from on the string is a foul (6.10).
  EXPECT_DOUBLE_EQ(kitchen.x_high, head() - 1e-3);
  EXPECT_DOUBLE_EQ(kitchen.x_low, -0.5 * table_.length_m + R);
  EXPECT_DOUBLE_EQ(kitchen.y_high, 0.5 * table_.width_m - R);
  const Box none = HandRegion(table_, CueBallPlace::kInPosition, R);
  EXPECT_GT(none.x_low, none.x_high);
  const Box cloth = HandRegion(table_, CueBallPlace::kAnywhere, R);
  EXPECT_DOUBLE_EQ(cloth.x_high, 0.5 * table_.length_m - R);
}

// Beside one ball the nearest free place touches it on the line through the wish; between two whose
// centres are 3 R apart it touches both, sqrt(4 - 9/4) R beside their line.
TEST_F(Placement, TheNearestFreePlaceTouchesWhatIsInTheWay) {
  const Box cloth = HandRegion(table_, CueBallPlace::kAnywhere, R);
  Put(1, 0.1, 0.1);
  const Vec2 beside = *NearestFreePlace(ground(), 0, cloth, {0.1 + 0.3 * R, 0.1 + 0.4 * R});
  EXPECT_NEAR(beside.x(), 0.1 + 1.2 * R, kTolerance_m);
  EXPECT_NEAR(beside.y(), 0.1 + 1.6 * R, kTolerance_m);
  Put(1, -1.5 * R, 0.0);
  Put(2, 1.5 * R, 0.0);
  const Vec2 between = *NearestFreePlace(ground(), 0, cloth, {0.0, 1e-3});
  EXPECT_NEAR(between.x(), 0.0, kTolerance_m);
  EXPECT_NEAR(between.y(), std::sqrt(4.0 - 2.25) * R, 2.0 * kTolerance_m);
  // A wish beyond the region is taken to its edge.
  const Vec2 edge = *NearestFreePlace(ground(), 0, cloth, {9.0, 0.2});
  EXPECT_NEAR((edge - Vec2(cloth.x_high, 0.2)).norm(), 0.0, kTolerance_m);
}

// Of random crowds no place on a fine grid is free and nearer than the one that is found, and a
// layout with a ball there is accepted.
TEST_F(Placement, NoPlaceOfAGridIsNearer) {
  CounterRandom random(38, 0);
  for (int round = 0; round < 20; ++round) {
    for (int ball = 1; ball < 16; ++ball) {
      states_[static_cast<size_t>(ball)].motion = MotionState::kPocketed;
      const auto place =
          NearestFreePlace(ground(), ball, HandRegion(table_, CueBallPlace::kAnywhere, R),
                           {random.Uniform(-0.2, 0.2), random.Uniform(-0.55, -0.3)});
      ASSERT_TRUE(place.has_value());
      Put(ball, place->x(), place->y());
    }
    const auto place = CueBallPlace::kAnywhere;
    const Vec2 wish(random.Uniform(-0.2, 0.2), random.Uniform(-0.6, -0.3));
    const auto found = NearestFreePlace(ground(), 0, HandRegion(table_, place, R), wish);
    ASSERT_TRUE(found.has_value());
    const double far = (*found - wish).norm();
    for (int i = -40; i <= 40; ++i) {
      for (int j = -40; j <= 40; ++j) {
        const Vec2 other = wish + Vec2(i, j) * far / 40.0;
        if ((other - wish).norm() > far - 1e-6) continue;
        ASSERT_FALSE(HandRegion(table_, place, R).Holds(other) && IsFreePlace(ground(), 0, other))
            << other.transpose() << " is nearer to " << wish.transpose() << " than "
            << found->transpose();
      }
    }
    Put(0, found->x(), found->y());
    EXPECT_TRUE(ValidatePlacement(table_, environment_, solids_, balls_, states_).ok());
    states_[0].motion = MotionState::kPocketed;
  }
}

// A ruling that spots the eight and gives the cue ball in hand.
TEST_F(Placement, ARulingMovesItsBalls) {
  Put(0, 0.0, 0.3);
  Ruling ruling;
  ruling.cue_ball = CueBallPlace::kBehindHeadString;
  ruling.spotted = {{8, Spot::kFoot}};
  EXPECT_TRUE(PutSpottedBalls(ground(), ruling, 0, states_));
  EXPECT_EQ(states_[0].motion, MotionState::kPocketed);
  EXPECT_EQ(states_[8].motion, MotionState::kStationary);
  EXPECT_NEAR(states_[8].position.x(), foot(), kTolerance_m);
}

}  // namespace
}  // namespace carom::rules
