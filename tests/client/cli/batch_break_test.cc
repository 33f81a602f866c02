// Batches that are refused or break off: what happens to files, and how to go on.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "absl/strings/str_format.h"
#include "core/base/hash.h"
#include "tests/client/cli/run_carom.h"
#include "tests/client/fake_service.h"
#include "tests/testing/read_file.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::ReadFile;
using ::testing::StartsWith;

TEST(BatchOutTest, ARefusedBatchLeavesTheFileAlone) {
  const std::string path = ::testing::TempDir() + "/precious.csv";
  std::ofstream(path) << "precious\n";
  const CliResult refused = RunCarom({"batch", "--scene=seven_ball", "--shots=5", "--out=" + path});
  EXPECT_EQ(refused.code, kBadRequest);
  EXPECT_EQ(ReadFile(path), "precious\n");
  const CliResult done = RunCarom({"batch", "--scene=two_ball_cut", "--shots=5", "--out=" + path});
  EXPECT_EQ(done.code, kDone) << done.err;
  EXPECT_THAT(ReadFile(path), StartsWith("shot,status,"));
}

TEST(BatchOutTest, ARefusedBatchPrintsNoHeader) {
  const CliResult refused = RunCarom({"batch", "--scene=seven_ball", "--shots=5", "--format=csv"});
  EXPECT_EQ(refused.code, kBadRequest);
  EXPECT_EQ(refused.out, "");
}

TEST(BatchOutTest, AFileThatCannotBeWrittenIsAFailure) {
  const CliResult failed =
      RunCarom({"batch", "--scene=two_ball_cut", "--shots=5", "--out=" + ::testing::TempDir()});
  EXPECT_EQ(failed.code, kFailed);
  EXPECT_EQ(failed.out, "");
  EXPECT_THAT(failed.err, HasSubstr(": cannot be written"));
}

// A server that gives out after 64 shots.
class BatchBreakTest : public ::testing::Test {
 protected:
  void BreakAfter64(uint64_t first_shot) {
    service_.Play({[=](grpc::ServerContext*, FakeService::Writer* writer) {
      writer->Write(NumberedChunk(first_shot, 64));
      return grpc::Status(grpc::StatusCode::INTERNAL, "out of order");
    }});
  }

  static std::string HashOfShots(uint64_t first, uint64_t count) {
    BitHash fold;
    for (uint64_t shot = first; shot < first + count; ++shot) fold.Add(shot);
    return absl::StrFormat("hash=%016x\n", fold.Value());
  }

  FakeService service_;
  const std::string server_ = "--server=" + service_.address();
};

TEST_F(BatchBreakTest, TellsWhatIsDoneAndHowToGoOn) {
  BreakAfter64(1000);
  const CliResult batch =
      RunCarom({server_, "batch", "--scene=two_ball_cut", "--first-shot=1000", "--shots=100"});
  EXPECT_EQ(batch.code, kFailed);
  EXPECT_THAT(batch.out, AllOf(StartsWith("shots=64 failed=0 events=64 seconds="),
                               EndsWith(HashOfShots(1000, 64))));
  EXPECT_THAT(batch.err, AllOf(HasSubstr("carom: out of order"),
                               HasSubstr("go on with --first-shot=1064 --shots=36\n")));
}

// What came before its turn does not count: the rest is all that follows.
TEST_F(BatchBreakTest, WhatIsDoneHasNoGap) {
  service_.Play({[](grpc::ServerContext*, FakeService::Writer* writer) {
    writer->Write(NumberedChunk(0, 10));
    writer->Write(NumberedChunk(30, 10));
    return grpc::Status(grpc::StatusCode::INTERNAL, "out of order");
  }});
  const CliResult batch = RunCarom({server_, "batch", "--scene=two_ball_cut", "--shots=40"});
  EXPECT_EQ(batch.code, kFailed);
  EXPECT_THAT(batch.out, AllOf(StartsWith("shots=10 "), EndsWith(HashOfShots(0, 10))));
  EXPECT_THAT(batch.err, HasSubstr("go on with --first-shot=10 --shots=30\n"));
}

TEST_F(BatchBreakTest, TellsHowMuchOfARequestRemains) {
  BreakAfter64(0);
  const CliResult batch = RunCarom({server_, "batch", "--request=-"},
                                   R"({"generator": {"scene": "two_ball_cut", "shot_count": 65}})");
  EXPECT_EQ(batch.code, kFailed);
  EXPECT_THAT(batch.out, StartsWith("shots=64 "));
  EXPECT_THAT(batch.err, HasSubstr("all shots before number 64 are done; go on with "
                                   "--first-shot=64 --shots=1\n"));
}

TEST_F(BatchBreakTest, NothingIsDoneIfNothingCame) {
  service_.Play({[](grpc::ServerContext*, FakeService::Writer*) {
    return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "generator.scene: unknown");
  }});
  const CliResult batch = RunCarom({server_, "batch", "--scene=two_ball_cut", "--shots=100"});
  EXPECT_EQ(batch.code, kBadRequest);
  EXPECT_EQ(batch.out, "");
  EXPECT_EQ(batch.err, "carom: generator.scene: unknown\n");
}

}  // namespace
}  // namespace carom
