// Calls with and without a token, and what is told of it.

#include <gmock/gmock.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <string>

#include "server/http/pages.h"
#include "tests/server/estimate_questions.h"
#include "tests/server/security/secure_service.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class TokenTest : public ::testing::Test {
 protected:
  TokenTest() {
    service_.UseTokens(std::string("# planners\n") + kToken + " planner-7\n\n" + kOtherToken +
                       "\n");
    EXPECT_EQ(service_.Start(), absl::OkStatus());
    channel_ = grpc::CreateChannel(service_.server().address(), grpc::InsecureChannelCredentials());
    stub_ = v1::SimulationService::NewStub(channel_);
  }

  // The status of a call whose metadata have these values of "authorization".
  grpc::Status CallWith(const std::vector<std::string>& values) {
    grpc::ClientContext context;
    for (const std::string& value : values) context.AddMetadata("authorization", value);
    v1::GetServerInfoResponse response;
    return stub_->GetServerInfo(&context, {}, &response);
  }

  SecureService service_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::SimulationService::Stub> stub_;
};

TEST_F(TokenTest, TakesEachTokenOfTheFile) {
  EXPECT_TRUE(CallWith({std::string("Bearer ") + kToken}).ok());
  EXPECT_TRUE(CallWith({std::string("bearer ") + kOtherToken}).ok());
}

TEST_F(TokenTest, RefusesEverythingElseAndSaysWhy) {
  const std::string right = std::string("Bearer ") + kToken;
  const struct {
    std::vector<std::string> values;
    const char* says;
  } cases[] = {
      {{}, "a token is missing"},
      {{kToken}, "a token is missing"},
      {{"Bearer "}, "a token is missing"},
      {{std::string("Basic ") + kToken}, "a token is missing"},
      {{right, right}, "a token is missing"},
      {{right + "A"}, "not one that this server knows"},
      {{right.substr(0, right.size() - 1)}, "not one that this server knows"},
      {{"Bearer bm8gc3VjaCB0b2tlbg=="}, "not one that this server knows"},
  };
  for (const auto& bad : cases) {
    const grpc::Status status = CallWith(bad.values);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED) << bad.says;
    EXPECT_THAT(status.error_message(), HasSubstr(bad.says));
  }
}

TEST_F(TokenTest, EveryCallNeedsOne) {
  const auto refused = [](const grpc::Status& status) {
    return status.error_code() == grpc::StatusCode::UNAUTHENTICATED;
  };
  {
    grpc::ClientContext context;
    v1::SimulateResponse response;
    EXPECT_TRUE(refused(stub_->Simulate(&context, Breaks(1), &response)));
  }
  {
    grpc::ClientContext context;
    v1::SimulateMechanismResponse response;
    const auto mechanisms = v1::MechanismService::NewStub(channel_);
    EXPECT_TRUE(refused(mechanisms->SimulateMechanism(&context, LongMechanism(), &response)));
  }
  {
    grpc::ClientContext context;
    v1::RuleShotsResponse response;
    EXPECT_TRUE(refused(stub_->RuleShots(&context, {}, &response)));
  }
  {
    grpc::ClientContext context;
    v1::PlaceBallsResponse response;
    EXPECT_TRUE(refused(stub_->PlaceBalls(&context, {}, &response)));
  }
  {
    grpc::ClientContext context;
    v1::ListTablesResponse response;
    EXPECT_TRUE(refused(stub_->ListTables(&context, {}, &response)));
  }
  {
    grpc::ClientContext context;
    v1::GetTableResponse response;
    EXPECT_TRUE(refused(stub_->GetTable(&context, {}, &response)));
  }
  EXPECT_TRUE(refused(Estimate(*stub_, CutShots(1, 10)).status));
  EXPECT_TRUE(refused(RunBatch(*stub_, SceneBatch("eight_ball_break", 10)).status));
  EXPECT_EQ(service_.server().pool_stats().running, 0);
}

TEST_F(TokenTest, TheLogNamesTheCallerAndNeverTheToken) {
  ASSERT_TRUE(CallWith({std::string("Bearer ") + kToken}).ok());
  ASSERT_FALSE(CallWith({std::string("Bearer wrong-") + kToken}).ok());
  const std::string page = MakePages(service_.server(), service_.server().options(),
                                     *ServerLog::ToFile(2, LogFormat::kText, "off"))
                               .at("/configz")()
                               .text;
  EXPECT_THAT(page, HasSubstr(service_.security.token_file));
  EXPECT_THAT(page, Not(HasSubstr(kToken)));
  const std::string log = service_.EndAndReadLog();
  EXPECT_THAT(log, HasSubstr("caller=planner-7"));
  EXPECT_THAT(log, HasSubstr("status=UNAUTHENTICATED"));
  EXPECT_THAT(log, Not(HasSubstr(kToken)));
}

}  // namespace
}  // namespace carom
