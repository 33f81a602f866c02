// What RuleShots refuses, by path, before it rules any shot.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "tests/server/rules_request.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using rules::Played;
using ::testing::HasSubstr;
using testing::NineBallShots;
using ::testing::StartsWith;
using Request = v1::RuleShotsRequest;

class RuleShotsRefusals : public ::testing::Test {
 protected:
  grpc::Status Rule(const Request& request, v1::RuleShotsResponse* response) {
    grpc::ClientContext context;
    return service_.stub->RuleShots(&context, request, response);
  }

  struct Refusal {
    const char* says;
    std::function<void(Request&)> spoil;
  };

  void ExpectRefusals(const Request& good, const std::vector<Refusal>& refusals) {
    v1::RuleShotsResponse answer;
    EXPECT_TRUE(Rule(good, &answer).ok());
    EXPECT_EQ(answer.rulings_size(), static_cast<int>(good.results().shot_count()));
    for (const Refusal& refusal : refusals) {
      Request request = good;
      refusal.spoil(request);
      v1::RuleShotsResponse response;
      const grpc::Status status = Rule(request, &response);
      EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << refusal.says;
      EXPECT_THAT(status.error_message(), StartsWith(refusal.says));
    }
  }

  TestService service_{WithThreads(1)};
};

Request ThreeCushion() {
  rules::GameState state;
  state.phase = rules::Phase::kPlay;
  state.distance = 30;
  state.points = {29, 12};
  return testing::RulesRequest(v1::RULES_THREE_CUSHION,
                               {{"", "", state, {}, Played().Hit(1).Rail(0), ""}});
}

v1::GameState& State(Request& request, int shot) { return *request.mutable_states(shot); }
v1::TouchColumns& TouchesIn(Request& request) {
  return *request.mutable_results()->mutable_touches();
}
v1::Outcomes& OutcomesIn(Request& request) {
  return *request.mutable_results()->mutable_outcomes();
}

TEST_F(RuleShotsRefusals, RefuseWhatDoesNotFitByPath) {
  ExpectRefusals(
      NineBallShots(),
      {{"rules: absent must be given", [](Request& r) { r.clear_rules(); }},
       {"rules: 9 must be one of Rules",
        [](Request& r) { r.set_rules(static_cast<v1::Rules>(9)); }},
       {"results: absent must be given", [](Request& r) { r.clear_results(); }},
       {"results.shot_count: 0 must be in [1, 4096]",
        [](Request& r) { r.mutable_results()->set_shot_count(0); }},
       {"results.shot_count: 4294967295 must be in [1, 4096]",
        [](Request& r) { r.mutable_results()->set_shot_count(0xFFFFFFFF); }},
       {"states: 2 entries must be 0, 1 or 3, one a shot",
        [](Request& r) { r.mutable_states()->RemoveLast(); }},
       {"calls: 4 entries must be 0, 1 or 3, one a shot", [](Request& r) { r.add_calls(); }},
       {"results.touches: absent must be given",
        [](Request& r) { r.mutable_results()->clear_touches(); }},
       {"results.outcomes: absent must be given",
        [](Request& r) { r.mutable_results()->clear_outcomes(); }},
       {"results.stop_reasons: 4 values must be 3, one a shot",
        [](Request& r) { r.mutable_results()->add_stop_reasons(v1::STOP_REASON_AT_REST); }},
       {"results.stop_reasons[1]: 77 must be one of StopReason", [](Request& r) {
          r.mutable_results()->set_stop_reasons(1, static_cast<v1::StopReason>(77));
        }}});
}

TEST_F(RuleShotsRefusals, RefuseStatesThatCannotBe) {
  ExpectRefusals(
      NineBallShots(),
      {{"states[2].shooter: 7 must be in [0, 1]", [](Request& r) { State(r, 2).set_shooter(7); }},
       {"states[1].starter: 2 must be in [0, 1]", [](Request& r) { State(r, 1).set_starter(2); }},
       {"states[0].phase: 8 must be one of GamePhase",
        [](Request& r) { State(r, 0).set_phase(static_cast<v1::GamePhase>(8)); }},
       {"states[0].balls_on_table[3]: 10 must be in [1, 9]",
        [](Request& r) { State(r, 0).add_balls_on_table(10); }},
       {"states[0].balls_on_table[0]: 4000000000 must be in [1, 9]",
        [](Request& r) { State(r, 0).set_balls_on_table(0, 4000000000); }},
       {"states[0].balls_on_table[0]: 0 must be in [1, 9]",
        [](Request& r) { State(r, 0).set_balls_on_table(0, 0); }},
       {"states[0].balls_on_table[1]: 2 must be above 2, since balls ascend",
        [](Request& r) { State(r, 0).set_balls_on_table(1, 2); }},
       {"states[0].balls_on_table: a list without 9 must be one with it",
        [](Request& r) { State(r, 0).mutable_balls_on_table()->RemoveLast(); }},
       {"states[0].consecutive_fouls: 1 value must be 0 or 2, one a player",
        [](Request& r) { State(r, 0).add_consecutive_fouls(1); }},
       {"states[0].consecutive_fouls[1]: 3 must be in [0, 2]",
        [](Request& r) {
          State(r, 0).add_consecutive_fouls(0);
          State(r, 0).add_consecutive_fouls(3);
        }},
       {"states[0].innings: 3 values must be 0 or 2, one a player",
        [](Request& r) {
          for (uint32_t i = 0; i < 3; ++i) State(r, 0).add_innings(i);
        }},
       {"states[0].distance: 0 must be in [1, 1000000]",
        [](Request& r) { State(r, 0).set_distance(0); }},
       {"states[0].distance: given must be absent but with THREE_CUSHION",
        [](Request& r) { State(r, 0).set_distance(40); }},
       {"states[0].starter: given must be absent but with THREE_CUSHION",
        [](Request& r) { State(r, 0).set_starter(1); }},
       {"states[0].equalizing: given must be absent but with THREE_CUSHION",
        [](Request& r) { State(r, 0).set_equalizing(true); }},
       {"states[0].last_inning: given must be absent but with THREE_CUSHION",
        [](Request& r) { State(r, 0).set_last_inning(true); }},
       {"states[0].points: given must be absent but with THREE_CUSHION",
        [](Request& r) { State(r, 0).mutable_points()->Resize(2, 0); }},
       {"states[0].innings: given must be absent but with THREE_CUSHION",
        [](Request& r) { State(r, 0).mutable_innings()->Resize(2, 1); }},
       {"states[0].groups: a pair that does not fit must be both OPEN, or SOLIDS and STRIPES",
        [](Request& r) {
          State(r, 0).add_groups(v1::BALL_GROUP_SOLIDS);
          State(r, 0).add_groups(v1::BALL_GROUP_SOLIDS);
        }},
       {"states[0].groups: a pair that does not fit must be both OPEN, or SOLIDS and STRIPES",
        [](Request& r) {
          State(r, 0).add_groups(v1::BALL_GROUP_OPEN);
          State(r, 0).add_groups(v1::BALL_GROUP_STRIPES);
        }},
       {"states[0].groups[1]: 9 must be one of BallGroup", [](Request& r) {
          State(r, 0).add_groups(v1::BALL_GROUP_OPEN);
          State(r, 0).add_groups(static_cast<v1::BallGroup>(9));
        }}});
}

TEST_F(RuleShotsRefusals, RefuseMatchesThatAreOver) {
  ExpectRefusals(ThreeCushion(),
                 {{"states[0].points[0]: 30 must be below 30, where the match is over",
                   [](Request& r) { State(r, 0).set_points(0, 30); }},
                  {"states[0].points[1]: 40 must be below 40",
                   [](Request& r) {
                     State(r, 0).clear_distance();
                     State(r, 0).set_points(1, 40);
                   }},
                  {"states[0].points[0]: 1000001 must be in [0, 1000000]",
                   [](Request& r) { State(r, 0).set_points(0, 1000001); }},
                  {"states[0].last_inning: true must be false without equalizing",
                   [](Request& r) { State(r, 0).set_last_inning(true); }},
                  {"states[0].shooter: 0 must be the other player than the starter in last_inning",
                   [](Request& r) {
                     State(r, 0).set_equalizing(true);
                     State(r, 0).set_last_inning(true);
                   }},
                  {"states[0].points[0]: 29 must be 30, the distance, in last_inning",
                   [](Request& r) {
                     State(r, 0).set_equalizing(true);
                     State(r, 0).set_last_inning(true);
                     State(r, 0).set_shooter(1);
                   }},
                  {"states[0].balls_on_table: given must be absent",
                   [](Request& r) { State(r, 0).add_balls_on_table(1); }},
                  {"results.touches.others[0]: 3 must be in [0, 2]",
                   [](Request& r) { TouchesIn(r).set_others(0, 3); }},
                  {"results.touches.cue_balls[0]: 3 must be in [-1, 2]",
                   [](Request& r) { TouchesIn(r).set_cue_balls(0, 3); }}});
}

TEST_F(RuleShotsRefusals, RefuseTouchesThatCannotBe) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  ExpectRefusals(
      NineBallShots(),
      {{"results.touches.cue_balls: 2 values must be 3, one a shot",
        [](Request& r) { TouchesIn(r).mutable_cue_balls()->RemoveLast(); }},
       {"results.touches.cue_balls[1]: 5 must be in [-1, 0]",
        [](Request& r) { TouchesIn(r).set_cue_balls(1, 5); }},
       {"results.touches.cue_balls[1]: -2 must be in [-1, 0]",
        [](Request& r) { TouchesIn(r).set_cue_balls(1, -2); }},
       {"results.touches.touch_counts: 4 values must be 3, one a shot",
        [](Request& r) { TouchesIn(r).add_touch_counts(0); }},
       {"results.touches.times_s: 5 values must be 4294967298, the sum of touch_counts",
        [](Request& r) { TouchesIn(r).set_touch_counts(1, 0xFFFFFFFF); }},
       {"results.touches.kinds: 4 values must be 5",
        [](Request& r) { TouchesIn(r).mutable_kinds()->RemoveLast(); }},
       {"results.touches.balls: 6 values must be 5", [](Request& r) { TouchesIn(r).add_balls(0); }},
       {"results.touches.others: 6 values must be 5",
        [](Request& r) { TouchesIn(r).add_others(0); }},
       {"results.touches.times_s[1]: 0.05 must be at least 0.1 and finite",
        [](Request& r) { TouchesIn(r).set_times_s(1, 0.05); }},
       {"results.touches.times_s[0]: nan must be at least 0 and finite",
        [=](Request& r) { TouchesIn(r).set_times_s(0, kNaN); }},
       {"results.touches.times_s[0]: inf must be at least 0 and finite",
        [](Request& r) { TouchesIn(r).set_times_s(0, HUGE_VAL); }},
       {"results.touches.kinds[0]: 1 must be BALL_BALL",
        [](Request& r) { TouchesIn(r).set_kinds(0, v1::EVENT_KIND_CUE_STRIKE); }},
       {"results.touches.kinds[0]: 259 must be BALL_BALL",  // 3, a cushion, in eight bits.
        [](Request& r) { TouchesIn(r).set_kinds(0, static_cast<v1::EventKind>(259)); }},
       {"results.touches.kinds[4]: 1234 must be BALL_BALL",
        [](Request& r) { TouchesIn(r).set_kinds(4, static_cast<v1::EventKind>(1234)); }},
       {"results.touches.balls[1]: 32 must be in [0, 9]",
        [](Request& r) { TouchesIn(r).set_balls(1, 32); }},
       {"results.touches.balls[0]: 4 must be the cue ball, 0",
        [](Request& r) { TouchesIn(r).set_balls(0, 4); }},
       {"results.touches.others[0]: 0 must be another ball",
        [](Request& r) { TouchesIn(r).set_others(0, 0); }},
       {"results.touches.others[0]: 4294967295 must be in [0, 9]",
        [](Request& r) { TouchesIn(r).set_others(0, 0xFFFFFFFF); }},
       {"results.touches.others[1]: 32768 must be in [0, 32767]",
        [](Request& r) { TouchesIn(r).set_others(1, 32768); }}});
}

TEST_F(RuleShotsRefusals, RefuseOutcomesThatCannotBe) {
  ExpectRefusals(
      NineBallShots(),
      {{"results.outcomes.pocketed_counts: 0 values must be 3, one a shot",
        [](Request& r) { OutcomesIn(r).clear_pocketed_counts(); }},
       {"results.outcomes.pocketed_balls: 1 values must be 2, the sum of pocketed_counts",
        [](Request& r) { OutcomesIn(r).set_pocketed_counts(0, 1); }},
       {"results.outcomes.pocketed_pockets: 2 values must be 1",
        [](Request& r) { OutcomesIn(r).add_pocketed_pockets(0); }},
       {"results.outcomes.left_table_counts: 4 values must be 3",
        [](Request& r) { OutcomesIn(r).add_left_table_counts(0); }},
       {"results.outcomes.left_table_balls: 0 values must be 1",
        [](Request& r) { OutcomesIn(r).clear_left_table_balls(); }},
       {"results.outcomes.pocketed_balls[0]: 10 must be in [0, 9]",
        [](Request& r) { OutcomesIn(r).set_pocketed_balls(0, 10); }},
       {"results.outcomes.pocketed_pockets[0]: 99999 must be in [0, 32767]",
        [](Request& r) { OutcomesIn(r).set_pocketed_pockets(0, 99999); }},
       {"results.outcomes.left_table_balls[0]: 40 must be in [0, 9]",
        [](Request& r) { OutcomesIn(r).set_left_table_balls(0, 40); }}});
}

// What a newer client means by a field that this server does not know is not its default.
TEST_F(RuleShotsRefusals, RefuseFieldsThatAreNotKnown) {
  Request request = NineBallShots();
  State(request, 0).GetReflection()->MutableUnknownFields(&State(request, 0))->AddVarint(99, 1);
  v1::RuleShotsResponse response;
  const grpc::Status status = Rule(request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("states"));
}

}  // namespace
}  // namespace carom
