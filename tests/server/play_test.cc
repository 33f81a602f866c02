// PlanShot and PlayMatch through the service: the same answers as in the process and with any
// number of threads, refusals, cancellation.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "carom/client/client.h"
#include "carom/client/local/local.h"
#include "carom/v1/play.pb.h"
#include "tests/server/convert/wire_message.h"
#include "tests/server/eventually.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::StartsWith;
using testing::Wire;

// Eight-ball, of which the 3 and the 8 are left to player 0.
constexpr char kTwoLeft[] = R"(
    tables { preset: "pool_8ft" }
    layouts { states { positions_m: [-0.2, 0.1, 0.028575, 0, 0, 0.028575, 0, 0, 0.028575, 0.4, 0.3, 0.028575, 0, 0, 0.028575, 0, 0, 0.028575, 0, 0, 0.028575, 0, 0, 0.028575, -0.6, -0.3, 0.028575]

      motions: [MOTION_STATE_STATIONARY, MOTION_STATE_POCKETED, MOTION_STATE_POCKETED,
                MOTION_STATE_STATIONARY, MOTION_STATE_POCKETED, MOTION_STATE_POCKETED,
                MOTION_STATE_POCKETED, MOTION_STATE_POCKETED, MOTION_STATE_STATIONARY] } }
    rules: RULES_EIGHT_BALL
    state { phase: GAME_PHASE_PLAY balls_on_table: [3, 8]
            groups: [BALL_GROUP_SOLIDS, BALL_GROUP_STRIPES] }
    skill { noise { icga {} } }
    max_shots: 1000)";

class PlayService : public ::testing::Test {
 protected:
  grpc::Status Plan(const v1::PlanShotRequest& request, v1::PlanShotResponse* answer,
                    std::chrono::milliseconds timeout = std::chrono::seconds(60)) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + timeout);
    return service_.stub->PlanShot(&context, request, answer);
  }
  grpc::Status Match(const v1::PlayMatchRequest& request, v1::PlayMatchResponse* answer,
                     std::chrono::milliseconds timeout = std::chrono::seconds(60)) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + timeout);
    return service_.stub->PlayMatch(&context, request, answer);
  }

  TestService service_{WithThreads(2), /*in_process=*/true};
};

TEST_F(PlayService, PlansAsInTheProcess) {
  const auto request = Wire<v1::PlanShotRequest>(kTwoLeft);
  v1::PlanShotResponse answer;
  const grpc::Status status = Plan(request, &answer);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_GT(answer.shots_size(), 0);
  const v1::PlannedShot& best = answer.shots(0);
  EXPECT_EQ(best.purpose(), v1::SHOT_PURPOSE_POT);
  EXPECT_EQ(best.call().ball(), 3u);
  EXPECT_LE(best.successes(), best.draws());
  EXPECT_EQ(best.end_x_m_size(), best.end_y_m_size());
  EXPECT_FALSE(best.has_cue_ball_at());
  EXPECT_LE(answer.shots_played(), 1100u);
  for (const int threads : {1, 4}) {
    LocalOptions options;
    options.threads = threads;
    const auto local = Client(Local(options)).PlanShot(request);
    ASSERT_TRUE(local.ok()) << local.status();
    EXPECT_EQ(local->SerializeAsString(), answer.SerializeAsString()) << threads;
  }
}

TEST_F(PlayService, PutsACueBallInHand) {
  auto request = Wire<v1::PlanShotRequest>(kTwoLeft);
  request.set_cue_ball(v1::CUE_BALL_PLACE_BEHIND_HEAD_STRING);
  v1::PlanShotResponse answer;
  ASSERT_TRUE(Plan(request, &answer).ok());
  ASSERT_GT(answer.shots_size(), 0);
  EXPECT_LE(answer.shots(0).cue_ball_at().x_m(),
            -2.2352 / 4.0);  // The head string of an 8 ft table.
}

TEST_F(PlayService, NamesTheFieldAtFault) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"max_shots: 100", "max_shots: 100 must be in [200, 1000000]"},
      {"max_ranked: 0", "max_ranked: 0 must be in [1, 32]"},
      {"rules: 9", "rules: 9 must be one of Rules"},
      {"objective: 7", "objective: 7 must be one of"},
      {"skill { max_speed_m_s: 99 }", "skill.max_speed_m_s: 99 must be in [0.5, 15]"},
      {"skill { noise { icga { magnitude: -1 } } }", "skill.noise.icga.magnitude: -1 must be"},
      {"state { balls_on_table: 9 }", "state.balls_on_table"},
      {"settings { engine: ENGINE_COMPLIANT }", "settings[0].engine: "},
      {"settings {} settings {}", "settings: 2 entries must be"},
      {"layouts { rack { name: \"nine_ball\" } }", "layouts: 2 entries must be"},
  };
  for (const auto& [more, says] : cases) {
    v1::PlanShotResponse answer;
    auto request = Wire<v1::PlanShotRequest>(kTwoLeft);
    request.MergeFrom(Wire<v1::PlanShotRequest>(more));
    const grpc::Status refused = Plan(request, &answer);
    EXPECT_EQ(refused.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << more;
    EXPECT_THAT(refused.error_message(), StartsWith(says));
  }
  v1::PlanShotResponse answer;
  EXPECT_THAT(Plan({}, &answer).error_message(), StartsWith("layouts: 0 entries must be"));
  auto missing = Wire<v1::PlanShotRequest>(kTwoLeft);
  missing.mutable_state()->add_balls_on_table(12);
  EXPECT_EQ(Plan(missing, &answer).error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  auto other = Wire<v1::PlanShotRequest>(kTwoLeft);
  other.set_engine_version("0.0.1");
  EXPECT_EQ(Plan(other, &answer).error_code(), grpc::StatusCode::FAILED_PRECONDITION);
}

// A rack that another game begins would be planned by the wrong rules.
TEST_F(PlayService, ARackIsThatOfTheRules) {
  const auto plan = [&](const std::string& game, const std::string& rack) {
    v1::PlanShotResponse answer;
    const auto request = Wire<v1::PlanShotRequest>(
        "rules: RULES_" + game + " layouts { rack { name: \"" + rack + "\" } } max_shots: 200");
    return Plan(request, &answer).error_message();
  };
  EXPECT_EQ(plan("NINE_BALL", "nine_ball"), "");
  EXPECT_EQ(plan("EIGHT_BALL", "nine_ball"),
            "layouts[0].rack.name: \"nine_ball\" must be eight_ball with these rules");
  EXPECT_EQ(plan("NINE_BALL", "ten_ball"),
            "layouts[0].rack.name: \"ten_ball\" must be nine_ball with these rules");
  EXPECT_EQ(plan("THREE_CUSHION", "eight_ball"),
            "layouts[0].rack.name: \"eight_ball\" must be three_cushion with these rules");
}

TEST_F(PlayService, GroupsAreOfEightBall) {
  auto request = Wire<v1::PlanShotRequest>(kTwoLeft);
  request.set_rules(v1::RULES_NINE_BALL);
  request.mutable_state()->set_balls_on_table(1, 9);
  v1::PlanShotResponse answer;
  EXPECT_EQ(Plan(request, &answer).error_message(),
            "state.groups: given must be absent but with EIGHT_BALL after its break");
  request = Wire<v1::PlanShotRequest>(kTwoLeft);
  request.mutable_state()->set_phase(v1::GAME_PHASE_BREAK);
  EXPECT_EQ(Plan(request, &answer).error_message(),
            "state.groups: given must be absent but with EIGHT_BALL after its break");
}

TEST_F(PlayService, InThreeCushionNoCueBallIsInHand) {
  auto request = Wire<v1::PlanShotRequest>(
      "rules: RULES_THREE_CUSHION tables { preset: \"carom_10ft\" } max_shots: 200 "
      "layouts { rack { name: \"three_cushion\" } } cue_ball: CUE_BALL_PLACE_ANYWHERE");
  v1::PlanShotResponse answer;
  EXPECT_EQ(Plan(request, &answer).error_message(),
            "cue_ball: given must be absent with THREE_CUSHION");
  request.clear_cue_ball();
  EXPECT_EQ(Plan(request, &answer).error_message(), "");
}

TEST_F(PlayService, APlanEndsWithItsDeadline) {
  auto request = Wire<v1::PlanShotRequest>(kTwoLeft);
  request.set_max_shots(1'000'000);
  v1::PlanShotResponse answer;
  EXPECT_EQ(Plan(request, &answer, std::chrono::milliseconds(200)).error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_TRUE(Eventually([&] { return service_.server->stats().calls_running == 0; }));
}

constexpr char kMatch[] = R"(
    tables { preset: "pool_8ft" }
    rules: RULES_NINE_BALL
    rack { seed: 3 }
    players { skill { noise { icga { magnitude: 0.5 } } } max_shots: 400 }
    players { skill { noise { icga {} } } max_shots: 400 }
    seed: 5)";

TEST_F(PlayService, PlaysAMatchToItsEnd) {
  const auto request = Wire<v1::PlayMatchRequest>(kMatch);
  v1::PlayMatchResponse answer;
  const grpc::Status status = Match(request, &answer);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_GT(answer.turns_size(), 0);
  ASSERT_TRUE(answer.has_winner());
  for (int i = 0; i + 1 < answer.turns_size(); ++i) {
    EXPECT_FALSE(answer.turns(i).ruling().over());
    EXPECT_EQ(answer.turns(i + 1).player(), answer.turns(i).ruling().next().shooter());
  }
  EXPECT_TRUE(answer.turns(answer.turns_size() - 1).ruling().over());
  EXPECT_EQ(answer.turns(0).planned().purpose(), v1::SHOT_PURPOSE_BREAK);
  const auto local = Client(Local()).PlayMatch(request);
  ASSERT_TRUE(local.ok()) << local.status();
  EXPECT_EQ(local->SerializeAsString(), answer.SerializeAsString());
}

// Every turn can be checked: the strike, played again from the balls before it, has the same hash.
TEST_F(PlayService, TurnsCanBePlayedAgain) {
  v1::PlayMatchResponse match;
  ASSERT_TRUE(Match(Wire<v1::PlayMatchRequest>(kMatch), &match).ok());
  const Client client{Local()};
  for (const v1::MatchTurn& turn : match.turns()) {
    v1::SimulateRequest request;
    request.add_tables()->set_preset("pool_8ft");
    *request.add_layouts()->mutable_states() = turn.balls();
    *request.mutable_shots()->add_shots()->mutable_strike() = turn.struck();
    const auto played = client.Simulate(request);
    ASSERT_TRUE(played.ok()) << played.status();
    EXPECT_EQ(played->results().hashes(0), turn.hash());
  }
}

TEST_F(PlayService, RefusesWhatIsNoMatch) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"max_turns: 0", "max_turns: 0 must be in [1, 500]"},
      {"players {}", "players: 3 entries must be at most 2"},
      {"first_player: 2", "first_player: 2 must be in [0, 1]"},
      {"distance: 3", "distance: 3 must be absent but with THREE_CUSHION"},
      {"rack { gap_m: 1 }", "rack.gap_m: 1 must be in [0, 0.01]"},
  };
  for (const auto& [more, says] : cases) {
    v1::PlayMatchResponse answer;
    auto request = Wire<v1::PlayMatchRequest>(kMatch);
    request.MergeFrom(Wire<v1::PlayMatchRequest>(more));
    const grpc::Status refused = Match(request, &answer);
    EXPECT_EQ(refused.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << more;
    EXPECT_THAT(refused.error_message(), StartsWith(says));
  }
  v1::PlayMatchResponse answer;
  EXPECT_THAT(
      Match(Wire<v1::PlayMatchRequest>("tables { preset: \"carom_10ft\" } rules: RULES_EIGHT_BALL"),
            &answer)
          .error_message(),
      StartsWith("tables[0]: must be a table with pockets"));
  const auto three_balls = Wire<v1::PlayMatchRequest>(
      "tables { geometry { length_m: 2 width_m: 1 ball_set: \"carom\" "
      "pockets { centre { x_m: 1 y_m: 0.5 } radius_m: 0.06 } } } rules: RULES_EIGHT_BALL");
  EXPECT_THAT(Match(three_balls, &answer).error_message(), StartsWith("tables[0].ball_set"));
  EXPECT_THAT(
      Match(Wire<v1::PlayMatchRequest>("rules: RULES_THREE_CUSHION"), &answer).error_message(),
      StartsWith("tables[0]: must be a table without pockets"));
  EXPECT_THAT(Match(Wire<v1::PlayMatchRequest>(
                        "settings { engine: ENGINE_COMPLIANT } rules: RULES_NINE_BALL"),
                    &answer)
                  .error_message(),
              StartsWith("settings[0].engine: "));
}

}  // namespace
}  // namespace carom
