// The checkers themselves must see what they are there for: a ball that rolls or flies through
// another, a nose, a jaw, the slate, a rail top, the rim and the back of a pocket.

#include "tests/testing/shots/clearance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "core/base/random.h"
#include "tests/testing/liner_clearance.h"

namespace carom::testing {
namespace {

constexpr double kR = 0.028575;

Path3 Rolls(double from_x, double y) { return {{from_x, 1.0L, 0.0L}, {y, 0.0L, 0.0L}, {kR}}; }

class PlantedOverlap : public ::testing::Test {
 protected:
  PlantedOverlap() {
    settings_.environment.flight = Flight::kOn;
    Nose nose;
    nose.start_m = Vec2(1.0, -0.2);
    nose.end_m = Vec2(1.0, 0.2);
    nose.start_height_m = 0.036;
    table_.noses.push_back(nose);
    table_.jaws.push_back({Vec2(2.0, 0.0), 0.05, 0.036});
    Pocket pocket;
    pocket.centre_m = Vec2(3.0, 0.0);
    pocket.radius_m = 0.06;
    pocket.opening = Vec2(-1.0, 0.0);
    pocket.back_height_m = 0.03;
    table_.pockets.push_back(pocket);
    RailTop top;
    top.corners_m = {Vec2(4.0, -0.1), Vec2(4.2, -0.1), Vec2(4.2, 0.1), Vec2(4.0, 0.1)};
    top.height_m = 0.04;
    table_.rail_tops.push_back(top);
  }

  // One ball along `centre`, another at rest at `other`.
  double Depth(const Path3& centre, MotionState motion, double duration_s,
               const Vec2& other = Vec2(0.0, 1.0)) {
    const auto scene = Scene::Make(std::make_shared<Table>(table_),
                                   std::make_shared<Settings>(settings_), std::vector<BallSpec>(2));
    EXPECT_TRUE(scene.ok()) << scene.status();
    const Path3 rests = {{other.x()}, {other.y()}, {kR}};
    Trace trace;
    trace.balls = {{Span{0.0, duration_s, centre, motion}},
                   {Span{0.0, duration_s, rests, MotionState::kStationary}}};
    return DeepestOverlap(*scene, trace).depth_m;
  }

  double RollingDepth(double from_x, double duration_s, const Vec2& other = Vec2(0.0, 1.0)) {
    return Depth(Rolls(from_x, 0.0), MotionState::kRolling, duration_s, other);
  }

  // A flight that turns, at 2 m/s along x, at the lowest place (x, z): upside down, so that the
  // deepest point is inside the span.
  double SwoopDepth(double x, double y, double z) {
    const Path3 centre = {{x - 0.1, 2.0L}, {y}, {z + 4.9L * 0.0025L, -0.49L, 4.9L}};
    return Depth(centre, MotionState::kAirborne, 0.1);
  }

  Table table_;
  Settings settings_;
};

TEST_F(PlantedOverlap, ClearPathHasNone) { EXPECT_LT(RollingDepth(0.0, 0.9), 0.0); }

TEST_F(PlantedOverlap, BallThroughBall) {
  EXPECT_NEAR(RollingDepth(0.0, 0.9, Vec2(0.5, 0.05)), 2 * kR - 0.05, 1e-12);
}

TEST_F(PlantedOverlap, BallFliesThroughBall) {
  const Path3 over = {{-0.5, 1.0L}, {1.0}, {kR + 0.05}};
  EXPECT_NEAR(Depth(over, MotionState::kAirborne, 0.9), 2 * kR - 0.05, 1e-12);
}

TEST_F(PlantedOverlap, BallThroughNose) {
  EXPECT_NEAR(RollingDepth(0.5, 0.6), kR - (0.036 - kR), 1e-12);
  settings_.environment.nose_contact = NoseContact::kPlane;
  EXPECT_NEAR(RollingDepth(0.5, 0.6), kR, 1e-12);
}

TEST_F(PlantedOverlap, BallGrazesTheEndOfANose) {
  const double apart_m = std::hypot(0.02, 0.036 - kR);
  EXPECT_NEAR(Depth(Rolls(0.9, 0.22), MotionState::kRolling, 0.2), kR - apart_m, 1e-12);
}

TEST_F(PlantedOverlap, BallFliesIntoASlopedNose) {
  table_.noses[0].rise_m = 0.016;  // From 0.036 at y = -0.2 to 0.052 at y = 0.2.
  const double cosine = 0.4 / std::hypot(0.4, 0.016);
  const Path3 over = {{0.9, 1.0L}, {0.1}, {0.048 + 0.02 / cosine}};
  EXPECT_NEAR(Depth(over, MotionState::kAirborne, 0.2), kR - 0.02, 1e-12);
}

TEST_F(PlantedOverlap, BallIntoJaw) {
  EXPECT_NEAR(RollingDepth(1.5, 0.46), kR - (0.036 - kR), 1e-12);
  const double apart_m = std::hypot(0.02, 0.036 - kR);
  EXPECT_NEAR(Depth(Rolls(1.5, 0.07), MotionState::kRolling, 1.0), kR - apart_m, 1e-12);
}

TEST_F(PlantedOverlap, BallSwoopsOntoAJaw) {
  EXPECT_NEAR(SwoopDepth(2.0, 0.0, 0.056), kR - 0.02, 1e-12);
  EXPECT_NEAR(SwoopDepth(2.0, 0.06, 0.046), kR - std::hypot(0.01, 0.01), 1e-12);
}

TEST_F(PlantedOverlap, BallIntoSlate) {
  const Path3 falls = {{0.0}, {0.0}, {0.03, 0.0L, -4.9L}};
  EXPECT_NEAR(Depth(falls, MotionState::kAirborne, 0.1), kR + 0.049 - 0.03, 1e-12);
}

TEST_F(PlantedOverlap, BallOverPocket) { EXPECT_NEAR(RollingDepth(2.5, 0.47), 0.03, 1e-12); }

TEST_F(PlantedOverlap, BallIntoRimWallAndBack) {
  settings_.environment.pocket_model = PocketModel::kDrop;
  // Level flights from the middle of the pocket outwards.
  const auto from_middle = [&](double vx, double z) {
    return Depth({{3.0, vx}, {0.0}, {z}}, MotionState::kAirborne, 0.04);
  };
  EXPECT_NEAR(from_middle(-1.0, 0.01), kR - std::hypot(0.02, 0.01), 1e-12);  // Rim.
  EXPECT_NEAR(from_middle(-1.0, -0.01), kR - 0.02, 1e-12);                   // Wall.
  EXPECT_NEAR(from_middle(1.0, 0.01), kR - 0.02, 1e-12);                     // Back.
  EXPECT_NEAR(from_middle(1.0, 0.04), kR - std::hypot(0.02, 0.01), 1e-12);   // Its top.
  EXPECT_LT(from_middle(1.0, 0.03 + kR), 0.0);
  // Past an upright end of the back.
  const Path3 past = {{2.9, 1.0L}, {0.08}, {0.02}};
  EXPECT_NEAR(Depth(past, MotionState::kRolling, 0.2), kR - 0.02, 1e-12);
}

TEST_F(PlantedOverlap, BallIntoRailTop) {
  const Path3 falls = {{3.95, 1.0L}, {0.0}, {0.1, -0.5L}};
  EXPECT_NEAR(Depth(falls, MotionState::kAirborne, 0.15), 0.04 + kR - (0.1 - 0.075), 1e-12);
  // From below its level past a bare edge it is beside it.
  const Path3 under = {{3.95, 1.0L}, {0.0}, {0.06}};
  EXPECT_LT(Depth(under, MotionState::kAirborne, 0.15), 0.0);
}

// The closed form against the distance from the line from (r, 0) to (r - o, h) at many times, where
// the foot of the perpendicular lies on it.
TEST(LinerClearance, IsTheLeastOfAllTimes) {
  Pocket pocket;
  pocket.radius_m = 0.062;
  pocket.back_height_m = 0.036;
  pocket.overhang_m = 0.01;
  constexpr int kTimes = 20'000;
  constexpr double kEnd_s = 0.1;
  CounterRandom random(23, 0);
  int on_line = 0;
  for (int i = 0; i < 50; ++i) {
    const auto draw = [&](double most) { return random.Uniform(-most, most); };
    const Path3 path = {{draw(0.03), draw(0.3), 0.0L},
                        {draw(0.03), draw(0.3), 0.0L},
                        {random.Uniform(0.0, 0.05), draw(0.6), -4.905L}};
    double least = INFINITY;
    const double slant = std::hypot(0.01, 0.036);
    for (int k = 0; k <= kTimes; ++k) {
      const Real t = kEnd_s * k / kTimes;
      const double inside = 0.062 - static_cast<double>(std::hypot(At(path.x, t), At(path.y, t)));
      const double z = static_cast<double>(At(path.z, t));
      const double along = (inside * 0.01 + z * 0.036) / slant;
      if (along < 0.0 || along > slant) continue;
      least = std::min(least, (inside * 0.036 - z * 0.01) / slant);
    }
    const double found = static_cast<double>(LeastLinerDistance(path, pocket, kEnd_s));
    if (std::isinf(least)) continue;
    ++on_line;
    EXPECT_LE(found, least + 1e-12);
    EXPECT_NEAR(found, least, 1e-5);
  }
  EXPECT_GT(on_line, 30);
}

}  // namespace
}  // namespace carom::testing
