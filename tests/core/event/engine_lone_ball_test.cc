// Whole shots of one ball: nothing to meet, or nothing but cushions far away.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/core/event/rig.h"
#include "tests/core/motion/near.h"

namespace carom {
namespace {

using testing::ExpectNear;
using testing::kTolerance;
using testing::Rig;

std::vector<EventKind> KindsOf(const Record& record) {
  std::vector<EventKind> kinds;
  for (const Event& event : record.events) kinds.push_back(event.kind);
  return kinds;
}

// catalogue E-01, then the roll of 10/7 m/s to its end as in E-06.
TEST(LoneBall, StunOnAnEndlessSlate) {
  Rig rig;
  rig.AddBall({0.0, 0.0}, {2.0, 0.0});
  const Record record = rig.Play();
  const std::vector<EventKind> expected = {EventKind::kSlidingToRolling,
                                           EventKind::kRollingToStationary};
  ASSERT_EQ(KindsOf(record), expected);
  const double roll_speed = 10.0 / 7.0;
  const double stop_s = 0.29124799767001602 + roll_speed / 0.0981;
  const double stop_m = 0.49928228172002746 + roll_speed * roll_speed / (2.0 * 0.0981);
  EXPECT_NEAR(record.events[0].time_s, 0.29124799767001602, kTolerance);
  EXPECT_NEAR(record.events[1].time_s, stop_s, kTolerance);
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  EXPECT_EQ(record.end_time_s, record.events[1].time_s);
  ExpectNear(record.final_states[0].position, {stop_m, 0.0, 0.028575}, 1e-11);
  EXPECT_EQ(record.final_states[0].velocity, Vec3::Zero());
  EXPECT_EQ(record.final_states[0].motion, MotionState::kStationary);
}

// catalogue E-08 through the engine.
TEST(LoneBall, RollsThenSpinsThenRests) {
  Rig rig;
  rig.AddBall({0.0, 0.0}, {0.3, 0.0}, {0.0, 0.3 / 0.028575, 50.0});
  const Record record = rig.Play();
  const std::vector<EventKind> expected = {EventKind::kRollingToSpinning,
                                           EventKind::kSpinningToStationary};
  ASSERT_EQ(KindsOf(record), expected);
  EXPECT_NEAR(record.events[0].time_s, 3.0581039755351682, kTolerance);
  EXPECT_NEAR(record.end_time_s, 4.5871559633027523, kTolerance);
}

// catalogue E-54 through the engine: it ends at rest, or spinning, and nothing is NaN.
TEST(LoneBall, PerfectBackspinStops) {
  for (const double spin_z : {0.0, 50.0}) {
    Rig rig;
    rig.AddBall({0.0, 0.0}, {2.0, 0.0}, {0.0, -174.978127734033, spin_z});
    const Record record = rig.Play();
    EXPECT_NEAR(record.events[0].time_s, 1.01936799184506, kTolerance);
    EXPECT_NEAR(record.events[1].time_s, 1.01936799184506, kTolerance);
    EXPECT_NEAR(record.end_time_s, spin_z == 0.0 ? 1.01936799184506 : 50.0 / 10.9, kTolerance);
    ExpectNear(record.final_states[0].position, {1.01936799184506, 0.0, 0.028575}, kTolerance);
    EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  }
}

// catalogue E-43: M = 0.567 kg at 1.5 m/s; the strike is the first event and the outcome knows it.
TEST(LoneBall, NoBallButTheCueBall) {
  Rig rig;
  rig.AddBall({0.0, 0.0});
  rig.shot.strike = CueStrike{0, 1.5, -0.5 * 3.14159265358979323846, 0.0, 0.0, 0.0};
  const Record record = rig.Play();
  ASSERT_EQ(record.events[0].kind, EventKind::kCueStrike);
  EXPECT_EQ(record.event_states[0].before.velocity, Vec3::Zero());
  ExpectNear(record.event_states[0].after.velocity, {0.0, -2.3077017000476192, 0.0}, kTolerance);
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  EXPECT_EQ(record.outcome.cue_ball, 0);
  EXPECT_EQ(record.outcome.first_contact, -1);
  EXPECT_EQ(record.outcome.cushions_total, 0);
  EXPECT_FALSE(record.outcome.miscue);
}

TEST(LoneBall, NothingMoves) {
  Rig rig;
  rig.AddBall({0.0, 0.0});
  const Record record = rig.Play();
  EXPECT_EQ(record.event_count, 0);
  EXPECT_EQ(record.end_time_s, 0.0);
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  ExpectNear(record.final_states[0].position, {0.0, 0.0, 0.028575}, 0.0);
}

TEST(LoneBall, WithoutFrictionTheTimeLimitEndsIt) {
  Rig rig;
  rig.RemoveFriction();
  rig.settings.environment.limits.max_time_s = 20.0;
  rig.AddBall({0.0, 0.0}, {1.5, -0.5});
  const Record record = rig.Play();
  EXPECT_EQ(record.stop_reason, StopReason::kTimeLimit);
  EXPECT_EQ(record.end_time_s, 20.0);
  EXPECT_EQ(record.event_count, 0);
  ExpectNear(record.final_states[0].position, {30.0, -10.0, 0.028575}, 0.0);
  EXPECT_EQ(record.final_states[0].velocity, Vec3(1.5, -0.5, 0.0));
}

// A ball that turns on the spot for ever is at rest for the game.
TEST(LoneBall, EndlessSpinOnTheSpotIsAtRest) {
  Rig rig;
  rig.settings.environment.cloth.spinning_friction = 0.0;
  rig.AddBall({0.0, 0.0}, {0.3, 0.0}, {0.0, 0.3 / 0.028575, 50.0});
  const Record record = rig.Play();
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  EXPECT_NEAR(record.end_time_s, 3.0581039755351682, kTolerance);
  EXPECT_EQ(record.final_states[0].motion, MotionState::kSpinning);
  EXPECT_EQ(record.final_states[0].spin, Vec3(0.0, 0.0, 50.0));
}

// A final state is a layout: played again it gives nothing new.
TEST(LoneBall, FinalStateIsAcceptedAsLayout) {
  Rig rig;
  testing::AddBox(0.7, 0.4, rig);
  rig.AddBall({0.0, 0.0}, {3.0, 2.0}, {10.0, 20.0, 30.0});
  const Record record = rig.Play();
  rig.shot.start = record.final_states;
  const Record again = rig.Play();
  EXPECT_EQ(again.event_count, 0);
  EXPECT_EQ(again.final_states[0].position, record.final_states[0].position);
}

}  // namespace
}  // namespace carom
