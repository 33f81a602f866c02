// Every reason for which a shot ends.

#include <gtest/gtest.h>

#include <atomic>

#include "tests/core/event/rig.h"
#include "tests/core/motion/near.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::AddBox;
using testing::EventsOf;
using testing::ExpectNear;
using testing::kRadius_m;
using testing::Rig;

// Ball 0 is struck along x at ball 1, behind which is a pocket; ball 2 rolls into ball 3.
Rig Busy() {
  Rig rig;
  rig.table.pockets.push_back({{1.5, 0.0}, 0.06, "p"});
  rig.AddBall({0.0, 0.0});
  rig.AddBall({1.0, 0.0});
  rig.AddRolling({0.0, 1.0}, {1.0, 0.0});
  rig.AddBall({0.1, 1.0});
  rig.shot.strike = CueStrike{0, 3.0, 0.0, 0.0, 0.0, 0.0};
  return rig;
}

StopRules& Rules(Rig& rig) { return rig.settings.environment.stop; }
Limits& LimitsOf(Rig& rig) { return rig.settings.environment.limits; }

TEST(Stop, AtFirstContactOfTheCueBall) {
  Rig rig = Busy();
  Rules(rig).at_first_contact = true;
  const Record record = rig.Play();
  EXPECT_EQ(record.stop_reason, StopReason::kFirstContact);
  const Event last = record.events.back();
  EXPECT_EQ(last.kind, EventKind::kBallBall);
  EXPECT_EQ(last.ball, 0);
  EXPECT_EQ(last.other, 1);
  EXPECT_EQ(record.end_time_s, last.time_s);
  EXPECT_EQ(record.outcome.first_contact, 1);
  EXPECT_EQ(record.outcome.first_contact_time_s, last.time_s);
  // Balls 2 and 3 had met before: that is not the cue ball's business.
  EXPECT_EQ(EventsOf(record, EventKind::kBallBall).size(), 2u);
  // The final states are those after the impact.
  EXPECT_GT(record.final_states[1].velocity.x(), 1.0);
}

TEST(Stop, AtFirstContactOfAnyWithoutCue) {
  Rig rig = Busy();
  rig.shot.strike.reset();
  Rules(rig).at_first_contact = true;
  const Record record = rig.Play();
  EXPECT_EQ(record.stop_reason, StopReason::kFirstContact);
  EXPECT_EQ(record.events.back().ball, 2);
  EXPECT_EQ(record.outcome.first_contact, -1);
}

TEST(Stop, AtScratchIntoAPocket) {
  Rig rig = Busy();
  rig.shot.start[1].position.y() = 0.5;  // out of the way
  Rules(rig).at_scratch = true;
  const Record record = rig.Play();
  EXPECT_EQ(record.stop_reason, StopReason::kScratch);
  EXPECT_EQ(record.events.back().kind, EventKind::kBallPocket);
  EXPECT_EQ(record.events.back().ball, 0);
}

TEST(Stop, AtScratchOffTheTable) {
  Rig rig = Busy();
  rig.table.pockets.clear();
  rig.table.bed_outline_m = {{-2.0, -2.0}, {1.2, -2.0}, {1.2, 2.0}, {-2.0, 2.0}};
  rig.shot.start[1].position.y() = 0.5;
  Rules(rig).at_scratch = true;
  const Record record = rig.Play();
  EXPECT_EQ(record.stop_reason, StopReason::kScratch);
  EXPECT_EQ(record.events.back().kind, EventKind::kLeftTable);
}

TEST(Stop, AnotherBallDownIsNoScratch) {
  Rig rig = Busy();
  rig.settings.laws.ball_ball = ElasticBallBall{};
  rig.shot.strike->height_offset = -0.3;  // draw: the cue ball stays
  Rules(rig).at_scratch = true;
  const Record record = rig.Play();
  ASSERT_EQ(record.outcome.pocketed.size(), 1u);
  EXPECT_EQ(record.outcome.pocketed[0].ball, 1);
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
}

TEST(Stop, WhenAllOfTheBallsArePotted) {
  Rig rig;
  rig.table.pockets.push_back({{1.0, 0.0}, 0.06, "a"});
  rig.table.pockets.push_back({{1.0, 1.0}, 0.06, "b"});
  rig.AddRolling({0.0, 0.0}, {1.0, 0.0});
  rig.AddRolling({0.0, 1.0}, {2.0, 0.0});
  rig.AddRolling({0.0, 2.0}, {2.0, 0.0});
  Rules(rig).when_potted = 0b10;
  EXPECT_EQ(rig.Play().stop_reason, StopReason::kBallsPotted);
  EXPECT_EQ(rig.Play().outcome.pocketed.size(), 1u);
  Rules(rig).when_potted = 0b11;
  EXPECT_EQ(rig.Play().stop_reason, StopReason::kBallsPotted);
  EXPECT_EQ(rig.Play().outcome.pocketed.size(), 2u);
  Rules(rig).when_potted = 0b111;
  EXPECT_EQ(rig.Play().stop_reason, StopReason::kAtRest);
}

TEST(Stop, AtATime) {
  Rig rig;
  rig.AddRolling({0.0, 0.0}, {1.2, 0.0});
  Rules(rig).at_time_s = 2.0;
  const Record record = rig.Play();
  EXPECT_EQ(record.stop_reason, StopReason::kAtTime);
  EXPECT_EQ(record.end_time_s, 2.0);
  EXPECT_NEAR(record.final_states[0].position.x(), 2.4 - 2.0 * 0.0981, 1e-14);
  EXPECT_NEAR(record.final_states[0].velocity.x(), 1.2 - 2.0 * 0.0981, 1e-14);
  // catalogue E-06: at rest before that time it is at rest.
  Rules(rig).at_time_s = 20.0;
  EXPECT_EQ(rig.Play().stop_reason, StopReason::kAtRest);
  EXPECT_NEAR(rig.Play().end_time_s, 12.232415902140673, 1e-12);
  Rules(rig).at_time_s = 0.0;
  EXPECT_EQ(rig.Play().stop_reason, StopReason::kAtTime);
  EXPECT_EQ(rig.Play().end_time_s, 0.0);
}

// An event at the very time at which the shot is to stop still happens.
TEST(Stop, AtTheTimeOfAnEvent) {
  Rig rig;
  rig.RemoveFriction();
  rig.settings.laws.ball_ball = ElasticBallBall{};
  rig.AddBall({0.0, 0.0}, {1.0, 0.0}, Vec3::Zero(), {0.17, 0.03125});
  rig.AddBall({0.5625, 0.0}, Vec2::Zero(), Vec3::Zero(), {0.17, 0.03125});
  Rules(rig).at_time_s = 0.5;
  const Record record = rig.Play();
  EXPECT_EQ(record.event_count, 1);
  EXPECT_EQ(record.stop_reason, StopReason::kAtTime);
  EXPECT_EQ(record.final_states[0].velocity, Vec3::Zero());
}

TEST(Stop, LimitOfTime) {
  Rig rig;
  rig.AddRolling({0.0, 0.0}, {1.2, 0.0});
  LimitsOf(rig).max_time_s = 2.0;
  EXPECT_EQ(rig.Play().stop_reason, StopReason::kTimeLimit);
  EXPECT_EQ(rig.Play().end_time_s, 2.0);
  // The caller's own time comes first when both are the same.
  Rules(rig).at_time_s = 2.0;
  EXPECT_EQ(rig.Play().stop_reason, StopReason::kAtTime);
}

TEST(Stop, LimitOfEvents) {
  Rig rig = Busy();
  const int all = rig.Play().event_count;
  ASSERT_GT(all, 5);
  for (int most = 1; most < all; ++most) {
    LimitsOf(rig).max_events = most;
    const Record record = rig.Play();
    EXPECT_EQ(record.stop_reason, StopReason::kEventLimit);
    EXPECT_EQ(record.event_count, most);
    EXPECT_EQ(record.end_time_s, record.events.back().time_s);
  }
  LimitsOf(rig).max_events = all;
  EXPECT_EQ(rig.Play().stop_reason, StopReason::kAtRest);
}

// Both cushions of a corner at one time are two events; one is allowed.
TEST(Stop, LimitOfEventsAtOneTime) {
  Rig rig;
  AddBox(0.5, 0.5, rig);
  rig.settings.laws.cushion = RestitutionCushion{};
  rig.AddRolling({0.0, 0.0}, {1.0, 1.0});
  LimitsOf(rig).max_events_at_one_time = 1;
  const Record record = rig.Play();
  EXPECT_EQ(record.stop_reason, StopReason::kZeroTimeLimit);
  EXPECT_EQ(record.event_count, 1);
  LimitsOf(rig).max_events_at_one_time = 2;
  EXPECT_EQ(rig.Play().stop_reason, StopReason::kAtRest);
}

TEST(Stop, TheCallersToken) {
  Rig rig;
  rig.RemoveFriction();
  rig.settings.laws.cushion = RestitutionCushion{1.0};
  AddBox(0.5, 0.5, rig);
  rig.AddBall({0.0, 0.0}, {1.3, 0.7});
  std::atomic<bool> flag = false;
  EXPECT_EQ(rig.Play(StopToken(&flag)).stop_reason, StopReason::kTimeLimit);
  flag = true;
  const Record record = rig.Play(StopToken(&flag));
  EXPECT_EQ(record.stop_reason, StopReason::kCancelled);
  EXPECT_LT(record.event_count, 2 * StopToken::kTurnsUnasked);
  ASSERT_EQ(record.final_states.size(), 1u);
  EXPECT_TRUE(IsFinite(record.final_states[0].position));
}

}  // namespace
}  // namespace carom
