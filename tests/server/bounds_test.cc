// What a service takes up at a time is bounded, and what is beyond is refused at once, to come
// again.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "server/split.h"
#include "tests/server/eventually.h"
#include "tests/server/shot_questions.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using testing::LongShot;

constexpr int64_t kBudget = 96 << 20;

ServerOptions SmallBudget() {
  ServerOptions options = WithThreads(2);
  options.admission.memory_budget_bytes = kBudget;
  return options;
}

// Far more than a message holds: some 90 KB a shot.
v1::SimulateRequest ManySamples() {
  v1::SimulateRequest request = Breaks(4096);
  request.mutable_detail()->set_level(v1::Detail::LEVEL_SAMPLES);
  request.mutable_detail()->mutable_samples()->set_period_s(0.02);
  return request;
}

bool IsPushedBack(const grpc::ClientContext& context) {
  return context.GetServerTrailingMetadata().count("grpc-retry-pushback-ms") == 1;
}

// Thirty such calls once took 435 MB at one worker and 3.3 GB at eight, all to fail in the end.
TEST(Bounds, HoldTheMemoryOfUnaryCalls) {
  TestService service(SmallBudget(), /*in_process=*/false);
  std::atomic<bool> done{false};
  std::atomic<int64_t> most{0};
  std::thread watch([&] {
    while (!done) {
      most = std::max(most.load(), service.server->admission().budget().reserved());
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  std::atomic<int> too_large{0};
  std::atomic<int> busy{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 30; ++i) {
    callers.emplace_back([&] {
      grpc::ClientContext context;
      v1::SimulateResponse response;
      const grpc::Status status = service.stub->Simulate(&context, ManySamples(), &response);
      too_large += status.error_code() == grpc::StatusCode::OUT_OF_RANGE;
      busy += status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED && IsPushedBack(context);
    });
  }
  v1::SimulateResponse response;
  grpc::ClientContext context;
  EXPECT_TRUE(service.stub->Simulate(&context, Breaks(1), &response).ok()) << "a small call";
  for (std::thread& caller : callers) caller.join();
  done = true;
  watch.join();
  EXPECT_EQ(too_large + busy, 30);
  EXPECT_GT(too_large, 0) << "the first had room";
  EXPECT_GT(busy, 0);
  EXPECT_LE(most, kBudget);
}

TEST(Bounds, ACallThatIsOverHandsEverythingBack) {
  TestService service(SmallBudget());
  for (const int shots : {1, 0, 5000, 100}) {
    grpc::ClientContext context;
    v1::SimulateResponse response;
    service.stub->Simulate(&context, Breaks(shots), &response);
  }
  ASSERT_TRUE(RunBatch(*service.stub, SceneBatch("two_ball_cut", 1000)).status.ok());
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (service.server->stats().calls_running > 0 && std::chrono::steady_clock::now() < give_up) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(service.server->admission().budget().reserved(), 0);
  EXPECT_EQ(service.server->admission().calls(), 0);
  EXPECT_EQ(service.server->admission().batches(), 0);
}

// An answer whose least size is beyond a message is refused before a shot is played.
TEST(Bounds, RefuseWhatCannotFitBeforeItIsSimulated) {
  TestService service(SmallBudget());
  v1::SimulateRequest request = Breaks(4096);
  request.mutable_detail()->set_level(v1::Detail::LEVEL_SAMPLES);
  for (int i = 0; i < 1000; ++i) {
    request.mutable_detail()->mutable_samples()->add_times_s(0.01 * i);
  }
  grpc::ClientContext context;
  v1::SimulateResponse response;
  const grpc::Status status = service.stub->Simulate(&context, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::OUT_OF_RANGE);
  EXPECT_LE(service.server->pool_stats().slices, 1);
}

TEST(Bounds, RefuseBatchesBeyondTheirNumber) {
  ServerOptions options = WithThreads(1);
  options.admission.max_batches = 1;
  TestService service(options, /*in_process=*/false);
  grpc::ClientContext first_context;
  const auto first =
      service.stub->SimulateBatch(&first_context, SceneBatch("nine_ball_break", 65'536));
  v1::SimulateBatchResponse chunk;
  ASSERT_TRUE(first->Read(&chunk));
  grpc::ClientContext context;
  const auto second = service.stub->SimulateBatch(&context, SceneBatch("two_ball_cut", 1));
  EXPECT_FALSE(second->Read(&chunk));
  const grpc::Status status = second->Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(status.error_message(), HasSubstr("--max-batches"));
  EXPECT_TRUE(IsPushedBack(context));
  first_context.TryCancel();
  while (first->Read(&chunk)) {
  }
  first->Finish();
}

// With one worker a compliant shot once blocked every call for as long as it ran.
TEST(Bounds, OneWorkerAnswersBesideLongRuns) {
  TestService service(WithThreads(1), /*in_process=*/false);
  grpc::ClientContext long_context;
  std::thread caller([&] {
    v1::SimulateRequest request = Breaks(1);
    v1::Settings& settings = *request.add_settings();
    settings.set_engine(v1::ENGINE_COMPLIANT);
    settings.mutable_compliant()->mutable_integration()->set_largest_step_s(1e-7);
    v1::SimulateResponse response;
    service.stub->Simulate(&long_context, request, &response);
  });
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (service.server->pool_stats().long_running == 0 &&
         std::chrono::steady_clock::now() < give_up) {
    std::this_thread::yield();
  }
  v1::SimulateResponse response;
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(30));
  EXPECT_TRUE(service.stub->Simulate(&context, Breaks(1), &response).ok());
  EXPECT_EQ(service.server->pool_stats().long_running, 1);
  long_context.TryCancel();
  caller.join();
}

// Shots that rest keep their logs, though one worker plays them all.
TEST(Bounds, CountTheLogOfEachShotThatRests) {
  ServerOptions options = WithThreads(1);
  options.admission.memory_budget_bytes = int64_t{1} << 30;
  TestService service(options, /*in_process=*/false);
  v1::SimulateRequest request = Breaks(1);
  request.mutable_detail()->set_level(v1::Detail::LEVEL_EVENTS);
  v1::Settings& settings = *request.add_settings();
  settings.set_engine(v1::ENGINE_COMPLIANT);
  settings.mutable_compliant()->mutable_integration()->set_largest_step_s(1e-7);
  std::array<grpc::ClientContext, 3> contexts;
  std::vector<std::thread> callers;
  for (grpc::ClientContext& context : contexts) {
    callers.emplace_back([&] {
      v1::SimulateResponse response;
      service.stub->Simulate(&context, request, &response);
    });
  }
  EXPECT_TRUE(Eventually([&] { return service.server->pool_stats().resting == 2; }));
  const MemoryBudget& budget = service.server->admission().budget();
  const int64_t log = LogBytes(options.requests, budget.bytes(), 1);
  EXPECT_TRUE(Eventually([&] { return budget.reserved() > 3 * log; })) << budget.reserved();
  for (grpc::ClientContext& context : contexts) context.TryCancel();
  for (std::thread& caller : callers) caller.join();
}

// A shot of a million events once held a worker, and with it every call, until its end.
TEST(Bounds, AShotOfManyEventsKeepsNobodyWaiting) {
  TestService service(WithThreads(1), /*in_process=*/false);
  grpc::ClientContext long_context;
  grpc::Status ended;
  std::thread caller([&] {
    v1::SimulateResponse response;
    ended = service.stub->Simulate(&long_context, LongShot(), &response);
  });
  EXPECT_TRUE(Eventually([&] { return service.server->pool_stats().long_running == 1; }));
  v1::SimulateResponse response;
  grpc::ClientContext context;
  EXPECT_TRUE(service.stub->Simulate(&context, Breaks(1), &response).ok());
  EXPECT_EQ(service.server->pool_stats().long_running, 1) << "it still runs";
  long_context.TryCancel();
  caller.join();
  EXPECT_EQ(ended.error_code(), grpc::StatusCode::CANCELLED);
}

// In a batch too, and there its shots come all the same, with the hashes that they have alone.
TEST(Bounds, LongShotsOfABatchAreWhatTheyAreAlone) {
  v1::SimulateRequest request = LongShot();
  request.mutable_settings(0)->mutable_limits()->set_max_events(30'000);
  *request.mutable_shots()->add_shots() = request.shots().shots(0);
  request.mutable_shots()->mutable_shots(1)->mutable_strike()->set_azimuth_rad(0.1);
  TestService service(WithThreads(2));
  grpc::ClientContext context;
  v1::SimulateResponse alone;
  ASSERT_TRUE(service.stub->Simulate(&context, request, &alone).ok());
  v1::SimulateBatchRequest batch;
  *batch.mutable_tables() = request.tables();
  *batch.mutable_settings() = request.settings();
  *batch.mutable_layouts() = request.layouts();
  *batch.mutable_shots() = request.shots();
  const BatchAnswer answer = RunBatch(*service.stub, batch);
  ASSERT_TRUE(answer.status.ok());
  ASSERT_EQ(answer.hashes.size(), 2u);
  EXPECT_EQ(answer.hashes.at(0), alone.results().hashes(0));
  EXPECT_EQ(answer.hashes.at(1), alone.results().hashes(1));
  EXPECT_EQ(alone.results().event_counts(0), 30'000u);
}

// A log that will not fit the answer is not written to its end: it once took 700 MB.
TEST(Bounds, ALogThatCannotFitIsNotKept) {
  ServerOptions options = WithThreads(1);
  options.requests.max_shot_bytes = 1 << 16;
  TestService service(options);
  v1::SimulateRequest request = LongShot();
  request.mutable_detail()->set_level(v1::Detail::LEVEL_EVENTS);
  request.mutable_detail()->set_event_states(true);
  grpc::ClientContext context;
  v1::SimulateResponse response;
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_TRUE(service.stub->Simulate(&context, request, &response).ok());
  ASSERT_EQ(response.results().failures_size(), 1);
  EXPECT_EQ(response.results().failures(0).code(), google::rpc::OUT_OF_RANGE);
  EXPECT_THAT(response.results().failures(0).message(), HasSubstr("log of this shot"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3));
}

// gRPC would inflate such a message whatever its size, before anybody is asked.
TEST(Bounds, CompressedRequestsAreRefused) {
  TestService service(WithThreads(1), /*in_process=*/false);
  grpc::ClientContext context;
  context.set_compression_algorithm(GRPC_COMPRESS_GZIP);
  v1::SimulateResponse response;
  const grpc::Status status = service.stub->Simulate(&context, Breaks(1000), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNIMPLEMENTED) << status.error_message();
}

}  // namespace
}  // namespace carom
