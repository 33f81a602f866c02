// Client::SimulateBatch over a MockConnection: splitting, order, hash, filters, progress.

#include "tests/client/client_batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace carom {
namespace {

using ::testing::_;
using ::testing::Invoke;

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
    EXPECT_EQ(summary->received, matches.size());
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
