// Callers who send anything, cancel at any time and have little patience. What must hold: no call
// ends in a way that the contract does not know, the server stays healthy, no call outlives its
// deadline in the server, and when all is over nothing is left behind.
//
// CAROM_FUZZ=all plays the long proofs: 10^6 mutants, 10^5 cancellations.

#include "tests/soak/storm.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "carom/v1/simulation.pb.h"
#include "server/metrics/timings.h"
#include "tests/server/convert/wire_message.h"
#include "tests/server/estimate_questions.h"
#include "tests/server/eventually.h"
#include "tests/server/rules_request.h"
#include "tests/server/test_service.h"
#include "tests/testing/fuzz_share.h"
#include "tests/testing/service/request_case.h"

namespace carom::testing {
namespace {

using std::chrono::milliseconds;

constexpr bool kSanitized = CAROM_FUZZ_DIVISOR != 1;

/// The same shots as a batch.
v1::SimulateBatchRequest AsBatch(const v1::SimulateRequest& request) {
  v1::SimulateBatchRequest batch;
  *batch.mutable_tables() = request.tables();
  *batch.mutable_settings() = request.settings();
  *batch.mutable_layouts() = request.layouts();
  *batch.mutable_shots() = request.shots();
  *batch.mutable_detail() = request.detail();
  return batch;
}

/// Everything that the service can be asked: the corpus of the fuzzer as calls and as batches,
/// scenes, mechanisms, rulings and the catalogue.
std::vector<StormCall> AllKindsOfCalls() {
  std::vector<StormCall> calls;
  const auto add = [&calls](const char* method, const google::protobuf::Message& request) {
    const bool simulations = method != std::string("SimulateMechanism");
    const char* const service =
        simulations ? "/carom.v1.SimulationService/" : "/carom.v1.MechanismService/";
    calls.push_back({std::string(service) + method, request.SerializeAsString()});
  };
  const std::filesystem::path corpus = CAROM_TEST_DATA_DIR "/../fuzz/corpus";
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    const v1::SimulateRequest request = ReadRequest(entry.path().string());
    add("Simulate", request);
    add("SimulateBatch", AsBatch(request));
  }
  for (const char* scene : {"two_ball_cut", "nine_ball_break", "eight_ball_scatter"}) {
    v1::SimulateBatchRequest batch = SceneBatch(scene, 1000);
    batch.mutable_detail()->set_level(v1::Detail::LEVEL_EVENTS);
    add("SimulateBatch", batch);
  }
  for (const char* mechanism :
       {"double_pendulum {}", "rolling_ball {}", "newtons_cradle {}", "ball_bearing {}"}) {
    add("SimulateMechanism", Wire<v1::SimulateMechanismRequest>(mechanism));
  }
  add("SimulateMechanism", LongMechanism());
  add("EstimateOutcomes", CutShots(20, 500));
  v1::EstimateOutcomesRequest race = CutShots(100, 50);
  race.mutable_race()->set_budget(1000);
  add("EstimateOutcomes", race);
  add("Simulate", Breaks(64));
  add("RuleShots", NineBallShots());
  add("RuleShots", RulesRequest(v1::RULES_EIGHT_BALL, rules::EightBallCases()));
  add("PlaceBalls", Wire<v1::PlaceBallsRequest>(R"(
      layouts { rack { name: "nine_ball" } }
      placings { spotted { ball: 9 spot: TABLE_SPOT_FOOT } cue_ball: CUE_BALL_PLACE_ANYWHERE
                 cue_ball_wish { x_m: 0.635 } })"));
  add("ListTables", v1::ListTablesRequest());
  add("GetTable", Wire<v1::GetTableRequest>("name: 'pool_9ft'"));
  add("GetServerInfo", v1::GetServerInfoRequest());
  return calls;
}

void Print(const StormReport& report) {
  for (const auto& [code, count] : report.ended) {
    std::cout << "code " << static_cast<int>(code) << ": " << count << " calls\n";
  }
  std::cout << "health: " << report.health_checks << " checks, slowest "
            << report.slowest_health.count() << " ms\n";
}

void ExpectWellBehaved(const StormReport& report) {
  for (const std::string& what : report.impossible) ADD_FAILURE() << what;
  EXPECT_GT(report.health_checks, 0u);
  EXPECT_EQ(report.health_failures, 0u);
}

/// Calls in the server that took longer than `bound_s`, which is a bound of a bucket.
uint64_t CallsBeyond(const Server& server, double bound_s) {
  uint64_t beyond = 0;
  bool found = false;
  for (const prometheus::MetricFamily& family : server.timings().Collect()) {
    if (family.name != "carom_call_seconds") continue;
    for (const prometheus::ClientMetric& metric : family.metric) {
      for (const auto& bucket : metric.histogram.bucket) {
        if (bucket.upper_bound != bound_s) continue;
        found = true;
        const uint64_t late = metric.histogram.sample_count - bucket.cumulative_count;
        beyond += late;
        if (late == 0) continue;
        std::cout << late << " calls beyond " << bound_s << " s:";
        for (const auto& label : metric.label) std::cout << " " << label.value;
        std::cout << "\n";
      }
    }
  }
  EXPECT_TRUE(found);
  return beyond;
}

void ExpectNothingLeft(const Server& server) {
  EXPECT_TRUE(Eventually([&] { return server.stats().calls_running == 0; }));
  EXPECT_EQ(server.admission().calls(), 0);
  EXPECT_EQ(server.admission().batches(), 0);
  EXPECT_EQ(server.admission().budget().reserved(), 0);
  EXPECT_EQ(server.stats().outbox_bytes, 0);
  EXPECT_TRUE(Eventually([&] { return server.pool_stats().running == 0; }));
  EXPECT_EQ(server.pool_stats().queued, 0);
}

// Beside other tests on a busy machine a call may wait for the processor itself; alone, as in the
// long proof, 100 ms must do.
constexpr double kAlone_s = 0.25;
constexpr double kBusy_s = 2.5;

TEST(Storm, AnyBytesAreAnswered) {
  TestService service(WithThreads(2), /*in_process=*/false);
  StormOptions options;
  options.calls = FuzzesAll() ? 1'000'000 : FuzzShare(8'000, 1'000);
  options.mutants = 0.9;
  options.deadline = milliseconds(150);
  const StormReport report = RunStorm(service.server->address(), AllKindsOfCalls(), options);
  Print(report);
  EXPECT_EQ(report.Calls(), options.calls);
  ExpectWellBehaved(report);
  ExpectNothingLeft(*service.server);
  // All ways out are taken.
  for (const grpc::StatusCode code : {grpc::StatusCode::OK, grpc::StatusCode::INVALID_ARGUMENT}) {
    EXPECT_GT(report.ended.count(code), 0u) << code;
  }
  EXPECT_EQ(CallsBeyond(*service.server, FuzzesAll() ? kAlone_s : kBusy_s), 0u);
}

int64_t Heap_bytes() { return static_cast<int64_t>(mallinfo2().uordblks); }

TEST(Storm, CancellationsLeaveNothingBehind) {
  // What gRPC and the libraries keep once they have run: measured after a first storm.
  constexpr int64_t kNoise_bytes = 4 << 20;
  TestService service(WithThreads(2), /*in_process=*/false);
  StormOptions options;
  options.calls = FuzzesAll() ? 100'000 : FuzzShare(5'000, 1'000);
  options.cancelled = 0.8;
  options.deadline = milliseconds(20);
  const std::vector<StormCall> calls = AllKindsOfCalls();
  RunStorm(service.server->address(), calls, options);
  ExpectNothingLeft(*service.server);
  const int64_t before = Heap_bytes();
  options.seed = 2;
  const StormReport report = RunStorm(service.server->address(), calls, options);
  Print(report);
  EXPECT_EQ(report.Calls(), options.calls);
  ExpectWellBehaved(report);
  ExpectNothingLeft(*service.server);
  EXPECT_GT(report.ended.at(grpc::StatusCode::CANCELLED), options.calls / 10);
  EXPECT_GT(report.ended.at(grpc::StatusCode::DEADLINE_EXCEEDED), 0u);
  if (kSanitized) return;  // A heap of its own, and it looks for leaks itself.
  std::cout << "heap: " << (Heap_bytes() - before) / 1024 << " KiB more\n";
  EXPECT_LT(Heap_bytes() - before, kNoise_bytes);
}

}  // namespace
}  // namespace carom::testing
