// CallOptions.hedge_after: a second attempt beside a slow one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <string>
#include <vector>

#include "absl/time/clock.h"
#include "carom/client/client.h"
#include "client/internal/hedge_budget.h"
#include "tests/client/cli/run_carom.h"
#include "tests/client/gone.h"
#include "tests/client/holding_service.h"

namespace carom {
namespace {

using Result = absl::StatusOr<carom::v1::SimulateResponse>;

class HedgeTest : public ::testing::Test {
 protected:
  HedgeTest() { call_.hedge_after = absl::Milliseconds(20); }

  Client MakeClient(int connections = 1) {
    ConnectOptions options;
    options.connections = connections;
    return Client(Connect(service_.address(), options));
  }

  HoldingService service_;
  CallOptions call_;
};

TEST_F(HedgeTest, TheFirstAnswerCountsAndTheOtherCallIsCancelled) {
  const Client client = MakeClient();
  std::future<Result> future = client.SimulateFuture({}, call_);
  ASSERT_TRUE(service_.HasCalls(2));
  service_.Answer(2);
  const Result result = future.get();
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->engine_version(), "2");
  EXPECT_TRUE(service_.HasCancelled(1));
}

TEST_F(HedgeTest, ACallThatWaitsIsHedgedAsWell) {
  const Client client = MakeClient();
  auto answered = std::async(std::launch::async, [&] {
    EXPECT_TRUE(service_.HasCalls(2));
    service_.Answer(1);
  });
  const Result result = client.Simulate({}, call_);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->engine_version(), "1");
  EXPECT_TRUE(service_.HasCancelled(1));
}

TEST_F(HedgeTest, GoesOverTheNextConnection) {
  const Client client = MakeClient(/*connections=*/2);
  std::future<Result> future = client.SimulateFuture({}, call_);
  ASSERT_TRUE(service_.HasCalls(2));
  EXPECT_EQ(service_.peers().size(), 2u);
  service_.AnswerAll();
  EXPECT_TRUE(future.get().ok());
}

TEST_F(HedgeTest, IsSentOnceAndNotSooner) {
  const Client client = MakeClient();
  const absl::Time begin = absl::Now();
  call_.hedge_after = absl::Milliseconds(100);
  std::future<Result> future = client.SimulateFuture({}, call_);
  ASSERT_TRUE(service_.HasCalls(2));
  EXPECT_GE(absl::Now() - begin, absl::Milliseconds(100));
  absl::SleepFor(absl::Milliseconds(300));
  EXPECT_EQ(service_.calls(), 2);
  service_.AnswerAll();
  EXPECT_TRUE(future.get().ok());
}

TEST_F(HedgeTest, IsNotSentForCallsThatAreAnsweredInTime) {
  service_.AnswerAll();
  const Client client = MakeClient();
  call_.hedge_after = absl::Seconds(20);
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(client.Simulate({}, call_).ok());
  EXPECT_EQ(service_.calls(), 20);
}

TEST_F(HedgeTest, IsOffUnlessAskedFor) {
  const Client client = MakeClient();
  std::future<Result> future = client.SimulateFuture({});
  absl::SleepFor(absl::Milliseconds(100));
  EXPECT_EQ(service_.calls(), 1);
  service_.AnswerAll();
  EXPECT_TRUE(future.get().ok());
}

TEST_F(HedgeTest, ALossOfOneLeavesTheOther) {
  const Client client = MakeClient();
  std::future<Result> future = client.SimulateFuture({}, call_);
  ASSERT_TRUE(service_.HasCalls(2));
  service_.Answer(2, kGone);
  EXPECT_EQ(future.wait_for(std::chrono::milliseconds(200)), std::future_status::timeout);
  EXPECT_EQ(service_.calls(), 2) << "no retry while one is running";
  service_.Answer(1);
  const Result result = future.get();
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->engine_version(), "1");
}

TEST_F(HedgeTest, TheLossOfBothIsRetried) {
  const Client client = MakeClient();
  std::future<Result> future = client.SimulateFuture({}, call_);
  ASSERT_TRUE(service_.HasCalls(2));
  service_.Answer(1, kGone);
  service_.Answer(2, kGone);
  ASSERT_TRUE(service_.HasCalls(3));
  service_.Answer(3);
  const Result result = future.get();
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->engine_version(), "3");
}

TEST_F(HedgeTest, AnErrorThatTheServerMeantEndsBoth) {
  const Client client = MakeClient();
  std::future<Result> future = client.SimulateFuture({}, call_);
  ASSERT_TRUE(service_.HasCalls(2));
  service_.Answer(2, grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "bad"));
  EXPECT_EQ(future.get().status(), absl::InvalidArgumentError("bad"));
  EXPECT_TRUE(service_.HasCancelled(1));
}

// 100 calls that all are slow: those in hand, 10, and a tenth of what came later.
TEST_F(HedgeTest, AtMostATenthOfTheCallsIsHedged) {
  const Client client = MakeClient();
  std::vector<std::future<Result>> futures;
  for (int i = 0; i < 100; ++i) futures.push_back(client.SimulateFuture({}, call_));
  EXPECT_TRUE(service_.HasCalls(110));
  absl::SleepFor(absl::Milliseconds(300));
  EXPECT_LE(service_.calls(), 120);
  service_.AnswerAll();
  for (std::future<Result>& future : futures) EXPECT_TRUE(future.get().ok());
}

TEST_F(HedgeTest, TheCommandLineHasAFlag) {
  auto run = std::async(std::launch::async, [&] {
    return RunCarom({"--server=" + service_.address(), "simulate", "--rack=9-ball",
                     "--hedge-after=0.02", "--json"});
  });
  EXPECT_TRUE(service_.HasCalls(2));
  service_.Answer(2);
  const CliResult result = run.get();
  EXPECT_EQ(result.code, kDone) << result.err;
  EXPECT_THAT(result.out, ::testing::HasSubstr("\"engine_version\": \"2\""));
  ExpectRefused(RunCarom({"simulate", "--rack=9-ball", "--hedge-after=-1"}),
                "--hedge-after: -1 must be at least 0 s");
}

TEST(HedgeBudgetTest, BringsOneHedgeForTenCalls) {
  HedgeBudget budget;
  for (int i = 0; i < 1000; ++i) budget.NoteCall();
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(budget.Take());
  EXPECT_FALSE(budget.Take());
  for (int i = 0; i < 9; ++i) budget.NoteCall();
  EXPECT_FALSE(budget.Take());
  budget.NoteCall();
  EXPECT_TRUE(budget.Take());
  EXPECT_FALSE(budget.Take());
}

}  // namespace
}  // namespace carom
