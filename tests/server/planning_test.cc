// Parsing, planning and reporting cannot be cut as shots can: what takes long does not hold up
// those who wait for a few shots, and its memory is counted.

#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "server/call/tasks.h"
#include "server/convert/request_convert.h"
#include "server/request_view.h"
#include "server/shot_plan.h"
#include "tests/server/estimate_questions.h"
#include "tests/server/eventually.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

bool IsLongRunning(const TestService& service) {
  return service.server->pool_stats().long_running == 1;
}

// A plan of half a second held the only worker.
TEST(Planning, OfManyPartsKeepsNobodyWaiting) {
  TestService service(WithThreads(1));
  std::thread caller([&] {
    const BatchAnswer answer = RunBatch(*service.stub, ManySettings());
    EXPECT_TRUE(answer.status.ok()) << answer.status.error_message();
    EXPECT_EQ(answer.hashes.size(), 1u);
  });
  EXPECT_TRUE(Eventually([&] { return IsLongRunning(service); }));
  v1::SimulateResponse response;
  grpc::ClientContext context;
  EXPECT_TRUE(service.stub->Simulate(&context, Breaks(1), &response).ok());
  EXPECT_TRUE(IsLongRunning(service)) << "the shot was answered while the batch is planned";
  caller.join();
}

// Few bytes, and more than a slice of planning: it is begun anew where it keeps nobody waiting.
TEST(Planning, MovesToTheLongLane) {
  const v1::SimulateBatchRequest batch = ManySettings(4000);
  ASSERT_LT(batch.ByteSizeLong(), 64u << 10);
  TestService service(WithThreads(1));
  std::atomic<bool> end{false};
  std::atomic<bool> was_long{false};
  std::thread watcher([&] {
    while (!end) was_long = was_long || IsLongRunning(service);
  });
  EXPECT_EQ(RunBatch(*service.stub, batch).hashes.size(), 1u);
  v1::SimulateRequest unary;
  *unary.mutable_settings() = ManySettings(4000).settings();
  unary.add_layouts()->mutable_rack()->set_name("nine_ball");
  AddBreaks(9, *unary.mutable_shots()->mutable_shots());
  v1::SimulateResponse response;
  grpc::ClientContext context;
  const grpc::Status status = service.stub->Simulate(&context, unary, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.results().shot_count(), 9u);
  end = true;
  watcher.join();
  EXPECT_TRUE(was_long);
}

// Making it takes a tenth of a second, in which the only worker answered nobody.
TEST(Planning, RoomForManyDrawsIsMadeInTheLongLane) {
  const v1::EstimateOutcomesRequest request = CutShots(/*candidates=*/1, /*draws=*/1 << 20);
  const RequestLimits limits;
  const StreamLimits streams;
  SceneStore scenes(1 << 20, ToConvertLimits(limits));
  const CallControl control(kNoDeadline);
  const std::atomic<bool> draining{false};
  Allowance allowance;
  EstimateTask task({scenes, limits, streams, /*threads=*/1, draining, control, allowance},
                    [&] { return &request; });
  WorkerPool pool(1);
  const auto opened = task.Open(WorkItem::Yield(pool, Lane::kBulk));
  ASSERT_TRUE(opened.ok()) << opened.status();
  EXPECT_EQ(*opened, PartState::kLong);
  EXPECT_FALSE(task.HasParts());
  EXPECT_EQ(task.Open(WorkItem::Yield(pool, Lane::kLong)).value(), PartState::kDone);
  EXPECT_TRUE(task.HasParts());
}

TEST(Planning, OfALargeReportKeepsNobodyWaiting) {
  TestService service(WithThreads(1));
  v1::EstimateOutcomesRequest request = CutShots(/*candidates=*/16, /*draws=*/256);
  request.mutable_report()->set_candidates(16);
  request.mutable_report()->set_representatives(16);
  std::thread caller([&] {
    const EstimateAnswer answer = Estimate(*service.stub, request);
    EXPECT_TRUE(answer.status.ok()) << answer.status.error_message();
    EXPECT_EQ(answer.estimates.best_size(), 16);
  });
  EXPECT_TRUE(Eventually([&] { return IsLongRunning(service); }));
  caller.join();
}

TEST(Planning, EndsWhenItIsAskedTo) {
  const v1::SimulateBatchRequest request = ManySettings();
  const RequestView view(request);
  const ConvertLimits limits;
  SceneStore scenes(1 << 20, limits);
  std::atomic<bool> over{true};
  EXPECT_TRUE(
      absl::IsCancelled(ShotPlan::Make(view, limits, scenes, {.stop = StopToken(&over)}).status()));
  const auto full = [](int64_t) { return absl::ResourceExhaustedError("full"); };
  EXPECT_TRUE(absl::IsResourceExhausted(
      ShotPlan::Make(view, limits, scenes, {StopToken(), full}).status()));
}

// Of a gigabyte a quarter was counted.
TEST(Planning, CountsWhatAPlanTakes) {
  const v1::SimulateBatchRequest request = ManySettings();
  const RequestView view(request);
  const ConvertLimits limits;
  SceneStore scenes(1 << 20, limits);
  int64_t counted = 0;
  const auto count = [&](int64_t bytes) {
    counted += bytes;
    return absl::OkStatus();
  };
  const auto in_use = [] {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<int64_t>(info.uordblks + info.hblkhd);
  };
  const int64_t before = in_use();
  const auto plan = ShotPlan::Make(view, limits, scenes, {StopToken(), count});
  ASSERT_TRUE(plan.ok()) << plan.status();
  const int64_t taken = in_use() - before;
  if (taken == 0) GTEST_SKIP() << "the allocator does not tell";
  RecordProperty("taken_mb", static_cast<int>(taken >> 20));
  EXPECT_LE(taken, 1.5 * static_cast<double>(counted));
  EXPECT_GE(taken, static_cast<double>(counted) / 1.5);
}

}  // namespace
}  // namespace carom
