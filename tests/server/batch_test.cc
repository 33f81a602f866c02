// Answers: every shot once, the same bits whatever the threads, the split and the detail.

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "tests/server/test_service.h"
#include "tests/testing/dice.h"

namespace carom {
namespace {

TEST(Batch, EveryShotComesExactlyOnce) {
  TestService service(WithThreads(2));
  for (const uint32_t shots : {1u, 7u, 8u, 9u, 1023u, 1024u, 1025u, 12000u}) {
    const BatchAnswer answer = RunBatch(*service.stub, SceneBatch("two_ball_cut", shots, 1000));
    ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
    EXPECT_EQ(answer.twice, 0);
    ASSERT_EQ(answer.hashes.size(), shots);
    EXPECT_EQ(answer.hashes.begin()->first, 1000u);
    EXPECT_EQ(answer.hashes.rbegin()->first, 1000u + shots - 1);
    EXPECT_LE(answer.largest_chunk, 1024u);
  }
}

// The largest chunk of 64 shots, each of which comes once, where chunks close by `limits`.
uint32_t LargestChunk(const StreamLimits& limits, const char* scene) {
  constexpr uint32_t kShots = 64;
  ServerOptions options = WithThreads(2);
  options.streams = limits;
  TestService service(options);
  const BatchAnswer answer = RunBatch(*service.stub, SceneBatch(scene, kShots));
  EXPECT_TRUE(answer.status.ok()) << answer.status.error_message();
  EXPECT_EQ(answer.hashes.size(), kShots);
  EXPECT_EQ(answer.twice, 0);
  return static_cast<uint32_t>(answer.largest_chunk);
}

TEST(Batch, ChunksCloseAtTheirBytesToo) {
  StreamLimits limits;
  limits.chunk_bytes = 1024;
  EXPECT_LT(LargestChunk(limits, "nine_ball_break"), 4u);
}

TEST(Batch, ChunksCloseInTimeToo) {
  StreamLimits limits;
  limits.chunk_time = absl::ZeroDuration();
  EXPECT_EQ(LargestChunk(limits, "two_ball_cut"), 1u);
}

TEST(Batch, SameBitsForAnyThreadsChunksAndDetail) {
  TestService one(WithThreads(1));
  const BatchAnswer expected = RunBatch(*one.stub, SceneBatch(kScatter, 600));
  ASSERT_TRUE(expected.status.ok());
  ASSERT_EQ(expected.hashes.size(), 600u);
  for (const int threads : {1, 2, 4}) {
    for (const int chunk_shots : {1, 37, 256}) {
      ServerOptions options = WithThreads(threads);
      options.streams.chunk_shots = chunk_shots;
      TestService service(options);
      v1::SimulateBatchRequest request = SceneBatch(kScatter, 600);
      if (chunk_shots == 37) request.mutable_detail()->set_level(v1::Detail::LEVEL_EVENTS);
      EXPECT_EQ(RunBatch(*service.stub, request).hashes, expected.hashes)
          << threads << " threads, " << chunk_shots << " shots a chunk";
    }
  }
}

TEST(Batch, SimulateSaysTheSameInOrder) {
  TestService service(WithThreads(4));
  v1::SimulateBatchRequest batch;
  batch.add_layouts()->mutable_rack()->set_name("nine_ball");
  AddBreaks(100, *batch.mutable_shots()->mutable_shots());
  const BatchAnswer expected = RunBatch(*service.stub, batch);
  ASSERT_TRUE(expected.status.ok()) << expected.status.error_message();

  v1::SimulateResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(service.stub->Simulate(&context, Breaks(100), &response).ok());
  ASSERT_EQ(response.results().hashes_size(), 100);
  ASSERT_EQ(expected.hashes.size(), 100u);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(response.results().hashes(i), expected.hashes.at(static_cast<uint64_t>(i)));
  }
}

// Calls of a few chunks of one shot, on more threads than cores, half of them cancelled somewhere
// in between: a worker may be held up anywhere while the call that it has just served comes to its
// end.
TEST(Batch, MayEndWhileItsLastChunksDo) {
  constexpr int kClients = 8;
  constexpr int kCalls = 100;
  ServerOptions options = WithThreads(16);
  options.streams.chunk_shots = 1;
  TestService service(options);
  std::atomic<int> whole{0};
  std::atomic<int> cancelled{0};
  const auto call_again_and_again = [&](int client) {
    testing::Dice dice(1, static_cast<uint64_t>(client));
    v1::SimulateBatchResponse chunk;
    for (int i = 0; i < kCalls; ++i) {
      grpc::ClientContext context;
      const auto reader = service.stub->SimulateBatch(&context, SceneBatch("two_ball_cut", 24));
      const bool all = dice.Chance(0.5);
      uint64_t reads = all ? 100 : dice.Below(24);
      uint32_t shots = 0;
      while (reads-- > 0 && reader->Read(&chunk)) shots += chunk.results().shot_count();
      if (!all) context.TryCancel();
      const grpc::Status status = reader->Finish();
      EXPECT_TRUE(!all || shots == 24u);
      if (all || status.ok()) {  // It may have been done before it was cancelled.
        EXPECT_TRUE(status.ok()) << status.error_message();
        ++whole;
      } else {
        EXPECT_EQ(status.error_code(), grpc::StatusCode::CANCELLED) << status.error_message();
        ++cancelled;
      }
    }
  };
  std::vector<std::thread> clients;
  for (int i = 0; i < kClients; ++i) clients.emplace_back(call_again_and_again, i);
  for (std::thread& client : clients) client.join();
  EXPECT_GE(whole, kClients * kCalls / 4);
  EXPECT_GE(cancelled, kClients * kCalls / 8);
}

TEST(Batch, DrawnStrikesNeedValidParts) {
  TestService service(WithThreads(2));
  v1::SimulateBatchRequest request;
  request.add_layouts()->mutable_rack()->set_name("eight_ball");
  v1::ShotGenerator& generator = *request.mutable_generator();
  generator.set_shot_count(50);
  generator.mutable_uniform_strikes()->mutable_speed_m_s()->set_lo(1.0);
  generator.mutable_uniform_strikes()->mutable_speed_m_s()->set_hi(5.0);
  EXPECT_EQ(RunBatch(*service.stub, request).hashes.size(), 50u);
  generator.mutable_uniform_strikes()->set_layout_index(1);
  EXPECT_EQ(RunBatch(*service.stub, request).status.error_message(),
            "generator.uniform_strikes.layout_index: 1 must be in [0, 1)");
}

}  // namespace
}  // namespace carom
