#include "client/cli/record_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class RecordLogTest : public ::testing::Test {
 protected:
  RecordLogTest() { std::filesystem::remove(path_); }

  // Reads records_.
  absl::Status Open() {
    log_ = nullptr;  // Lets the file go.
    records_.clear();
    auto log = RecordLog::Open(path_, [this](const std::string& record) {
      records_.push_back(record);
      return absl::OkStatus();
    });
    log_ = log.ok() ? *std::move(log) : nullptr;
    return log.status();
  }

  void Append(const std::vector<std::string>& records) {
    ASSERT_TRUE(Open().ok());
    for (const std::string& record : records) ASSERT_TRUE(log_->Append(record).ok());
    log_ = nullptr;
  }

  std::string Bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  void Write(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
  }

  const std::string path_ = ::testing::TempDir() + "/records_" + std::to_string(getpid());
  const std::vector<std::string> three_ = {"first", std::string(100, '\0'), "the third, longer"};
  std::vector<std::string> records_;
  std::unique_ptr<RecordLog> log_;
};

TEST_F(RecordLogTest, GivesBackWhatWasAppended) {
  Append({"one", ""});
  Append({std::string(70000, 'x')});
  ASSERT_TRUE(Open().ok());
  EXPECT_THAT(records_, ElementsAre("one", "", std::string(70000, 'x')));
}

TEST_F(RecordLogTest, MakesNoFileBeforeTheFirstRecord) {
  ASSERT_TRUE(Open().ok());
  EXPECT_THAT(records_, IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(path_));
}

// As a kill in the middle of a write leaves it: at every byte.
TEST_F(RecordLogTest, ABrokenWriteCountsAsNotWritten) {
  Append(three_);
  const std::string whole = Bytes();
  std::vector<size_t> ends;  // Of the records.
  for (size_t size = 0; size <= whole.size(); ++size) {
    Write(whole.substr(0, size));
    ASSERT_TRUE(Open().ok()) << size;
    ASSERT_LE(records_.size(), three_.size());
    if (records_.size() > ends.size()) ends.push_back(size);
    EXPECT_EQ(records_.size(), ends.size()) << size;
    for (size_t i = 0; i < records_.size(); ++i) EXPECT_EQ(records_[i], three_[i]);
    // What follows takes the place of the torn part.
    ASSERT_TRUE(log_->Append("next").ok());
    ASSERT_TRUE(Open().ok());
    ASSERT_FALSE(records_.empty());
    EXPECT_EQ(records_.back(), "next");
    EXPECT_EQ(records_.size(), ends.size() + 1);
  }
  // A record is there with its last byte: 16 bytes at the beginning, 24 around each record.
  EXPECT_THAT(ends, ElementsAre(16 + 24 + 5, 16 + 48 + 105, 16 + 72 + 122));
}

TEST_F(RecordLogTest, ZerosAtTheEndCountAsNotWritten) {
  Append(three_);
  const std::string whole = Bytes();
  Write(whole + std::string(5000, '\0'));
  ASSERT_TRUE(Open().ok());
  EXPECT_EQ(records_, three_);
  // The last record's own bytes never reached the disk.
  Write(whole.substr(0, whole.size() - 25) + std::string(25, '\0'));
  ASSERT_TRUE(Open().ok());
  EXPECT_EQ(records_.size(), 2u);
}

TEST_F(RecordLogTest, EveryDamagedByteBeforeTheLastRecordIsFound) {
  Append(three_);
  const std::string whole = Bytes();
  const size_t last = whole.size() - (24 + three_[2].size());
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string bytes = whole;
    bytes[i] = static_cast<char>(bytes[i] ^ 0x10);
    Write(bytes);
    const absl::Status status = Open();
    if (i < 16) {
      EXPECT_TRUE(absl::IsInvalidArgument(status)) << i;
    } else if (i < last + 16) {  // The last record's size too.
      EXPECT_TRUE(absl::IsDataLoss(status)) << i << " " << status;
      EXPECT_THAT(std::string(status.message()), HasSubstr("damaged at byte"));
    } else {
      EXPECT_TRUE(status.ok()) << i << " " << status;
      EXPECT_THAT(records_, ElementsAre(three_[0], three_[1]));
    }
    log_ = nullptr;
    EXPECT_EQ(Bytes(), bytes) << "must be left alone";
  }
}

TEST_F(RecordLogTest, AMissingRecordIsFound) {
  Append(three_);
  const std::string whole = Bytes();
  Write(whole.substr(0, 16) + whole.substr(16 + 24 + three_[0].size()));
  EXPECT_TRUE(absl::IsDataLoss(Open()));
}

TEST_F(RecordLogTest, LeavesOtherFilesAlone) {
  Write("precious\n");
  EXPECT_TRUE(absl::IsInvalidArgument(Open()));
  EXPECT_EQ(Bytes(), "precious\n");
}

TEST_F(RecordLogTest, OneAtATimeHoldsTheFile) {
  Append({"one"});
  ASSERT_TRUE(Open().ok());
  const auto second = RecordLog::Open(path_, [](const std::string&) { return absl::OkStatus(); });
  EXPECT_TRUE(absl::IsUnavailable(second.status()));
  EXPECT_THAT(std::string(second.status().message()), HasSubstr("another run holds it"));
}

TEST_F(RecordLogTest, TellsThatItCannotBeMadeOrIsNoFile) {
  auto log = RecordLog::Open(::testing::TempDir() + "/absent/file",
                             [](const std::string&) { return absl::OkStatus(); });
  ASSERT_TRUE(log.ok());
  EXPECT_TRUE(absl::IsDataLoss((*log)->Append("one")));
  EXPECT_FALSE(RecordLog::Open("/dev/null", nullptr).ok());
}

}  // namespace
}  // namespace carom
