// RuleShots at the service: shots that were played, and shots that cannot be ruled.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/base/version.h"
#include "tests/server/rules_request.h"
#include "tests/server/shot_questions.h"

namespace carom {
namespace {

using rules::Played;
using Request = v1::RuleShotsRequest;

class RuleShots : public testing::ShotQuestions {
 protected:
  grpc::Status Rule(const Request& request, v1::RuleShotsResponse* response) {
    grpc::ClientContext context;
    return service_.stub->RuleShots(&context, request, response);
  }

  // The rulings of a request that must be answered.
  v1::RuleShotsResponse Rulings(const Request& request) {
    v1::RuleShotsResponse response;
    const grpc::Status status = Rule(request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
};

// What a server plays is ruled as it comes.
TEST_F(RuleShots, OfShotsThatWerePlayed) {
  Request request;
  request.set_rules(v1::RULES_NINE_BALL);
  *request.mutable_results() = Results(
      "layouts { rack { name: 'nine_ball' } } shots { shots { strike { speed_m_s: 9 } } "
      "shots { strike { speed_m_s: 0.2 } } } detail { touches: true }");
  const v1::RuleShotsResponse response = Rulings(request);
  ASSERT_EQ(response.rulings_size(), 2);
  EXPECT_EQ(response.engine_version(), kEngineVersion);
  // A soft break reaches no rail, or the balls not at all.
  const v1::Ruling& soft = response.rulings(1);
  EXPECT_FALSE(soft.legal());
  EXPECT_THAT(soft.foul_rule(), ::testing::AnyOf("2.3", "6.3"));
  EXPECT_EQ(soft.cue_ball(), v1::CUE_BALL_PLACE_ANYWHERE);
  EXPECT_EQ(soft.next().shooter(), 1u);
  EXPECT_NE(response.rulings(0).rule(), "");
}

// [WPA] 2.1: the lowest ball first. 3.2, 3.3: any group after a break, then the own one, then the
// eight.
TEST_F(RuleShots, NameTheTargetsOfTheNextShot) {
  Request nine;
  nine.set_rules(v1::RULES_NINE_BALL);
  testing::AddShot(Played().Hit(1).Pot(1).view(), *nine.mutable_results());
  testing::AddShot(Played().Hit(1).Pot(9).view(), *nine.mutable_results());
  const v1::RuleShotsResponse rack = Rulings(nine);
  EXPECT_THAT(rack.rulings(0).targets(), ::testing::ElementsAre(2));
  EXPECT_TRUE(rack.rulings(1).over());
  EXPECT_THAT(rack.rulings(1).targets(), ::testing::IsEmpty());

  Request eight;
  eight.set_rules(v1::RULES_EIGHT_BALL);
  v1::GameState& state = *eight.add_states();
  state.set_phase(v1::GAME_PHASE_PLAY);
  for (const uint32_t ball : {2, 8, 9, 10}) state.add_balls_on_table(ball);
  eight.add_calls()->set_safety(true);
  testing::AddShot(Played().Hit(2).Rail(2).view(), *eight.mutable_results());
  EXPECT_THAT(Rulings(eight).rulings(0).targets(), ::testing::ElementsAre(2, 9, 10));
  state.add_groups(v1::BALL_GROUP_SOLIDS);
  state.add_groups(v1::BALL_GROUP_STRIPES);
  EXPECT_THAT(Rulings(eight).rulings(0).targets(), ::testing::ElementsAre(9, 10));
  state.clear_balls_on_table();
  for (const uint32_t ball : {2, 8}) state.add_balls_on_table(ball);
  EXPECT_THAT(Rulings(eight).rulings(0).targets(), ::testing::ElementsAre(8));
}

TEST_F(RuleShots, OneStateAndOneCallAreForAllShots) {
  Request request = testing::NineBallShots();
  const v1::RuleShotsResponse expected = Rulings(request);
  request.mutable_states()->DeleteSubrange(1, 2);
  request.mutable_calls()->DeleteSubrange(1, 2);
  EXPECT_EQ(Rulings(request).SerializeAsString(), expected.SerializeAsString());
  request.clear_calls();
  EXPECT_EQ(Rulings(request).SerializeAsString(), expected.SerializeAsString());
}

TEST_F(RuleShots, TellWhyAShotCannotBeRuled) {
  Request request = testing::NineBallShots();
  v1::ShotResults& results = *request.mutable_results();
  results.set_stop_reasons(0, v1::STOP_REASON_TIME_LIMIT);
  results.set_stop_reasons(2, v1::STOP_REASON_UNSPECIFIED);
  results.add_failures()->set_message("shots[2].strike.speed_m_s: 99 must be in [0, 50]");
  const v1::RuleShotsResponse response = Rulings(request);
  EXPECT_EQ(response.rulings(0).failure(), "the shot ended by TIME_LIMIT, before all balls rested");
  EXPECT_EQ(response.rulings(0).rule(), "");
  EXPECT_FALSE(response.rulings(0).has_next());
  EXPECT_EQ(response.rulings(1).rule(), "2.5");
  EXPECT_EQ(response.rulings(1).failure(), "");
  EXPECT_EQ(response.rulings(2).failure(),
            "the shot failed: shots[2].strike.speed_m_s: 99 must be in [0, 50]");
}

TEST_F(RuleShots, RuleNoShotWithoutACueBall) {
  Request request;
  request.set_rules(v1::RULES_THREE_CUSHION);
  *request.mutable_results() = Results(
      "layouts { balls { balls { state { position_m { x: 0.5 } } } } } shots { shots {} } "
      "detail { touches: true }");
  EXPECT_EQ(Rulings(request).rulings(0).failure(), "no ball was struck");
}

// The most that a call may hold, answered in one message.
TEST_F(RuleShots, RuleFourThousandShots) {
  Request request;
  request.set_rules(v1::RULES_EIGHT_BALL);
  for (int i = 0; i < 4096; ++i) {
    testing::AddShot(Played().Hit(1).view(), *request.mutable_results());
  }
  const v1::RuleShotsResponse response = Rulings(request);
  ASSERT_EQ(response.rulings_size(), 4096);
  EXPECT_EQ(response.rulings(4095).rule(), "3.3(d)");
  testing::AddShot(Played().Hit(1).view(), *request.mutable_results());
  v1::RuleShotsResponse none;
  EXPECT_EQ(Rule(request, &none).error_code(), grpc::StatusCode::INVALID_ARGUMENT);
}

}  // namespace
}  // namespace carom
