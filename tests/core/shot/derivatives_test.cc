#include "core/shot/derivatives.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/shot/named_scene.h"
#include "tests/core/event/rig.h"

namespace carom {
namespace {

using testing::kGravity_m_s2;
using testing::Rig;

// Differences of the laws are as good as a few times 1e-11.
constexpr double kExact = 1e-9;

struct Derived {
  absl::Status status;
  Record record;
  TangentRecord tangents;
};

Derived Derive(const Scene& scene, const Shot& shot, const Detail& detail,
               const std::vector<std::string>& paths) {
  Derived derived;
  Workspace workspace;
  derived.status = SimulateWithDerivatives(scene, shot, detail, {paths.begin(), paths.end()}, {},
                                           workspace, derived.record, derived.tangents);
  return derived;
}

std::string ErrorOf(const Rig& rig, const std::vector<std::string>& paths,
                    const Detail& detail = {}) {
  const Derived derived = Derive(rig.MakeScene(), rig.shot, detail, paths);
  EXPECT_TRUE(derived.record.final_states.empty());
  return std::string(derived.status.message());
}

void ExpectSame(const BallState& a, const BallState& b) {
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.spin, b.spin);
  EXPECT_EQ(a.motion, b.motion);
}

void ExpectSameRecord(const Record& record, const Record& plain) {
  EXPECT_EQ(record.hash, plain.hash);
  EXPECT_EQ(record.events, plain.events);
  EXPECT_EQ(record.touches, plain.touches);
  EXPECT_EQ(record.candidates, plain.candidates);
  EXPECT_EQ(record.candidate_counts, plain.candidate_counts);
  EXPECT_EQ(record.sample_times_s, plain.sample_times_s);
  EXPECT_EQ(record.event_count, plain.event_count);
  EXPECT_EQ(record.group_leads.size(), plain.group_leads.size());
  ASSERT_EQ(record.event_states.size(), plain.event_states.size());
  for (size_t i = 0; i < plain.event_states.size(); ++i) {
    ExpectSame(record.event_states[i].before, plain.event_states[i].before);
    ExpectSame(record.event_states[i].after, plain.event_states[i].after);
  }
  ASSERT_EQ(record.samples.size(), plain.samples.size());
  for (size_t i = 0; i < plain.samples.size(); ++i) ExpectSame(record.samples[i], plain.samples[i]);
  ASSERT_EQ(record.presses.size(), plain.presses.size());
  for (size_t i = 0; i < plain.presses.size(); ++i) {
    EXPECT_EQ(record.presses[i].event, plain.presses[i].event);
    EXPECT_EQ(record.presses[i].contacts, plain.presses[i].contacts);
  }
}

// A ball that is pressed against a rail by its follow, and then goes on to another rail.
Rig Pressed() {
  Rig rig;
  rig.AddNose({0.5, -1.0}, {0.5, 1.0});
  rig.AddNose({-1.0, 0.5}, {1.0, 0.5});
  rig.AddBall({0.5 - testing::kNoseReach_m - 1e-3, 0.0}, {0.0, 0.5}, {0.0, 100.0, 0.0});
  rig.AddBall({0.0, -0.3}, {0.0, 0.2});
  return rig;
}

// By a path of the settings, which a ball in natural roll allows: v^2 / (2 mu g) to rest, and v t -
// mu g t^2 / 2 on the way.
TEST(Derivatives, OfARollByItsFriction) {
  Rig rig;
  constexpr double kSpeed = 0.9;
  rig.AddRolling({0.1, 0.0}, {kSpeed, 0.0});
  rig.AddBall({0.0, 0.5});
  Detail detail;
  detail.events = detail.samples = true;
  detail.sample_times_s = {0.5, 1.0, 100.0};
  detail.sample_balls = 1;
  const auto [status, record, tangents] =
      Derive(rig.MakeScene(), rig.shot, detail, {"settings.cloth.rolling_friction"});
  ASSERT_TRUE(status.ok()) << status;
  ASSERT_TRUE(tangents.AllValid());
  const double friction = rig.settings.environment.cloth.rolling_friction;
  const double way = kSpeed * kSpeed / (2.0 * friction * kGravity_m_s2);
  const double stops_s = kSpeed / (friction * kGravity_m_s2);
  EXPECT_NEAR(tangents.FinalState(0, 0, 0), -way / friction, kExact * way / friction);
  EXPECT_EQ(tangents.FinalState(1, 0, 0), 0.0);
  EXPECT_NEAR(tangents.EventTime(0, 0), -stops_s / friction, kExact * stops_s / friction);
  EXPECT_TRUE(tangents.event_states.empty());
  ASSERT_EQ(tangents.samples.size(), 3 * TangentRecord::kRows);
  for (const size_t sample : {size_t{0}, size_t{1}}) {
    const double t = record.sample_times_s[sample];
    EXPECT_NEAR(tangents.Sample(sample, 0, 0), -kGravity_m_s2 * t * t / 2.0, kExact);
    EXPECT_NEAR(tangents.Sample(sample, 3, 0), -kGravity_m_s2 * t, kExact);
  }
  EXPECT_EQ(tangents.Sample(2, 0, 0), tangents.FinalState(0, 0, 0));
}

// A strike without squirt or spin: the way is as the square of the speed, and turns with the aim.
TEST(Derivatives, OfAStruckBallByItsStrike) {
  Rig rig;
  rig.AddBall({0.0, 0.0});
  rig.settings.environment.cue.end_mass_kg = 0.0;
  rig.shot.strike = CueStrike{};
  rig.shot.strike->speed_m_s = 1.1;
  const auto [status, record, tangents] =
      Derive(rig.MakeScene(), rig.shot, {}, {"strike.speed_m_s", "strike.azimuth_rad"});
  ASSERT_TRUE(status.ok()) << status;
  ASSERT_TRUE(tangents.AllValid());
  const double way = record.final_states[0].position.x();
  EXPECT_NEAR(tangents.FinalState(0, 0, 0), 2.0 * way / 1.1, kExact * way);
  EXPECT_NEAR(tangents.FinalState(0, 1, 1), way, kExact * way);
  EXPECT_TRUE(record.events.empty());
  EXPECT_TRUE(tangents.event_times.empty());
}

TEST(Derivatives, LeaveTheRecordAsItIs) {
  Detail all;
  all.events = all.event_states = all.touches = all.candidates = all.samples = true;
  all.sample_period_s = 0.1;
  Detail hops = all;
  hops.hops = true;
  Detail samples;
  samples.samples = true;
  samples.sample_times_s = {0.0, 0.7, 30.0};
  const auto check = [&](const Scene& scene, const Shot& shot) {
    Workspace workspace;
    Record plain;
    for (const Detail& detail : {Detail(), all, hops, samples}) {
      const auto [status, record, tangents] =
          Derive(scene, shot, detail, {"settings.gravity_m_s2", "balls[0].position_m.x"});
      ASSERT_TRUE(status.ok()) << status;
      ASSERT_TRUE(Simulate(scene, shot, detail, {}, workspace, plain).ok());
      ExpectSameRecord(record, plain);
      EXPECT_EQ(tangents.event_times.size(), 2 * plain.events.size());
      EXPECT_EQ(tangents.event_states.size(), 18 * plain.event_states.size());
      EXPECT_EQ(tangents.samples.size(), 18 * plain.samples.size());
    }
  };
  const Rig pressed = Pressed();
  check(pressed.MakeScene(), pressed.shot);
  for (const char* const name : {"two_ball_cut", "eight_ball_scatter", "nine_ball_break"}) {
    const NamedScene& named = *FindNamedScene(name);
    Shot shot;
    for (uint64_t index = 0; index < 4; ++index) {
      named.Generate(1, index, shot);
      check(named.MakeScene(), shot);
    }
  }
}

// The log tells presses, and so does what ended a ball's derivative; before that its events have
// theirs, afterwards none.
TEST(Derivatives, EndAtAnEventOfTheLog) {
  const Rig rig = Pressed();
  Detail detail;
  detail.events = detail.event_states = detail.samples = true;
  detail.sample_period_s = 0.05;
  const auto [status, record, tangents] =
      Derive(rig.MakeScene(), rig.shot, detail, {"balls[0].position_m.y", "balls[1].position_m.y"});
  ASSERT_TRUE(status.ok()) << status;
  ASSERT_EQ(tangents.balls[0].end, TangentEnd::kPress);
  ASSERT_EQ(tangents.balls[1].end, TangentEnd::kNone);
  const auto end = static_cast<size_t>(tangents.balls[0].event);
  ASSERT_LT(end, record.events.size());
  EXPECT_EQ(record.events[end].kind, EventKind::kPress);
  size_t later = 0;
  for (size_t i = 0; i < record.events.size(); ++i) {
    const bool of_ball = record.events[i].ball == 0;
    const double expected = of_ball && i >= end ? 0.0 : 1.0;
    EXPECT_NEAR(tangents.EventState(i, 0, 1, of_ball ? 0 : 1), expected, kExact) << i;
    later += of_ball && i > end ? 1 : 0;
  }
  EXPECT_GT(later, 0u);
  for (size_t time = 0; time < record.sample_times_s.size(); ++time) {
    const bool before = record.sample_times_s[time] < record.events[end].time_s;
    EXPECT_NEAR(tangents.Sample(2 * time, 1, 0), before ? 1.0 : 0.0, kExact);
    EXPECT_NEAR(tangents.Sample(2 * time + 1, 1, 1), 1.0, kExact);
  }
}

// All columns at once are those one by one, whatever walk they are in.
TEST(Derivatives, OfManyColumnsAreThoseOfEach) {
  const NamedScene& named = *FindNamedScene("eight_ball_scatter");
  const Scene scene = named.MakeScene();
  Shot shot;
  named.Generate(1, 3, shot);
  std::vector<std::string> paths;
  for (size_t ball = 0; ball < shot.start.size(); ++ball) {
    for (const char* const axis : {"x", "y"}) {
      paths.push_back("balls[" + std::to_string(ball) + "].position_m." + axis);
    }
  }
  ASSERT_GT(paths.size(), 8u);
  Detail detail;
  detail.events = detail.event_states = true;
  const Derived all = Derive(scene, shot, detail, paths);
  ASSERT_TRUE(all.status.ok());
  for (size_t k = 0; k < paths.size(); ++k) {
    const Derived one = Derive(scene, shot, detail, {paths[k]});
    for (size_t ball = 0; ball < shot.start.size(); ++ball) {
      if (all.tangents.balls[ball].end != TangentEnd::kNone) continue;
      for (size_t row = 0; row < TangentRecord::kRows; ++row) {
        EXPECT_EQ(all.tangents.FinalState(ball, row, k), one.tangents.FinalState(ball, row, 0));
      }
    }
  }
}

TEST(Derivatives, RefuseWhatTheyCannotTell) {
  Rig rig;
  rig.AddBall({0.0, 0.0}, {1.0, 0.0});
  EXPECT_EQ(ErrorOf(rig, {"settings.gravity_m_s2", "balls[7].position_m.x"})
                .find("derivatives[1]: \"balls[7].position_m.x\" must be"),
            0u);
  for (const char* const rule :
       {"settings.limits.max_time_s", "settings.rest_hop_s", "settings", "strike.speed_m_s", ""}) {
    EXPECT_EQ(ErrorOf(rig, {rule}).find("derivatives[0]"), 0u) << rule;
  }
  const std::vector<std::string> many(kMostColumns + 1, "settings.gravity_m_s2");
  EXPECT_EQ(ErrorOf(rig, many), "derivatives: 65 entries must be in [0, 64]");
  rig.settings.engine = Engine::kDiscreteTime;
  EXPECT_NE(ErrorOf(rig, {"settings.gravity_m_s2"}).find("EVENT_DRIVEN"), std::string::npos);
}

// Derivatives take their part of what is allowed for log and samples.
TEST(Derivatives, AreBounded) {
  Rig rig;
  rig.AddBall({0.0, 0.0}, {1.0, 0.0});
  Detail samples;
  samples.samples = true;
  samples.sample_times_s = {0.0, 0.1, 0.2};
  samples.max_samples = 6;
  const auto fits = [&](const Detail& detail, size_t columns) {
    const std::vector<std::string> paths(columns, "settings.gravity_m_s2");
    return Derive(rig.MakeScene(), rig.shot, detail, paths).status.ok();
  };
  EXPECT_TRUE(fits(samples, 1));
  EXPECT_FALSE(fits(samples, 2));
  Detail log;  // Of two events, each with its states and their derivatives.
  log.events = log.event_states = true;
  constexpr int64_t kColumn = 19 * sizeof(double);
  log.max_log_bytes = 2 * (sizeof(Event) + 2 * sizeof(EventStates) + 4 * kColumn);
  EXPECT_TRUE(fits(log, 4));
  EXPECT_FALSE(fits(log, 16));
}

}  // namespace
}  // namespace carom
