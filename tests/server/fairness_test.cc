// Runs of seconds and minutes leave a worker to the small calls.

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/server/convert/wire_message.h"
#include "tests/server/eventually.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using std::chrono::steady_clock;
using testing::Wire;

// Each would run for long.
constexpr char kLayoutAndSettings[] =
    "layouts { rack { name: 'nine_ball' } } settings {} settings { engine: ENGINE_COMPLIANT "
    "compliant { integration { largest_step_s: 1e-7 } } } ";
constexpr char kShot[] = "shots { shots { settings_index: 1 strike { speed_m_s: 8 } } } ";

struct LongCallCase {
  const char* name;
  void (*make)(TestService& service, grpc::ClientContext& context);
};

void MechanismForMinutes(TestService& service, grpc::ClientContext& context) {
  v1::SimulateMechanismResponse response;
  service.mechanisms->SimulateMechanism(&context, LongMechanism(), &response);
}

void CompliantShot(TestService& service, grpc::ClientContext& context) {
  v1::SimulateResponse response;
  const std::string text = std::string(kLayoutAndSettings) + kShot;
  service.stub->Simulate(&context, Wire<v1::SimulateRequest>(text), &response);
}

void CompliantBatch(TestService& service, grpc::ClientContext& context) {
  const std::string text = std::string(kLayoutAndSettings) + kShot;
  const auto reader = service.stub->SimulateBatch(&context, Wire<v1::SimulateBatchRequest>(text));
  v1::SimulateBatchResponse chunk;
  while (reader->Read(&chunk)) {
  }
  reader->Finish();
}

class Fairness : public ::testing::TestWithParam<LongCallCase> {};
INSTANTIATE_TEST_SUITE_P(LongCalls, Fairness,
                         ::testing::Values(LongCallCase{"Mechanism", MechanismForMinutes},
                                           LongCallCase{"CompliantShot", CompliantShot},
                                           LongCallCase{"CompliantBatch", CompliantBatch}),
                         [](const auto& call) { return call.param.name; });

TEST_P(Fairness, LongRunsLeaveAWorkerToSmallCalls) {
  constexpr int kCalls = 3;
  TestService service(WithThreads(2));
  std::vector<grpc::ClientContext> contexts(kCalls);
  std::vector<std::thread> callers;
  for (grpc::ClientContext& context : contexts) {
    callers.emplace_back([&] { GetParam().make(service, context); });
  }
  EXPECT_TRUE(Eventually([&] {
    const WorkerPool::Stats stats = service.server->pool_stats();
    return stats.long_running == 1 && stats.running == 1 && stats.queued == kCalls - 1;
  }));

  v1::SimulateResponse response;
  grpc::ClientContext small;
  small.set_deadline(std::chrono::system_clock::now() + kPatience);
  const grpc::Status status = service.stub->Simulate(&small, Breaks(1), &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  // Between two of its steps a call is not in the worker's hand.
  EXPECT_TRUE(Eventually([&] { return service.server->pool_stats().long_running == 1; }))
      << "the long ones go on";

  for (grpc::ClientContext& context : contexts) context.TryCancel();
  for (std::thread& caller : callers) caller.join();
  EXPECT_TRUE(Eventually([&] { return service.server->stats().calls_running == 0; }));
}

// What takes milliseconds is answered beside what takes minutes, of this caller and of others.
TEST(Fairness, AShortMechanismIsAnsweredBesideLongOnes) {
  constexpr int kCalls = 3;
  for (const int threads : {1, 2}) {
    TestService service(WithThreads(threads), /*in_process=*/false);
    std::vector<grpc::ClientContext> contexts(kCalls);
    std::vector<std::thread> callers;
    for (grpc::ClientContext& context : contexts) {
      callers.emplace_back([&] { MechanismForMinutes(service, context); });
    }
    EXPECT_TRUE(Eventually([&] {
      const WorkerPool::Stats stats = service.server->pool_stats();
      return stats.long_running == 1 && stats.queued == kCalls - 1;
    }));
    v1::SimulateMechanismRequest request;
    request.mutable_newtons_cradle()->set_duration_s(0.1);
    v1::SimulateMechanismResponse response;
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kPatience);
    const grpc::Status status = service.mechanisms->SimulateMechanism(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    for (grpc::ClientContext& one : contexts) one.TryCancel();
    for (std::thread& caller : callers) caller.join();
    EXPECT_TRUE(Eventually([&] { return service.server->stats().calls_running == 0; }));
  }
}

}  // namespace
}  // namespace carom
