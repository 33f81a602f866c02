#include "core/event/group_impact.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <initializer_list>
#include <memory>

#include "core/motion/motion.h"
#include "tests/core/event/rig.h"
#include "tests/core/motion/near.h"
#include "tests/testing/phases.h"
#include "tests/testing/pool_ball.h"

namespace carom::testing {
namespace {

// A world in which the group rule is asked about one event at time 0.
struct Meeting {
  Rig rig;
  TrajectoryTable table;
  GroupWorkspace workspace;
  GroupImpact impact;

  explicit Meeting(SimultaneousImpacts policy) {
    rig.settings.environment.simultaneous = policy;
    rig.settings.laws.ball_ball = ElasticBallBall{};
  }

  bool Resolve(EventKind kind, int ball, int other) {
    const Scene scene = rig.MakeScene();
    for (size_t i = 0; i < rig.balls.size(); ++i) {
      const Trajectory phase =
          BeginPhase(rig.shot.start[i], 0.0, rig.balls[i], rig.settings.environment);
      table.Set(static_cast<int>(i), phase, Event{});
    }
    const Event event{0.0, kind, static_cast<int16_t>(ball), static_cast<int16_t>(other)};
    return ResolveGroup(scene.world(), table, event, workspace, impact);
  }

  double Energy(const std::array<BallState, kMaxBalls>& states) const {
    double energy = 0.0;
    for (size_t k = 0; k < impact.ball_count; ++k) {
      energy += KineticEnergy(states[k], rig.balls[static_cast<size_t>(impact.ball[k])]);
    }
    return energy;
  }

  void ExpectEvents(std::initializer_list<Event> expected) const {
    ASSERT_EQ(impact.event_count, expected.size());
    size_t i = 0;
    for (const Event& event : expected) {
      EXPECT_TRUE(impact.event[i] == event)
          << i << ": " << static_cast<int>(impact.event[i].kind) << " of " << impact.event[i].ball
          << " and " << impact.event[i].other;
      ++i;
    }
  }
};

// Ball 0 moves along x into a line of `count` balls, `gap_m` between those.
void AddLine(int count, double gap_m, double speed, Meeting& meeting) {
  meeting.rig.AddBall({-kTouching_m, 0.0}, {speed, 0.0});
  for (int i = 0; i < count; ++i) meeting.rig.AddBall({(kTouching_m + gap_m) * i, 0.0});
}

TEST(ResolveGroup, LeavesPairsAlone) {
  Meeting sequential(SimultaneousImpacts::kSequential);
  AddLine(2, 0.0, 1.0, sequential);
  EXPECT_FALSE(sequential.Resolve(EventKind::kBallBall, 0, 1));

  Meeting two(SimultaneousImpacts::kCluster);
  AddLine(1, 0.0, 1.0, two);
  two.rig.settings.environment.flight = Flight::kOn;  // The slate alone makes no group.
  EXPECT_FALSE(two.Resolve(EventKind::kBallBall, 0, 1));

  Meeting apart(SimultaneousImpacts::kCluster);
  AddLine(2, 3.01e-4, 1.0, apart);
  EXPECT_FALSE(apart.Resolve(EventKind::kBallBall, 0, 1));

  Meeting separating(SimultaneousImpacts::kCluster);
  AddLine(2, 0.0, -0.02, separating);
  EXPECT_FALSE(separating.Resolve(EventKind::kBallBall, 0, 1));

  Meeting settling(SimultaneousImpacts::kCluster);
  AddLine(2, 0.0, 0.019, settling);
  EXPECT_TRUE(settling.Resolve(EventKind::kBallBall, 0, 1));
  settling.rig.settings.environment.flight = Flight::kOn;
  EXPECT_FALSE(settling.Resolve(EventKind::kBallBall, 0, 1));
}

TEST(ResolveGroup, FrozenLine) {  // catalogue D-09
  Meeting meeting(SimultaneousImpacts::kCluster);
  AddLine(4, 0.0, 1.0, meeting);
  ASSERT_TRUE(meeting.Resolve(EventKind::kBallBall, 0, 1));
  meeting.ExpectEvents({{0.0, EventKind::kBallBall, 0, 1},
                        {0.0, EventKind::kBallBall, 1, 2},
                        {0.0, EventKind::kBallBall, 2, 3},
                        {0.0, EventKind::kBallBall, 3, 4}});
  const double expected[] = {-0.07108502, -0.03027376, -0.01446363, 0.12704499, 0.98877742};
  ASSERT_EQ(meeting.impact.ball_count, 5u);
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(meeting.impact.ball[i], static_cast<int>(i));
    EXPECT_NEAR(meeting.impact.after[i].velocity.x(), expected[i], 1e-7);
    EXPECT_EQ(meeting.impact.before[i].velocity.x(), i == 0 ? 1.0 : 0.0);
  }
}

TEST(ResolveGroup, GapsUpToTheThresholdBelong) {
  Meeting meeting(SimultaneousImpacts::kCluster);
  AddLine(3, 2.99e-4, 5.0, meeting);
  ASSERT_TRUE(meeting.Resolve(EventKind::kBallBall, 0, 1));
  EXPECT_EQ(meeting.impact.ball_count, 4u);
}

TEST(ResolveGroup, BallsWithoutAnImpulseAreNotTouched) {
  Meeting meeting(SimultaneousImpacts::kCluster);
  AddLine(2, 0.0, 1.0, meeting);
  meeting.rig.AddBall({0.0, kTouching_m});                           // Square beside ball 1.
  meeting.rig.AddBall({2.0 * kTouching_m + 1e-5, 0.0}, {3.0, 0.0});  // Runs away from ball 2.
  ASSERT_TRUE(meeting.Resolve(EventKind::kBallBall, 0, 1));
  meeting.ExpectEvents({{0.0, EventKind::kBallBall, 0, 1}, {0.0, EventKind::kBallBall, 1, 2}});
  EXPECT_EQ(meeting.impact.ball_count, 3u);
}

TEST(ResolveGroup, FrozenToACushion) {
  Meeting meeting(SimultaneousImpacts::kCluster);
  meeting.rig.settings.laws = LawSet{};
  meeting.rig.AddNose({0.5, -1.0}, {0.5, 1.0});
  meeting.rig.AddBall({0.5 - kNoseReach_m - kTouching_m, 0.0}, {2.0, 0.0}, {0.0, 30.0, 10.0});
  meeting.rig.AddBall({0.5 - kNoseReach_m, 0.0});
  ASSERT_TRUE(meeting.Resolve(EventKind::kBallBall, 0, 1));
  meeting.ExpectEvents({{0.0, EventKind::kBallBall, 0, 1}, {0.0, EventKind::kBallCushion, 1, 0}});
  const auto& after = meeting.impact.after;
  EXPECT_LT(after[0].velocity.x(), 0.0);  // Driven back by the rail.
  EXPECT_LE(after[1].velocity.x(), 0.0);  // Stopped by it, to a rounding.
  for (size_t i = 0; i < 2; ++i) EXPECT_EQ(after[i].velocity.z(), 0.0);
  EXPECT_LE(after[0].velocity.x(), after[1].velocity.x() + 1e-12);
  EXPECT_LT(meeting.Energy(after), meeting.Energy(meeting.impact.before));
}

TEST(ResolveGroup, TheSlateHoldsTheBallsInFlight) {
  Meeting meeting(SimultaneousImpacts::kCluster);
  meeting.rig.settings.laws = LawSet{};
  meeting.rig.settings.environment.flight = Flight::kOn;
  meeting.rig.AddRolling({-kTouching_m, 0.0}, {3.0, 0.0});
  meeting.rig.AddBall({0.0, 0.0});
  meeting.rig.AddBall({kTouching_m, 0.0});
  ASSERT_TRUE(meeting.Resolve(EventKind::kBallBall, 0, 1));
  // Follow rubs the second ball down on the slate, and the first one up.
  bool slate_answered = false;
  for (size_t i = 0; i < meeting.impact.event_count; ++i) {
    slate_answered |= meeting.impact.event[i] == Event{0.0, EventKind::kBallSlate, 1, -1};
  }
  EXPECT_TRUE(slate_answered);
  for (size_t i = 0; i < meeting.impact.ball_count; ++i) {
    EXPECT_GE(meeting.impact.after[i].velocity.z(), -1e-12);
  }
  EXPECT_LT(meeting.Energy(meeting.impact.after), meeting.Energy(meeting.impact.before));
}

// Ball 0 meets 1 and 2 at once, thirty degrees to both sides.
void AddFork(double speed, Meeting& meeting) {
  const double across_m = 0.5 * kTouching_m;
  const double along_m = 0.5 * std::sqrt(3.0) * kTouching_m;
  meeting.rig.AddBall({0.0, 0.0}, {speed, 0.0});
  meeting.rig.AddBall({along_m, across_m});
  meeting.rig.AddBall({along_m, -across_m});
}

TEST(ResolveGroup, ATieIsSolvedTogether) {  // catalogue C-24
  Meeting meeting(SimultaneousImpacts::kTied);
  AddFork(10.729, meeting);
  meeting.rig.AddBall({1.5 * std::sqrt(3.0) * kTouching_m, 0.0});  // Far away.
  ASSERT_TRUE(meeting.Resolve(EventKind::kBallBall, 0, 2));
  meeting.ExpectEvents({{0.0, EventKind::kBallBall, 0, 1}, {0.0, EventKind::kBallBall, 0, 2}});
  ExpectNear(meeting.impact.after[0].velocity, Vec3(-2.1458, 0.0, 0.0), 1e-12);
  ExpectNear(meeting.impact.after[1].velocity, Vec3(6.4374, 3.7166346228813, 0.0), 1e-12);
  ExpectNear(meeting.impact.after[2].velocity, Vec3(6.4374, -3.7166346228813, 0.0), 1e-12);
}

TEST(ResolveGroup, WhatTouchesButDoesNotApproachIsNoTie) {
  Meeting meeting(SimultaneousImpacts::kTied);
  AddLine(3, 0.0, 1.0, meeting);  // One after the other, at one time.
  EXPECT_FALSE(meeting.Resolve(EventKind::kBallBall, 0, 1));
}

TEST(ResolveGroup, ABallIntoTwoCushionsAtOnce) {
  for (const auto policy : {SimultaneousImpacts::kTied, SimultaneousImpacts::kCluster}) {
    Meeting meeting(policy);
    meeting.rig.settings.laws.cushion = RestitutionCushion{0.8};
    meeting.rig.AddNose({0.5, -1.0}, {0.5, 0.5});
    meeting.rig.AddNose({-1.0, 0.5}, {0.5, 0.5});
    meeting.rig.AddBall({0.5 - kNoseReach_m, 0.5 - kNoseReach_m}, {1.0, 2.0});
    ASSERT_TRUE(meeting.Resolve(EventKind::kBallCushion, 0, 1));
    meeting.ExpectEvents(
        {{0.0, EventKind::kBallCushion, 0, 0}, {0.0, EventKind::kBallCushion, 0, 1}});
    ExpectNear(meeting.impact.after[0].velocity, Vec3(-0.8, -1.6, 0.0), 1e-8);
  }
}

TEST(ResolveGroup, TheOrderOfTheBallsDoesNotMatter) {
  const Vec3 kPlaces[] = {{0.0, 0.0, 0.0}, {0.0, -1.0, 0.0}, {1.0, 0.0, 0.0}, {1.0, 1.0, 0.0}};
  const int kOrders[][4] = {{0, 1, 2, 3}, {3, 1, 0, 2}};
  std::array<std::array<Vec3, 4>, 2> velocity;
  for (auto& of_run : velocity) of_run.fill(Vec3::Zero());
  for (int run = 0; run < 2; ++run) {
    Meeting meeting(SimultaneousImpacts::kCluster);
    meeting.rig.settings.laws = LawSet{};
    for (const int which : kOrders[run]) {
      const Vec3 place_m = kTouching_m * kPlaces[which];
      meeting.rig.AddBall({place_m.x(), place_m.y()},
                          {which == 1 ? 0.5 : 0.0, which == 1 ? 4.0 : 0.0});
    }
    ASSERT_TRUE(run == 0 ? meeting.Resolve(EventKind::kBallBall, 0, 1)
                         : meeting.Resolve(EventKind::kBallBall, 1, 2));
    for (size_t k = 0; k < meeting.impact.ball_count; ++k) {
      const int which = kOrders[run][meeting.impact.ball[k]];
      velocity[static_cast<size_t>(run)][static_cast<size_t>(which)] =
          meeting.impact.after[k].velocity;
    }
  }
  for (size_t which = 0; which < 4; ++which) {
    ExpectNear(velocity[0][which], velocity[1][which], 1e-9);
  }
}

}  // namespace
}  // namespace carom::testing
