// Balls that go out of play: into a pocket, over the edge of the bed.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/base/random.h"
#include "core/event/world.h"
#include "tests/core/event/rig.h"
#include "tests/core/motion/near.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::EventsOf;
using testing::ExpectNear;
using testing::kRadius_m;
using testing::Rig;

// catalogue E-17: it rests where its centre crossed the circle.
TEST(Departure, BallDropsIntoPocket) {
  Rig rig;
  rig.table.pockets.push_back({{0.3, 0.25}, 0.06, "p"});
  rig.AddBall({-1.0, 0.0});
  rig.AddRolling({0.0, 0.0}, {1.0, 0.8});
  const Record record = rig.Play();
  ASSERT_EQ(record.event_count, 1);
  EXPECT_EQ(record.events[0].kind, EventKind::kBallPocket);
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  ASSERT_EQ(record.outcome.pocketed.size(), 1u);
  const Departure& drop = record.outcome.pocketed[0];
  EXPECT_EQ(drop.ball, 1);
  EXPECT_EQ(drop.where, 0);
  EXPECT_NEAR(drop.time_s, 0.26103422634107785, 1e-12);
  const BallState& end = record.final_states[1];
  EXPECT_EQ(end.motion, MotionState::kPocketed);
  EXPECT_EQ(end.velocity, Vec3::Zero());
  EXPECT_EQ(end.spin, Vec3::Zero());
  EXPECT_NEAR((end.position.head<2>() - Vec2(0.3, 0.25)).norm(), 0.06, 1e-12);
  // What it had when it dropped is in the log.
  EXPECT_GT(record.event_states[0].before.velocity.norm(), 1.2);
}

// A ball that hangs over the edge stays; one that is out of play is no obstacle.
TEST(Departure, PocketedBallIsGone) {
  Rig rig;
  rig.RemoveFriction();
  rig.settings.environment.stop.at_time_s = 2.0;
  rig.AddBall({0.0, 0.0}, {1.0, 0.0});
  rig.AddBall({0.5, 0.0});
  rig.shot.start[1].motion = MotionState::kPocketed;
  const Record record = rig.Play();
  EXPECT_EQ(record.event_count, 0);
  ExpectNear(record.final_states[0].position, {2.0, 0.0, kRadius_m}, 0.0);
  EXPECT_EQ(record.final_states[1].motion, MotionState::kPocketed);
}

TEST(Departure, HangingBallStays) {
  Rig rig;
  rig.table.pockets.push_back({{0.0, 0.0}, 0.06, "p"});
  rig.AddBall({0.06, 0.0});
  EXPECT_EQ(rig.Play().event_count, 0);
  // The least push inwards drops it, a push along the edge does not.
  rig.shot.start[0].velocity = {-1e-3, 0.0, 0.0};
  EXPECT_EQ(rig.Play().outcome.pocketed.size(), 1u);
  rig.shot.start[0].velocity = {0.0, 0.5, 0.0};
  EXPECT_EQ(rig.Play().outcome.pocketed.size(), 0u);
}

// While a ball rolls over the rim, it moves along 6 mm of it at 0.1 m/s: as much as one sees.
TEST(Departure, SlowBallAtTheRimCountsAsPocketed) {
  const Sensor rim = DropEdge(Circle{Vec2::Zero(), 0.06});
  EXPECT_EQ(CrossingKind(rim, 0.05), EventKind::kBallPocket);
  EXPECT_EQ(CrossingKind(rim, 0.2), EventKind::kPocketDrop);
}

TEST(Departure, PocketsInOrderOfTime) {
  Rig rig;
  rig.table.pockets.push_back({{1.0, 0.0}, 0.06, "a"});
  rig.table.pockets.push_back({{1.0, 1.0}, 0.06, "b"});
  rig.AddRolling({0.0, 0.0}, {1.0, 0.0});
  rig.AddRolling({0.0, 1.0}, {2.0, 0.0});
  const Record record = rig.Play();
  ASSERT_EQ(record.outcome.pocketed.size(), 2u);
  EXPECT_EQ(record.outcome.pocketed[0].ball, 1);
  EXPECT_EQ(record.outcome.pocketed[0].where, 1);
  EXPECT_EQ(record.outcome.pocketed[1].ball, 0);
  EXPECT_LT(record.outcome.pocketed[0].time_s, record.outcome.pocketed[1].time_s);
}

Rig WithOutline() {
  Rig rig;
  rig.RemoveFriction();
  rig.table.bed_outline_m = {{-1.0, -0.5}, {1.0, -0.5}, {1.0, 0.5}, {-1.0, 0.5}};
  return rig;
}

TEST(Departure, LeavesOverTheOutline) {
  Rig rig = WithOutline();
  rig.AddBall({0.0, 0.0}, {2.0, 0.5});
  const Record record = rig.Play();
  ASSERT_EQ(record.event_count, 1);
  EXPECT_EQ(record.events[0], (Event{0.5, EventKind::kLeftTable, 0, 1}));
  ASSERT_EQ(record.outcome.left_table.size(), 1u);
  EXPECT_EQ(record.outcome.left_table[0].where, 1);
  EXPECT_EQ(record.final_states[0].motion, MotionState::kLeftTable);
  ExpectNear(record.final_states[0].position, {1.0, 0.25, kRadius_m}, 1e-15);
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
}

// A layout may put a ball a hair beyond the outline; the least push outwards then takes it off. In
// whichever sense the corners are listed, and at the walls of a notch too.
TEST(Departure, LeavesFromTheBrink) {
  Rig rig = WithOutline();
  const int ball = rig.AddBall({1.0 + 5e-10, 0.0}, {0.5, 0.0});
  EXPECT_EQ(rig.Play().outcome.left_table.size(), 1u);
  std::reverse(rig.table.bed_outline_m.begin(), rig.table.bed_outline_m.end());
  EXPECT_EQ(rig.Play().outcome.left_table.size(), 1u);
  rig.shot.start[static_cast<size_t>(ball)].velocity = {-0.5, 0.0, 0.0};
  EXPECT_NEAR(rig.Play().outcome.left_table.at(0).time_s, 4.0, 1e-8);
}

TEST(Departure, OutlineWithANotch) {
  Rig rig;
  rig.RemoveFriction();
  // A U: arms to the left and right of a notch that opens upwards.
  rig.table.bed_outline_m = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0},  {0.2, 1.0},
                             {0.2, 0.0},   {-0.2, 0.0}, {-0.2, 1.0}, {-1.0, 1.0}};
  rig.AddBall({-0.6, 0.5}, {1.0, 0.0});
  const Record across = rig.Play();
  ASSERT_EQ(across.outcome.left_table.size(), 1u);
  EXPECT_EQ(across.outcome.left_table[0].where, 5);
  EXPECT_NEAR(across.outcome.left_table[0].time_s, 0.4, 1e-12);
}

// Over a corner: the two edges meet there, and rounding must leave no gap between them.
TEST(Departure, LeavesOverACorner) {
  CounterRandom random(3, 0);
  for (int i = 0; i < 2000; ++i) {
    Rig rig = WithOutline();
    rig.settings.environment.limits.max_time_s = 100.0;
    const Vec2 corner(random.Uniform(0.5, 1.0), random.Uniform(0.5, 1.0));
    rig.table.bed_outline_m = {{-1.0, -1.0}, {corner.x(), -1.0}, corner, {-1.0, corner.y()}};
    const Vec2 start(random.Uniform(-0.9, 0.4), random.Uniform(-0.9, 0.4));
    rig.AddBall(start, random.Uniform(0.5, 3.0) * (corner - start));
    const Record record = rig.Play();
    ASSERT_EQ(record.outcome.left_table.size(), 1u) << i;
    EXPECT_NEAR((record.final_states[0].position.head<2>() - corner).norm(), 0.0, 1e-12);
  }
}

}  // namespace
}  // namespace carom
