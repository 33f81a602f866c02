// How the program carom-server takes the signals that are to end it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <string>
#include <thread>

#include "tests/client/cli/process.h"

namespace carom {
namespace {

using ::testing::StartsWith;

// What a server that takes a signal needs at most to stop answering.
constexpr auto kSignalTakenWithin = std::chrono::milliseconds(500);
constexpr char kReady[] = "listening on ";

Process StartServer() {
  return Process("carom-server", {"--listen=127.0.0.1:0", "--threads=1", "--lame-duck-ms=0"});
}

class EndSignalTest : public ::testing::TestWithParam<int> {};

TEST_P(EndSignalTest, EndsTheServerCleanly) {
  Process server = StartServer();
  ASSERT_THAT(server.ReadLine(), StartsWith(kReady));
  server.Signal(GetParam());
  EXPECT_EQ(server.Wait(), 0);
}

INSTANTIATE_TEST_SUITE_P(Signals, EndSignalTest, ::testing::Values(SIGTERM, SIGINT, SIGHUP));

// As nohup starts it.
TEST(HangUp, IsIgnoredWhereTheParentIgnoresIt) {
  const auto before = signal(SIGHUP, SIG_IGN);
  Process server = StartServer();
  signal(SIGHUP, before);
  const std::string line = server.ReadLine();
  ASSERT_THAT(line, StartsWith(kReady));
  server.Signal(SIGHUP);
  std::this_thread::sleep_for(kSignalTakenWithin);
  Process info("carom", {"--server=" + line.substr(sizeof(kReady) - 1), "server-info"});
  EXPECT_NE(info.ReadAll(), "");
  EXPECT_EQ(info.Wait(), 0);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
}

}  // namespace
}  // namespace carom
