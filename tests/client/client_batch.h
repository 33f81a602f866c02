#ifndef CAROM_TESTS_CLIENT_CLIENT_BATCH_H_
#define CAROM_TESTS_CLIENT_CLIENT_BATCH_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "carom/client/client.h"
#include "carom/client/mock_connection.h"
#include "carom/client/shot_range.h"
#include "core/base/hash.h"
#include "tests/client/fake_service.h"

namespace carom {

/// Client::SimulateBatch() over a MockConnection, which answers as a service does.
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
    ON_CALL(*connection_, SimulateBatch(::testing::_, ::testing::_, ::testing::_))
        .WillByDefault(
            ::testing::Invoke([this](const auto& request, const auto& sink, const auto& options) {
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

  std::shared_ptr<::testing::NiceMock<MockConnection>> connection_ =
      std::make_shared<::testing::NiceMock<MockConnection>>();
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

}  // namespace carom

#endif  // CAROM_TESTS_CLIENT_CLIENT_BATCH_H_
