// Touches on the wire against a second count, from the events and their states as a client gets
// them, on random shots of all engines.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "core/shot/simulate.h"
#include "server/convert/result_writer.h"
#include "tests/server/convert/wire_message.h"
#include "tests/testing/shots/random_compliant.h"
#include "tests/testing/shots/random_shot.h"

namespace carom::testing {
namespace {

using ::testing::ElementsAre;
using testing::kNoLimit;

constexpr char kTouches[] = "touches: true";
constexpr char kEventsWithStates[] = "touches: true level: LEVEL_EVENTS event_states: true";

ConvertedDetail Told(const char* detail) {
  return *ConvertDetail(Wire<v1::Detail>(detail), ConvertLimits());
}

// A shot as the wire tells it; no shots where it cannot be played.
v1::ShotResults Play(const RandomShot& random, const ConvertedDetail& detail) {
  Workspace workspace;
  Record record;
  v1::ShotResults results;
  const auto status =
      Simulate(random.scene, random.shot, detail.detail, StopToken(), workspace, record);
  if (!status.ok()) return results;
  ResultWriter writer(detail, kNoLimit);
  writer.Start(0, &results);
  writer.Add(record);
  return results;
}

struct Touch {
  double time_s;
  int kind;
  int64_t ball;
  int64_t other;
  bool operator==(const Touch&) const = default;
  friend void PrintTo(const Touch& touch, std::ostream* out) {
    *out << touch.time_s << " " << v1::EventKind_Name(touch.kind) << " " << touch.ball << " "
         << touch.other;
  }
};

std::vector<Touch> TouchesOf(const v1::ShotResults& results) {
  const v1::TouchColumns& columns = results.touches();
  std::vector<Touch> touches;
  for (int i = 0; i < columns.times_s_size(); ++i) {
    touches.push_back({columns.times_s(i), columns.kinds(i), columns.balls(i), columns.others(i)});
  }
  return touches;
}

// The velocity of the moving rows of states, by row; three numbers each.
std::vector<std::vector<double>> VelocitiesOf(const v1::BallStates& states) {
  std::vector<std::vector<double>> velocities;
  int moving = 0;
  for (const int motion : states.motions()) {
    const bool has = motion >= v1::MOTION_STATE_SPINNING && motion <= v1::MOTION_STATE_AIRBORNE;
    velocities.emplace_back(3, 0.0);
    for (int k = 0; k < 3 && has; ++k) {
      velocities.back()[static_cast<size_t>(k)] = states.velocities_m_s(3 * moving + k);
    }
    moving += has ? 1 : 0;
  }
  return velocities;
}

// The second count. A contact with a rail is a hit where the ball's velocity changes, a press where
// an impulse passes. With forces a contact has only begun; it is a hit where the ball's last
// contact with any rail was with another one, or 20 ms ago.
std::vector<Touch> CountedAnew(const v1::ShotResults& results, bool compliant) {
  const v1::EventColumns& events = results.events();
  const auto before = VelocitiesOf(events.before());
  const auto after = VelocitiesOf(events.after());
  const int64_t cue_ball = results.touches().cue_balls(0);
  std::map<int64_t, Touch> last;  // By ball.
  std::vector<Touch> counted;
  size_t row = 0;
  int press = 0;
  for (int i = 0; i < events.times_s_size(); ++i) {
    Touch touch{events.times_s(i), events.kinds(i), events.balls(i), events.others(i)};
    const size_t at = row;
    bool bounces = false;
    if (touch.kind == v1::EVENT_KIND_PRESS) {
      bounces = events.press_impulses_n_s(press) > 0.0;
      touch.kind = events.press_kinds(press++);
    } else {
      bounces = compliant || before[at] != after[at];
    }
    row += touch.kind == v1::EVENT_KIND_BALL_BALL ? 2 : 1;
    if (touch.kind == v1::EVENT_KIND_BALL_BALL) {
      if (touch.ball == cue_ball) counted.push_back(touch);
      if (touch.other == cue_ball) {
        counted.push_back({touch.time_s, touch.kind, touch.other, touch.ball});
      }
      continue;
    }
    const bool rail =
        touch.kind == v1::EVENT_KIND_BALL_CUSHION || touch.kind == v1::EVENT_KIND_BALL_JAW ||
        touch.kind == v1::EVENT_KIND_BALL_RAIL || touch.kind == v1::EVENT_KIND_POCKET_RIM;
    if (!rail) continue;
    const auto known = last.find(touch.ball);
    const bool goes_on = compliant && known != last.end() && known->second.kind == touch.kind &&
                         known->second.other == touch.other &&
                         touch.time_s - known->second.time_s < 0.02;
    last.insert_or_assign(touch.ball, touch);
    if (!goes_on && bounces) counted.push_back(touch);
  }
  return counted;
}

// How many shots of 300 had touches of each kind.
template <class MakeShot>
std::map<int, int> ExpectTheSameCount(const MakeShot& make, uint64_t shots) {
  const ConvertedDetail with_events = Told(kEventsWithStates);
  std::map<int, int> seen;
  for (uint64_t index = 0; index < shots; ++index) {
    const auto random = make(20261123, index);
    if (!random) continue;
    SCOPED_TRACE(std::to_string(index) + " " + random->what);
    const v1::ShotResults results = Play(*random, with_events);
    if (results.shot_count() == 0) continue;
    const std::vector<Touch> touches = TouchesOf(results);
    const bool compliant = random->scene.settings().engine == Engine::kCompliant;
    EXPECT_EQ(touches, CountedAnew(results, compliant));
    EXPECT_THAT(results.touches().touch_counts(), ElementsAre(touches.size()));
    for (const Touch& touch : touches) ++seen[touch.kind];
  }
  return seen;
}

TEST(TouchColumns, AreThoseOfASecondCount) {
  auto seen = ExpectTheSameCount(MakeRandomShot, 300);
  EXPECT_GT(seen[v1::EVENT_KIND_BALL_BALL], 50);
  EXPECT_GT(seen[v1::EVENT_KIND_BALL_CUSHION], 50);
  EXPECT_GT(seen[v1::EVENT_KIND_BALL_JAW], 5);
}

TEST(TouchColumns, AreThoseOfASecondCountInFlight) {
  auto seen = ExpectTheSameCount(MakeRandomShot3D, 300);
  EXPECT_GT(seen[v1::EVENT_KIND_BALL_RAIL], 5);
  EXPECT_GT(seen[v1::EVENT_KIND_POCKET_RIM], 5);
}

TEST(TouchColumns, AreThoseOfASecondCountWithForces) {
  auto seen = ExpectTheSameCount(MakeRandomCompliantShot, 20);
  EXPECT_GT(seen[v1::EVENT_KIND_BALL_BALL], 1);
}

// Asking for touches changes nothing else, and asking for events beside them not the touches.
TEST(TouchColumns, LeaveTheRestOfTheAnswerAsItIs) {
  int compared = 0;
  for (uint64_t index = 0; index < 50; ++index) {
    const auto random = MakeRandomShot3D(1, index);
    if (!random) continue;
    SCOPED_TRACE(random->what);
    v1::ShotResults touches = Play(*random, Told(kTouches));
    const v1::ShotResults more = Play(*random, Told(kEventsWithStates));
    EXPECT_EQ(touches.touches().SerializeAsString(), more.touches().SerializeAsString());
    EXPECT_FALSE(touches.has_events());
    touches.clear_touches();
    EXPECT_EQ(touches.SerializeAsString(), Play(*random, Told("")).SerializeAsString());
    ++compared;
  }
  EXPECT_GT(compared, 10);
}

TEST(TouchColumns, TellNothingOfAShotThatFailed) {
  const ConvertedDetail detail = Told(kTouches);
  v1::ShotResults results;
  ResultWriter writer(detail, kNoLimit);
  writer.Start(0, &results);
  writer.AddFailure(absl::InvalidArgumentError("none"));
  EXPECT_THAT(results.touches().cue_balls(), ElementsAre(-1));
  EXPECT_THAT(results.touches().touch_counts(), ElementsAre(0));
  EXPECT_EQ(results.touches().times_s_size(), 0);
}

// 100 shots whose last touch is with the last nose that there can be.
TEST(TouchColumns, AreCountedInTheSizeOfTheAnswer) {
  Record record;
  record.outcome.cue_ball = 31;
  record.final_states.assign(1, BallState());
  for (int i = 0; i < 50; ++i) {
    record.touches.push_back({i / 10.0, EventKind::kBallCushion, 31, 32767});
  }
  const ConvertedDetail detail = Told(kTouches);
  v1::ShotResults results;
  ResultWriter writer(detail, kNoLimit);
  writer.Start(0, &results);
  for (int shot = 0; shot < 100; ++shot) writer.Add(record);
  EXPECT_EQ(results.touches().times_s_size(), 5000);
  const auto actual = static_cast<int64_t>(results.ByteSizeLong());
  EXPECT_GE(writer.byte_size(), actual);
  EXPECT_LE(writer.byte_size(), 2 * actual + 1000);
  // A log has no bound of its own; a shot's answer has.
  EXPECT_EQ(ShotAnswerBytes(detail, 16, 4096).most, 4096);
  EXPECT_LT(ShotAnswerBytes(Told(""), 16, int64_t{1} << 20).most, int64_t{1} << 20);
  ResultWriter small(detail, 500);
  small.Start(0, &results);
  small.Add(record);
  EXPECT_EQ(results.failures_size(), 1);
  EXPECT_THAT(results.touches().touch_counts(), ElementsAre(0));
}

}  // namespace
}  // namespace carom::testing
