// How a batch ends before its time: errors, exceptions and stops; what its handlers may do.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <latch>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#include "tests/client/client_batch.h"
#include "tests/client/no_more_threads.h"

namespace carom {
namespace {

using ::testing::_;
using ::testing::Invoke;

TEST_F(ClientBatchTest, TheFirstErrorEndsTheBatch) {
  std::atomic<int> calls = 0;
  ON_CALL(*connection_, SimulateBatch(_, _, _))
      .WillByDefault(Invoke([&](const auto& request, const auto& sink, const auto& options) {
        if (++calls == 3) return absl::InvalidArgumentError("generator.scene: unknown");
        return Answer(request, sink, options);
      }));
  options_.calls_in_flight = 1;
  EXPECT_EQ(Run().status(), absl::InvalidArgumentError("generator.scene: unknown"));
  EXPECT_EQ(calls, 3);
}

TEST_F(ClientBatchTest, ACallbacksErrorEndsTheBatch) {
  int chunks = 0;
  const auto refuses = [&](const carom::v1::ShotResults&) {
    return ++chunks == 2 ? absl::DataLossError("disk full") : absl::OkStatus();
  };
  const auto summary = client_.SimulateBatch(request_, {.on_chunk = refuses});
  EXPECT_EQ(summary.status(), absl::DataLossError("disk full"));
  EXPECT_EQ(chunks, 2);
}

// The call whose chunk was refused once had to end before others heard of it.
TEST_F(ClientBatchTest, NothingIsHandedOverAfterAnError) {
  std::latch refused(1);
  std::latch other_tried(1);
  absl::Status other;
  ON_CALL(*connection_, SimulateBatch(_, _, _))
      .WillByDefault(Invoke([&](const auto& request, const auto& sink, const auto&) {
        const uint64_t first = AllShots(request).first;
        if (first == kFirstShot) {
          const absl::Status status = sink(NumberedChunk(first, 5));
          refused.count_down();
          other_tried.wait();
          return status;
        }
        refused.wait();
        other = sink(NumberedChunk(first, 5));
        other_tried.count_down();
        return other;
      }));
  options_.max_shots_per_call = kShots / 2;
  options_.calls_in_flight = 2;
  int chunks = 0;
  const auto refuses = [&](const carom::v1::ShotResults&) {
    ++chunks;
    return absl::DataLossError("disk full");
  };
  const auto summary = client_.SimulateBatch(request_, {.on_chunk = refuses}, options_);
  EXPECT_EQ(summary.status(), absl::DataLossError("disk full"));
  EXPECT_EQ(other, absl::DataLossError("disk full"));
  EXPECT_EQ(chunks, 1);
}

TEST_F(ClientBatchTest, AnErrorAfterAStopIsAnError) {
  std::stop_source stop;
  options_.stop = stop.get_token();
  const auto refuses = [&](const carom::v1::ShotResults&) {
    stop.request_stop();
    return absl::DataLossError("disk full");
  };
  const auto summary = client_.SimulateBatch(request_, {.on_chunk = refuses}, options_);
  EXPECT_EQ(summary.status(), absl::DataLossError("disk full"));
}

// On whatever thread the callback runs.
TEST_F(ClientBatchTest, AnExceptionOfACallbackEndsTheBatchAndComesToTheCaller) {
  const std::thread::id caller = std::this_thread::get_id();
  for (const int calls : {1, 4}) {
    options_.calls_in_flight = calls;
    std::latch thrown(1);
    ON_CALL(*connection_, SimulateBatch(_, _, _))
        .WillByDefault(Invoke([&](const auto& request, const auto& sink, const auto& options) {
          if (calls > 1 && std::this_thread::get_id() == caller) thrown.wait();
          return Answer(request, sink, options);
        }));
    int chunks = 0;
    const auto throws = [&](const carom::v1::ShotResults&) -> absl::Status {
      if (++chunks == 1) thrown.count_down();
      throw std::out_of_range("no such row");
    };
    EXPECT_THROW((void)client_.SimulateBatch(request_, {.on_chunk = throws}, options_),
                 std::out_of_range);
    EXPECT_EQ(chunks, 1);
  }
}

// A handler once ran under the lock that the other calls of the batch need to go on.
TEST_F(ClientBatchTest, OtherCallsGoOnWhileAHandlerTakesItsTime) {
  std::latch others_went_on(3);
  ON_CALL(*connection_, SimulateBatch(_, _, _))
      .WillByDefault(Invoke([&](const auto& request, const auto& sink, const auto& options) {
        if (AllShots(request).first == kFirstShot) return Answer(request, sink, options);
        if (AllShots(request).first < kFirstShot + 4 * 40) others_went_on.count_down();
        return absl::OkStatus();
      }));
  options_.calls_in_flight = 2;  // A window of 4 calls.
  int chunks = 0;
  handlers_.on_chunk = [&](const carom::v1::ShotResults&) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!others_went_on.try_wait() && std::chrono::steady_clock::now() < end) {
      std::this_thread::yield();
    }
    EXPECT_TRUE(others_went_on.try_wait());
    ++chunks;
    return absl::OkStatus();
  };
  EXPECT_TRUE(client_.SimulateBatch(request_, handlers_, options_).ok());
  EXPECT_EQ(chunks, 6) << "of 7 shots, of the first call's 40";
}

TEST_F(ClientBatchTest, AHandlerMayStopTheBatchAndStartAnother) {
  std::stop_source stop;
  options_.stop = stop.get_token();
  int chunks = 0;
  handlers_.on_chunk = [&](const carom::v1::ShotResults&) {
    if (++chunks > 1) return absl::OkStatus();
    stop.request_stop();
    const auto other = client_.SimulateBatch(request_);
    EXPECT_TRUE(other.ok() && other->complete) << other.status();
    return other.status();
  };
  const auto summary = client_.SimulateBatch(request_, handlers_, options_);
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_FALSE(summary->complete);
}

TEST_F(ClientBatchTest, ABatchWithoutWaitingIsTheSameBatch) {
  options_.order = ChunkOrder::kShot;
  const auto waited = Run();
  ASSERT_TRUE(waited.ok());
  shots_.clear();
  const auto future = client_.SimulateBatchFuture(request_, handlers_, options_).get();
  ASSERT_TRUE(future.ok()) << future.status();
  EXPECT_EQ(future->hash, waited->hash);
  EXPECT_EQ(shots_, AllNumbers());
  shots_.clear();
  std::promise<std::thread::id> thread;
  client_.SimulateBatchAsync(
      request_, handlers_,
      [&](const absl::StatusOr<BatchSummary>& summary) {
        EXPECT_TRUE(summary.ok() && summary->hash == waited->hash);
        thread.set_value(std::this_thread::get_id());
      },
      options_);
  EXPECT_NE(thread.get_future().get(), std::this_thread::get_id());
  EXPECT_EQ(shots_, AllNumbers());
}

TEST_F(ClientBatchTest, AnExceptionComesOutOfTheFuture) {
  handlers_.on_progress = [](const BatchProgress&) -> absl::Status {
    throw std::out_of_range("no such row");
  };
  auto future = client_.SimulateBatchFuture(request_, handlers_, options_);
  EXPECT_THROW((void)future.get(), std::out_of_range);
}

// The last copy goes while the batch runs: outside its handlers, and inside.
TEST_F(ClientBatchTest, TheEndOfTheClientStopsABatchThatNobodyWaitsFor) {
  ON_CALL(*connection_, SimulateBatch(_, _, _))
      .WillByDefault(Invoke([&](const auto& request, const auto& sink, const auto& options) {
        const absl::Status status = sink(NumberedChunk(AllShots(request).first, 5));
        while (!options.stop.stop_requested()) std::this_thread::yield();
        return status.ok() ? absl::CancelledError("stopped") : status;
      }));
  options_.calls_in_flight = 1;
  for (const bool inside : {false, true}) {
    std::optional<Client> client{Client(connection_)};
    std::latch started(1);
    std::latch began(1);
    const auto on_chunk = [&](const carom::v1::ShotResults&) {
      started.wait();
      if (inside) client.reset();
      began.count_down();
      return absl::OkStatus();
    };
    std::future<absl::StatusOr<BatchSummary>> future =
        client->SimulateBatchFuture(request_, {.on_chunk = on_chunk}, options_);
    started.count_down();
    began.wait();
    client.reset();
    const auto summary = future.get();
    ASSERT_TRUE(summary.ok()) << summary.status();
    EXPECT_FALSE(summary->complete);
    EXPECT_EQ(summary->shots, 5u);
  }
}

TEST_F(ClientBatchTest, WithoutAThreadNobodyIsLeftWaiting) {
  const NoMoreThreads none;
  auto future = client_.SimulateBatchFuture(request_);
  EXPECT_TRUE(absl::IsResourceExhausted(future.get().status()));
}

TEST_F(ClientBatchTest, AnExceptionOfTheProgressCallbackComesToTheCaller) {
  handlers_.on_progress = [](const BatchProgress&) -> absl::Status {
    throw std::out_of_range("no such row");
  };
  EXPECT_THROW((void)Run(), std::out_of_range);
  EXPECT_EQ(shots_.size(), 5u) << "the last chunk of the first call that had one";
}

// As for a wait's handler, which is called by whatever thread waits.
TEST_F(ClientBatchTest, AnExceptionOfACallComesToTheCaller) {
  ON_CALL(*connection_, SimulateBatch(_, _, _))
      .WillByDefault(Invoke([](const auto&, const auto&, const auto&) -> absl::Status {
        throw std::out_of_range("no such row");
      }));
  EXPECT_THROW((void)Run(), std::out_of_range);
}

// The batch once ended the process with std::system_error.
TEST_F(ClientBatchTest, GoesOnWithTheThreadsThatItHas) {
  const NoMoreThreads none;
  const auto summary = Run();
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_TRUE(summary->complete);
  EXPECT_EQ(shots_.size(), kShots);
}

TEST_F(ClientBatchTest, AStopKeepsWhatIsDone) {
  std::stop_source stop;
  options_.stop = stop.get_token();
  handlers_.on_progress = [&](const BatchProgress& progress) {
    if (progress.shots >= 100) stop.request_stop();
    return absl::OkStatus();
  };
  const auto summary = Run();
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_FALSE(summary->complete);
  EXPECT_GE(summary->shots, 100u);
  EXPECT_LT(summary->shots, kShots);
  EXPECT_EQ(summary->shots, shots_.size());
  BitHash fold;
  std::sort(shots_.begin(), shots_.end());
  for (const uint64_t shot : shots_) fold.Add(shot);
  EXPECT_EQ(summary->hash, fold.Value());
}

// What is told has no gap, so that a later run can go on.
TEST_F(ClientBatchTest, AStopDropsWhatWaitedForItsTurn) {
  std::stop_source stop;
  ON_CALL(*connection_, SimulateBatch(_, _, _))
      .WillByDefault(Invoke([&](const auto&, const auto& sink, const auto&) {
        EXPECT_TRUE(sink(NumberedChunk(kFirstShot + 7, 5)).ok());
        EXPECT_TRUE(sink(NumberedChunk(kFirstShot, 3)).ok());
        stop.request_stop();
        return absl::CancelledError("stopped");
      }));
  options_.stop = stop.get_token();
  options_.order = ChunkOrder::kShot;
  options_.calls_in_flight = 1;
  const auto summary = Run();
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(summary->shots, 3u);
  EXPECT_EQ(shots_, (std::vector<uint64_t>{1000, 1001, 1002}));
}

TEST_F(ClientBatchTest, KeepsCallsWithinAWindowOfTheOldestOne) {
  std::atomic<int> others = 0;
  ON_CALL(*connection_, SimulateBatch(_, _, _))
      .WillByDefault(Invoke([&](const auto& request, const auto& sink, const auto& options) {
        if (AllShots(request).first == kFirstShot) {
          // The first call stalls until the others have gone as far as they may.
          while (others < 3) std::this_thread::yield();
          std::this_thread::sleep_for(std::chrono::milliseconds(50));
          EXPECT_EQ(others, 3);
        } else {
          ++others;
        }
        return Answer(request, sink, options);
      }));
  options_.calls_in_flight = 2;  // A window of 4 calls.
  ASSERT_TRUE(Run().ok());
  EXPECT_EQ(others, 12);
}

}  // namespace
}  // namespace carom
