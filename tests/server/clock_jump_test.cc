// The time of day is set while calls run: their deadlines stay where they were.

#include "tests/server/clock_jump.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <thread>

#include "carom/client/client.h"
#include "server/call_control.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::system_clock;

TEST(ClockJump, IsSeen) {
  const auto before = system_clock::now();
  const ClockJump jump(hours(1));
  EXPECT_GE(system_clock::now() - before, hours(1));
}

TEST(ClockJump, NeitherBringsNorDelaysADeadline) {
  const CallControl far(DeadlineAt(system_clock::now() + minutes(1)));
  const CallControl near(DeadlineAt(system_clock::now() + milliseconds(1)));
  {
    const ClockJump forward(hours(1));
    EXPECT_FALSE(far.Over());
    EXPECT_FALSE(far.stop_token().StopRequested());
  }
  const ClockJump back(-hours(1));
  std::this_thread::sleep_for(milliseconds(2));
  EXPECT_TRUE(near.Over());
  EXPECT_TRUE(near.stop_token().StopRequested());
  EXPECT_TRUE(absl::IsDeadlineExceeded(near.OverStatus()));
}

TEST(ClockJump, DeadlinesBeyondTheClockNeverCome) {
  EXPECT_EQ(DeadlineAt(system_clock::time_point::max()), kNoDeadline);
  EXPECT_EQ(DeadlineAfter(absl::InfiniteDuration()), kNoDeadline);
  EXPECT_EQ(DeadlineAfter(absl::Hours(24 * 365 * 400)), kNoDeadline);
  EXPECT_LT(DeadlineAfter(-absl::InfiniteDuration()), SteadyClock::now());
}

TEST(ClockJump, ARunningBatchGoesOn) {
  constexpr uint32_t kShots = 512;
  ServerOptions options = WithThreads(1);
  options.streams.chunk_shots = 16;
  TestService service(options, /*in_process=*/false);
  grpc::ClientContext context;
  context.set_deadline(system_clock::now() + minutes(10));
  const auto reader = service.stub->SimulateBatch(&context, SceneBatch("nine_ball_break", kShots));
  v1::SimulateBatchResponse chunk;
  ASSERT_TRUE(reader->Read(&chunk));
  uint64_t shots = chunk.results().shot_count();
  const ClockJump jump(hours(1));
  while (reader->Read(&chunk)) shots += chunk.results().shot_count();
  const grpc::Status status = reader->Finish();
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(shots, kShots);
}

// The client once gave each of its calls what the time of day had left of the batch.
TEST(ClockJump, ABatchOfTheClientGoesOn) {
  const TestService service(WithThreads(1), /*in_process=*/false);
  const Client client(Connect(service.server->address()));
  BatchOptions options;
  options.timeout = absl::Minutes(10);
  options.max_shots_per_call = 64;
  options.calls_in_flight = 1;
  std::optional<ClockJump> jump;
  const auto jumps = [&](const v1::ShotResults&) {
    if (!jump) jump.emplace(hours(1));
    return absl::OkStatus();
  };
  const auto summary =
      client.SimulateBatch(SceneBatch("two_ball_cut", 512), {.on_chunk = jumps}, options);
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_TRUE(summary->complete);
}

}  // namespace
}  // namespace carom
