// Somebody who waits for one shot, beside one other client that takes all it can get. Prints what
// the shot waits.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/server/convert/wire_message.h"
#include "tests/server/eventually.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::Wire;

/// Another connection to a server.
struct Client {
  explicit Client(const TestService& service) {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    const auto channel = grpc::CreateCustomChannel(service.server->address(),
                                                   grpc::InsecureChannelCredentials(), arguments);
    stub = v1::SimulationService::NewStub(channel);
    mechanisms = v1::MechanismService::NewStub(channel);
  }

  std::unique_ptr<v1::SimulationService::Stub> stub;
  std::unique_ptr<v1::MechanismService::Stub> mechanisms;
};

/// Callers in threads of their own that repeat a call until the crowd is gone.
class Crowd {
 public:
  using Call = std::function<void(Client&, grpc::ClientContext&)>;

  Crowd(Client& client, int callers, const Call& call) : contexts_(static_cast<size_t>(callers)) {
    for (auto& context : contexts_) {
      threads_.emplace_back([this, &client, &context, call] {
        while (!end_) {
          const auto fresh = std::make_shared<grpc::ClientContext>();
          context.store(fresh);
          if (!end_) call(client, *fresh);
        }
      });
    }
  }
  ~Crowd() {
    end_ = true;
    for (auto& context : contexts_) {
      if (const auto running = context.load()) running->TryCancel();
    }
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  std::atomic<bool> end_{false};
  std::vector<std::atomic<std::shared_ptr<grpc::ClientContext>>> contexts_;
  std::vector<std::thread> threads_;
};

void Simulate(Client& client, grpc::ClientContext& context, const v1::SimulateRequest& request) {
  v1::SimulateResponse response;
  client.stub->Simulate(&context, request, &response);
}

// Half a second's work in 40 bytes.
void ManyShots(Client& client, grpc::ClientContext& context) {
  static const auto request = Wire<v1::SimulateRequest>(
      "layouts { rack { name: 'nine_ball' } } columns { shot_count: 4096 speed_m_s: 8 }");
  Simulate(client, context, request);
}

// Ten minutes'.
v1::SimulateRequest CompliantShots() {
  return Wire<v1::SimulateRequest>(
      "layouts { rack { name: 'nine_ball' } } settings { engine: ENGINE_COMPLIANT } "
      "columns { shot_count: 4096 speed_m_s: 8 }");
}

void ManyCompliantShots(Client& client, grpc::ClientContext& context) {
  static const v1::SimulateRequest request = CompliantShots();
  Simulate(client, context, request);
}

void Aim(Client& client, grpc::ClientContext& context) {
  v1::SimulateMechanismRequest request;
  request.mutable_rolling_ball_aim();
  v1::SimulateMechanismResponse response;
  client.mechanisms->SimulateMechanism(&context, request, &response);
}

void ManySettingsBatch(Client& client, grpc::ClientContext& context) {
  static const v1::SimulateBatchRequest request = ManySettings();
  const auto reader = client.stub->SimulateBatch(&context, request);
  v1::SimulateBatchResponse chunk;
  while (reader->Read(&chunk)) {
  }
  reader->Finish();
}

struct CrowdCase {
  const char* name;
  int callers;
  void (*call)(Client& client, grpc::ClientContext& context);
};

class Crowds : public ::testing::TestWithParam<CrowdCase> {};
INSTANTIATE_TEST_SUITE_P(Of, Crowds,
                         ::testing::Values(CrowdCase{"ManyShots", 12, ManyShots},
                                           CrowdCase{"CompliantShots", 32, ManyCompliantShots},
                                           CrowdCase{"Aims", 32, Aim},
                                           CrowdCase{"Plans", 2, ManySettingsBatch}),
                         [](const auto& crowd) { return crowd.param.name; });

// Promised for a machine that does nothing else: the best of so many tries counts.
constexpr int kTries = 5;
constexpr double kPromisedMs = 50.0;
constexpr double kPromisedTimesIdle = 3.0;

double MsOf(const std::function<void()>& call) {
  const auto begin = steady_clock::now();
  call();
  return std::chrono::duration<double, std::milli>(steady_clock::now() - begin).count();
}

TEST_P(Crowds, AShotIsAnsweredAndNotRefused) {
  constexpr milliseconds kTime(1500);
  TestService service(WithThreads(1), /*in_process=*/false);
  Client theirs(service);
  const Crowd crowd(theirs, GetParam().callers, GetParam().call);
  EXPECT_TRUE(Eventually([&] { return service.server->pool_stats().queued > 0; }));
  double best_p99_ms = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kTries && best_p99_ms > kPromisedMs; ++i) {
    std::vector<double> took_ms;
    const auto end = steady_clock::now() + kTime;
    while (steady_clock::now() < end) {
      took_ms.push_back(MsOf([&] {
        v1::SimulateResponse response;
        grpc::ClientContext context;
        const grpc::Status status = service.stub->Simulate(&context, Breaks(1), &response);
        EXPECT_TRUE(status.ok()) << status.error_message();
      }));
    }
    std::sort(took_ms.begin(), took_ms.end());
    const double p99_ms = took_ms[took_ms.size() * 99 / 100];
    std::printf("%d callers: %zu shots, p50 %.1f ms, p99 %.1f ms\n", GetParam().callers,
                took_ms.size(), took_ms[took_ms.size() / 2], p99_ms);
    best_p99_ms = std::min(best_p99_ms, p99_ms);
  }
  EXPECT_LE(best_p99_ms, kPromisedMs);
}

// Each takes milliseconds; before it lie hours of work of somebody else.
TEST_P(Crowds, OthersHaveTheirTurnInTheLongLane) {
  TestService service(WithThreads(2), /*in_process=*/false);
  const auto compliant_shot = [&] {
    v1::SimulateRequest request = Breaks(1);
    request.add_settings()->set_engine(v1::ENGINE_COMPLIANT);
    v1::SimulateResponse response;
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kPatience);
    EXPECT_TRUE(service.stub->Simulate(&context, request, &response).ok());
  };
  const auto mechanism = [&] {
    v1::SimulateMechanismRequest request;
    request.mutable_newtons_cradle()->set_duration_s(0.1);
    v1::SimulateMechanismResponse response;
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kPatience);
    EXPECT_TRUE(service.mechanisms->SimulateMechanism(&context, request, &response).ok());
  };
  Client theirs(service);
  double best_times_idle = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kTries && best_times_idle > kPromisedTimesIdle; ++i) {
    const double idle_ms = MsOf(compliant_shot);
    const Crowd crowd(theirs, GetParam().callers, GetParam().call);
    EXPECT_TRUE(Eventually([&] { return service.server->pool_stats().queued > 0; }));
    const double busy_ms = MsOf(compliant_shot);
    std::printf("%d callers: a mechanism took %.1f ms, a compliant shot %.1f, idle %.1f ms\n",
                GetParam().callers, MsOf(mechanism), busy_ms, idle_ms);
    best_times_idle = std::min(best_times_idle, busy_ms / idle_ms);
  }
  EXPECT_LE(best_times_idle, kPromisedTimesIdle);
}

// A week's work in 36 kB, sent at once.
TEST(Crowd, OfAThousandLongCallsLeavesPlacesAndMemoryToOthers) {
  constexpr int64_t kCalls = 1000;
  struct Call {
    grpc::ClientContext context;
    v1::SimulateResponse response;
    grpc::Status status;
    std::unique_ptr<grpc::ClientAsyncResponseReader<v1::SimulateResponse>> reader;
  };
  ServerOptions options = WithThreads(2);
  options.connections.max_concurrent_streams = kCalls;
  options.admission.memory_budget_bytes = int64_t{4} << 30;
  TestService service(options, /*in_process=*/false);
  Client theirs(service);
  std::vector<Call> calls(kCalls);
  grpc::CompletionQueue queue;
  const v1::SimulateRequest request = CompliantShots();
  for (Call& call : calls) {
    call.reader = theirs.stub->AsyncSimulate(&call.context, request, &queue);
    call.reader->Finish(&call.response, &call.status, &call);
  }
  const auto next = [&]() -> const Call* {
    void* tag = nullptr;
    bool ok = false;
    const auto give_up = std::chrono::system_clock::now() + kPatience;
    return queue.AsyncNext(&tag, &ok, give_up) == grpc::CompletionQueue::GOT_EVENT
               ? static_cast<const Call*>(tag)
               : nullptr;
  };
  const int64_t taken =
      options.admission.max_long_calls - LeftToOthers(options.admission.max_long_calls);
  for (int64_t refused = 0; refused < kCalls - taken; ++refused) {
    const Call* const call = next();
    ASSERT_NE(call, nullptr);
    EXPECT_EQ(call->status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  }
  const Admission& admission = service.server->admission();
  EXPECT_EQ(admission.calls(), taken);
  for (const v1::Engine engine : {v1::ENGINE_EVENT_DRIVEN, v1::ENGINE_COMPLIANT}) {
    v1::SimulateRequest shot = Breaks(1);
    shot.add_settings()->set_engine(engine);
    v1::SimulateResponse response;
    grpc::ClientContext context;
    const double ms = MsOf([&] {
      const grpc::Status status = service.stub->Simulate(&context, shot, &response);
      EXPECT_TRUE(status.ok()) << status.error_message();
    });
    const int64_t reserved = admission.budget().reserved();
    std::printf("%s: %.1f ms beside %d calls that reserve %d of %d MiB\n",
                v1::Engine_Name(engine).c_str(), ms, static_cast<int>(admission.calls()),
                static_cast<int>(reserved >> 20),
                static_cast<int>(admission.budget().bytes() >> 20));
    EXPECT_LE(reserved, admission.budget().bytes() - LeftToOthers(admission.budget().bytes()));
  }
  for (Call& call : calls) call.context.TryCancel();
  for (int64_t left = taken; left > 0; --left) ASSERT_NE(next(), nullptr);
  EXPECT_TRUE(Eventually([&] { return admission.calls() == 0; }));
}

}  // namespace
}  // namespace carom
