// Clients that stop reading, go away or run out of time; a server that ends under load.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "tests/server/eventually.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

class Overload : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Ways, Overload, ::testing::Values(true, false),
                         [](const auto& way) { return way.param ? "InProcess" : "Loopback"; });

TEST_P(Overload, AStalledReaderCostsItsOutboxAndNoMore) {
  ServerOptions options = WithThreads(2);
  options.streams.chunk_bytes = 16 << 10;
  options.streams.outbox_bytes = 64 << 10;
  TestService service(options, GetParam());
  v1::SimulateBatchRequest request = SceneBatch("two_ball_cut", 60'000);
  request.mutable_detail()->set_level(v1::Detail::LEVEL_EVENTS);
  grpc::ClientContext context;
  const auto reader = service.stub->SimulateBatch(&context, request);
  v1::SimulateBatchResponse chunk;
  ASSERT_TRUE(reader->Read(&chunk));

  // Wait until the service has nothing left to do: it must have stopped by itself.
  int64_t slices = -1;
  ASSERT_TRUE(Eventually([&] {
    const WorkerPool::Stats pool = service.server->pool_stats();
    const bool still = pool.slices == slices && pool.queued == 0 && pool.running == 0;
    slices = pool.slices;
    std::this_thread::sleep_for(milliseconds(100));
    return still;
  }));
  EXPECT_GT(service.server->stats().outbox_bytes, 0);
  // A chunk is closed by the shot that reaches chunk_bytes, so each may be a shot too long.
  EXPECT_LE(service.server->stats().outbox_peak_bytes, (64 << 10) + 8 * 2048);

  uint64_t shots = chunk.results().shot_count();
  while (reader->Read(&chunk)) shots += chunk.results().shot_count();
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(shots, 60'000u);
  EXPECT_TRUE(Eventually([&] { return service.server->stats().calls_running == 0; }));
  EXPECT_EQ(service.server->stats().outbox_bytes, 0);
}

TEST_P(Overload, CancellingAStalledStreamFreesIt) {
  ServerOptions options = WithThreads(2);
  options.streams.outbox_bytes = 64 << 10;
  options.streams.chunk_bytes = 16 << 10;
  TestService service(options, GetParam());
  grpc::ClientContext context;
  const auto reader =
      service.stub->SimulateBatch(&context, SceneBatch("eight_ball_scatter", 65'536));
  v1::SimulateBatchResponse chunk;
  ASSERT_TRUE(reader->Read(&chunk));
  context.TryCancel();
  while (reader->Read(&chunk)) {
  }
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_TRUE(Eventually([&] { return service.server->stats().calls_running == 0; }));
  EXPECT_EQ(service.server->stats().outbox_bytes, 0);
  EXPECT_EQ(service.server->pool_stats().queued, 0);
}

TEST_P(Overload, ADeadlineEndsTheWork) {
  TestService service(WithThreads(1), GetParam());
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + milliseconds(50));
  v1::SimulateResponse response;
  const grpc::Status status = service.stub->Simulate(&context, Breaks(4096), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_TRUE(Eventually([&] { return service.server->stats().calls_running == 0; }));
  EXPECT_EQ(service.server->stats().shots_done, 0);
}

TEST_P(Overload, ASmallCallIsNotStuckBehindBatches) {
  TestService service(WithThreads(1), GetParam());
  grpc::ClientContext batch_context;
  const auto reader =
      service.stub->SimulateBatch(&batch_context, SceneBatch("nine_ball_break", 65'536));
  std::atomic<int> chunks{0};
  std::atomic<bool> batch_ended{false};
  std::thread drain([&] {
    v1::SimulateBatchResponse chunk;
    while (reader->Read(&chunk)) ++chunks;
    batch_ended = true;
  });
  EXPECT_TRUE(Eventually([&] { return chunks > 0; }));
  v1::SimulateResponse response;
  grpc::ClientContext context;
  EXPECT_TRUE(service.stub->Simulate(&context, Breaks(1), &response).ok());
  EXPECT_FALSE(batch_ended) << "the call was let in between";
  batch_context.TryCancel();
  drain.join();
  reader->Finish();
}

TEST_P(Overload, ShutdownUnderLoadEnds) {
  TestService service(WithThreads(2), GetParam());
  std::vector<std::thread> clients;
  std::atomic<int> started{0};
  std::atomic<bool> down{false};
  for (int i = 0; i < 4; ++i) {
    clients.emplace_back([&, i] {
      grpc::ClientContext context;
      const auto reader =
          service.stub->SimulateBatch(&context, SceneBatch("nine_ball_break", 65'536));
      v1::SimulateBatchResponse chunk;
      bool more = reader->Read(&chunk);
      ++started;
      // Two of the clients read nothing until the server is gone.
      if (i % 2 == 0) Eventually([&] { return down.load(); });
      while (more) more = reader->Read(&chunk);
      EXPECT_FALSE(reader->Finish().ok());
    });
  }
  ASSERT_TRUE(Eventually([&] { return started == 4; }));
  const auto begin = steady_clock::now();
  service.server->Shutdown(milliseconds(100));
  EXPECT_LT(steady_clock::now() - begin, kPatience);
  down = true;
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(service.server->stats().calls_running, 0);
}

}  // namespace
}  // namespace carom
