// Balls out of columns in which only those in motion have velocities.

#include "client/internal/ball_columns.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "carom/client/client.h"
#include "carom/client/embedded/embedded.h"

namespace carom {
namespace {

using Triple = std::array<double, 3>;

// A ball at rest, one that rolls, one pocketed, one that spins.
carom::v1::BallStates FourBalls() {
  carom::v1::BallStates states;
  for (const auto motion : {carom::v1::MOTION_STATE_STATIONARY, carom::v1::MOTION_STATE_ROLLING,
                            carom::v1::MOTION_STATE_POCKETED, carom::v1::MOTION_STATE_SPINNING}) {
    states.add_motions(motion);
  }
  for (int i = 0; i < 12; ++i) states.add_positions_m(i);
  for (int i = 0; i < 6; ++i) {
    states.add_velocities_m_s(20 + i);
    states.add_angular_velocities_rad_s(30 + i);
  }
  return states;
}

absl::Status Check(const carom::v1::BallStates& states, uint64_t balls) {
  ColumnCheck check;
  ExpectBalls("states", states, balls, &check);
  return check.status();
}

TEST(BallColumnsTest, GivesVelocitiesToTheBallsInMotion) {
  const carom::v1::BallStates states = FourBalls();
  ASSERT_TRUE(Check(states, 4).ok());
  BallReader reader(states);
  std::vector<BallSnapshot> balls;
  for (int i = 0; i < 4; ++i) balls.push_back(reader.Next());
  EXPECT_EQ(balls[0].velocity_m_s, Triple());
  EXPECT_EQ(balls[1].position_m, (Triple{3, 4, 5}));
  EXPECT_EQ(balls[1].velocity_m_s, (Triple{20, 21, 22}));
  EXPECT_EQ(balls[1].angular_velocity_rad_s, (Triple{30, 31, 32}));
  EXPECT_EQ(balls[2].angular_velocity_rad_s, Triple());
  EXPECT_EQ(balls[3].velocity_m_s, (Triple{23, 24, 25}));
  EXPECT_EQ(balls[3].angular_velocity_rad_s, (Triple{33, 34, 35}));
}

TEST(BallColumnsTest, RefusesColumnsThatDoNotFit) {
  EXPECT_EQ(Check(FourBalls(), 3).code(), absl::StatusCode::kInternal);
  carom::v1::BallStates states = FourBalls();
  states.add_velocities_m_s(0.0);
  EXPECT_EQ(Check(states, 4).code(), absl::StatusCode::kInternal);
  states = FourBalls();
  states.mutable_angular_velocities_rad_s()->Truncate(3);
  EXPECT_EQ(Check(states, 4).code(), absl::StatusCode::kInternal);
}

// A cue ball rolls straight at another one; the shot stops at once after their impact.
carom::v1::ShotResults FullHit(bool event_states) {
  carom::v1::SimulateRequest request;
  auto* const balls = request.add_layouts()->mutable_balls();
  for (const double x_m : {0.0, 0.5}) {
    balls->add_balls()->mutable_state()->mutable_position_m()->set_x(x_m);
  }
  request.add_settings()->mutable_stop()->set_first_contact(true);
  request.mutable_shots()->add_shots()->mutable_strike()->set_speed_m_s(2.0);
  request.mutable_detail()->set_level(carom::v1::Detail::LEVEL_EVENTS);
  request.mutable_detail()->set_event_states(event_states);
  const auto response = Client(Embedded({.threads = 1})).Simulate(request);
  EXPECT_TRUE(response.ok()) << response.status();
  return response.ok() ? response->results() : carom::v1::ShotResults();
}

TEST(BallColumnsTest, AnEventHasItsBallsBeforeAndAfter) {
  const carom::v1::ShotResults results = FullHit(true);
  const auto events = ReadEvents(results);
  ASSERT_TRUE(events.ok()) << events.status();
  const std::vector<ShotEvent>& log = events->at(0);
  ASSERT_GE(log.size(), 2u);
  EXPECT_EQ(log.front().kind, carom::v1::EVENT_KIND_CUE_STRIKE);
  ASSERT_EQ(log.front().before.size(), 1u);
  EXPECT_EQ(log.front().before[0].velocity_m_s, Triple());
  EXPECT_GT(log.front().after[0].velocity_m_s[0], 1.0);
  const ShotEvent& impact = log.back();
  EXPECT_EQ(impact.kind, carom::v1::EVENT_KIND_BALL_BALL);
  ASSERT_EQ(impact.before.size(), 2u);
  ASSERT_EQ(impact.after.size(), 2u);
  EXPECT_EQ(impact.before[1].velocity_m_s, Triple());
  EXPECT_GT(impact.before[0].velocity_m_s[0], impact.after[0].velocity_m_s[0]);
  // The shot ends with the states after its last event.
  const auto outcomes = ReadOutcomes(results);
  ASSERT_TRUE(outcomes.ok()) << outcomes.status();
  const FinalBall& struck = outcomes->at(0).balls.at(1);
  EXPECT_TRUE(IsMoving(struck.motion));
  EXPECT_EQ(struck.velocity_m_s, impact.after[1].velocity_m_s);
  EXPECT_EQ(struck.angular_velocity_rad_s, impact.after[1].angular_velocity_rad_s);
}

TEST(BallColumnsTest, WithoutEventStatesAnEventHasNone) {
  const auto events = ReadEvents(FullHit(false));
  ASSERT_TRUE(events.ok()) << events.status();
  for (const ShotEvent& event : events->at(0)) {
    EXPECT_TRUE(event.before.empty());
    EXPECT_TRUE(event.after.empty());
  }
}

TEST(BallColumnsTest, EventStatesMustFitTheEvents) {
  carom::v1::ShotResults results = FullHit(true);
  results.mutable_events()->mutable_before()->mutable_motions()->RemoveLast();
  EXPECT_EQ(ReadEvents(results).status().code(), absl::StatusCode::kInternal);
  results = FullHit(true);
  results.mutable_events()->clear_after();
  EXPECT_EQ(ReadEvents(results).status().code(), absl::StatusCode::kInternal);
}

}  // namespace
}  // namespace carom
