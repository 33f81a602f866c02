#include "client/cli/resume_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/client/fake_service.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

carom::v1::SimulateBatchRequest CutGenerator(uint64_t first_shot, uint32_t shot_count) {
  carom::v1::SimulateBatchRequest request;
  request.mutable_generator()->set_scene("two_ball_cut");
  request.mutable_generator()->set_first_shot(first_shot);
  request.mutable_generator()->set_shot_count(shot_count);
  return request;
}

carom::v1::ShotResults Chunk(uint64_t first_shot, uint32_t count) {
  return NumberedChunk(first_shot, count).results();
}

ResumeKey KeyOf(const carom::v1::SimulateBatchRequest& request, const std::string& row_format,
                const std::string& rows_path) {
  return MakeResumeKey(request, AllShots(request), row_format, rows_path);
}

class ResumeFileTest : public ::testing::Test {
 protected:
  ResumeFileTest() { std::filesystem::remove(path_); }

  absl::Status Open(const ResumeKey& key) {
    file_ = nullptr;  // Lets the file go.
    chunks_.clear();
    auto file = ResumeFile::Open(
        path_, key, [this](const carom::v1::ShotResults& chunk) { chunks_.push_back(chunk); });
    if (file.ok()) file_ = *std::move(file);
    return file.status();
  }

  void ExpectRefused(const ResumeKey& key, const std::string& why) {
    const absl::Status status = Open(key);
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
    EXPECT_THAT(std::string(status.message()),
                AllOf(HasSubstr(path_), HasSubstr(why), HasSubstr("delete it")));
  }

  const std::string path_ = ::testing::TempDir() + "/state_" + std::to_string(getpid());
  const ResumeKey key_ = KeyOf(CutGenerator(100, 50), "csv", "rows.csv");
  std::unique_ptr<ResumeFile> file_;
  std::vector<carom::v1::ShotResults> chunks_;
};

TEST_F(ResumeFileTest, TellsWhatIsDone) {
  ASSERT_TRUE(Open(key_).ok());
  EXPECT_THAT(file_->done(), IsEmpty());
  EXPECT_EQ(file_->engine_version(), "");
  ASSERT_TRUE(file_->PinEngine("7").ok());
  ASSERT_TRUE(file_->Append(Chunk(100, 10), 1000).ok());
  ASSERT_TRUE(file_->Append(Chunk(130, 10), 2000).ok());
  ASSERT_TRUE(file_->Append(Chunk(110, 10), 3000).ok());
  ASSERT_TRUE(Open(key_).ok());
  EXPECT_THAT(file_->done(), ElementsAre(ShotRange{100, 20}, ShotRange{130, 10}));
  EXPECT_EQ(file_->rows_bytes(), 3000u);
  EXPECT_EQ(file_->engine_version(), "7");
  ASSERT_EQ(chunks_.size(), 3u);
  EXPECT_EQ(chunks_[1].SerializeAsString(), Chunk(130, 10).SerializeAsString());
}

TEST_F(ResumeFileTest, KeepsFailuresAndTheFirstMessageOnly) {
  carom::v1::ShotResults chunk = Chunk(100, 50);
  chunk.add_end_times_s(1.0);
  for (const uint64_t shot : {103u, 105u}) {
    carom::v1::ShotFailure* const failure = chunk.add_failures();
    failure->set_shot(shot);
    failure->set_code(3);
    failure->set_message("no room");
  }
  ASSERT_TRUE(Open(key_).ok());
  ASSERT_TRUE(file_->Append(chunk, 0).ok());
  ASSERT_TRUE(Open(key_).ok());
  ASSERT_EQ(chunks_.size(), 1u);
  ASSERT_EQ(chunks_[0].failures_size(), 2);
  EXPECT_EQ(chunks_[0].failures(0).message(), "no room");
  EXPECT_EQ(chunks_[0].failures(1).shot(), 105u);
  EXPECT_EQ(chunks_[0].failures(1).message(), "");
  EXPECT_EQ(chunks_[0].end_times_s_size(), 0);
}

// Of a batch with a filter: what is covered is done.
TEST_F(ResumeFileTest, KeepsWhatAChunkCoversAndWhatItTells) {
  ASSERT_TRUE(Open(key_).ok());
  ASSERT_TRUE(file_->Append(FilteredChunk(110, 20).results(), 500).ok());
  ASSERT_TRUE(file_->Append(FilteredChunk(104, 6).results(), 500).ok());
  ASSERT_TRUE(Open(key_).ok());
  EXPECT_THAT(file_->done(), ElementsAre(ShotRange{104, 26}));
  ASSERT_EQ(chunks_.size(), 2u);
  EXPECT_THAT(chunks_[0].hashes(), ElementsAre(113, 123));
  EXPECT_EQ(chunks_[0].selection().played_count(), 20u);
  EXPECT_EQ(chunks_[0].selection().event_count(), 20u);
  EXPECT_EQ(chunks_[1].shot_count(), 0u);
}

TEST_F(ResumeFileTest, RefusesAnotherBatch) {
  ASSERT_TRUE(Open(key_).ok());
  ASSERT_TRUE(file_->PinEngine("7").ok());
  ASSERT_TRUE(file_->Append(Chunk(100, 10), 1000).ok());
  ExpectRefused(KeyOf(CutGenerator(100, 51), "csv", "rows.csv"), "belongs to another request");
  ExpectRefused(MakeResumeKey(CutGenerator(100, 50), {100, 40}, "csv", "rows.csv"),
                "belongs to another request");
  ExpectRefused(KeyOf(CutGenerator(100, 50), "csv", "other.csv"),
                "whose rows go to rows.csv as csv");
  ExpectRefused(KeyOf(CutGenerator(100, 50), "jsonl", "rows.csv"),
                "whose rows go to rows.csv as csv");
  ExpectRefused(KeyOf(CutGenerator(100, 50), "", ""), "whose rows go to rows.csv as csv");
  ASSERT_TRUE(Open(key_).ok());
  EXPECT_TRUE(absl::IsInvalidArgument(file_->PinEngine("8")));
  EXPECT_TRUE(file_->PinEngine("7").ok());
}

// Ten bytes a shot, so that 10^8 shots fit on a disk: of 256 shots, 8 x 256 of hashes, 256 of event
// counts, and below 60 around them.
TEST_F(ResumeFileTest, StaysSmall) {
  ASSERT_TRUE(Open(KeyOf(CutGenerator(0, 1 << 20), "", "")).ok());
  for (uint64_t first = 0; first < 1 << 20; first += 256) {
    ASSERT_TRUE(file_->Append(Chunk(first, 256), 0).ok());
  }
  EXPECT_LT(std::filesystem::file_size(path_), 10u << 20);
  ASSERT_TRUE(Open(KeyOf(CutGenerator(0, 1 << 20), "", "")).ok());
  EXPECT_THAT(file_->done(), ElementsAre(ShotRange{0, 1 << 20}));
}

TEST_F(ResumeFileTest, ShotsThatCameTwiceAreADamage) {
  ASSERT_TRUE(Open(key_).ok());
  ASSERT_TRUE(file_->Append(Chunk(100, 10), 1000).ok());
  ASSERT_TRUE(file_->Append(Chunk(105, 10), 1000).ok());
  EXPECT_TRUE(absl::IsDataLoss(Open(key_)));
}

}  // namespace
}  // namespace carom
