// The program carom-server with a log that nobody reads, or that cannot be written.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>

#include "carom/v1/simulation.grpc.pb.h"
#include "tests/client/cli/process.h"

namespace carom {
namespace {

// Far more lines than a pipe holds (64 KB).
constexpr int kCalls = 2000;

class Logged {
 public:
  explicit Logged(int log)
      : server_("carom-server", {"--listen=127.0.0.1:0", "--threads=1", "--lame-duck-ms=0"}, log) {
    const std::string line = server_.ReadLine();
    stub_ = v1::SimulationService::NewStub(
        grpc::CreateChannel(line.substr(line.rfind(' ') + 1), grpc::InsecureChannelCredentials()));
  }

  // Calls that were answered.
  int Call() {
    int answered = 0;
    for (int i = 0; i < kCalls; ++i) {
      grpc::ClientContext context;
      context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(10));
      v1::GetTableResponse response;
      v1::GetTableRequest request;
      request.set_name("pool_9ft");
      if (!stub_->GetTable(&context, request, &response).ok()) break;
      ++answered;
    }
    return answered;
  }

  int End() {
    server_.Signal(SIGTERM);
    return server_.Wait();
  }

 private:
  Process server_;
  std::unique_ptr<v1::SimulationService::Stub> stub_;
};

// Once every call timed out after 579, health too.
TEST(StalledLog, ServesThoughNobodyReads) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  Logged server(ends[1]);
  EXPECT_EQ(server.Call(), kCalls);
  EXPECT_EQ(server.End(), 0);
  close(ends[0]);
  close(ends[1]);
}

// Once SIGPIPE ended it at the first call, without a drain.
TEST(StalledLog, ServesThoughTheReaderIsGone) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  Logged server(ends[1]);
  close(ends[0]);
  EXPECT_EQ(server.Call(), kCalls);
  EXPECT_EQ(server.End(), 0);
  close(ends[1]);
}

TEST(StalledLog, ServesOnAFullDisk) {
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(full, 0);
  Logged server(full);
  EXPECT_EQ(server.Call(), kCalls);
  EXPECT_EQ(server.End(), 0);
  close(full);
}

}  // namespace
}  // namespace carom
