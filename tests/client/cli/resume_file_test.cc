#include "client/cli/resume_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

carom::v1::SimulateBatchRequest CutGenerator(uint64_t first_shot, uint32_t shot_count) {
  carom::v1::SimulateBatchRequest request;
  request.mutable_generator()->set_scene("two_ball_cut");
  request.mutable_generator()->set_first_shot(first_shot);
  request.mutable_generator()->set_shot_count(shot_count);
  return request;
}

ResumeState After(uint64_t shots, uint64_t rows_bytes) {
  ResumeState state;
  state.progress.shots = shots;
  state.progress.received = shots - 1;
  state.progress.failed = 2;
  state.progress.events = 3 * shots;
  state.progress.hash = 77;
  state.rows_bytes = rows_bytes;
  return state;
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
    auto file = ResumeFile::Open(path_, key);
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
};

TEST_F(ResumeFileTest, TellsWhatIsDone) {
  ASSERT_TRUE(Open(key_).ok());
  EXPECT_EQ(file_->state().progress.shots, 0u);
  EXPECT_EQ(file_->state().progress.engine_version, "");
  ASSERT_TRUE(file_->PinEngine("7").ok());
  ASSERT_TRUE(file_->Append(After(10, 1000)).ok());
  ASSERT_TRUE(file_->Append(After(40, 3000)).ok());
  ASSERT_TRUE(Open(key_).ok());
  const ResumeState& state = file_->state();
  EXPECT_EQ(state.progress.shots, 40u);
  EXPECT_EQ(state.progress.received, 39u);
  EXPECT_EQ(state.progress.failed, 2u);
  EXPECT_EQ(state.progress.events, 120u);
  EXPECT_EQ(state.progress.hash, 77u);
  EXPECT_EQ(state.progress.engine_version, "7");
  EXPECT_EQ(state.rows_bytes, 3000u);
  EXPECT_FALSE(state.first_failure);
}

TEST_F(ResumeFileTest, KeepsTheFirstFailure) {
  ResumeState state = After(10, 0);
  state.first_failure.emplace().set_shot(103);
  state.first_failure->set_code(google::rpc::INVALID_ARGUMENT);
  state.first_failure->set_message("no room: 2 of 3\nballs ");
  ASSERT_TRUE(Open(key_).ok());
  ASSERT_TRUE(file_->Append(state).ok());
  ASSERT_TRUE(Open(key_).ok());
  ASSERT_TRUE(file_->state().first_failure);
  EXPECT_EQ(file_->state().first_failure->SerializeAsString(),
            state.first_failure->SerializeAsString());
}

TEST_F(ResumeFileTest, RefusesAnotherBatch) {
  ASSERT_TRUE(Open(key_).ok());
  ASSERT_TRUE(file_->PinEngine("7").ok());
  ASSERT_TRUE(file_->Append(After(10, 1000)).ok());
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

// Of 10^8 shots in chunks of 256, 50 MB: six numbers of at most 20 digits in each record.
TEST_F(ResumeFileTest, StaysSmall) {
  constexpr uint64_t kChunks = 4096;
  const ResumeKey key = KeyOf(CutGenerator(0, 256 * kChunks), "", "");
  ASSERT_TRUE(Open(key).ok());
  for (uint64_t i = 1; i <= kChunks; ++i) ASSERT_TRUE(file_->Append(After(256 * i, 0)).ok());
  EXPECT_LT(std::filesystem::file_size(path_), 128 * kChunks);
  ASSERT_TRUE(Open(key).ok());
  EXPECT_EQ(file_->state().progress.shots, 256 * kChunks);
}

TEST_F(ResumeFileTest, WhatCannotBeTheStateOfTheBatchIsADamage) {
  ASSERT_TRUE(Open(key_).ok());
  ASSERT_TRUE(file_->Append(After(10, 1000)).ok());
  ASSERT_TRUE(file_->Append(After(10, 1000)).ok());
  EXPECT_TRUE(absl::IsDataLoss(Open(key_)));
  std::filesystem::remove(path_);
  ASSERT_TRUE(Open(key_).ok());
  ASSERT_TRUE(file_->Append(After(51, 1000)).ok());
  EXPECT_TRUE(absl::IsDataLoss(Open(key_)));
}

}  // namespace
}  // namespace carom
