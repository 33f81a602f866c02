// FindAims through the service: the same answer as in the process, refusals, cancellation.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "carom/client/client.h"
#include "carom/client/local/local.h"
#include "carom/v1/aim.pb.h"
#include "tests/server/convert/wire_message.h"
#include "tests/server/eventually.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::StartsWith;
using testing::Wire;

constexpr char kThreeBalls[] = R"(
    layouts { balls {
      balls { state { position_m { x: -0.5 } } }
      balls { state { position_m { x: 0.3 y: 0.1 } } }
      balls { state { position_m { x: 0.6 y: -0.3 } } } } }
    shots { shots { strike { speed_m_s: 2 } } }
    noise { icga {} })";

class FindAims : public ::testing::Test {
 protected:
  grpc::Status Ask(const v1::FindAimsRequest& request, v1::FindAimsResponse* answer,
                   std::chrono::milliseconds timeout = std::chrono::seconds(60)) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + timeout);
    return service_.stub->FindAims(&context, request, answer);
  }

  TestService service_{WithThreads(2), /*in_process=*/true};
};

TEST_F(FindAims, AnswersAsInTheProcess) {
  const auto request = Wire<v1::FindAimsRequest>(kThreeBalls);
  v1::FindAimsResponse answer;
  ASSERT_TRUE(Ask(request, &answer).ok());
  ASSERT_GT(answer.aims_size(), 2);
  for (int i = 0; i < answer.aims_size(); ++i) {
    const v1::Aim& aim = answer.aims(i);
    EXPECT_EQ(aim.draws(), 256u);
    EXPECT_LE(aim.successes(), answer.aims(i == 0 ? 0 : i - 1).successes());
    EXPECT_LE(aim.azimuth_rad().lo(), aim.strike().azimuth_rad());
    EXPECT_GE(aim.azimuth_rad().hi(), aim.strike().azimuth_rad());
    EXPECT_TRUE(aim.legs(aim.legs_size() - 1).has_to_pocket());
  }
  const auto local = Client(Local()).FindAims(request);
  ASSERT_TRUE(local.ok()) << local.status();
  EXPECT_EQ(local->SerializeAsString(), answer.SerializeAsString());
}

TEST_F(FindAims, NamesTheFieldAtFault) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"max_routes: 0", "max_routes: 0 must be in [1, 1024]"},
      {"ball: 3", "ball: 3 must be in [0, 3)"},
      {"ball: 0", "ball: 0 must be another ball than the cue ball"},
      {"tables { preset: \"carom_10ft\" }", "tables[0]: must be a table with pockets"},
      {"pockets: 1 pockets: 6", "pockets[1]: 6 must be in [0, 6)"},
      {"kinds: 7", "kinds[0]: 7 must be in [1, 6]"},
      {"cue_ball_to {}", "cue_ball_to.at: absent must be given"},
      {"cue_ball_to { at { x_m: 1000 } }", "cue_ball_to.at.x_m: 1000 must be in [-100, 100]"},
      {"settings { engine: ENGINE_COMPLIANT }", "settings[0].engine: "},
      {"layouts { balls { balls {} } }", "layouts: 2 entries must be in [1, 1]"},
  };
  for (const auto& [more, says] : cases) {
    v1::FindAimsResponse answer;
    const grpc::Status refused = Ask(Wire<v1::FindAimsRequest>(kThreeBalls + more), &answer);
    EXPECT_EQ(refused.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << more;
    EXPECT_THAT(refused.error_message(), StartsWith(says));
  }
}

TEST_F(FindAims, TakesOneShot) {
  auto request = Wire<v1::FindAimsRequest>(kThreeBalls);
  request.mutable_shots()->add_shots();
  v1::FindAimsResponse answer;
  const grpc::Status refused = Ask(request, &answer);
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(refused.error_message(), StartsWith("shots"));
}

TEST_F(FindAims, RefusesAnEmptyRequest) {
  v1::FindAimsResponse answer;
  const grpc::Status refused = Ask({}, &answer);
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(refused.error_message(), "shots: absent must be given");
}

// A search that would take minutes ends with its call.
TEST_F(FindAims, EndsWithItsDeadline) {
  auto request = Wire<v1::FindAimsRequest>(kThreeBalls);
  request.set_draws(65536);
  request.set_race_draws(1024);
  request.set_max_aims(64);
  v1::FindAimsResponse answer;
  EXPECT_EQ(Ask(request, &answer, std::chrono::milliseconds(100)).error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_TRUE(Eventually([&] { return service_.server->stats().calls_running == 0; }));
}

}  // namespace
}  // namespace carom
