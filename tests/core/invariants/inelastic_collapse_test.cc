// The rule for inelastic collapse leaves all others alone. Which do is judged from the log of a
// run with the shortest hop allowed, which the rule then hardly moves: the same pair meets four
// times, each within 30 ms (three default hops) of the last. Every other shot must have the same
// events and final states at the default hop.
//
// CAROM_FUZZ=all plays 10^3 shots of each kind in place of a part.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/shot/named_scene.h"
#include "core/shot/simulate.h"
#include "tests/testing/fuzz_share.h"
#include "tests/testing/shots/random_shot.h"

namespace carom::testing {
namespace {

constexpr uint64_t kCollapseSeed = 20261123;
constexpr double kDefaultHop_s = 0.01;
constexpr double kShortestHop_s = 1e-6;
constexpr double kApart_s = 0.03;
constexpr int kMeetings = 4;

uint64_t Shots() {
  if (FuzzesAll()) return 1'000;
  return FuzzShare(100, 5);
}

// Counts the meetings of each pair that follow each other within kApart_s.
class Meetings {
 public:
  // With that of `impact`.
  int Count(const Event& impact) {
    Chain& chain = chains_[{impact.kind, impact.ball, impact.other}];
    if (impact.time_s > chain.last_s + kApart_s) chain.count = 0;
    chain.last_s = impact.time_s;
    return ++chain.count;
  }

 private:
  struct Chain {
    double last_s = -1.0;
    int count = 0;
  };
  std::map<std::tuple<EventKind, int16_t, int16_t>, Chain> chains_;
};

bool PilesUp(const Record& record) {
  Meetings meetings;
  for (const Event& event : record.events) {
    if (IsImpact(event.kind) && meetings.Count(event) >= kMeetings) return true;
  }
  return false;
}

bool AtALimit(const Record& record) {
  return record.stop_reason == StopReason::kEventLimit ||
         record.stop_reason == StopReason::kTimeLimit ||
         record.stop_reason == StopReason::kZeroTimeLimit;
}

Scene WithHop(const Scene& scene, double hop_s) {
  Settings settings = scene.settings();
  settings.environment.rest_hop_s = hop_s;
  // A ball that is pressed on for long makes 10^6 of the shortest hops a second.
  settings.environment.limits.max_events = 20'000;
  return *Scene::Make(std::make_shared<Table>(scene.table()), std::make_shared<Settings>(settings),
                      scene.balls());
}

void ExpectSame(const Record& expected, const Record& record) {
  EXPECT_EQ(record.stop_reason, expected.stop_reason);
  ASSERT_EQ(record.events.size(), expected.events.size());
  for (std::size_t i = 0; i < record.events.size(); ++i) {
    const Event& event = record.events[i];
    const Event& other = expected.events[i];
    ASSERT_TRUE(event.kind == other.kind && event.ball == other.ball && event.other == other.other)
        << "event " << i;
    ASSERT_NEAR(event.time_s, other.time_s, 1e-12) << "event " << i;
  }
  for (std::size_t i = 0; i < record.final_states.size(); ++i) {
    const Vec3 off_m = record.final_states[i].position - expected.final_states[i].position;
    EXPECT_LE(off_m.norm(), 1e-12) << "ball " << i;
    EXPECT_EQ(record.final_states[i].motion, expected.final_states[i].motion) << "ball " << i;
  }
}

// At the default hop no pair separates faster than it met, except those in collapse.
void ExpectNoneSpedUp(const Record& record) {
  Meetings meetings;
  for (std::size_t i = 0; i < record.events.size(); ++i) {
    const Event& event = record.events[i];
    if (event.kind != EventKind::kBallBall || meetings.Count(event) >= kMeetings) continue;
    const EventStates& first = record.event_states[2 * i];
    const EventStates& second = record.event_states[2 * i + 1];
    const Vec3 normal = (first.before.position - second.before.position).normalized();
    const Vec3 met = first.before.velocity - second.before.velocity;
    const Vec3 parts = first.after.velocity - second.after.velocity;
    EXPECT_LE(normal.dot(parts), -normal.dot(met) + 1e-12) << "event " << i;
  }
}

// One by one, along level normals.
bool MeetsInPairs(const Scene& scene) {
  const std::vector<BallSpec>& balls = scene.balls();
  return scene.settings().environment.simultaneous == SimultaneousImpacts::kSequential &&
         std::all_of(balls.begin(), balls.end(),
                     [&](const BallSpec& ball) { return ball.radius_m == balls[0].radius_m; });
}

class PileUp : public ::testing::Test {
 protected:
  void Compare(const Scene& scene, const Shot& shot) {
    Detail detail;
    detail.events = detail.event_states = detail.hops = true;
    ++played_;
    Record free;
    ASSERT_TRUE(Simulate(WithHop(scene, kShortestHop_s), shot, detail, {}, workspace_, free).ok());
    Record usual;
    ASSERT_TRUE(Simulate(WithHop(scene, kDefaultHop_s), shot, detail, {}, workspace_, usual).ok());
    if (MeetsInPairs(scene)) ExpectNoneSpedUp(usual);
    if (AtALimit(free) || PilesUp(free)) return;
    ++judged_;
    ExpectSame(free, usual);
  }

  void CompareNamed(const std::string& name, SimultaneousImpacts simultaneous, uint64_t shots) {
    const NamedScene* const named = FindNamedScene(name);
    ASSERT_NE(named, nullptr);
    Settings settings = named->settings;
    settings.environment.simultaneous = simultaneous;
    const auto scene = Scene::Make(std::make_shared<Table>(named->MakeScene().table()),
                                   std::make_shared<Settings>(settings), named->layout.balls);
    ASSERT_TRUE(scene.ok());
    Shot shot;
    for (uint64_t i = 0; i < shots; ++i) {
      SCOPED_TRACE(name + " " + std::to_string(i));
      named->Generate(kCollapseSeed, i, shot);
      Compare(*scene, shot);
    }
  }

  // Many shots are free of pile-ups.
  void TearDown() override {
    std::printf("%d of %d shots have no pile-up\n", judged_, played_);
    EXPECT_GT(judged_, played_ / 3);
  }

  Workspace workspace_;
  int played_ = 0;
  int judged_ = 0;
};

TEST_F(PileUp, AloneIsTouchedInRandomShots) {
  const uint64_t shots = Shots();
  for (uint64_t index = 0; static_cast<uint64_t>(played_) < shots; ++index) {
    const std::optional<RandomShot> random = MakeRandomShot(kCollapseSeed, index);
    if (!random) continue;
    SCOPED_TRACE("shot " + std::to_string(index) + ": " + random->what);
    Compare(random->scene, random->shot);
  }
}

TEST_F(PileUp, AloneIsTouchedInBreaks) {
  CompareNamed("nine_ball_break", SimultaneousImpacts::kSequential, Shots() / 2);
  CompareNamed("eight_ball_break", SimultaneousImpacts::kSequential, Shots() / 2);
}

TEST_F(PileUp, AloneIsTouchedInTightRacks) {
  CompareNamed("nine_ball_break_frozen", SimultaneousImpacts::kSequential, Shots() * 9 / 20);
  CompareNamed("eight_ball_break_frozen", SimultaneousImpacts::kSequential, Shots() * 9 / 20);
  CompareNamed("nine_ball_break_frozen", SimultaneousImpacts::kTied, Shots() / 20);
  CompareNamed("nine_ball_break_frozen", SimultaneousImpacts::kCluster, Shots() / 20);
}

}  // namespace
}  // namespace carom::testing
