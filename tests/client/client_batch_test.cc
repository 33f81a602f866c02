// Client::SimulateBatch over a MockConnection: splitting, order, hash, progress, errors, stops.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#include "carom/client/client.h"
#include "carom/client/mock_connection.h"
#include "carom/client/shot_range.h"
#include "core/base/hash.h"
#include "tests/client/fake_service.h"
#include "tests/client/no_more_threads.h"

namespace carom {
namespace {

using ::testing::_;
using ::testing::Invoke;
using ::testing::NiceMock;

class ClientBatchTest : public ::testing::Test {
 protected:
  static constexpr uint64_t kFirstShot = 1000;
  static constexpr uint32_t kShots = 500;
  static constexpr uint32_t kChunkShots = 7;

  ClientBatchTest() {
    request_.mutable_generator()->set_scene("two_ball_cut");
    request_.mutable_generator()->set_first_shot(kFirstShot);
    request_.mutable_generator()->set_shot_count(kShots);
    options_.max_shots_per_call = 40;
    handlers_.on_progress = [this](const BatchProgress& progress) {
      progress_.push_back(progress);
      return absl::OkStatus();
    };
    ON_CALL(*connection_, SimulateBatch(_, _, _))
        .WillByDefault(Invoke([this](const auto& request, const auto& sink, const auto& options) {
          return Answer(request, sink, options);
        }));
  }

  // As a service: chunks from the last to the first, so that order is never given for free.
  absl::Status Answer(const carom::v1::SimulateBatchRequest& request,
                      const ResponseCallback& on_response, const CallOptions& options) {
    const ShotRange range = AllShots(request);
    {
      const std::lock_guard lock(mutex_);
      ranges_.push_back(range);
      engines_.push_back(request.engine_version());
    }
    std::vector<ShotRange> chunks = SplitShots(request, AllShots(request), kChunkShots, 1 << 20);
    std::reverse(chunks.begin(), chunks.end());
    for (const ShotRange& chunk : chunks) {
      if (options.stop.stop_requested()) return absl::CancelledError("stopped");
      const auto count = static_cast<uint32_t>(chunk.count);
      auto response = request.has_filter() ? FilteredChunk(chunk.first, count)
                                           : NumberedChunk(chunk.first, count);
      if (!answering_engine_.empty()) response.set_engine_version(answering_engine_);
      const absl::Status status = on_response(std::move(response));
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  static uint64_t HashOfShots(uint64_t first, uint64_t count) {
    BitHash fold;
    for (uint64_t shot = first; shot < first + count; ++shot) fold.Add(shot);
    return fold.Value();
  }

  absl::StatusOr<BatchSummary> Run() {
    handlers_.on_chunk = [this](const carom::v1::ShotResults& chunk) {
      for (uint32_t i = 0; i < chunk.shot_count(); ++i) shots_.push_back(ShotNumber(chunk, i));
      return absl::OkStatus();
    };
    return client_.SimulateBatch(request_, handlers_, options_);
  }

  std::vector<uint64_t> AllNumbers() const {
    std::vector<uint64_t> numbers;
    for (uint64_t i = 0; i < kShots; ++i) numbers.push_back(kFirstShot + i);
    return numbers;
  }

  std::shared_ptr<NiceMock<MockConnection>> connection_ =
      std::make_shared<NiceMock<MockConnection>>();
  const Client client_{connection_};
  carom::v1::SimulateBatchRequest request_;
  BatchHandlers handlers_;
  BatchOptions options_;
  std::vector<uint64_t> shots_;
  std::vector<BatchProgress> progress_;
  std::mutex mutex_;
  std::vector<ShotRange> ranges_;  // Of the calls.
  std::vector<std::string> engines_;
  std::string answering_engine_;
};

TEST_F(ClientBatchTest, SplitsIntoCallsThatCoverEveryShotOnce) {
  const auto summary = Run();
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(ranges_.size(), 13u);
  for (const ShotRange& range : ranges_) EXPECT_LE(range.count, 40u);
  std::sort(shots_.begin(), shots_.end());
  EXPECT_EQ(shots_, AllNumbers());
}

TEST_F(ClientBatchTest, AsksAServerForNoMoreThanItTakes) {
  carom::v1::GetServerInfoResponse info;
  info.mutable_limits()->set_max_shots_per_batch(16);
  EXPECT_CALL(*connection_, GetServerInfo(_, _)).WillOnce(::testing::Return(info));
  ASSERT_TRUE(Run().ok());
  EXPECT_EQ(ranges_.size(), 32u);
  for (const ShotRange& range : ranges_) EXPECT_LE(range.count, 16u);
}

TEST_F(ClientBatchTest, AServersHigherLimitLeavesTheCallersOwn) {
  carom::v1::GetServerInfoResponse info;
  info.mutable_limits()->set_max_shots_per_batch(65536);
  EXPECT_CALL(*connection_, GetServerInfo(_, _)).WillOnce(::testing::Return(info));
  ASSERT_TRUE(Run().ok());
  EXPECT_EQ(ranges_.size(), 13u);
}

// As an earlier run of the batch left it.
TEST_F(ClientBatchTest, DoesWhatIsNotDoneYet) {
  options_.done = {{kFirstShot, 10}, {kFirstShot + 50, 100}, {kFirstShot + kShots - 1, 1}};
  options_.order = ChunkOrder::kShot;
  const auto summary = Run();
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_TRUE(summary->complete);
  std::vector<uint64_t> missing;
  for (const uint64_t shot : AllNumbers()) {
    const uint64_t i = shot - kFirstShot;
    if (i >= 10 && (i < 50 || i >= 150) && i != kShots - 1) missing.push_back(shot);
  }
  EXPECT_EQ(shots_, missing);
  EXPECT_EQ(summary->shots, missing.size());
}

// However far the earlier run came: counts, order and fingerprint of the two are those of one.
TEST_F(ClientBatchTest, GoesOnAfterAnEarlierRun) {
  options_.done = {{kFirstShot + 50, 100}, {0, 3}};  // Not wanted; some are none of the batch's.
  options_.order = ChunkOrder::kShot;
  const auto whole = Run();
  ASSERT_TRUE(whole.ok()) << whole.status();
  EXPECT_EQ(whole->shots, kShots - 100);
  const std::vector<uint64_t> all = shots_;
  const std::vector<BatchProgress> told = progress_;
  for (size_t i = 0; i < told.size(); ++i) {
    options_.after = told[i];
    shots_.clear();
    progress_.clear();
    const auto rest = Run();
    ASSERT_TRUE(rest.ok()) << rest.status();
    EXPECT_TRUE(rest->complete);
    EXPECT_EQ(rest->shots, whole->shots);
    EXPECT_EQ(rest->events, whole->events);
    EXPECT_EQ(rest->hash, whole->hash);
    EXPECT_EQ(shots_, std::vector<uint64_t>(
                          all.begin() + static_cast<std::ptrdiff_t>(told[i].shots), all.end()));
  }
  answering_engine_ = "later";
  options_.after = told[0];
  EXPECT_TRUE(absl::IsFailedPrecondition(Run().status()));
}

// While a fleet is upgraded, chunks of two engines once mixed.
TEST_F(ClientBatchTest, OneEngineAnswersAll) {
  carom::v1::GetServerInfoResponse info;
  info.set_engine_version("7");
  EXPECT_CALL(*connection_, GetServerInfo(_, _)).WillRepeatedly(::testing::Return(info));
  answering_engine_ = "7";
  ASSERT_TRUE(Run().ok());
  EXPECT_THAT(engines_, ::testing::Each("7"));
  engines_.clear();
  options_.engine_version = answering_engine_ = "6";
  ASSERT_TRUE(Run().ok());
  EXPECT_THAT(engines_, ::testing::Each("6"));
  // A server that does not look at what it is asked for.
  answering_engine_ = "5";
  EXPECT_TRUE(absl::IsFailedPrecondition(Run().status()));
}

// However it is cut: each match once, in order, with one fingerprint; and all shots count.
TEST_F(ClientBatchTest, BringsTogetherWhatAFilterLetsPass) {
  request_.mutable_filter()->mutable_potted();
  BitHash fold;
  std::vector<uint64_t> matches;
  for (const uint64_t shot : AllNumbers()) {
    if (shot % 10 != 3) continue;
    matches.push_back(shot);
    fold.Add(shot);
  }
  for (const uint32_t shots_per_call : {1u, 40u, 65536u}) {
    shots_.clear();
    progress_.clear();
    options_.order = ChunkOrder::kShot;
    options_.max_shots_per_call = shots_per_call;
    const auto summary = Run();
    ASSERT_TRUE(summary.ok()) << summary.status();
    EXPECT_TRUE(summary->complete);
    EXPECT_EQ(summary->shots, kShots);
    EXPECT_EQ(summary->told, matches.size());
    EXPECT_EQ(summary->events, kShots);
    EXPECT_EQ(summary->hash, fold.Value());
    EXPECT_EQ(shots_, matches);
    EXPECT_EQ(progress_.back().shots, kShots);
  }
}

TEST_F(ClientBatchTest, GoesOnBehindWhatAFilteredBatchHasCovered) {
  request_.mutable_filter()->mutable_potted();
  options_.done = {{kFirstShot, 100}};
  options_.order = ChunkOrder::kShot;
  const auto summary = Run();
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_TRUE(summary->complete);
  EXPECT_EQ(summary->shots, kShots - 100);
  ASSERT_EQ(shots_.size(), (kShots - 100) / 10);
  EXPECT_EQ(shots_.front(), kFirstShot + 103);
}

TEST_F(ClientBatchTest, RefusesASelectionThatIsNone) {
  request_.mutable_filter()->mutable_potted();
  carom::v1::SimulateBatchResponse response;
  ON_CALL(*connection_, SimulateBatch(_, _, _))
      .WillByDefault(
          Invoke([&](const auto&, const auto& sink, const auto&) { return sink(response); }));
  const auto expect_refused = [&](const std::string& says) {
    const absl::Status status = Run().status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
    EXPECT_THAT(std::string(status.message()), ::testing::HasSubstr(says));
  };
  response = NumberedChunk(kFirstShot, 20);
  expect_refused("did not filter");
  response = FilteredChunk(kFirstShot, 20);
  response.mutable_results()->mutable_selection()->clear_offsets();
  expect_refused("0 values of selection.offsets instead of 2");
  response = FilteredChunk(kFirstShot, 20);
  response.mutable_results()->mutable_selection()->set_offsets(1, 20);
  expect_refused("not in order");
  response = FilteredChunk(kFirstShot, 20);
  response.mutable_results()->mutable_selection()->set_offsets(1, 3);
  expect_refused("not in order");
  response = FilteredChunk(kFirstShot, 20);
  response.mutable_results()->add_labels(1.0);
  expect_refused("1 values of labels instead of 0");
  request_.clear_filter();
  response = FilteredChunk(kFirstShot, 20);
  expect_refused("unasked");
}

TEST_F(ClientBatchTest, AServerThatIsNotThereEndsTheBatch) {
  EXPECT_CALL(*connection_, GetServerInfo(_, _))
      .WillOnce(::testing::Return(absl::UnavailableError("nobody listens")));
  EXPECT_CALL(*connection_, SimulateBatch(_, _, _)).Times(0);
  EXPECT_EQ(Run().status(), absl::UnavailableError("nobody listens"));
}

TEST_F(ClientBatchTest, SumsUpWhatWasDone) {
  const auto summary = Run();
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(summary->shots, kShots);
  EXPECT_EQ(summary->events, kShots);
  EXPECT_EQ(summary->failed, 0u);
  EXPECT_TRUE(summary->complete);
  EXPECT_EQ(summary->engine_version, "fake");
}

TEST_F(ClientBatchTest, TheHashDependsNeitherOnTheSplitNorOnTheOrder) {
  for (const uint32_t shots_per_call : {1u, 40u, 65536u}) {
    for (const int calls : {1, 3}) {
      options_.max_shots_per_call = shots_per_call;
      options_.calls_in_flight = calls;
      const auto summary = Run();
      ASSERT_TRUE(summary.ok()) << summary.status();
      EXPECT_EQ(summary->hash, HashOfShots(kFirstShot, kShots));
    }
  }
}

TEST_F(ClientBatchTest, HandsChunksOverInTheOrderOfShotsIfAsked) {
  options_.order = ChunkOrder::kShot;
  ASSERT_TRUE(Run().ok());
  EXPECT_EQ(shots_, AllNumbers());
}

TEST_F(ClientBatchTest, ProgressGrowsToTheWhole) {
  ASSERT_TRUE(Run().ok());
  ASSERT_FALSE(progress_.empty());
  for (size_t i = 1; i < progress_.size(); ++i) {
    EXPECT_GT(progress_[i].shots, progress_[i - 1].shots);
  }
  EXPECT_EQ(progress_.back().shots, kShots);
  EXPECT_EQ(progress_.back().shots_total, kShots);
}

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

TEST_F(ClientBatchTest, RefusesAChunkWithoutHashes) {
  ON_CALL(*connection_, SimulateBatch(_, _, _))
      .WillByDefault(Invoke([](const auto&, const auto& sink, const auto&) {
        carom::v1::SimulateBatchResponse response = NumberedChunk(kFirstShot, 5);
        response.mutable_results()->clear_hashes();
        return sink(response);
      }));
  EXPECT_EQ(Run().status().code(), absl::StatusCode::kInternal);
}

TEST_F(ClientBatchTest, ChecksItsOptions) {
  options_.max_shots_per_call = 65537;
  EXPECT_EQ(Run().status().code(), absl::StatusCode::kInvalidArgument);
  options_.max_shots_per_call = 1;
  options_.calls_in_flight = 0;
  EXPECT_EQ(Run().status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(ClientBatchTest, RefusesNumbersThatWouldWrapAround) {
  request_.mutable_generator()->set_first_shot(~uint64_t{0} - 5);
  const absl::Status status = Run().status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(),
            "generator.first_shot: 18446744073709551610 must be in [0, 9007199254740992]");
}

TEST_F(ClientBatchTest, LeavesAnEmptyRequestToTheServer) {
  EXPECT_CALL(*connection_, SimulateBatch(_, _, _))
      .WillOnce(::testing::Return(absl::InvalidArgumentError("source: missing")));
  EXPECT_EQ(client_.SimulateBatch({}).status(), absl::InvalidArgumentError("source: missing"));
}

}  // namespace
}  // namespace carom
