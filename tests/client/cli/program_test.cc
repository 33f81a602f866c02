// The built programs: `carom` on its own and against `carom-server`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/client/cli/process.h"
#include "tests/client/cli/run_carom.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Finished {
  int code;
  std::string out;
};

Finished RunProgram(const std::vector<std::string>& arguments) {
  Process carom("carom", arguments);
  std::string out = carom.ReadAll();
  return {carom.Wait(), std::move(out)};
}

// A server on a free port.
class ProgramTest : public ::testing::Test {
 protected:
  ProgramTest() : server_("carom-server", {"--listen=127.0.0.1:0", "--threads=2"}) {
    const std::string line = server_.ReadLine();
    const std::string ready = "listening on ";
    EXPECT_THAT(line, StartsWith(ready));
    address_ = "--server=" + line.substr(std::min(ready.size(), line.size()));
  }

  Process server_;
  std::string address_;
};

TEST_F(ProgramTest, AServerAndThisProcessGiveTheSameBatch) {
  const std::vector<std::string> batch = {"batch", "--scene=eight_ball_break", "--shots=300",
                                          "--seed=7"};
  std::vector<std::string> on_server = batch;
  on_server.insert(on_server.begin(), address_);
  std::vector<std::string> on_one_thread = batch;
  on_one_thread.insert(on_one_thread.begin(), "--threads=1");
  const Finished remote = RunProgram(on_server);
  const Finished local = RunProgram(on_one_thread);
  EXPECT_EQ(remote.code, 0);
  EXPECT_EQ(local.code, 0);
  EXPECT_THAT(remote.out, StartsWith("shots=300 failed=0 "));
  EXPECT_EQ(HashOf(remote.out), HashOf(local.out));
}

TEST_F(ProgramTest, AServerAndThisProcessGiveTheSameBytes) {
  const std::vector<std::string> shot = {"simulate", "--rack=9-ball", "--seed=4",
                                         "--events", "--samples=0.1", "--json"};
  std::vector<std::string> on_server = shot;
  on_server.insert(on_server.begin(), address_);
  const Finished remote = RunProgram(on_server);
  EXPECT_EQ(remote.code, 0);
  EXPECT_EQ(remote.out, RunProgram(shot).out);
}

TEST_F(ProgramTest, AServerSaysWhatIsWrongAndGoesOn) {
  EXPECT_EQ(RunProgram({address_, "simulate", "--rack=8-ball", "--speed=nan"}).code, 2);
  EXPECT_EQ(RunProgram({address_, "batch", "--scene=seven_ball", "--shots=5"}).code, 2);
  EXPECT_EQ(RunProgram({address_, "server-info"}).code, 0);
}

TEST_F(ProgramTest, AServerThatIsGoneMayBeBackLater) {
  server_.Signal(SIGKILL);
  server_.Wait();
  EXPECT_EQ(RunProgram({address_, "--retry-for=0.2", "tables"}).code, kTryAgain);
}

TEST_F(ProgramTest, AServerLostMidwayKeepsTheRowsThatAreDone) {
  const ErrorFile error;
  Process batch("carom",
                {address_, "--retry-for=0.2", "batch", "--scene=nine_ball_break",
                 "--shots=100000000", "--first-shot=40", "--format=csv"},
                error.number());
  EXPECT_THAT(batch.ReadLine(), StartsWith("shot,status,"));
  EXPECT_THAT(batch.ReadLine(), StartsWith("40,OK,"));
  server_.Signal(SIGKILL);
  server_.Wait();
  const std::string rest = batch.ReadAll();
  EXPECT_EQ(batch.Wait(), kTryAgain);
  const auto rows = 1 + std::count(rest.begin(), rest.end(), '\n');
  EXPECT_THAT(error.Text(), HasSubstr("\nshots=" + std::to_string(rows) + " failed=0 events="));
}

// The only server is killed and comes back: a batch once gave up after half a second.
TEST_F(ProgramTest, ABatchOutlivesARestartOfItsOnlyServer) {
  const std::string shots = "--shots=40000";
  const ErrorFile error;
  Process batch("carom", {address_, "batch", "--scene=two_ball_cut", shots, "--format=csv"},
                error.number());
  EXPECT_THAT(batch.ReadLine(), StartsWith("shot,status,"));
  EXPECT_THAT(batch.ReadLine(), StartsWith("0,OK,"));
  server_.Signal(SIGKILL);
  server_.Wait();
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  Process again("carom-server",
                {"--listen=" + address_.substr(address_.find('=') + 1), "--threads=2"});
  EXPECT_THAT(again.ReadLine(), StartsWith("listening on "));
  batch.ReadAll();
  EXPECT_EQ(batch.Wait(), 0);
  const std::string reference = RunProgram({"batch", "--scene=two_ball_cut", shots}).out;
  EXPECT_EQ(HashOf(error.Text()), HashOf(reference));
}

TEST(InterruptTest, ASignalKeepsWhatIsDone) {
  const ErrorFile error;
  Process batch(
      "carom",
      {"--threads=1", "batch", "--scene=nine_ball_break", "--shots=100000000", "--format=csv"},
      error.number());
  EXPECT_THAT(batch.ReadLine(), StartsWith("shot,status,"));
  EXPECT_THAT(batch.ReadLine(), StartsWith("0,OK,"));
  batch.Signal(SIGTERM);
  const std::string rest = batch.ReadAll();
  EXPECT_EQ(batch.Wait(), kInterrupted);
  const auto rows = 1 + std::count(rest.begin(), rest.end(), '\n');
  EXPECT_THAT(error.Text(), StartsWith("shots=" + std::to_string(rows) + " failed=0 "));
}

}  // namespace
}  // namespace carom
