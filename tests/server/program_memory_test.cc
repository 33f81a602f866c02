// The memory of the program carom-server while large calls come and go, against its budget.

#include <gmock/gmock.h>
#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/client/cli/process.h"
#include "tests/server/estimate_questions.h"
#include "tests/server/eventually.h"
#include "tests/server/shot_questions.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

constexpr int64_t kMiB = 1 << 20;
constexpr int64_t kBudget = 64 * kMiB;
// Promised: gRPC and the allocator take no more than half of the budget on top of it.
constexpr double kMostTimesBudget = 1.5;

class ProgramMemoryTest : public ::testing::Test {
 protected:
  explicit ProgramMemoryTest(int threads = 1, int64_t budget = kBudget)
      : server_("carom-server",
                {"--listen=127.0.0.1:0", absl::StrCat("--threads=", threads), "--lame-duck-ms=0",
                 absl::StrCat("--memory-budget-bytes=", budget)}) {}

  void SetUp() override {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "a sanitizer's allocator keeps what is free";
#endif
    constexpr char kReady[] = "listening on ";
    const std::string line = server_.ReadLine();
    ASSERT_THAT(line, ::testing::StartsWith(kReady));
    const std::string address = line.substr(sizeof(kReady) - 1);
    stub_ = v1::SimulationService::NewStub(
        grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
    base_ = Bytes("VmRSS");
  }
  void TearDown() override {
    if (IsSkipped()) return;  // The server may not have come as far as to drain.
    server_.Signal(SIGTERM);
    EXPECT_EQ(server_.Wait(), 0);
  }

  /// Since the server was idle: VmRSS now, VmHWM at the most.
  int64_t Grown(const std::string& field) { return Bytes(field) - base_; }

  std::unique_ptr<v1::SimulationService::Stub> stub_;

 private:
  int64_t Bytes(const std::string& field) {
    std::ifstream status(absl::StrCat("/proc/", server_.pid(), "/status"));
    for (std::string word; status >> word;) {
      int64_t kilobytes = 0;
      if (word == field + ":" && status >> kilobytes) return kilobytes << 10;
    }
    ADD_FAILURE() << "no " << field;
    return 0;
  }

  Process server_;
  int64_t base_ = 0;
};

/// Draws of 738 bytes, in columns of 0.3 to 10 MB: nine tenths of the budget.
v1::EstimateOutcomesRequest LargeEstimate() {
  constexpr int kBalls = 32;
  constexpr int kGoals = 16;
  constexpr int kCandidates = 4;
  constexpr int64_t kDrawBytes = 8 * (kGoals + 4 + 2 * kBalls) + 2 + 2 * kBalls;
  constexpr int64_t kDraws = kBudget * 9 / 10 / kCandidates / kDrawBytes;
  v1::EstimateOutcomesRequest request;
  v1::BallList& balls = *request.add_layouts()->mutable_balls();
  for (int i = 0; i < kBalls; ++i) {
    v1::Vector3& position = *balls.add_balls()->mutable_state()->mutable_position_m();
    position.set_x(-1.0 + 0.2 * (i % 8));
    position.set_y(-0.4 + 0.2 * (i / 8));
    request.mutable_report()->add_balls(static_cast<uint32_t>(i));
  }
  for (int i = 0; i < kCandidates; ++i) {
    request.mutable_shots()->add_shots()->mutable_strike()->set_speed_m_s(0.1 + 0.01 * i);
  }
  for (int i = 0; i < kGoals; ++i) request.add_goals()->mutable_no_scratch();
  request.set_draws(kDraws);
  request.mutable_report()->set_candidates(kCandidates);
  request.mutable_report()->set_representatives(0);
  return request;
}

// The columns of one must not stay beside those of the next, which may be in another thread.
TEST_F(ProgramMemoryTest, StaysWithinTheBudgetFromEstimateToEstimate) {
  constexpr int kEstimates = 4;
  const v1::EstimateOutcomesRequest request = LargeEstimate();
  for (int i = 0; i < kEstimates; ++i) {
    const grpc::Status status = Estimate(*stub_, request).status;
    EXPECT_TRUE(status.ok()) << status.error_message();
  }
  const auto most = static_cast<double>(Grown("VmHWM"));
  std::printf("grew by %.0f of %d MiB\n", most / kMiB, static_cast<int>(kBudget / kMiB));
  EXPECT_GE(most, kBudget / 2) << "they are large";
  EXPECT_LE(most, kMostTimesBudget * kBudget);
}

// A plan of many small blocks, with some in use above them.
TEST_F(ProgramMemoryTest, GoesBackAfterAPlan) {
  const BatchAnswer answer = RunBatch(*stub_, ManySettings(25'000));
  EXPECT_TRUE(answer.status.ok()) << answer.status.error_message();
  std::printf("grew by %d MiB\n", static_cast<int>(Grown("VmHWM") / kMiB));
  EXPECT_GE(Grown("VmHWM"), kBudget / 2) << "it is large";
  EXPECT_LE(static_cast<double>(Grown("VmHWM")), kMostTimesBudget * kBudget);
  EXPECT_TRUE(Eventually([&] { return Grown("VmRSS") < kBudget / 4; }));
}

class LogMemoryTest : public ProgramMemoryTest {
 protected:
  static constexpr int kThreads = 16;
  static constexpr int64_t kBudgetOfCalls = 1024 * kMiB;
  static constexpr int64_t kBudgetOfLogs = kBudgetOfCalls / 8;  // As server/README says.
  LogMemoryTest() : ProgramMemoryTest(kThreads, kBudgetOfCalls) {}
};

// Sixteen logs at a time, of shots that would write some 200 MB each. On a loaded machine some of
// them rest, and then may not all have room.
TEST_F(LogMemoryTest, StaysWithinTheBudget) {
  const v1::SimulateRequest shot = testing::LongShot();
  v1::SimulateBatchRequest request;
  *request.mutable_tables() = shot.tables();
  *request.mutable_settings() = shot.settings();
  *request.mutable_layouts() = shot.layouts();
  request.mutable_detail()->set_level(v1::Detail::LEVEL_EVENTS);
  request.mutable_detail()->set_event_states(true);
  v1::ShotList& shots = *request.mutable_shots();
  for (int i = 0; i < 2 * kThreads; ++i) *shots.add_shots() = shot.shots().shots(0);
  const grpc::Status status = RunBatch(*stub_, request).status;
  EXPECT_TRUE(status.ok() || status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED)
      << status.error_message();
  const auto most = static_cast<double>(Grown("VmHWM"));
  std::printf("grew by %.0f of %d MiB\n", most / kMiB, static_cast<int>(kBudgetOfLogs / kMiB));
  EXPECT_GE(most, 2 * kMiB) << "there are logs";
  EXPECT_LE(most, kMostTimesBudget * kBudgetOfLogs);
}

}  // namespace
}  // namespace carom
