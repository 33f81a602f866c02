#include "tests/soak/storm.h"

#include <grpcpp/alarm.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/random.h"
#include "grpcpp/impl/codegen/proto_utils.h"
#include "tests/fuzz/mutate.h"

namespace carom::testing {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr size_t kMostImpossible = 10;

std::shared_ptr<grpc::Channel> ConnectAlone(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetMaxReceiveMessageSize(-1);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

/// grpc.health.v1, whose messages are a name and a number: { 1: string } and { 1: enum }.
class HealthClient {
 public:
  explicit HealthClient(const std::string& address) : stub_(ConnectAlone(address)) {}

  bool Serving(steady_clock::duration* took) {
    constexpr std::string_view kServing("\x08\x01", 2);
    const auto begin = steady_clock::now();
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(1));
    grpc::CompletionQueue queue;
    const grpc::ByteBuffer asked;
    const auto call =
        stub_.PrepareUnaryCall(&context, "/grpc.health.v1.Health/Check", Empty(), &queue);
    call->StartCall();
    grpc::ByteBuffer answer;
    grpc::Status status;
    call->Finish(&answer, &status, nullptr);
    void* tag = nullptr;
    bool ok = false;
    queue.Next(&tag, &ok);
    *took = steady_clock::now() - begin;
    return status.ok() && TextOf(answer) == kServing;
  }

 private:
  static grpc::ByteBuffer Empty() {
    const grpc::Slice slice("");
    return grpc::ByteBuffer(&slice, 1);
  }
  static std::string TextOf(const grpc::ByteBuffer& bytes) {
    std::vector<grpc::Slice> slices;
    std::string text;
    if (!bytes.Dump(&slices).ok()) return text;
    for (const grpc::Slice& slice : slices) {
      text.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
    }
    return text;
  }

  grpc::GenericStub stub_;
};

/// One call after the other, each read to its end.
class Caller {
 public:
  explicit Caller(const std::string& address) : stub_(ConnectAlone(address)) {}

  grpc::Status Call(const StormCall& call, milliseconds deadline,
                    std::optional<microseconds> cancel_after) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + deadline);
    const auto stream = stub_.PrepareCall(&context, call.method, &queue_);
    stream->StartCall(nullptr);
    grpc::Alarm alarm;
    int waiting = 1;  // Answers of the queue.
    if (cancel_after) {
      alarm.Set(&queue_, std::chrono::system_clock::now() + *cancel_after, &alarm);
      ++waiting;
    }
    grpc::Status status;
    grpc::ByteBuffer answer;
    enum class Step { kStart, kWrite, kRead, kFinish } step = Step::kStart;
    while (waiting > 0) {
      void* tag = nullptr;
      bool ok = false;
      queue_.Next(&tag, &ok);
      --waiting;
      if (tag == &alarm) {
        context.TryCancel();
        continue;
      }
      if (step == Step::kFinish) {
        alarm.Cancel();  // Its answer still comes.
        continue;
      }
      ++waiting;
      if (!ok) {
        step = Step::kFinish;
        stream->Finish(&status, nullptr);
      } else if (step == Step::kStart) {
        step = Step::kWrite;
        const grpc::Slice slice(call.bytes);
        stream->WriteLast(grpc::ByteBuffer(&slice, 1), grpc::WriteOptions(), nullptr);
      } else {
        step = Step::kRead;
        stream->Read(&answer, nullptr);
      }
    }
    return status;
  }

 private:
  grpc::GenericStub stub_;
  grpc::CompletionQueue queue_;
};

// The server may say these of any bytes and at any time.
bool IsPossible(grpc::StatusCode code, bool mutant) {
  switch (code) {
    case grpc::StatusCode::OK:
    case grpc::StatusCode::CANCELLED:
    case grpc::StatusCode::DEADLINE_EXCEEDED:
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
      return true;
    case grpc::StatusCode::INVALID_ARGUMENT:
    case grpc::StatusCode::FAILED_PRECONDITION:
    case grpc::StatusCode::NOT_FOUND:
    case grpc::StatusCode::OUT_OF_RANGE:
      return mutant;
    default:
      return false;
  }
}

class Storm {
 public:
  Storm(const std::string& address, const std::vector<StormCall>& calls,
        const StormOptions& options)
      : address_(address), calls_(calls), options_(options) {}

  StormReport Run() {
    std::jthread health([this](const std::stop_token& stop) { WatchHealth(stop); });
    {
      std::vector<std::jthread> callers;
      for (int i = 0; i < options_.callers; ++i) {
        callers.emplace_back([this] { MakeCalls(); });
      }
    }
    health.request_stop();
    health.join();
    return report_;
  }

 private:
  void MakeCalls() {
    Caller caller(address_);
    for (uint64_t i = next_++; i < options_.calls; i = next_++) {
      CounterRandom random(options_.seed, i);
      StormCall call = calls_[random.Below(calls_.size())];
      const bool mutant = random.Uniform(0.0, 1.0) < options_.mutants;
      if (mutant) call.bytes = Mutate(std::move(call.bytes), random);
      const auto deadline = milliseconds(1 + random.Below(options_.deadline.count()));
      std::optional<microseconds> cancel_after;
      if (random.Uniform(0.0, 1.0) < options_.cancelled) {
        cancel_after = microseconds(random.Below(microseconds(deadline).count()));
      }
      Count(i, mutant, call, caller.Call(call, deadline, cancel_after));
    }
  }

  void Count(uint64_t number, bool mutant, const StormCall& call, const grpc::Status& status) {
    const std::lock_guard lock(mutex_);
    ++report_.ended[status.error_code()];
    if (IsPossible(status.error_code(), mutant)) return;
    if (report_.impossible.size() >= kMostImpossible) return;
    report_.impossible.push_back(absl::StrCat("call ", number, " of ", call.method, ": code ",
                                              status.error_code(), ", ", status.error_message()));
  }

  void WatchHealth(const std::stop_token& stop) {
    constexpr milliseconds kPause(20);
    HealthClient client(address_);
    while (!stop.stop_requested()) {
      steady_clock::duration took{};
      const bool serving = client.Serving(&took);
      ++report_.health_checks;
      if (!serving) ++report_.health_failures;
      report_.slowest_health =
          std::max(report_.slowest_health, std::chrono::duration_cast<milliseconds>(took));
      std::this_thread::sleep_for(kPause);
    }
  }

  const std::string& address_;
  const std::vector<StormCall>& calls_;
  const StormOptions& options_;
  std::atomic<uint64_t> next_{0};
  std::mutex mutex_;
  StormReport report_;  // Its part of health belongs to one thread.
};

}  // namespace

uint64_t StormReport::Calls() const {
  uint64_t calls = 0;
  for (const auto& [code, count] : ended) calls += count;
  return calls;
}

StormReport RunStorm(const std::string& address, const std::vector<StormCall>& calls,
                     const StormOptions& options) {
  return Storm(address, calls, options).Run();
}

}  // namespace carom::testing
