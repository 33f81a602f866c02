// carom-service-bench: what planners notice of a server that others keep busy. Prints a CSV:
//
//   load,threads,quantity,value,bound
//
//   carom-service-bench [--seconds=S] [--check]
//
// A server in this process is asked through a port of its own. First single shots, one at a time,
// on an idle server, beside 16 batches and beside 16 streams of compliant shots: their median is to
// be at most twice the idle one plus a slice of 2 ms. Then an overload for S seconds (default 10):
// calls of some 15 ms each, ten times as many as the server can take, none repeated. Accepted calls
// must meet their deadline, refusals must come within 5 ms (the 99th percentile by the server's own
// histogram) and bring a pushback, and as many calls must be done as with one caller per worker,
// less a tenth. --check makes a missed bound the exit code 1; the bounds are of an idle machine.

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "server/metrics/timings.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

double Seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

/// The CSV, and whether all bounds held.
class Report {
 public:
  Report() { std::puts("load,threads,quantity,value,bound"); }

  void Tell(const std::string& load, int threads, const char* quantity, double value) {
    Print(load, threads, quantity, value, "");
  }
  void AtMost(const std::string& load, int threads, const char* quantity, double value,
              double bound) {
    Bounded(load, threads, quantity, value, value <= bound, "<= " + std::to_string(bound));
  }
  void AtLeast(const std::string& load, int threads, const char* quantity, double value,
               double bound) {
    Bounded(load, threads, quantity, value, value >= bound, ">= " + std::to_string(bound));
  }

  bool ok() const { return ok_; }

 private:
  void Bounded(const std::string& load, int threads, const char* quantity, double value, bool holds,
               const std::string& bound) {
    ok_ = ok_ && holds;
    Print(load, threads, quantity, value, bound + (holds ? "" : " MISSED"));
  }
  static void Print(const std::string& load, int threads, const char* quantity, double value,
                    const std::string& bound) {
    std::printf("%s,%d,%s,%.6g,%s\n", load.c_str(), threads, quantity, value, bound.c_str());
    std::fflush(stdout);
  }

  bool ok_ = true;
};

// ---- Latency ------------------------------------------------------------------------------------

struct Latency {
  double p50_ms;
  double p99_ms;
};

Latency MeasureSingles(TestService& service) {
  constexpr size_t kCalls = 400;
  constexpr milliseconds kThinking(3);  // A planner's; at its full rate it would load the server.
  std::vector<double> times_ms;
  for (size_t i = 0; i < kCalls; ++i) {
    grpc::ClientContext context;
    v1::SimulateResponse response;
    const Clock::time_point begin = Clock::now();
    const grpc::Status status = service.stub->Simulate(&context, Breaks(1), &response);
    times_ms.push_back(1e3 * Seconds(Clock::now() - begin));
    if (!status.ok()) {
      std::cerr << "carom-service-bench: " << status.error_message() << "\n";
      std::exit(1);
    }
    std::this_thread::sleep_for(kThinking);
  }
  std::sort(times_ms.begin(), times_ms.end());
  return {times_ms[kCalls / 2], times_ms[kCalls * 99 / 100]};
}

v1::SimulateBatchRequest CompliantBatch() {
  v1::SimulateBatchRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  request.add_settings()->set_engine(v1::ENGINE_COMPLIANT);
  AddBreaks(100, *request.mutable_shots()->mutable_shots());
  return request;
}

/// Streams that are read as fast as they come, until the end of this object.
class Streams {
 public:
  Streams(TestService& service, int count, const v1::SimulateBatchRequest& request) {
    for (int i = 0; i < count; ++i) {
      contexts_.push_back(std::make_unique<grpc::ClientContext>());
      readers_.emplace_back([&service, request, context = contexts_.back().get(), this] {
        const auto reader = service.stub->SimulateBatch(context, request);
        v1::SimulateBatchResponse chunk;
        while (reader->Read(&chunk)) shots_ += chunk.results().shot_count();
        reader->Finish();
      });
    }
  }
  ~Streams() {
    for (const auto& context : contexts_) context->TryCancel();
    for (std::thread& reader : readers_) reader.join();
  }
  uint64_t shots() const { return shots_; }

 private:
  std::atomic<uint64_t> shots_{0};
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts_;
  std::vector<std::thread> readers_;
};

void BenchLatency(int threads, Report& report) {
  constexpr int kStreams = 16;
  constexpr double kSlice_ms = 2.0;
  constexpr std::chrono::seconds kWarmUp(1);
  TestService service(WithThreads(threads), /*in_process=*/false);
  MeasureSingles(service);
  const Latency idle = MeasureSingles(service);
  report.Tell("idle", threads, "single_p50_ms", idle.p50_ms);
  report.Tell("idle", threads, "single_p99_ms", idle.p99_ms);
  const struct {
    const char* name;
    v1::SimulateBatchRequest request;
  } loads[] = {{"16 batches", SceneBatch("eight_ball_break", 65536)},
               {"16 compliant streams", CompliantBatch()}};
  for (const auto& load : loads) {
    const Streams streams(service, kStreams, load.request);
    std::this_thread::sleep_for(kWarmUp);
    const Latency beside = MeasureSingles(service);
    report.AtMost(load.name, threads, "single_p50_ms", beside.p50_ms,
                  2.0 * idle.p50_ms + kSlice_ms);
    report.Tell(load.name, threads, "single_p99_ms", beside.p99_ms);
  }
}

// ---- Overload -----------------------------------------------------------------------------------

constexpr int kShotsPerCall = 200;
constexpr milliseconds kDeadline(1000);

int64_t PeakMemory_KiB() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    int64_t memory = 0;
    if (word == "VmHWM:" && status >> memory) return memory;
  }
  return 0;
}

struct Tally {
  std::atomic<uint64_t> begun{0};
  std::atomic<uint64_t> ended{0};
  std::atomic<uint64_t> done{0};
  std::atomic<uint64_t> refused{0};
  std::atomic<uint64_t> refused_without_pushback{0};
  std::atomic<uint64_t> late{0};
  std::atomic<uint64_t> other{0};

  void Count(const grpc::Status& status, bool pushback) {
    switch (status.error_code()) {
      case grpc::StatusCode::OK:
        ++done;
        break;
      case grpc::StatusCode::RESOURCE_EXHAUSTED:
        ++refused;
        if (!pushback) ++refused_without_pushback;
        break;
      case grpc::StatusCode::DEADLINE_EXCEEDED:
        ++late;
        break;
      default:
        ++other;
    }
    ++ended;
  }
};

/// One call that deletes itself when it has ended.
class Call {
 public:
  static void Begin(TestService& service, const v1::SimulateRequest& request, Tally& tally,
                    std::function<void()> then) {
    auto* const call = new Call;
    ++tally.begun;
    call->context_.set_deadline(std::chrono::system_clock::now() + kDeadline);
    service.stub->async()->Simulate(
        &call->context_, &request, &call->response_,
        [call, &tally, then = std::move(then)](const grpc::Status& status) {
          const bool pushback =
              call->context_.GetServerTrailingMetadata().count("grpc-retry-pushback-ms") > 0;
          delete call;
          tally.Count(status, pushback);
          if (then) then();
        });
  }

 private:
  grpc::ClientContext context_;
  v1::SimulateResponse response_;
};

void WaitForAll(const Tally& tally) {
  while (tally.ended < tally.begun) std::this_thread::sleep_for(milliseconds(1));
}

/// Calls a second with so many callers, each with one call after the other.
double MeasureCapacity(TestService& service, const v1::SimulateRequest& request, int callers,
                       double seconds) {
  Tally tally;
  std::atomic<bool> over{false};
  std::function<void()> next = [&] {
    if (!over) Call::Begin(service, request, tally, next);
  };
  const Clock::time_point begin = Clock::now();
  for (int i = 0; i < callers; ++i) next();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  const double rate = static_cast<double>(tally.done) / Seconds(Clock::now() - begin);
  over = true;
  WaitForAll(tally);
  return rate;
}

/// `rate` calls a second, whatever becomes of them.
double Flood(TestService& service, const v1::SimulateRequest& request, double rate, double seconds,
             Tally& tally) {
  const Clock::time_point begin = Clock::now();
  for (double spent = 0.0; spent < seconds; spent = Seconds(Clock::now() - begin)) {
    while (static_cast<double>(tally.begun) < spent * rate) {
      Call::Begin(service, request, tally, nullptr);
    }
    std::this_thread::sleep_for(milliseconds(1));
  }
  const double done_per_s = static_cast<double>(tally.done) / Seconds(Clock::now() - begin);
  WaitForAll(tally);
  return done_per_s;
}

/// The share of the refusals in the server that took at most `bound_s`, a bound of a bucket.
double RefusedWithin(const Server& server, double bound_s) {
  for (const prometheus::MetricFamily& family : server.timings().Collect()) {
    if (family.name != "carom_call_seconds") continue;
    for (const prometheus::ClientMetric& metric : family.metric) {
      if (metric.label[0].value != "RESOURCE_EXHAUSTED") continue;
      for (const auto& bucket : metric.histogram.bucket) {
        if (bucket.upper_bound == bound_s) {
          return static_cast<double>(bucket.cumulative_count) /
                 static_cast<double>(metric.histogram.sample_count);
        }
      }
    }
  }
  return 0.0;
}

void BenchOverload(int threads, double seconds, Report& report) {
  constexpr char kLoad[] = "overload";
  constexpr double kTimes = 10.0;
  ServerOptions options = WithThreads(threads);
  options.admission.memory_budget_bytes = 64 << 20;
  options.connections.max_concurrent_streams = 100'000;  // All calls come over one connection.
  TestService service(options, /*in_process=*/false);
  const v1::SimulateRequest request = Breaks(kShotsPerCall);
  MeasureCapacity(service, request, threads, 1.0);
  const double capacity = MeasureCapacity(service, request, 2 * threads, std::min(seconds, 10.0));
  report.Tell(kLoad, threads, "capacity_calls_per_s", capacity);
  report.AtLeast(kLoad, threads, "work_of_a_call_ms", 1e3 * threads / capacity, 10.0);
  const int64_t before_KiB = PeakMemory_KiB();
  Tally tally;
  const double done = Flood(service, request, kTimes * capacity, seconds, tally);
  report.Tell(kLoad, threads, "calls", static_cast<double>(tally.ended));
  report.Tell(kLoad, threads, "refused", static_cast<double>(tally.refused));
  report.AtLeast(kLoad, threads, "done_over_capacity", done / capacity, 0.9);
  report.AtMost(kLoad, threads, "accepted_and_late", static_cast<double>(tally.late), 0.0);
  report.AtMost(kLoad, threads, "other_errors", static_cast<double>(tally.other), 0.0);
  report.AtMost(kLoad, threads, "refused_without_pushback",
                static_cast<double>(tally.refused_without_pushback), 0.0);
  report.AtLeast(kLoad, threads, "refused_within_5_ms", RefusedWithin(*service.server, 5e-3), 0.99);
  // Client and server together; the budget, and what the client holds of a call.
  report.Tell(kLoad, threads, "memory_growth_MiB",
              static_cast<double>(PeakMemory_KiB() - before_KiB) / 1024.0);
}

// ---- Command line -------------------------------------------------------------------------------

struct Options {
  double seconds = 10.0;
  bool check = false;
};

// Exits with 2 on what it does not know.
Options ParseOptions(int argc, char** argv) {
  constexpr std::string_view kSeconds = "--seconds=";
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.substr(0, kSeconds.size()) == kSeconds) {
      options.seconds = std::strtod(argv[i] + kSeconds.size(), nullptr);
    } else if (argument == "--check") {
      options.check = true;
    } else {
      const bool help = argument == "--help";
      (help ? std::cout : std::cerr) << "usage: carom-service-bench [--seconds=S] [--check]\n";
      std::exit(help ? 0 : 2);
    }
  }
  if (!(options.seconds > 0.0)) {
    std::cerr << "carom-service-bench: --seconds must be above 0\n";
    std::exit(2);
  }
  return options;
}

int Run(const Options& options) {
  Report report;
  for (const int threads : {1, 2}) BenchLatency(threads, report);
  for (const int threads : {1, 2}) BenchOverload(threads, options.seconds, report);
  return options.check && !report.ok() ? 1 : 0;
}

}  // namespace
}  // namespace carom

int main(int argc, char** argv) { return carom::Run(carom::ParseOptions(argc, argv)); }
