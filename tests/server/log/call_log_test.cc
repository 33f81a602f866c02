// The line that the server logs for every call.

#include "server/log/call_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <sstream>
#include <string>
#include <thread>

#include "tests/server/convert/wire_message.h"
#include "tests/server/rules_request.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using testing::NineBallShots;
using ::testing::Not;
using ::testing::StartsWith;
using testing::Wire;

// A service of one thread whose log is kept.
class CallLogTest : public ::testing::Test {
 protected:
  explicit CallLogTest(bool in_process = true)
      : service_(std::make_unique<TestService>(WithThreads(1), in_process, MakeLog())) {}

  // What was logged while the service lived; a call's line may come after its answer.
  std::string EndAndRead() {
    service_.reset();
    return text_.str();
  }

  v1::SimulationService::Stub& stub() { return *service_->stub; }
  v1::MechanismService::Stub& mechanisms() { return *service_->mechanisms; }
  const Server& server() const { return *service_->server; }

  grpc::Status RunMechanism(const std::string& text) {
    grpc::ClientContext context;
    v1::SimulateMechanismResponse response;
    return mechanisms().SimulateMechanism(&context, Wire<v1::SimulateMechanismRequest>(text),
                                          &response);
  }

 private:
  std::shared_ptr<const ServerLog> MakeLog() {
    auto logger = std::make_shared<spdlog::logger>(
        "test", std::make_shared<spdlog::sinks::ostream_sink_mt>(text_));
    logger->set_pattern("%v");
    return std::make_shared<ServerLog>(std::move(logger), LogFormat::kText);
  }

  std::ostringstream text_;
  std::unique_ptr<TestService> service_;
};

class CallLogOfAPort : public CallLogTest {
 protected:
  CallLogOfAPort() : CallLogTest(/*in_process=*/false) {}
};

TEST_F(CallLogTest, CountsTheFailedShotsOfACall) {
  v1::SimulateRequest request = Breaks(3);
  request.mutable_shots()->mutable_shots(1)->mutable_strike()->set_speed_m_s(-1.0);
  grpc::ClientContext context;
  v1::SimulateResponse response;
  ASSERT_TRUE(stub().Simulate(&context, request, &response).ok());
  EXPECT_THAT(EndAndRead(), AllOf(StartsWith("Simulate peer="), HasSubstr(" shots=3 failed=1 "),
                                  HasSubstr(" status=OK\n")));
}

TEST_F(CallLogTest, CountsTheFailedShotsOfABatch) {
  v1::SimulateBatchRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  AddBreaks(40, *request.mutable_shots()->mutable_shots());
  for (const int shot : {3, 4, 39}) {
    request.mutable_shots()->mutable_shots(shot)->mutable_strike()->set_speed_m_s(-1.0);
  }
  ASSERT_TRUE(RunBatch(stub(), request).status.ok());
  EXPECT_THAT(EndAndRead(), AllOf(StartsWith("SimulateBatch peer="),
                                  HasSubstr(" shots=40 failed=3 "), HasSubstr(" status=OK\n")));
}

TEST_F(CallLogTest, ARefusedCallHasSentNothing) {
  grpc::ClientContext context;
  v1::SimulateResponse response;
  ASSERT_FALSE(stub().Simulate(&context, Breaks(0), &response).ok());
  EXPECT_THAT(EndAndRead(), AllOf(HasSubstr(" shots=0 failed=0 bytes=0 "),
                                  HasSubstr(" status=INVALID_ARGUMENT error=\"shots.shots: ")));
}

TEST_F(CallLogTest, TellsWhatAMechanismHasDone) {
  ASSERT_TRUE(RunMechanism("double_pendulum { duration_s: 0.1 }").ok());
  EXPECT_THAT(EndAndRead(),
              AllOf(StartsWith("SimulateMechanism peer="),
                    ContainsRegex(" mechanism=double_pendulum stop=TIME_LIMIT evaluations=[1-9]"),
                    Not(HasSubstr("shots=")), HasSubstr(" status=OK\n")));
}

TEST_F(CallLogTest, CountsTheShotsThatCannotBeRuled) {
  v1::RuleShotsRequest request = NineBallShots();
  request.mutable_results()->set_stop_reasons(1, v1::STOP_REASON_TIME_LIMIT);
  grpc::ClientContext context;
  v1::RuleShotsResponse response;
  ASSERT_TRUE(stub().RuleShots(&context, request, &response).ok());
  EXPECT_THAT(EndAndRead(), AllOf(StartsWith("RuleShots peer="), HasSubstr(" shots=3 failed=1 "),
                                  HasSubstr(" status=OK\n")));
}

TEST_F(CallLogTest, TellsTheBallsOfAnAim) {
  ASSERT_TRUE(RunMechanism("rolling_ball_aim { grid: 3 max_runs: 7 }").ok());
  EXPECT_THAT(EndAndRead(), HasSubstr(" mechanism=rolling_ball_aim runs=7 bytes="));
}

TEST_F(CallLogTest, NamesAMechanismThatIsRefused) {
  ASSERT_FALSE(RunMechanism("newtons_cradle { ball_count: 0 }").ok());
  ASSERT_FALSE(RunMechanism("").ok());
  const std::string log = EndAndRead();
  EXPECT_THAT(log, HasSubstr(" mechanism=newtons_cradle bytes=0 "));
  EXPECT_THAT(log, HasSubstr(" mechanism=none bytes=0 "));
}

TEST_F(CallLogOfAPort, ACancelledCallHasAPeerToo) {
  grpc::ClientContext context;
  std::thread caller([&] {
    v1::SimulateMechanismResponse response;
    mechanisms().SimulateMechanism(&context, LongMechanism(), &response);
  });
  while (server().pool_stats().running == 0) std::this_thread::yield();
  context.TryCancel();
  caller.join();
  EXPECT_THAT(EndAndRead(),
              AllOf(StartsWith("SimulateMechanism peer=ipv4:127.0.0.1:"),
                    HasSubstr(" mechanism=double_pendulum stop=CANCELLED evaluations="),
                    HasSubstr(" bytes=0 "), HasSubstr(" status=CANCELLED ")));
}

// A caller that traces its calls finds them again.
TEST_F(CallLogTest, TakesOverRequestIdAndTrace) {
  grpc::ClientContext context;
  context.AddMetadata("x-request-id", "run 7");
  context.AddMetadata("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
  v1::ListTablesResponse response;
  ASSERT_TRUE(stub().ListTables(&context, {}, &response).ok());
  EXPECT_THAT(EndAndRead(), AllOf(HasSubstr(" request_id=\"run 7\" "),
                                  HasSubstr(" traceparent=00-4bf92f3577b34da6a3ce929d0e0e4736-")));
}

// What a caller sends may come back in a message, but never as a line of its own.
TEST_F(CallLogTest, StaysOneLine) {
  v1::GetTableRequest request;
  request.set_name("bathtub\nSimulate peer=forged");
  grpc::ClientContext context;
  v1::GetTableResponse response;
  ASSERT_FALSE(stub().GetTable(&context, request, &response).ok());
  const std::string log = EndAndRead();
  EXPECT_THAT(log, AllOf(StartsWith("GetTable peer="), HasSubstr("forged")));
  EXPECT_THAT(log, Not(HasSubstr("\nSimulate")));
}

}  // namespace
}  // namespace carom
