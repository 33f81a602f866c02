// What is written down of a shot, and that writing changes nothing.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/motion/motion.h"
#include "tests/core/event/rig.h"
#include "tests/core/motion/near.h"
#include "tests/testing/phases.h"

namespace carom {
namespace {

using testing::AddBox;
using testing::EventsOf;
using testing::ExpectNear;
using testing::Rig;

// A strike, cushions, ball-ball impacts, a pocket.
Rig Lively() {
  Rig rig;
  AddBox(0.8, 0.4, rig);
  rig.table.pockets.push_back({{-0.6, -0.2}, 0.05, "p"});
  rig.AddBall({-0.3, 0.05});
  rig.AddBall({0.2, 0.0});
  rig.AddBall({0.3, 0.03});
  rig.AddBall({0.3, -0.03});
  rig.shot.strike = CueStrike{0, 4.0, 2.6, 0.0, 0.2, 0.1};
  return rig;
}

bool SameBits(const BallState& a, const BallState& b) {
  return a.position == b.position && a.velocity == b.velocity && a.spin == b.spin &&
         a.motion == b.motion;
}

bool SameBits(const std::vector<BallState>& a, const std::vector<BallState>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const BallState& x, const BallState& y) { return SameBits(x, y); });
}

TEST(EngineRecord, LogIsOrderedAndJoinsUp) {
  const Rig rig = Lively();
  const Record record = rig.Play();
  ASSERT_GT(record.events.size(), 15u);
  ASSERT_EQ(record.events.size(), static_cast<size_t>(record.event_count));
  ASSERT_EQ(record.event_states.size(), 2 * record.events.size());
  std::vector<BallState> now = rig.shot.start;
  std::vector<double> since(now.size(), 0.0);
  for (size_t i = 0; i < record.events.size(); ++i) {
    const Event& event = record.events[i];
    if (i > 0) {
      EXPECT_GE(event.time_s, record.events[i - 1].time_s);
    }
    const int count = event.kind == EventKind::kBallBall ? 2 : 1;
    for (int k = 0; k < count; ++k) {
      const auto ball = static_cast<size_t>(k == 0 ? event.ball : event.other);
      const EventStates& states = record.event_states[2 * i + static_cast<size_t>(k)];
      // Each ball arrives as it left its event before.
      const Trajectory phase =
          BeginPhase(now[ball], since[ball], rig.balls[ball], rig.settings.environment);
      const BallState arrived = StateAt(phase, event.time_s);
      ExpectNear(states.before.position, arrived.position, 1e-12);
      ExpectNear(states.before.velocity, arrived.velocity, 1e-12);
      ExpectNear(states.after.position, states.before.position, 0.0);
      now[ball] = states.after;
      since[ball] = event.time_s;
    }
  }
}

TEST(EngineRecord, OutcomeAgreesWithTheLog) {
  const Record record = Lively().Play();
  const std::vector<Event> impacts = EventsOf(record, EventKind::kBallBall);
  const auto first = std::find_if(impacts.begin(), impacts.end(),
                                  [](const Event& event) { return event.Involves(0); });
  ASSERT_NE(first, impacts.end());
  EXPECT_EQ(record.outcome.cue_ball, 0);
  EXPECT_EQ(record.outcome.first_contact, first->other);
  EXPECT_EQ(record.outcome.first_contact_time_s, first->time_s);
  int before = 0;
  int after = 0;
  const std::vector<Event> cushions = EventsOf(record, EventKind::kBallCushion);
  for (const Event& event : cushions) {
    if (event.ball == 0) ++(event.time_s < first->time_s ? before : after);
  }
  EXPECT_EQ(record.outcome.cushions_before_contact, before);
  EXPECT_EQ(record.outcome.cushions_after_contact, after);
  EXPECT_EQ(record.outcome.cushions_total, static_cast<int>(cushions.size()));
  EXPECT_GT(before + after, 0);
}

TEST(EngineRecord, MiscueIsReportedAndPlayed) {
  Rig rig = Lively();
  EXPECT_FALSE(rig.Play().outcome.miscue);
  rig.shot.strike->side_offset = 0.51;
  const Record record = rig.Play();
  EXPECT_TRUE(record.outcome.miscue);
  EXPECT_GT(record.event_count, 1);
}

TEST(EngineRecord, DetailNeverChangesTheAnswer) {
  Rig rig = Lively();
  const Record full = rig.Play();
  std::vector<Detail> details(6);
  details[1].events = true;
  details[2].samples = true;
  details[2].sample_period_s = 0.001;
  details[3].samples = true;
  details[3].sample_times_s = {0.1, 0.2, 50.0};
  details[4] = details[2];
  details[4].sample_balls = 0b1010;
  details[5] = details[3];
  details[5].events = details[5].event_states = true;
  for (const Detail& detail : details) {
    rig.detail = detail;
    const Record record = rig.Play();
    EXPECT_EQ(record.hash, full.hash);
    EXPECT_EQ(record.event_count, full.event_count);
    EXPECT_TRUE(SameBits(record.final_states, full.final_states));
    EXPECT_EQ(record.events.empty(), !detail.events);
    EXPECT_EQ(record.event_states.empty(), !detail.event_states);
    EXPECT_EQ(record.samples.empty(), !detail.samples);
  }
  rig.shot.strike->azimuth_rad += 1e-15;
  EXPECT_NE(rig.Play().hash, full.hash);
}

TEST(EngineRecord, ReuseGivesTheSameBits) {
  const Rig rig = Lively();
  Rig other;
  AddBox(0.5, 0.5, other);
  for (int i = 0; i < 9; ++i) other.AddRolling({0.1 * i - 0.4, 0.05 * i - 0.2}, {1.0, 0.1 * i});
  const Scene scene = rig.MakeScene();
  const Scene other_scene = other.MakeScene();
  Workspace workspace;
  Record record;
  const Record fresh = rig.Play();
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(Simulate(scene, rig.shot, rig.detail, {}, workspace, record).ok());
    EXPECT_EQ(record.hash, fresh.hash);
    EXPECT_EQ(record.events, fresh.events);
    EXPECT_TRUE(SameBits(record.final_states, fresh.final_states));
    EXPECT_EQ(record.outcome.cushions_total, fresh.outcome.cushions_total);
    ASSERT_TRUE(Simulate(other_scene, other.shot, {}, {}, workspace, record).ok());
    EXPECT_TRUE(record.events.empty());
  }
}

// catalogue E-01 at chosen times.
TEST(EngineRecord, SamplesFollowTheMotion) {
  Rig rig;
  rig.AddBall({0.0, 0.0}, {2.0, 0.0});
  rig.detail.samples = true;
  rig.detail.sample_period_s = 0.125;
  const Record record = rig.Play();
  ASSERT_EQ(record.samples.size(), record.sample_times_s.size());
  for (size_t i = 0; i < record.samples.size(); ++i) {
    const double time_s = 0.125 * static_cast<double>(i);
    EXPECT_EQ(record.sample_times_s[i], time_s);
    if (time_s >= 0.29) continue;
    EXPECT_NEAR(record.samples[i].position.x(), 2.0 * time_s - 0.981 * time_s * time_s, 1e-14);
    EXPECT_EQ(record.samples[i].motion, MotionState::kSliding);
  }
  EXPECT_EQ(record.samples.size(), 1 + static_cast<size_t>(record.end_time_s / 0.125));
}

// Numbers exact in binary: the impact is at 0.5 s, on the grid and on the list.
TEST(EngineRecord, SampleAtAnEventIsPostEvent) {
  Rig rig;
  rig.RemoveFriction();
  rig.settings.laws.ball_ball = ElasticBallBall{};
  rig.settings.environment.stop.at_time_s = 1.0;
  rig.AddBall({0.0, 0.0}, {1.0, 0.0}, Vec3::Zero(), {0.17, 0.03125});
  rig.AddBall({0.5625, 0.0}, Vec2::Zero(), Vec3::Zero(), {0.17, 0.03125});
  rig.detail.samples = true;
  rig.detail.sample_period_s = 0.25;
  rig.detail.sample_times_s = {0.1, 0.5, 0.5, 3.0};
  const Record record = rig.Play();
  ASSERT_EQ(record.events[0].time_s, 0.5);
  // The grid ends with the shot; a time that is listed is answered, a double one once.
  const std::vector<double> times = {0.0, 0.1, 0.25, 0.5, 0.75, 1.0, 3.0};
  ASSERT_EQ(record.sample_times_s, times);
  ASSERT_EQ(record.samples.size(), 2 * times.size());
  const auto sample = [&](size_t row, size_t ball) { return record.samples[2 * row + ball]; };
  EXPECT_EQ(sample(2, 0).velocity.x(), 1.0);
  EXPECT_EQ(sample(3, 0).velocity.x(), 0.0);
  EXPECT_EQ(sample(3, 1).velocity.x(), 1.0);
  EXPECT_EQ(sample(4, 1).position.x(), 0.8125);
  EXPECT_TRUE(SameBits(sample(5, 1), record.final_states[1]));
  EXPECT_TRUE(SameBits(sample(6, 1), record.final_states[1]));
}

TEST(EngineRecord, SamplesOfChosenBalls) {
  Rig rig = Lively();
  rig.detail.samples = true;
  rig.detail.sample_period_s = 0.1;
  const Record all = rig.Play();
  rig.detail.sample_balls = 0b1001;
  const Record some = rig.Play();
  ASSERT_EQ(some.sample_times_s, all.sample_times_s);
  ASSERT_EQ(some.samples.size(), 2 * some.sample_times_s.size());
  for (size_t row = 0; row < some.sample_times_s.size(); ++row) {
    EXPECT_TRUE(SameBits(some.samples[2 * row], all.samples[4 * row]));
    EXPECT_TRUE(SameBits(some.samples[2 * row + 1], all.samples[4 * row + 3]));
  }
}

TEST(EngineRecord, TooManySamplesAreRefused) {
  Rig rig = Lively();
  rig.detail.samples = true;
  rig.detail.sample_period_s = 1e-9;
  rig.detail.max_samples = 1000;
  Workspace workspace;
  Record record;
  const absl::Status status =
      Simulate(rig.MakeScene(), rig.shot, rig.detail, {}, workspace, record);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(record.samples.empty());
  EXPECT_TRUE(record.final_states.empty());
}

TEST(EngineRecord, TransitionStatesAreContinuous) {
  const Record record = Lively().Play();
  for (size_t i = 0; i < record.events.size(); ++i) {
    if (!IsTransition(record.events[i].kind)) continue;
    const EventStates& states = record.event_states[2 * i];
    EXPECT_NE(states.before.motion, states.after.motion);
    ExpectNear(states.after.velocity, states.before.velocity, 1e-12);
    ExpectNear(states.after.spin, states.before.spin, 1e-10);
  }
}

}  // namespace
}  // namespace carom
