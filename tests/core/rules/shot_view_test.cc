// The referee's view of a record: hand-made logs, and shots as the core plays them.

#include "core/rules/shot_view.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/rules/three_cushion.h"
#include "core/shot/named_scene.h"
#include "core/shot/simulate.h"

namespace carom::rules {
namespace {

// A log of the event engine without states, so that every contact with a rail is a hit. The cue
// ball is ball 0.
// As an engine tells these events, of which none is a hop and every rail is hit.
Record Log(std::vector<Event> events, int16_t cue_ball = 0) {
  Record record;
  record.outcome.cue_ball = cue_ball;
  for (const Event& event : events) {
    const Departure gone{event.ball, event.other, event.time_s};
    const bool contact = event.kind == EventKind::kBallBall && event.Involves(cue_ball);
    if (contact || IsRail(event.kind)) record.touches.push_back(event);
    if (event.kind == EventKind::kBallPocket) record.outcome.pocketed.push_back(gone);
    if (event.kind == EventKind::kLeftTable) record.outcome.left_table.push_back(gone);
  }
  record.events = std::move(events);
  record.event_count = static_cast<int>(record.events.size());
  return record;
}

ShotView View(const Record& record, const std::vector<FrozenToRail>& frozen = {}) {
  ShotView view;
  EXPECT_TRUE(MakeShotView(record, frozen, view).ok());
  return view;
}

constexpr Event kStrike{0.0, EventKind::kCueStrike, 0, -1};

TEST(ShotView, TellsContactsWithTheCushionsBeforeThem) {
  const ShotView view = View(Log({kStrike,
                                  {0.1, EventKind::kBallCushion, 0, 3},
                                  {0.2, EventKind::kBallBall, 0, 2},
                                  {0.3, EventKind::kBallCushion, 2, 1},
                                  {0.4, EventKind::kBallBall, 1, 2},
                                  {0.5, EventKind::kBallJaw, 0, 4},
                                  {0.6, EventKind::kBallCushion, 0, 3},
                                  {0.7, EventKind::kBallBall, 0, 1}}));
  ASSERT_EQ(view.contacts.size(), 2u);
  EXPECT_EQ(view.FirstContact(), 2);
  EXPECT_EQ(view.contacts[0].cushions_before, 1);
  EXPECT_EQ(view.contacts[1].ball, 1);
  EXPECT_EQ(view.contacts[1].cushions_before, 3);
  EXPECT_EQ(CushionsBeforeSecondBall(view), 3);
  ASSERT_EQ(view.rail_hits.size(), 4u);
  EXPECT_EQ(view.rail_hits[0].contacts_before, 0);
  EXPECT_EQ(view.rail_hits[1].ball, 2);
  EXPECT_EQ(view.rail_hits[1].contacts_before, 1);
  EXPECT_EQ(view.rail_hits[2].part, RailPart::kJaw);
  EXPECT_EQ(view.rail_hits[3].index, 3);
}

// The cue ball may have any index; then it is the other ball of a pair.
TEST(ShotView, OfAnyCueBall) {
  const ShotView view =
      View(Log({kStrike, {0.1, EventKind::kBallBall, 0, 1}, {0.2, EventKind::kBallBall, 1, 2}}, 1));
  ASSERT_EQ(view.contacts.size(), 2u);
  EXPECT_EQ(view.contacts[0].ball, 0);
  EXPECT_EQ(view.contacts[1].ball, 2);
}

TEST(ShotView, TellsWhatLeftTheTable) {
  const ShotView view = View(Log({kStrike,
                                  {0.1, EventKind::kBallBall, 0, 4},
                                  {0.2, EventKind::kBallPocket, 4, 5},
                                  {0.3, EventKind::kLeftTable, 7, 0},
                                  {0.4, EventKind::kBallPocket, 0, 2}}));
  ASSERT_EQ(view.potted.size(), 2u);
  EXPECT_EQ(view.potted[0].ball, 4);
  EXPECT_EQ(view.potted[0].pocket, 5);
  EXPECT_EQ(view.PottedObjectBalls(), Bit(4));
  EXPECT_TRUE(view.CueBallPotted());
  EXPECT_TRUE(view.CueBallGone());
  EXPECT_EQ(view.off_table, Bit(7));
  EXPECT_TRUE(view.FellInto(4, 5));
  EXPECT_FALSE(view.FellInto(4, 2));
}

// Rail tops and rims are parts of rails ([WPA] 8.1), and no cushions.
TEST(ShotView, TellsRailTopsAndRimsApart) {
  const ShotView view = View(Log({kStrike,
                                  {0.1, EventKind::kBallRail, 0, 1},
                                  {0.2, EventKind::kPocketRim, 0, 2},
                                  {0.3, EventKind::kBallBall, 0, 1}}));
  ASSERT_EQ(view.rail_hits.size(), 2u);
  EXPECT_EQ(view.rail_hits[0].part, RailPart::kRailTop);
  EXPECT_EQ(view.rail_hits[1].part, RailPart::kPocketRim);
  EXPECT_EQ(view.contacts[0].cushions_before, 0);
}

// [WPA] 8.4: driven to a rail is a ball that was not touching it.
TEST(ShotView, AFrozenBallHitsItsRailOnceItHasLeftIt) {
  const std::vector<FrozenToRail> frozen = {{4, RailPart::kCushion, 3}};
  const std::vector<Event> pressed = {
      kStrike, {0.1, EventKind::kBallBall, 0, 4}, {0.1, EventKind::kBallCushion, 4, 3}};
  EXPECT_TRUE(View(Log(pressed), frozen).rail_hits.empty());
  EXPECT_EQ(View(Log(pressed)).rail_hits.size(), 1u);
  std::vector<Event> returns = pressed;
  returns.push_back({0.9, EventKind::kBallCushion, 4, 3});
  EXPECT_EQ(View(Log(returns), frozen).rail_hits.size(), 1u);
  // Each touch within 20 ms of the last.
  std::vector<Event> trembles = pressed;
  for (const double time_s : {0.115, 0.13, 0.145}) {
    trembles.push_back({time_s, EventKind::kBallCushion, 4, 3});
  }
  EXPECT_TRUE(View(Log(trembles), frozen).rail_hits.empty());
  std::vector<Event> elsewhere = pressed;
  elsewhere.push_back({0.9, EventKind::kBallCushion, 4, 1});
  EXPECT_EQ(View(Log(elsewhere), frozen).rail_hits.size(), 1u);
  // A press of two balls sets the frozen one in motion as well; one of nose 4 does not.
  for (const EventKind of : {EventKind::kBallBall, EventKind::kBallCushion}) {
    Record record = Log(pressed);
    record.events[1] = {0.1, EventKind::kPress, 0, 4};
    record.presses = {{1, of}};
    record.touches.push_back({0.9, EventKind::kBallCushion, 4, 3});
    EXPECT_EQ(View(record, frozen).rail_hits.size(), of == EventKind::kBallBall ? 1u : 0u);
  }
}

TEST(ShotView, RefusesWhatCannotBeRuled) {
  ShotView view;
  const auto refusal = [&view](const Record& record) {
    const std::string message(MakeShotView(record, {}, view).message());
    return message.substr(0, message.find(':'));
  };
  Record record = Log({kStrike});
  EXPECT_EQ(refusal(record), "");
  record.outcome.cushions_total = 1;
  EXPECT_EQ(refusal(record), "detail.touches");
  record.outcome.cushions_total = 0;
  record.stop_reason = StopReason::kTimeLimit;
  EXPECT_EQ(refusal(record), "stop_reason");
  record.stop_reason = StopReason::kAtRest;
  record.outcome.cue_ball = -1;
  EXPECT_EQ(refusal(record), "strike");
  EXPECT_TRUE(view.contacts.empty());
}

// The view of a shot as the core plays it has the counts of its Outcome, also where the log is not
// kept.
void ExpectAgrees(const ShotView& view, const Outcome& outcome) {
  int before = 0, after = 0, total = 0;
  for (const RailHit& hit : view.rail_hits) {
    if (hit.part != RailPart::kCushion && hit.part != RailPart::kJaw) continue;
    ++total;
    if (hit.ball == view.cue_ball) ++(hit.contacts_before == 0 ? before : after);
  }
  EXPECT_EQ(total, outcome.cushions_total);
  EXPECT_EQ(before, outcome.cushions_before_contact);
  EXPECT_EQ(after, outcome.cushions_after_contact);
  EXPECT_EQ(view.FirstContact(), outcome.first_contact);
  ASSERT_EQ(view.potted.size(), outcome.pocketed.size());
  for (size_t i = 0; i < view.potted.size(); ++i) {
    EXPECT_TRUE(view.FellInto(outcome.pocketed[i].ball, outcome.pocketed[i].where));
  }
  for (const Departure& left : outcome.left_table) EXPECT_NE(view.off_table & Bit(left.ball), 0u);
}

TEST(ShotView, AgreesWithTheOutcomeOfRealShots) {
  Detail detail;
  detail.touches = true;
  Workspace workspace;
  Record record;
  Shot shot;
  for (const char* name : {"nine_ball_break", "one_ball_three_cushions", "elevated_break"}) {
    const NamedScene& named = *FindNamedScene(name);
    const Scene scene = named.MakeScene();
    for (uint64_t index = 0; index < 10; ++index) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(index));
      named.Generate(/*seed=*/1, index, shot);
      ASSERT_TRUE(Simulate(scene, shot, detail, {}, workspace, record).ok());
      ExpectAgrees(View(record), record.outcome);
    }
  }
}

}  // namespace
}  // namespace carom::rules
