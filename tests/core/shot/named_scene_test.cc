// The scenes show what their names say.

#include "core/shot/named_scene.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/shot/simulate.h"

namespace carom {
namespace {

constexpr uint64_t kSceneSeed = 1;

Record Play(const NamedScene& named, uint64_t index) {
  Detail detail;
  detail.events = detail.event_states = true;
  Workspace workspace;
  Record record;
  Shot shot;
  named.Generate(kSceneSeed, index, shot);
  EXPECT_TRUE(Simulate(named.MakeScene(), shot, detail, {}, workspace, record).ok());
  return record;
}

bool Has(const Record& record, EventKind kind) {
  return std::any_of(record.events.begin(), record.events.end(),
                     [kind](const Event& event) { return event.kind == kind; });
}

TEST(NamedScene, TheOldOnesStayOnTheClothAndGoPairByPair) {
  for (const char* name : {"nine_ball_break", "eight_ball_break", "two_ball_cut",
                           "eight_ball_scatter", "one_ball_three_cushions"}) {
    const Environment& environment = FindNamedScene(name)->settings.environment;
    EXPECT_EQ(environment.flight, Flight::kOff) << name;
    EXPECT_EQ(environment.pocket_model, PocketModel::kCircle) << name;
    EXPECT_EQ(environment.simultaneous, SimultaneousImpacts::kSequential) << name;
  }
}

TEST(NamedScene, JumpShotsClearTheBallInTheWay) {
  const NamedScene& named = *FindNamedScene("jump_shot");
  int reached = 0;
  for (uint64_t i = 0; i < 100; ++i) {
    const Record record = Play(named, i);
    const auto contact =
        std::find_if(record.events.begin(), record.events.end(),
                     [](const Event& event) { return event.kind == EventKind::kBallBall; });
    if (contact == record.events.end()) continue;
    EXPECT_NE(contact->other, 1) << i;
    ++reached;
  }
  EXPECT_GT(reached, 50);
}

TEST(NamedScene, ElevatedBreaksFlyAndDrop) {
  const NamedScene& named = *FindNamedScene("elevated_break");
  int dropped = 0;
  for (uint64_t i = 0; i < 20; ++i) {
    const Record record = Play(named, i);
    EXPECT_TRUE(Has(record, EventKind::kBallSlate)) << i;
    dropped += Has(record, EventKind::kPocketDrop);
  }
  EXPECT_GT(dropped, 2);
}

// One cue ball into a tight rack: contacts of more than two balls at one time.
TEST(NamedScene, FrozenBreaksAreOneCluster) {
  for (const char* name : {"nine_ball_break_frozen", "eight_ball_break_frozen"}) {
    const NamedScene& named = *FindNamedScene(name);
    const Record record = Play(named, 0);
    const double time_s =
        std::find_if(record.events.begin(), record.events.end(), [](const Event& event) {
          return event.kind == EventKind::kBallBall;
        })->time_s;
    const auto together =
        std::count_if(record.events.begin(), record.events.end(), [time_s](const Event& event) {
          return event.kind == EventKind::kBallBall && event.time_s == time_s;
        });
    EXPECT_GE(together, static_cast<std::ptrdiff_t>(named.layout.balls.size()) - 1) << name;
  }
}

}  // namespace
}  // namespace carom
