// The line that the server logs for every call.

#include "server/call_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <sstream>
#include <string>

#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// A service of one thread whose log is kept.
class CallLogTest : public ::testing::Test {
 protected:
  // What was logged while the service lived; a call's line may come after its answer.
  std::string EndAndRead() {
    service_.reset();
    return text_.str();
  }

  v1::SimulationService::Stub& stub() { return *service_->stub; }

 private:
  std::shared_ptr<spdlog::logger> MakeLog() {
    auto log = std::make_shared<spdlog::logger>(
        "test", std::make_shared<spdlog::sinks::ostream_sink_mt>(text_));
    log->set_pattern("%v");
    return log;
  }

  std::ostringstream text_;
  std::unique_ptr<TestService> service_ =
      std::make_unique<TestService>(WithThreads(1), /*in_process=*/true, MakeLog());
};

TEST_F(CallLogTest, CountsTheFailedShotsOfACall) {
  v1::SimulateRequest request = Breaks(3);
  request.mutable_shots(1)->mutable_strike()->set_speed_m_s(-1.0);
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
                                  HasSubstr(" status=INVALID_ARGUMENT shots: ")));
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
