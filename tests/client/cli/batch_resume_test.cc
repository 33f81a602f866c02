// Batches that break off and go on: the same rows and the same line as if they had not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/base/hash.h"
#include "tests/client/cli/process.h"
#include "tests/client/cli/run_carom.h"
#include "tests/client/fake_service.h"
#include "tests/testing/read_file.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::ReadFile;
using ::testing::StartsWith;

// The summary line without what was measured.
std::string Counts(const std::string& line) {
  const size_t seconds = line.find(" seconds=");
  const size_t hash = line.find(" hash=");
  if (seconds == std::string::npos || hash == std::string::npos) return line;
  return line.substr(0, seconds) + line.substr(hash);
}

class BatchResumeTest : public ::testing::Test {
 protected:
  BatchResumeTest() { std::filesystem::create_directory(folder_); }
  ~BatchResumeTest() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name) const { return folder_ + "/" + name; }

  // 3000 listed shots, and one that cannot be simulated.
  std::string ListedRequest() const {
    std::ofstream file(Path("shots.json"));
    file << R"({"layouts": [{"rack": {"name": "nine_ball"}}], "shots": {"shots": [)";
    for (int i = 0; i < 3000; ++i) {
      file << R"({"strike": {"speed_m_s": )" << (i == 700 ? -1.0 : 2.0 + i * 1e-3) << "}},";
    }
    file << R"({"strike": {"speed_m_s": 3}}]}})";
    return "--request=" + Path("shots.json");
  }

  const std::string folder_ = ::testing::TempDir() + "/resume_" + std::to_string(getpid());
  const std::string state_ = "--resume-from=" + Path("state");
  const std::string out_ = "--out=" + Path("rows.csv");
  const std::string scene_ = "--scene=two_ball_cut";
};

TEST_F(BatchResumeTest, ABatchThatIsDoneIsNotDoneAgain) {
  const CliResult first = RunCarom({"batch", scene_, "--shots=600", out_, state_});
  ASSERT_EQ(first.code, kDone) << first.err;
  const std::string rows = ReadFile(Path("rows.csv"));
  // Nobody listens on port 1.
  const CliResult again = RunCarom(
      {"--server=127.0.0.1:1", "--retry-for=0", "batch", scene_, "--shots=600", out_, state_});
  EXPECT_EQ(again.code, kDone) << again.err;
  EXPECT_EQ(Counts(again.out), Counts(first.out));
  EXPECT_EQ(ReadFile(Path("rows.csv")), rows);
  EXPECT_EQ(Counts(RunCarom({"batch", scene_, "--shots=600"}).out), Counts(first.out));
}

TEST_F(BatchResumeTest, RowsOfStandardOutputAreRefused) {
  ExpectRefused(RunCarom({"batch", scene_, "--shots=5", "--format=csv", state_}),
                "rows must go to a file");
  ExpectRefused(RunCarom({"batch", scene_, "--shots=5", "--out=/dev/null", state_}),
                "must be a regular file");
  ExpectRefused(RunCarom({"batch", scene_, "--shots=5", "--out=" + Path("state"), state_}),
                "must name different files");
}

TEST_F(BatchResumeTest, AnotherRequestIsRefused) {
  ASSERT_EQ(RunCarom({"batch", scene_, "--shots=5", out_, state_}).code, kDone);
  const std::string rows = ReadFile(Path("rows.csv"));
  ExpectRefused(RunCarom({"batch", scene_, "--shots=5", "--seed=1", out_, state_}),
                "belongs to another request");
  ExpectRefused(RunCarom({"batch", scene_, "--shots=5", state_}), "whose rows go to");
  EXPECT_EQ(ReadFile(Path("rows.csv")), rows);
}

TEST_F(BatchResumeTest, RowsThatAreGoneAreNotForgotten) {
  ASSERT_EQ(RunCarom({"batch", scene_, "--shots=5", out_, state_}).code, kDone);
  std::filesystem::resize_file(Path("rows.csv"), 10);
  ExpectRefused(RunCarom({"batch", scene_, "--shots=5", out_, state_}), "lacks rows");
  std::filesystem::remove(Path("rows.csv"));
  ExpectRefused(RunCarom({"batch", scene_, "--shots=5", out_, state_}), "lacks rows");
}

// A state file that is lost or mistyped costs no rows.
TEST_F(BatchResumeTest, RowsWithoutTheirStateAreKept) {
  ASSERT_EQ(RunCarom({"batch", scene_, "--shots=5", out_, state_}).code, kDone);
  const std::string rows = ReadFile(Path("rows.csv"));
  ExpectRefused(RunCarom({"batch", scene_, "--shots=5", out_, state_ + "2"}), "holds rows");
  EXPECT_EQ(ReadFile(Path("rows.csv")), rows);
  EXPECT_FALSE(std::filesystem::exists(Path("state2")));
}

TEST_F(BatchResumeTest, ADamagedFileIsRefused) {
  ASSERT_EQ(RunCarom({"batch", scene_, "--shots=600", state_}).code, kDone);
  std::string bytes = ReadFile(Path("state"));
  bytes[bytes.size() / 2] ^= 1;  // Not in the last record, which may be torn.
  std::ofstream(Path("state"), std::ios::binary) << bytes;
  const CliResult result = RunCarom({"batch", scene_, "--shots=600", state_});
  EXPECT_EQ(result.code, kFailed);
  EXPECT_THAT(result.err, HasSubstr("damaged at byte"));
}

// Broken off after every possible length of the file: the rest is done, once.
TEST_F(BatchResumeTest, AnyTornTailIsDoneAgain) {
  const std::vector<std::string> batch = {"batch", scene_, "--shots=520", out_, state_};
  const CliResult whole = RunCarom(batch);
  ASSERT_EQ(whole.code, kDone) << whole.err;
  const std::string rows = ReadFile(Path("rows.csv"));
  const std::string state = ReadFile(Path("state"));
  for (size_t size = 0; size < state.size(); size += 37) {
    std::ofstream(Path("state"), std::ios::binary) << state.substr(0, size);
    std::ofstream(Path("rows.csv"), std::ios::binary) << rows << "torn,";
    const CliResult rest = RunCarom(batch);
    ASSERT_EQ(rest.code, kDone) << rest.err;
    ASSERT_EQ(Counts(rest.out), Counts(whole.out)) << size;
    ASSERT_EQ(ReadFile(Path("rows.csv")), rows) << size;
  }
}

TEST_F(BatchResumeTest, AFullDiskCostsNoMoreThanTheLastChunk) {
  const std::vector<std::string> batch = {"batch", scene_, "--shots=4000", out_, state_};
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto previous = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 300'000;  // Bytes: some 1000 rows.
  setrlimit(RLIMIT_FSIZE, &small);
  const CliResult full = RunCarom(batch);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, previous);
  EXPECT_EQ(full.code, kFailed);
  EXPECT_THAT(full.err, AllOf(HasSubstr("cannot be written"), HasSubstr("the same command goes on"),
                              HasSubstr(Path("state") + " keeps what is done")));
  const CliResult rest = RunCarom(batch);
  EXPECT_EQ(rest.code, kDone) << rest.err;
  const std::string rows = ReadFile(Path("rows.csv"));
  const CliResult whole = RunCarom({"batch", scene_, "--shots=4000", "--out=" + Path("whole.csv")});
  EXPECT_EQ(rows, ReadFile(Path("whole.csv")));
  EXPECT_EQ(Counts(rest.out), Counts(whole.out));
}

// A server that gives out after two of four chunks.
class BatchResumeFakeTest : public BatchResumeTest {
 protected:
  BatchResumeFakeTest() { service_.set_engine_version("fake"); }

  CliResult Run(std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {"--server=" + service_.address(), "batch", scene_,
                                          "--shots=40", state_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return RunCarom(arguments);
  }

  void PlayAndBreak(const std::vector<uint64_t>& firsts, grpc::Status end) {
    service_.Play({[=](grpc::ServerContext*, FakeService::Writer* writer) {
      for (const uint64_t first : firsts) writer->Write(NumberedChunk(first, 10));
      return end;
    }});
  }

  const grpc::Status broken_{grpc::StatusCode::INTERNAL, "out of order"};
  FakeService service_;
};

TEST_F(BatchResumeFakeTest, AsksForTheMissingShotsOnly) {
  PlayAndBreak({10, 0}, broken_);
  const CliResult broken = Run();
  EXPECT_EQ(broken.code, kFailed);
  EXPECT_THAT(broken.out, StartsWith("shots=20 failed=0 events=20 "));
  EXPECT_THAT(broken.err, AllOf(HasSubstr("out of order"),
                                HasSubstr("the same command goes on with the other 20 shots: " +
                                          Path("state") + " keeps what is done\n")));
  PlayAndBreak({30, 20}, grpc::Status::OK);
  const CliResult rest = Run();
  EXPECT_EQ(rest.code, kDone) << rest.err;
  ASSERT_EQ(service_.batch_requests().size(), 2u);
  EXPECT_EQ(service_.batch_requests()[1].generator().first_shot(), 20u);
  EXPECT_EQ(service_.batch_requests()[1].generator().shot_count(), 20u);
  EXPECT_EQ(service_.batch_requests()[1].engine_version(), "fake");
  BitHash fold;
  for (uint64_t shot = 0; shot < 40; ++shot) fold.Add(shot);
  EXPECT_EQ(Counts(rest.out),
            absl::StrFormat("shots=40 failed=0 events=40 hash=%016x\n", fold.Value()));
}

TEST_F(BatchResumeFakeTest, AnotherEngineIsRefused) {
  PlayAndBreak({0}, broken_);
  EXPECT_EQ(Run().code, kFailed);
  service_.set_engine_version("later");
  const CliResult refused = Run();
  ExpectRefused(refused, "its shots are of engine fake, not later");
  EXPECT_EQ(service_.batch_requests().size(), 1u);
}

// A real process is killed, again and again, at any point of its work.
class KilledBatchTest : public BatchResumeTest {
 protected:
  uint64_t StateBytes() const {
    std::error_code absent;
    const auto size = std::filesystem::file_size(Path("state"), absent);
    return absent ? 0 : size;
  }

  // False: it ended by itself.
  bool RunUntilKilled(const std::vector<std::string>& batch, uint64_t more_bytes) {
    const uint64_t before = StateBytes();
    Process carom("carom", batch);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (StateBytes() < before + more_bytes && std::chrono::steady_clock::now() < end) {
      siginfo_t ended = {};
      waitid(P_PID, static_cast<id_t>(carom.pid()), &ended, WEXITED | WNOHANG | WNOWAIT);
      if (ended.si_pid != 0) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    carom.Signal(SIGKILL);
    return carom.Wait() == -1;
  }

  void ExpectTheSameAsWhole(const std::vector<std::string>& shots, ExitCode code = kDone) {
    std::vector<std::string> batch = {"--threads=2", "batch", out_, state_};
    batch.insert(batch.end(), shots.begin(), shots.end());
    EXPECT_TRUE(RunUntilKilled(batch, 1));
    EXPECT_TRUE(RunUntilKilled(batch, 150));
    EXPECT_TRUE(RunUntilKilled(batch, 150));
    Process rest("carom", batch);
    const std::string line = rest.ReadAll();
    EXPECT_EQ(rest.Wait(), code);
    std::vector<std::string> whole = {"batch", "--out=" + Path("whole.csv")};
    whole.insert(whole.end(), shots.begin(), shots.end());
    const CliResult reference = RunCarom(whole);
    EXPECT_EQ(Counts(line), Counts(reference.out));
    EXPECT_TRUE(ReadFile(Path("rows.csv")) == ReadFile(Path("whole.csv"))) << "rows differ";
  }
};

TEST_F(KilledBatchTest, OfASceneGivesTheSameRowsAndHash) {
  ExpectTheSameAsWhole({"--scene=nine_ball_break", "--shots=4000", "--first-shot=7"});
}

TEST_F(KilledBatchTest, OfAListGivesTheSameRowsAndHash) {
  ExpectTheSameAsWhole({ListedRequest()}, kFailed);  // One shot cannot be simulated.
}

// Each match once, whatever was played for it before the end.
TEST_F(KilledBatchTest, WithAFilterGivesTheSameRowsAndHash) {
  ExpectTheSameAsWhole({"--scene=nine_ball_break", "--shots=8000", "--filter={\"potted\": {}}",
                        "--label=no-scratch"});
}

TEST_F(KilledBatchTest, CtrlCTellsHowToGoOn) {
  const std::vector<std::string> batch = {"--threads=2",  "batch", "--scene=nine_ball_break",
                                          "--shots=3000", out_,    state_};
  Process stopped("carom", batch);
  while (StateBytes() < 300) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  stopped.Signal(SIGINT);
  EXPECT_THAT(stopped.ReadAll(), StartsWith("shots="));
  EXPECT_EQ(stopped.Wait(), kInterrupted);
  Process rest("carom", batch);
  const std::string line = rest.ReadAll();
  EXPECT_EQ(rest.Wait(), 0);
  const CliResult whole =
      RunCarom({"batch", "--scene=nine_ball_break", "--shots=3000", "--out=" + Path("whole.csv")});
  EXPECT_EQ(Counts(line), Counts(whole.out));
  EXPECT_TRUE(ReadFile(Path("rows.csv")) == ReadFile(Path("whole.csv"))) << "rows differ";
}

}  // namespace
}  // namespace carom
