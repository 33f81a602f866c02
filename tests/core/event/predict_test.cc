#include "core/event/predict/predict.h"

#include <gtest/gtest.h>

#include <array>

#include "core/base/constants.h"
#include "core/event/event_queue.h"
#include "core/motion/motion.h"
#include "tests/core/event/rig.h"
#include "tests/testing/phases.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::AddBox;
using testing::kRadius_m;
using testing::kTolerance;
using testing::Rig;

// A rig's world and the first phase of each of its balls.
struct Opening {
  explicit Opening(const Rig& rig) : scene(rig.MakeScene()) {
    for (size_t i = 0; i < rig.balls.size(); ++i) {
      table.Set(static_cast<int>(i),
                BeginPhase(rig.shot.start[i], 0.0, rig.balls[i], rig.settings.environment),
                Event{});
    }
  }
  Event Own(int ball) const { return NextSingleBallEvent(scene.world(), table, ball); }
  std::optional<Event> Pair(const Event& before = {kInfinity}) const {
    return NextBallBall(scene.world(), table, 0, 1, before);
  }

  Scene scene;
  TrajectoryTable table;
};

Rig MasseAtRest() {
  Rig rig;
  rig.AddBall({0.0, 0.0}, {1.5, 0.0}, {-40.0, -25.0, 60.0});
  rig.AddBall({0.35, 0.06});
  return rig;
}

// catalogue E-10
TEST(Predict, SlidingBallMeetsBallAtRest) {
  const Opening opening(MasseAtRest());
  const Quartic gap = BallGap(opening.table, 0, 1, 0.0, kRadius_m, kRadius_m);
  const std::array<double, 5> descending = {0.962361, -2.6151640122693341, 2.8062098817718126,
                                            -1.05, 0.1228338775};
  for (size_t k = 0; k < 5; ++k) EXPECT_NEAR(gap.c[4 - k], descending[k], kTolerance);
  const auto impact = opening.Pair();
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time_s, 0.23546182701954683, kTolerance);
  EXPECT_EQ(impact->kind, EventKind::kBallBall);
  EXPECT_EQ(impact->ball, 0);
  EXPECT_EQ(impact->other, 1);
}

// What is known to come earlier may hide an impact but never changes its bits.
TEST(Predict, WhatComesBeforeDoesNotChangeTheTime) {
  const Opening opening(MasseAtRest());
  const double time_s = opening.Pair()->time_s;
  for (const double before_s : {0.2354619, 0.25, 0.36, 5.0}) {
    EXPECT_EQ(opening.Pair(Event{before_s})->time_s, time_s) << before_s;
  }
  const auto late = opening.Pair(Event{0.1});
  EXPECT_TRUE(!late || late->time_s == time_s);
}

// catalogue E-12
TEST(Predict, GrazeOfOnePartInABillion) {
  for (const double scale : {1.0 - 1e-9, 1.0 + 1e-9}) {
    Rig rig;
    rig.RemoveFriction();
    rig.AddBall({0.0, 0.0}, {1.0, 0.0});
    rig.AddBall({0.5, 2.0 * kRadius_m * scale});
    const auto impact = Opening(rig).Pair();
    ASSERT_EQ(impact.has_value(), scale < 1.0);
    if (scale > 1.0) continue;
    EXPECT_NEAR(impact->time_s, 0.49999744417430236, 1e-9);
  }
}

// The gap does not care which ball is the origin of coordinates, nor when their clocks began.
TEST(Predict, ClocksOfTheirOwn) {
  const Rig rig = MasseAtRest();
  Opening opening(rig);
  const Trajectory first = opening.table[0];
  BallState later = StateAt(first, 0.1);
  opening.table.Set(0, BeginPhase(later, 0.1, BallSpec{}, Environment{}), Event{});
  EXPECT_NEAR(opening.Pair()->time_s, 0.23546182701954683, kTolerance);
}

// catalogue E-13
TEST(Predict, RollingBallMeetsPlane) {
  Rig rig;
  rig.settings.environment.nose_contact = NoseContact::kPlane;
  rig.AddRolling({0.0, 0.0}, {1.0, 0.7});
  rig.AddNose({-2.0, 0.4}, {2.0, 0.4});
  const Event impact = Opening(rig).Own(0);
  EXPECT_EQ(impact.kind, EventKind::kBallCushion);
  EXPECT_NEAR(impact.time_s, 0.5424303084777403, kTolerance);
}

// catalogue E-16: plane and line differ by the reach alone; which way the nose runs does not
// matter.
TEST(Predict, PlaneAndLineOfTheSameNose) {
  const std::array<Vec2, 2> ends = {Vec2(0.1, 0.25), Vec2(0.5, 0.35)};
  for (const size_t first : {0u, 1u}) {
    Rig rig;
    rig.AddRolling({0.0, 0.0}, {0.9, 1.1});
    rig.AddNose(ends[first], ends[1 - first]);
    rig.settings.environment.nose_contact = NoseContact::kPlane;
    EXPECT_NEAR(Opening(rig).Own(0).time_s, 0.22523138268283681, kTolerance);
    rig.settings.environment.nose_contact = NoseContact::kLine;
    EXPECT_NEAR(Opening(rig).Own(0).time_s, 0.22659920000802536, kTolerance);
  }
}

// catalogue E-17
TEST(Predict, RollingBallDropsIntoPocket) {
  Rig rig;
  rig.AddRolling({0.0, 0.0}, {1.0, 0.8});
  rig.table.pockets.push_back({Vec2(0.9, 0.9), 0.06, "far"});
  rig.table.pockets.push_back({Vec2(0.3, 0.25), 0.06, "near"});
  const Event drop = Opening(rig).Own(0);
  EXPECT_EQ(drop.kind, EventKind::kBallPocket);
  EXPECT_EQ(drop.other, 1);
  EXPECT_NEAR(drop.time_s, 0.26103422634107785, kTolerance);
}

// A jaw is a full disc: its reach is its radius and the horizontal part of the ball's.
TEST(Predict, RollingBallMeetsJaw) {
  Rig rig;
  rig.settings.environment.cloth.rolling_friction = 0.0;
  rig.AddRolling({0.0, 0.0}, {2.0, 0.0});
  rig.table.jaws.push_back({Vec2(1.0, 0.0), 0.02, 0.036576});
  const Event impact = Opening(rig).Own(0);
  EXPECT_EQ(impact.kind, EventKind::kBallJaw);
  EXPECT_NEAR(impact.time_s, (1.0 - 0.02 - testing::kNoseReach_m) / 2.0, kTolerance);
}

// Balls of unequal size on one cloth touch at a distance of 2 sqrt(R1 R2) as seen from above.
TEST(Predict, UnequalBalls) {
  Rig rig;
  rig.RemoveFriction();
  rig.AddBall({0.0, 0.0}, {1.0, 0.0}, Vec3::Zero(), {0.17, 0.02});
  rig.AddBall({0.5, 0.0}, Vec2::Zero(), Vec3::Zero(), {0.17, 0.045});
  EXPECT_NEAR(Opening(rig).Pair()->time_s, 0.5 - 2.0 * 0.03, kTolerance);
}

TEST(Predict, TransitionsCarryTheirNames) {
  Rig rig;
  rig.AddBall({0.0, 0.0}, {1.0, 0.0});
  rig.AddRolling({0.0, 1.0}, {1.0, 0.0});
  rig.AddBall({0.0, 2.0}, Vec2::Zero(), {0.0, 0.0, 5.0});
  rig.AddBall({0.0, 3.0}, {0.3, 0.0}, {0.0, 0.3 / kRadius_m, 50.0});
  rig.AddBall({0.0, 4.0});
  const Opening opening(rig);
  EXPECT_EQ(opening.Own(0).kind, EventKind::kSlidingToRolling);
  EXPECT_EQ(opening.Own(1).kind, EventKind::kRollingToStationary);
  EXPECT_EQ(opening.Own(2).kind, EventKind::kSpinningToStationary);
  EXPECT_EQ(opening.Own(3).kind, EventKind::kRollingToSpinning);
  EXPECT_EQ(opening.Own(4), EventQueue::kNothing);
}

TEST(Predict, PhaseEndsBeforeTheContact) {
  Rig rig;
  rig.AddRolling({0.0, 0.0}, {0.1, 0.0});  // rolls 0.051 m
  rig.AddNose({0.5, -1.0}, {0.5, 1.0});
  rig.AddBall({0.4, 0.0});
  const Opening opening(rig);
  EXPECT_EQ(opening.Own(0).kind, EventKind::kRollingToStationary);
  EXPECT_FALSE(opening.Pair());
}

}  // namespace
}  // namespace carom
