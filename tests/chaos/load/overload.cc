#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "carom/v1/simulation.grpc.pb.h"
#include "tests/chaos/load/known_shots.h"
#include "tests/chaos/load/modes.h"
#include "tests/chaos/load/percentile.h"
#include "tests/chaos/load/raw_channel.h"

namespace carom::chaos {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

struct Call {
  grpc::ClientContext context;
  v1::SimulateRequest request;
  v1::SimulateResponse response;
  int first_shot = 0;
  Clock::time_point begin;
};

// What became of all calls. Thread-safe.
class OverloadTally {
 public:
  explicit OverloadTally(std::vector<uint64_t> reference) : reference_(std::move(reference)) {}

  void Begin() {
    const std::lock_guard lock(mutex_);
    ++sent_;
    ++running_;
  }

  // The call goes before its end is told: its context holds a channel, and the last channel of the
  // process joins gRPC's threads for callbacks, of which this is one.
  void End(std::shared_ptr<Call> call, const grpc::Status& status) {
    const std::chrono::duration<double, std::milli> took = Clock::now() - call->begin;
    {
      const std::lock_guard lock(mutex_);
      Count(*call, status, took.count());
    }
    call.reset();
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_all();
  }

  // Until at most so many calls run.
  void WaitForRunning(int calls) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return running_ <= calls; });
  }

  void Print(double seconds) const {
    std::printf(
        "sent=%d ok=%zu wrong=%d refused=%zu without_pushback=%d late=%d other=%d ok_per_s=%.1f "
        "refusal_p50_ms=%.2f refusal_p99_ms=%.2f ok_p50_ms=%.2f ok_p99_ms=%.2f\n",
        sent_, ok_ms_.size(), wrong_, refusal_ms_.size(), without_pushback_, late_, other_,
        static_cast<double>(ok_ms_.size()) / seconds, Percentile(refusal_ms_, 0.5),
        Percentile(refusal_ms_, 0.99), Percentile(ok_ms_, 0.5), Percentile(ok_ms_, 0.99));
  }

 private:
  void Count(const Call& call, const grpc::Status& status, double took_ms) {
    switch (status.error_code()) {
      case grpc::StatusCode::OK:
        ok_ms_.push_back(took_ms);
        if (!IsRight(call)) ++wrong_;
        return;
      case grpc::StatusCode::RESOURCE_EXHAUSTED:
        refusal_ms_.push_back(took_ms);
        if (!call.context.GetServerTrailingMetadata().contains("grpc-retry-pushback-ms")) {
          ++without_pushback_;
        }
        return;
      case grpc::StatusCode::DEADLINE_EXCEEDED:
        ++late_;
        return;
      default:
        if (other_++ == 0) {
          std::fprintf(stderr, "%d: %s\n", status.error_code(), status.error_message().c_str());
        }
    }
  }

  bool IsRight(const Call& call) const {
    const auto& hashes = call.response.results().hashes();
    if (hashes.size() != call.request.shots().shots_size()) return false;
    for (int i = 0; i < hashes.size(); ++i) {
      if (hashes[i] != reference_[static_cast<size_t>((call.first_shot + i) % kKnownShots)]) {
        return false;
      }
    }
    return true;
  }

  const std::vector<uint64_t> reference_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int sent_ = 0;
  int running_ = 0;
  std::vector<double> ok_ms_;
  std::vector<double> refusal_ms_;
  int wrong_ = 0;
  int without_pushback_ = 0;
  int late_ = 0;
  int other_ = 0;
};

void Send(v1::SimulationService::Stub& stub, const OverloadPlan& plan, int number,
          OverloadTally& tally) {
  auto call = std::make_shared<Call>();
  call->first_shot = number % kKnownShots;
  call->request = Breaks(call->first_shot, plan.shots_per_call);
  call->begin = Clock::now();
  call->context.set_deadline(
      std::chrono::system_clock::now() +
      std::chrono::milliseconds(static_cast<int64_t>(1e3 * plan.deadline_s)));
  tally.Begin();
  stub.async()->Simulate(
      &call->context, &call->request, &call->response,
      [call, &tally](const grpc::Status& status) mutable { tally.End(std::move(call), status); });
}

}  // namespace

int RunOverload(const std::string& target, const OverloadPlan& plan) {
  std::vector<std::unique_ptr<v1::SimulationService::Stub>> stubs;
  for (int i = 0; i < kOverloadConnections; ++i) {
    stubs.push_back(v1::SimulationService::NewStub(RawChannel(target)));
  }
  OverloadTally tally(ReferenceHashes());
  const Clock::time_point begin = Clock::now();
  for (int i = 0; Clock::now() < begin + Seconds(plan.seconds); ++i) {
    if (plan.calls_per_s > 0) {
      std::this_thread::sleep_until(begin + Seconds(i / plan.calls_per_s));
    } else {
      tally.WaitForRunning(1);
    }
    Send(*stubs[static_cast<size_t>(i) % stubs.size()], plan, i, tally);
  }
  tally.WaitForRunning(0);
  tally.Print(Seconds(Clock::now() - begin).count());
  return 0;
}

}  // namespace carom::chaos
