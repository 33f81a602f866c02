// What a compliant shot says its balls do: true states, and transitions of real changes alone.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <utility>

#include "core/models/pool/pool_record.h"
#include "core/table/catalog.h"
#include "core/table/rack.h"
#include "tests/core/models/pool/pool_rig.h"

namespace carom::testing {
namespace {

constexpr double kSlow_m_s = 5e-5;  // Half of rest_speed_m_s.

// On a cloth without friction, ball 0 creeps straight on for ever, ball 1 runs into ball 2.
PoolRig Creeping() {
  PoolRig rig;
  rig.table.noses.clear();
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(kSlow_m_s, 0.0, 0.0));
  rig.Add(Vec3(0.0, 0.5, kRadius_m), Vec3(1.0, 0.0, 0.0));
  rig.Add(Vec3(0.2, 0.5, kRadius_m), Vec3::Zero());
  return rig;
}

void ExpectCreeping(const BallState& state, double time_s) {
  EXPECT_EQ(state.motion, MotionState::kSliding);
  EXPECT_NEAR(state.velocity.x(), kSlow_m_s, 1e-12);
  EXPECT_NEAR(state.position.x(), kSlow_m_s * time_s, 1e-12);
}

TEST(PoolMotion, AShotCutShortTellsTrueVelocities) {
  PoolRig rig = Creeping();
  rig.settings.environment.limits.max_time_s = 0.1;
  const double never = 1e6;  // The latest time allowed.
  const Record time_limit = rig.Play(never);
  ASSERT_EQ(time_limit.stop_reason, StopReason::kTimeLimit);
  ExpectCreeping(time_limit.final_states[0], 0.1);

  const Record at_time = rig.Play(0.05);
  ASSERT_EQ(at_time.stop_reason, StopReason::kAtTime);
  ExpectCreeping(at_time.final_states[0], 0.05);

  rig.settings.environment.limits.max_time_s = 1.0;
  rig.settings.environment.stop.at_first_contact = true;
  const Record contact = rig.Play(never);
  ASSERT_EQ(contact.stop_reason, StopReason::kFirstContact);
  ExpectCreeping(contact.final_states[0], contact.end_time_s);
  EXPECT_NEAR(contact.end_time_s, 0.2 - 2.0 * kRadius_m, 1e-9);
}

// table.proto: a ball that is stationary or supported has no velocity at all, one that spins turns
// about the vertical alone.
void ExpectHonest(const BallState& state) {
  if (state.motion == MotionState::kSpinning) {
    EXPECT_EQ(state.velocity, Vec3(Vec3::Zero()));
    EXPECT_EQ(Horizontal(state.spin), Vec3(Vec3::Zero()));
  } else if (state.motion == MotionState::kStationary || state.motion == MotionState::kSupported ||
             !InPlay(state.motion)) {
    EXPECT_EQ(state.velocity, Vec3(Vec3::Zero()));
    EXPECT_EQ(state.spin, Vec3(Vec3::Zero()));
  }
}

TEST(PoolMotion, SamplesAndEventsAreHonestToo) {
  PoolRig rig = Creeping();
  rig.settings.compliant = CompliantSettings();  // With a cloth: the balls come to rest.
  rig.settings.compliant.start = CompliantStart::kAsPlaced;
  rig.shot.start[2].spin = Vec3(0.0, 0.0, 10.0);
  Detail detail = WithEvents();
  detail.samples = true;
  detail.sample_period_s = 1e-3;
  const Record record = rig.Play(3.0, detail);
  for (const BallState& state : record.samples) ExpectHonest(state);
  for (const EventStates& states : record.event_states) {
    ExpectHonest(states.before);
    ExpectHonest(states.after);
  }
  // The state is that of the place: between samples a ball goes as far as its velocities say.
  for (std::size_t i = 3; i + 3 < record.samples.size(); i += 3) {
    const double way_m = record.samples[i + 3].position.x() - record.samples[i].position.x();
    const double speed_m_s =
        0.5 * (record.samples[i].velocity.x() + record.samples[i + 3].velocity.x());
    EXPECT_NEAR(way_m / detail.sample_period_s, speed_m_s, 1e-5);
  }
}

// A rack that is put down as a layout says falls into its cloth, by a micrometre, and swings there.
// It does not slide, roll or spin: there is nothing to tell but that it meets the slate.
TEST(PoolMotion, ARackThatSettlesHasNoTransitions) {
  const TablePreset& preset = *FindTable("pool_9ft");
  const auto layout =
      MakeRack("nine_ball", preset.table, *FindBallSet(preset.ball_set), {.gap_m = 0.0});
  ASSERT_TRUE(layout.ok());
  PoolRig rig;
  rig.settings.compliant = CompliantSettings();
  rig.settings.compliant.start = CompliantStart::kAsPlaced;
  rig.table = preset.table;
  rig.balls = layout->balls;
  rig.shot.start = layout->states;
  const Record record = rig.Play(2.0, WithEvents());
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  EXPECT_GT(record.end_time_s, 0.0);
  for (const Event& event : record.events) EXPECT_EQ(event.kind, EventKind::kBallSlate);
  for (const BallState& state : record.final_states) {
    EXPECT_EQ(state.motion, MotionState::kStationary);
  }
}

// On the cloth alone a ball's motion goes one way: it slides, rolls, spins and rests. So between
// two of its contacts each transition happens once at most, and is what its states say.
TEST(PoolMotion, ABreakRepeatsNoTransition) {
  const TablePreset& preset = *FindTable("pool_9ft");
  const auto layout =
      MakeRack("eight_ball", preset.table, *FindBallSet(preset.ball_set), {.gap_m = 0.0});
  ASSERT_TRUE(layout.ok());
  PoolRig rig;
  rig.settings.compliant = CompliantSettings();
  rig.settings.compliant.start = CompliantStart::kAsPlaced;
  rig.table = preset.table;
  rig.balls = layout->balls;
  rig.shot.start = layout->states;
  rig.shot.strike = CueStrike{.speed_m_s = 8.0};
  const Record record = rig.Play(0.5, WithEvents());
  std::map<std::pair<int, EventKind>, bool> told;  // by ball and transition, since its last contact
  for (std::size_t i = 0; i < record.events.size(); ++i) {
    const Event& event = record.events[i];
    if (!IsTransition(event.kind)) {
      for (auto& [key, since] : told) {
        if (event.Involves(static_cast<int16_t>(key.first))) since = false;
      }
      continue;
    }
    bool& since = told[{event.ball, event.kind}];
    EXPECT_FALSE(since) << "ball " << event.ball << " at " << event.time_s;
    since = true;
    const EventStates& states = record.event_states[2 * i];
    EXPECT_NE(states.before.motion, states.after.motion);
    EXPECT_NE(event.kind, EventKind::kSpinningToStationary);  // No ball has had the time.
  }
  EXPECT_GE(told.size(), 5u);  // Some have begun to roll.
}

// A spin about the vertical falls by 5 mu_spin g / (2 R) a second to the end, and ends once.
TEST(PoolMotion, ASpinEndsOnce) {
  constexpr double kSpin_rad_s = 10.0;
  PoolRig rig;
  rig.settings.compliant = CompliantSettings();
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3::Zero()).spin = Vec3(0.0, 0.0, kSpin_rad_s);
  rig.Add(Vec3(0.0, 0.5, kRadius_m), Vec3(1.0, 0.0, 0.0));  // Still rolls then.
  const Record record = rig.Play(3.0, WithEvents());
  const auto is_end = [](const Event& event) {
    return event.kind == EventKind::kSpinningToStationary && event.ball == 0;
  };
  ASSERT_EQ(std::ranges::count_if(record.events, is_end), 1);
  const auto end = std::ranges::find_if(record.events, is_end);
  const double mu = rig.settings.environment.cloth.spinning_friction;
  const double expected_s = kSpin_rad_s * 2.0 * kRadius_m / (5.0 * mu * kGravity);
  // Below full_slip_m_s the patch's friction fades out: the rate of the spin's fall is in
  // proportion to the spin from 0.7 rad/s on, 15/s of it, and the last factor of 5e4 takes 0.7 s.
  EXPECT_GT(end->time_s, expected_s);
  EXPECT_LT(end->time_s, expected_s + 0.8);
  const auto at = static_cast<std::size_t>(2 * (end - record.events.begin()));
  EXPECT_EQ(record.event_states[at].before.motion, MotionState::kSpinning);
  EXPECT_EQ(record.event_states[at].after.motion, MotionState::kStationary);
}

}  // namespace
}  // namespace carom::testing
