// A ball at rest on others falls when any of them goes, whatever made it go.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/core/event/rig.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::EventsOf;
using testing::kRadius_m;
using testing::Rig;

// Ball 0 on the cloth at the origin, ball 1 at rest right on top of it.
class OnTop : public ::testing::Test {
 protected:
  OnTop() {
    rig_.settings.environment.flight = Flight::kOn;
    rig_.settings.environment.limits.max_time_s = 200.0;
    rig_.AddBall({0.0, 0.0});
    AddSupported({0.0, 0.0, 3.0 * kRadius_m});
  }

  int AddSupported(const Vec3& position_m) {
    const int ball = rig_.AddBall(position_m.head<2>());
    rig_.shot.start.back().position = position_m;
    rig_.shot.start.back().motion = MotionState::kSupported;
    return ball;
  }

  // All balls that were off the cloth end on it, released first at `time_s`.
  void ExpectFallAt(double time_s) {
    const Record record = rig_.Play();
    const std::vector<Event> released = EventsOf(record, EventKind::kSupportedToAirborne);
    ASSERT_FALSE(released.empty());
    EXPECT_EQ(released[0].time_s, time_s);
    for (size_t i = 0; i < rig_.balls.size(); ++i) {
      if (!InPlay(record.final_states[i].motion)) continue;
      EXPECT_NEAR(record.final_states[i].position.z(), kRadius_m, 1e-12) << "ball " << i;
    }
  }

  Rig rig_;
};

TEST_F(OnTop, StaysWhereNothingGoes) {
  rig_.AddRolling({1.0, 0.0}, {0.3, 0.0});
  const Record record = rig_.Play();
  EXPECT_EQ(record.final_states[1].motion, MotionState::kSupported);
  EXPECT_EQ(record.final_states[1].position, rig_.shot.start[1].position);
  EXPECT_TRUE(EventsOf(record, EventKind::kSupportedToAirborne).empty());
}

TEST_F(OnTop, StaysOnASpinningBall) {
  rig_.shot.start[0].spin = {0.0, 0.0, 30.0};
  const Record record = rig_.Play();
  EXPECT_EQ(record.final_states[1].motion, MotionState::kSupported);
}

TEST_F(OnTop, FallsWhenTheLowerIsStruck) {
  CueStrike strike;
  strike.cue_ball = 0;
  strike.speed_m_s = 2.0;
  rig_.shot.strike = strike;
  ExpectFallAt(0.0);
}

TEST_F(OnTop, FallsWhenTheLowerMovesFromTheStart) {
  rig_.shot.start[0].velocity = {1.0, 0.5, 0.0};
  ExpectFallAt(0.0);
}

TEST_F(OnTop, FallsWhenTheLowerTurnsFromTheStart) {
  rig_.shot.start[0].spin = {0.0, 60.0, 0.0};
  ExpectFallAt(0.0);
}

// (With friction between the balls, the upper one would hold the lower one back.)
TEST_F(OnTop, FallsOffASlowBallOnAClothWithoutRollingFriction) {
  rig_.settings.laws.ball_ball = ElasticBallBall{};
  rig_.settings.environment.cloth.rolling_friction = 0.0;
  rig_.settings.environment.stop.at_time_s = 100.0;
  rig_.shot.start[0].velocity = {3e-3, 0.0, 0.0};
  rig_.shot.start[0].spin = {0.0, 3e-3 / kRadius_m, 0.0};
  ExpectFallAt(0.0);
}

TEST_F(OnTop, FallsWhenTheLowerIsPocketed) {
  rig_.shot.start[0].motion = MotionState::kPocketed;
  ExpectFallAt(0.0);
}

// The lower ball is hit so thinly that it creeps away: not before, and not later.
TEST_F(OnTop, FallsWhenTheLowerIsHitInALaterPhase) {
  rig_.settings.environment.cloth.rolling_friction = 0.0;
  rig_.settings.environment.stop.at_time_s = 100.0;
  rig_.settings.laws.ball_ball = ElasticBallBall{};
  const int third = rig_.AddRolling({-0.3, 2.0 * kRadius_m * 0.9999}, {0.2, 0.0});
  const Record record = rig_.Play();
  const std::vector<Event> impacts = EventsOf(record, EventKind::kBallBall);
  ASSERT_FALSE(impacts.empty());
  EXPECT_EQ(impacts[0].other, third);
  EXPECT_GT(impacts[0].time_s, 1.0);
  for (size_t i = 0; i < record.events.size(); ++i) {
    if (record.events[i] != impacts[0]) continue;
    EXPECT_LT(record.event_states[2 * i].after.velocity.norm(), 5e-3);
  }
  ExpectFallAt(impacts[0].time_s);
}

// The middle ball of a stack falls, and with it what lies on it.
TEST_F(OnTop, FallsWithWhatItLiesOn) {
  AddSupported({0.0, 0.0, 5.0 * kRadius_m});
  rig_.shot.start[0].velocity = {1.0, 0.0, 0.0};
  const Record record = rig_.Play();
  const std::vector<Event> released = EventsOf(record, EventKind::kSupportedToAirborne);
  ASSERT_GE(released.size(), 2u);
  for (const int ball : {1, 2}) {
    EXPECT_EQ(released[static_cast<size_t>(ball - 1)],
              (Event{0.0, EventKind::kSupportedToAirborne, static_cast<int16_t>(ball), -1}));
    EXPECT_LT(record.final_states[static_cast<size_t>(ball)].position.z(), 3.1 * kRadius_m);
  }
}

// One ball of a nest of four is struck away; any three of four would still carry.
TEST(OnFour, FallsWhenOneOfThemGoes) {
  Rig rig;
  rig.settings.environment.flight = Flight::kOn;
  for (const double x : {-kRadius_m, kRadius_m}) {
    for (const double y : {-kRadius_m, kRadius_m}) rig.AddBall({x, y});
  }
  rig.AddBall({0.0, 0.0});
  rig.shot.start.back().position.z() = (1.0 + std::sqrt(2.0)) * kRadius_m;
  rig.shot.start.back().motion = MotionState::kSupported;
  CueStrike strike;
  strike.cue_ball = 0;
  strike.speed_m_s = 1.0;
  strike.azimuth_rad = -2.356;
  rig.shot.strike = strike;
  const std::vector<Event> released = EventsOf(rig.Play(), EventKind::kSupportedToAirborne);
  ASSERT_FALSE(released.empty());
  EXPECT_EQ(released[0].time_s, 0.0);
  EXPECT_EQ(released[0].ball, 4);
}

// A neighbour that only touches carries nothing: nothing falls when it goes.
TEST(OnARail, StaysWhenANeighbourGoes) {
  Rig rig;
  rig.settings.environment.flight = Flight::kOn;
  RailTop top;
  top.corners_m = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
  top.height_m = 0.04;
  rig.table.rail_tops.push_back(top);
  for (const double x : {0.0, 2.0 * kRadius_m}) {
    rig.AddBall({x, 0.0});
    rig.shot.start.back().position.z() = top.height_m + kRadius_m;
    rig.shot.start.back().motion = MotionState::kSupported;
  }
  CueStrike strike;
  strike.cue_ball = 1;
  strike.speed_m_s = 1.0;
  rig.shot.strike = strike;
  const Record record = rig.Play();
  EXPECT_EQ(record.final_states[0].motion, MotionState::kSupported);
  EXPECT_TRUE(EventsOf(record, EventKind::kSupportedToAirborne).empty());
}

}  // namespace
}  // namespace carom
