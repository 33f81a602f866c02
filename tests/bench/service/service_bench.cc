// carom-service-bench: what planners notice of a server that others keep busy. Prints a CSV:
//
//   load,threads,quantity,value,bound
//
//   carom-service-bench [--check] [--filters]
//
// A server in this process is asked through a port of its own. First what a single shot costs above
// a call that does nothing (GetServerInfo): at most 60 us of its median and 40 us of the server's
// processor time. Then single shots, one at a time, on an idle server, beside 16 batches and beside
// 16 streams of compliant shots: their median is to be at most twice the idle one plus a slice of 2
// ms. Last what a filter costs that lets 1 shot in 100 of a batch pass: at most 5 % more time than
// no filter, at most 1.5 % of its bytes; --filters measures that alone. --check makes a missed
// bound the exit code 1; the bounds are of an idle machine. What a flood of calls does is told by
// the chaos scenario `overload`.

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/bench/service/filter_cost.h"
#include "tests/bench/service/measure.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using std::chrono::milliseconds;

// ---- Cost of a call -----------------------------------------------------------------------------

/// One ball struck at another on the default table: the least that a planner asks for.
v1::SimulateRequest OneCut() {
  v1::SimulateRequest request;
  v1::BallList& balls = *request.add_layouts()->mutable_balls();
  for (const double x : {-0.5, 0.3}) {
    balls.add_balls()->mutable_state()->mutable_position_m()->set_x(x);
  }
  v1::CueStrike& strike = *request.mutable_shots()->add_shots()->mutable_strike();
  strike.set_speed_m_s(1.0);
  strike.set_azimuth_rad(0.03);
  return request;
}

struct Cost {
  std::vector<double> calls_us;
  double processor_us = 0.0;

  double Median() {
    std::sort(calls_us.begin(), calls_us.end());
    return calls_us[calls_us.size() / 2];
  }
  double Processor() const { return processor_us / static_cast<double>(calls_us.size()); }
};

template <typename Call>
void MeasureCalls(int count, const Call& call, Cost& cost) {
  const double before_s = ServerTime();
  for (int i = 0; i < count; ++i) {
    grpc::ClientContext context;
    const Clock::time_point begin = Clock::now();
    const grpc::Status status = call(&context);
    cost.calls_us.push_back(1e6 * Seconds(Clock::now() - begin));
    if (status.ok()) continue;
    std::cerr << "carom-service-bench: " << status.error_message() << "\n";
    std::exit(1);
  }
  cost.processor_us += 1e6 * (ServerTime() - before_s);
}

// In turns, so that both see the same machine.
void BenchCost(Report& report) {
  constexpr int kTurns = 20;
  constexpr int kCalls = 200;
  TestService service(WithThreads(1), /*in_process=*/false);
  const v1::SimulateRequest shot = OneCut();
  Cost nothing;
  Cost single;
  for (int turn = -1; turn < kTurns; ++turn) {
    if (turn == 0) nothing = single = Cost();  // The first turn warms up.
    MeasureCalls(
        kCalls,
        [&](grpc::ClientContext* context) {
          v1::GetServerInfoResponse response;
          return service.stub->GetServerInfo(context, v1::GetServerInfoRequest(), &response);
        },
        nothing);
    MeasureCalls(
        kCalls,
        [&](grpc::ClientContext* context) {
          v1::SimulateResponse response;
          return service.stub->Simulate(context, shot, &response);
        },
        single);
  }
  report.Tell("idle", 1, "info_p50_us", nothing.Median());
  report.Tell("idle", 1, "info_processor_us", nothing.Processor());
  report.AtMost("idle", 1, "cut_p50_us_above_info", single.Median() - nothing.Median(), 60.0);
  report.AtMost("idle", 1, "cut_processor_us_above_info", single.Processor() - nothing.Processor(),
                40.0);
  report.Tell("idle", 1, "cut_p99_us", single.calls_us[single.calls_us.size() * 99 / 100]);
}

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

// ---- Command line -------------------------------------------------------------------------------

struct Wishes {
  bool check = false;
  bool filters_alone = false;
};

// Exits with 2 on what it does not know.
Wishes Parse(int argc, char** argv) {
  Wishes wishes;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--check") {
      wishes.check = true;
    } else if (argument == "--filters") {
      wishes.filters_alone = true;
    } else {
      const bool help = argument == "--help";
      (help ? std::cout : std::cerr) << "usage: carom-service-bench [--check] [--filters]\n";
      std::exit(help ? 0 : 2);
    }
  }
  return wishes;
}

int Run(const Wishes& wishes) {
  Report report;
  if (!wishes.filters_alone) {
    BenchCost(report);
    for (const int threads : {1, 2}) BenchLatency(threads, report);
  }
  for (const int threads : {1, 2}) BenchFilter(threads, report);
  return wishes.check && !report.ok() ? 1 : 0;
}

}  // namespace
}  // namespace carom

int main(int argc, char** argv) { return carom::Run(carom::Parse(argc, argv)); }
