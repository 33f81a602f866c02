// A system that grants no more threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "server/program.h"
#include "server/thread_check.h"
#include "tests/client/no_more_threads.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::ExitedWithCode;
using ::testing::HasSubstr;

TEST(NoMoreThreads, AServerDoesNotStart) {
  ServerOptions options = WithThreads(1);
  options.listen = "127.0.0.1:0";
  const NoMoreThreads none;
  const absl::Status status = Server::Start(options, nullptr).status();
  EXPECT_TRUE(absl::IsResourceExhausted(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("the system grants 0 of "));
}

TEST(NoMoreThreads, AServerEnds) {
  TestService service(WithThreads(1), /*in_process=*/false);
  const NoMoreThreads none;
  service.server->Shutdown(std::chrono::seconds(1));
}

TEST(NoMoreThreads, AreFoundOutWithoutHarm) {
  EXPECT_EQ(TryThreads(10), absl::OkStatus());
  const NoMoreThreads none;
  EXPECT_TRUE(absl::IsResourceExhausted(TryThreads(1)));
}

TEST(NoMoreThreadsDeathTest, TheProgramFails) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        const NoMoreThreads none;
        exit(RunServerProgram({"--listen=127.0.0.1:0"}));
      },
      ExitedWithCode(1), "carom-server: cannot start: ");
}

// Runs the program, and sends it SIGTERM when it says that it listens.
int EndWithoutThreads() {
  sigset_t term;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &term, nullptr);
  int ends[2] = {-1, -1};
  if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0) return -1;
  std::thread([from = ends[0]] {
    char first = 0;
    if (read(from, &first, 1) != 1) return;
    static const NoMoreThreads none;
    kill(getpid(), SIGTERM);
  }).detach();
  return RunServerProgram(
      {"--listen=127.0.0.1:0", "--http-listen=127.0.0.1:0", "--threads=1", "--lame-duck-ms=0"});
}

TEST(NoMoreThreadsDeathTest, TheProgramEndsAtASignal) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(exit(EndWithoutThreads()), ExitedWithCode(0), "info done");
}

}  // namespace
}  // namespace carom
