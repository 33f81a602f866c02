#include "core/event/obstacles.h"

#include <gtest/gtest.h>

#include <vector>

namespace carom {
namespace {

constexpr double kTolerance_m = 1e-15;

Table OneOfEach() {
  Table table;
  table.noses.push_back({{1.0, -0.5}, {1.0, 1.5}, 0.036576});
  table.jaws.push_back({{0.5, 0.5}, 0.02, 0.036576});
  table.pockets.push_back({{-1.0, 0.0}, 0.06, "p"});
  table.bed_outline_m = {{-2.0, -2.0}, {2.0, -2.0}, {0.0, 2.0}};
  return table;
}

// catalogue E-16: sqrt(R^2 - (h - R)^2) = 0.027432 for the line, R for the plane.
TEST(Obstacles, GrowByTheContactDistance) {
  const BallSpec ball;
  const Obstacles line = MakeObstacles(OneOfEach(), NoseContact::kLine, {ball});
  EXPECT_NEAR(line.ForBall(0).noses[0].reach_m, 0.027432, kTolerance_m);
  EXPECT_NEAR(line.ForBall(0).jaws[0].reach_m, 0.047432, kTolerance_m);
  const Obstacles plane = MakeObstacles(OneOfEach(), NoseContact::kPlane, {ball});
  EXPECT_EQ(plane.ForBall(0).noses[0].reach_m, ball.radius_m);
  EXPECT_EQ(plane.ForBall(0).jaws[0].reach_m, 0.02 + ball.radius_m);
}

// A ball drops, or leaves, when its centre crosses: these do not grow.
TEST(Obstacles, PocketsAndOutlineDoNotGrow) {
  const Obstacles obstacles = MakeObstacles(OneOfEach(), NoseContact::kLine, {BallSpec{}});
  EXPECT_EQ(obstacles.ForBall(0).pockets[0].reach_m, 0.06);
  ASSERT_EQ(obstacles.ForBall(0).outline.size(), 3u);
  for (const StraightEdge& edge : obstacles.ForBall(0).outline) EXPECT_EQ(edge.reach_m, 0.0);
  EXPECT_EQ(obstacles.ForBall(0).outline[2].end_m(), Vec2(-2.0, -2.0));  // closed
}

TEST(Obstacles, OneSetForEachRadius) {
  const std::vector<BallSpec> balls = {{0.17, 0.028}, {0.2, 0.03}, {0.1, 0.028}};
  const Obstacles obstacles = MakeObstacles(OneOfEach(), NoseContact::kPlane, balls);
  EXPECT_EQ(obstacles.sets.size(), 2u);
  EXPECT_EQ(&obstacles.ForBall(0), &obstacles.ForBall(2));
  EXPECT_EQ(obstacles.ForBall(1).noses[0].reach_m, 0.03);
}

TEST(Obstacles, EdgeAxesAreRightHanded) {
  const StraightEdge nose =
      MakeObstacles(OneOfEach(), NoseContact::kLine, {BallSpec{}}).sets[0].noses[0];
  EXPECT_EQ(nose.length_m, 2.0);
  EXPECT_EQ(nose.along, Vec2(0.0, 1.0));
  EXPECT_EQ(nose.normal, Vec2(-1.0, 0.0));
  EXPECT_EQ(nose.end_m(), Vec2(1.0, 1.5));
}

TEST(Obstacles, NearestPointIncludesTheEnds) {
  const StraightEdge nose =
      MakeObstacles(OneOfEach(), NoseContact::kLine, {BallSpec{}}).sets[0].noses[0];
  EXPECT_EQ(NearestPoint(nose, {0.3, 0.25}), Vec2(1.0, 0.25));
  EXPECT_EQ(NearestPoint(nose, {1.7, 3.0}), Vec2(1.0, 1.5));
  EXPECT_EQ(NearestPoint(nose, {0.9, -9.0}), Vec2(1.0, -0.5));
}

}  // namespace
}  // namespace carom
