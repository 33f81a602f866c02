#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "carom/client/client.h"
#include "carom/v1/simulation.grpc.pb.h"
#include "client/internal/retry.h"
#include "client/internal/status.h"
#include "tests/chaos/load/known_shots.h"
#include "tests/chaos/load/modes.h"
#include "tests/chaos/load/percentile.h"
#include "tests/chaos/load/raw_channel.h"

namespace carom::chaos {
namespace {

using Clock = std::chrono::steady_clock;

constexpr absl::Duration kTimeout = absl::Seconds(10);
constexpr std::chrono::milliseconds kPauseAfterFailure(5);
// For a connection that is lost. gRPC 1.51 looks at one that it makes only while somebody waits for
// it or for a call, and every 5 s otherwise: calls that fail at once do not let it come about.
constexpr std::chrono::milliseconds kWaitForConnection(200);

struct SingleTally {
  std::mutex mutex;
  std::vector<double> took_ms;
  int failed = 0;
  int wrong = 0;
};

void Fire(const Client& client, const std::vector<uint64_t>& reference, std::stop_token end,
          SingleTally& tally) {
  CallOptions call;
  call.timeout = kTimeout;
  call.retry_for = kTimeout;
  for (int i = 0; !end.stop_requested(); i = (i + 1) % kKnownShots) {
    const Clock::time_point begin = Clock::now();
    const auto response = client.Simulate(Breaks(i), call);
    const std::chrono::duration<double, std::milli> took = Clock::now() - begin;
    const std::lock_guard lock(tally.mutex);
    tally.took_ms.push_back(took.count());
    if (!response.ok()) {
      ++tally.failed;
      std::fprintf(stderr, "after %.0f ms: %s\n", took.count(),
                   response.status().ToString().c_str());
    } else if (response->results().hashes(0) != reference[static_cast<size_t>(i)]) {
      ++tally.wrong;
    }
  }
}

ConnectOptions CountRetries(std::atomic<int>& retries) {
  ConnectOptions options;
  options.retry.on_wait = [&retries](const absl::Status&, absl::Duration) { ++retries; };
  return options;
}

// Runs `work` on each of some threads until standard input ends.
void UntilEndOfInput(int threads, const std::function<void(std::stop_token)>& work) {
  std::vector<std::jthread> planners;
  for (int i = 0; i < threads; ++i) planners.emplace_back(work);
  while (std::getchar() != EOF) {
  }
  for (std::jthread& planner : planners) planner.request_stop();
}

struct RawTally {
  std::atomic<int> calls, ok, unavailable, cancelled, other, undocumented;
};

void FireRaw(const std::shared_ptr<grpc::Channel>& channel, const std::stop_token& end,
             RawTally& tally) {
  const auto stub = v1::SimulationService::NewStub(channel);
  const v1::SimulateRequest request = Breaks(0);
  while (!end.stop_requested()) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + absl::ToChronoSeconds(kTimeout));
    v1::SimulateResponse response;
    const absl::Status status = FromGrpcStatus(stub->Simulate(&context, request, &response));
    ++tally.calls;
    ++(status.ok()                   ? tally.ok
       : absl::IsUnavailable(status) ? tally.unavailable
       : absl::IsCancelled(status)   ? tally.cancelled
                                     : tally.other);
    if (status.ok()) continue;
    if (!IsTransient(status) && tally.undocumented++ == 0) {
      std::fprintf(stderr, "%s\n", status.ToString().c_str());
    }
    std::this_thread::sleep_for(kPauseAfterFailure);
    channel->WaitForConnected(std::chrono::system_clock::now() + kWaitForConnection);
  }
}

}  // namespace

int RunSingles(const std::string& target, int threads) {
  const std::vector<uint64_t> reference = ReferenceHashes();
  std::atomic<int> retries{0};
  const Client client{Connect(target, CountRetries(retries))};
  SingleTally tally;
  UntilEndOfInput(threads,
                  [&](std::stop_token end) { Fire(client, reference, std::move(end), tally); });
  std::printf("calls=%zu failed=%d wrong=%d retries=%d p50_ms=%.2f p99_ms=%.2f worst_ms=%.2f\n",
              tally.took_ms.size(), tally.failed, tally.wrong, retries.load(),
              Percentile(tally.took_ms, 0.5), Percentile(tally.took_ms, 0.99),
              Percentile(tally.took_ms, 1.0));
  return 0;
}

int RunRaw(const std::string& target, int threads) {
  RawTally tally{};
  UntilEndOfInput(threads,
                  [&](const std::stop_token& end) { FireRaw(RawChannel(target), end, tally); });
  std::printf("calls=%d ok=%d unavailable=%d cancelled=%d other=%d undocumented=%d\n",
              tally.calls.load(), tally.ok.load(), tally.unavailable.load(), tally.cancelled.load(),
              tally.other.load(), tally.undocumented.load());
  return 0;
}

}  // namespace carom::chaos
