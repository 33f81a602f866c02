// Goals of batches that are refused before a shot is played, by path.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/server/convert/wire_message.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::StartsWith;
using testing::Wire;

void ExpectRefused(TestService& service, const v1::SimulateBatchRequest& request,
                   const std::string& says) {
  const BatchAnswer answer = RunBatch(*service.stub, request);
  EXPECT_EQ(answer.status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << says;
  EXPECT_THAT(answer.status.error_message(), StartsWith(says));
  EXPECT_EQ(answer.chunks, 0);
}

TEST(BatchGoals, AreRefusedByPath) {
  TestService service(WithThreads(1));
  const struct {
    const char* says;
    const char* goals;
  } cases[] = {
      {"filter.condition: absent must be one of potted", "filter {}"},
      {"filter.potted.ball: 2 must be in [0, 2)", "filter { potted { ball: 2 } }"},
      {"filter.potted.pockets: 6 must be in [0, 6)", "filter { potted { pockets: 6 } }"},
      {"filter.all_of.goals[1].ends_in.circle.radius_m: 0 must be in (0, 100]",
       "filter { all_of { goals { potted {} } goals { ends_in { circle {} } } } }"},
      {"filter.weighted_sum.at_least: absent must be given: a score is no truth value",
       "filter { weighted_sum { goals { potted {} } weights: 1 } }"},
      {"labels[1].first_contact.balls: 7 must be in [0, 2)",
       "labels { no_scratch {} } labels { first_contact { balls: 7 } }"},
      {"labels[0].any_of.goals: empty must be one at least", "labels { any_of {} }"},
      {"detail.level: LEVEL_LABELS must be in a batch that has labels",
       "detail { level: LEVEL_LABELS }"},
      {"detail.level: LEVEL_LABELS must be in a batch that has labels",
       "filter { potted {} } detail { level: LEVEL_LABELS }"},
  };
  for (const auto& [says, goals] : cases) {
    v1::SimulateBatchRequest request = Wire<v1::SimulateBatchRequest>(goals);
    *request.mutable_generator() = SceneBatch("two_ball_cut", 50).generator();
    ExpectRefused(service, request, says);
  }
}

TEST(BatchGoals, AreSixteenLabelsAtTheMost) {
  TestService service(WithThreads(1));
  v1::SimulateBatchRequest request = SceneBatch("two_ball_cut", 50);
  for (int i = 0; i < 16; ++i) request.add_labels()->mutable_no_scratch();
  EXPECT_TRUE(RunBatch(*service.stub, request).status.ok());
  request.add_labels()->mutable_no_scratch();
  ExpectRefused(service, request, "labels: 17 entries must be at most 16");
}

// A goal must make sense on every layout and every table that a shot may name.
TEST(BatchGoals, AreCheckedAgainstAllLayoutsAndTables) {
  TestService service(WithThreads(1));
  auto request = Wire<v1::SimulateBatchRequest>(R"(
      layouts { rack { name: "nine_ball" } }
      shots { shots { strike { speed_m_s: 3 } } }
      filter { potted { ball: 9 } })");
  EXPECT_TRUE(RunBatch(*service.stub, request).status.ok());
  request.add_layouts();
  request.mutable_layouts(1)->mutable_balls()->add_balls()->mutable_state()->mutable_position_m();
  ExpectRefused(service, request, "filter.potted.ball: 9 must be in [0, 1)");
  request.mutable_filter()->mutable_potted()->set_ball(0);
  request.mutable_filter()->mutable_potted()->add_pockets(2);
  EXPECT_TRUE(RunBatch(*service.stub, request).status.ok());
  request.add_tables()->set_preset("pool_9ft");
  request.add_tables()->set_preset("carom_10ft");
  ExpectRefused(service, request, "filter.potted.pockets: 2 must be in [0, 0)");
}

// A rack of nine-ball has its ten balls also where the request has a table beside its own, whose
// set of balls is too small for it.
TEST(BatchGoals, KnowTheBallsOfALayoutOnAnyTable) {
  TestService service(WithThreads(1));
  auto request = Wire<v1::SimulateBatchRequest>(R"(
      tables { preset: "pool_9ft" } tables { preset: "carom_10ft" }
      layouts { rack { name: "nine_ball" } }
      shots { shots { strike { speed_m_s: 3 } } }
      labels { ends_in { ball: 20 circle { radius_m: 1 } } })");
  ExpectRefused(service, request, "labels[0].ends_in.ball: 20 must be in [0, 10)");
  request.mutable_labels(0)->mutable_ends_in()->set_ball(9);
  EXPECT_TRUE(RunBatch(*service.stub, request).status.ok());
}

TEST(BatchGoals, AreNoPartOfSimulate) {
  TestService service(WithThreads(1));
  v1::SimulateRequest request = Breaks(1);
  request.mutable_detail()->set_level(v1::Detail::LEVEL_LABELS);
  grpc::ClientContext context;
  v1::SimulateResponse response;
  const grpc::Status status = service.stub->Simulate(&context, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(status.error_message(),
            "detail.level: LEVEL_LABELS must be in a batch that has labels");
}

TEST(BatchGoals, HaveABoundOfTheirNesting) {
  TestService service(WithThreads(1));
  for (const int depth : {9, 200}) {
    v1::SimulateBatchRequest request = SceneBatch("two_ball_cut", 50);
    v1::Goal* goal = request.mutable_filter();
    for (int i = 0; i < depth; ++i) goal = goal->mutable_none_of()->add_goals();
    goal->mutable_no_scratch();
    ExpectRefused(service, request, "filter.none_of.goals[0].none_of.goals[0].");
  }
}

}  // namespace
}  // namespace carom
