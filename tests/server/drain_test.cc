// How the service ends: nothing lost, and nobody holds it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "tests/client/cli/process.h"
#include "tests/server/eventually.h"
#include "tests/server/raw_connection.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// A call that runs for minutes, on a thread of its own.
class LongCall {
 public:
  explicit LongCall(TestService& service) {
    thread_ = std::thread([this, &service] {
      v1::SimulateMechanismResponse response;
      status_ = service.mechanisms->SimulateMechanism(&context_, LongMechanism(), &response);
    });
    EXPECT_TRUE(Eventually([&] { return service.server->pool_stats().running == 1; }));
  }
  ~LongCall() { thread_.join(); }
  void Cancel() { context_.TryCancel(); }

 private:
  grpc::ClientContext context_;
  grpc::Status status_;
  std::thread thread_;
};

// While a call runs on, the port is closed: a load balancer's check sees it, and no client burns
// its attempts on a server that refuses.
TEST(Drain, ClosesThePortBeforeTheLastCallEnds) {
  TestService service(WithThreads(2), /*in_process=*/false);
  const int port = service.server->port();
  LongCall call(service);
  std::thread end([&] { service.server->Shutdown(kPatience); });
  EXPECT_TRUE(Eventually([&] { return !RawConnection(port).connected(); }));
  EXPECT_EQ(service.server->stats().calls_running, 1);
  call.Cancel();
  end.join();
}

TEST(Drain, ServesUntilTheLameDuckIsOver) {
  ServerOptions options = WithThreads(2);
  options.lame_duck = milliseconds(300);
  TestService service(options, /*in_process=*/false);
  std::atomic<bool> draining{false};
  std::thread end([&] {
    draining = true;
    service.server->Drain();
  });
  EXPECT_TRUE(Eventually([&] { return draining.load(); }));
  grpc::ClientContext context;
  v1::SimulateResponse response;
  EXPECT_TRUE(service.stub->Simulate(&context, Breaks(1), &response).ok());
  end.join();
}

// Every chunk is whole, and the client learns that another server is to do the rest.
TEST(Drain, ABatchHandsBackWhatItHasNotBegun) {
  TestService service(WithThreads(1), /*in_process=*/false);
  grpc::ClientContext context;
  const auto reader = service.stub->SimulateBatch(&context, SceneBatch("nine_ball_break", 65'536));
  v1::SimulateBatchResponse chunk;
  ASSERT_TRUE(reader->Read(&chunk));
  uint64_t shots = chunk.results().shot_count();
  std::thread end([&] { service.server->Shutdown(kPatience); });
  while (reader->Read(&chunk)) shots += chunk.results().shot_count();
  const grpc::Status status = reader->Finish();
  end.join();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE) << status.error_message();
  EXPECT_LT(shots, 65'536u);
  EXPECT_EQ(service.server->stats().shots_done, static_cast<int64_t>(shots));
}

// As a client does that was stopped: it never answers the GOAWAY.
TEST(Drain, NobodyWhoKeepsAConnectionHoldsTheServer) {
  TestService service(WithThreads(1), /*in_process=*/false);
  const RawConnection silent(service.server->port());
  silent.Send(kHttp2Hello);
  const auto begin = steady_clock::now();
  service.server->Shutdown(kPatience);
  EXPECT_LT(steady_clock::now() - begin, kPatience / 2);
}

// What holds it here is that its processors are taken away, as of a container that is paused.
TEST(Drain, TheProcessEndsASecondAfterThePromisedSumWhateverHoldsIt) {
  Process server("carom-server", {"--listen=127.0.0.1:0", "--threads=1", "--lame-duck-ms=1000",
                                  "--shutdown-grace-ms=200"});
  ASSERT_THAT(server.ReadLine(), ::testing::StartsWith("listening on "));
  server.Signal(SIGTERM);
  std::this_thread::sleep_for(milliseconds(300));
  server.Signal(SIGSTOP);
  std::this_thread::sleep_for(milliseconds(1000 + 200 + 1000));
  server.Signal(SIGCONT);
  EXPECT_EQ(server.Wait(), 1);
}

TEST(Drain, ASecondSignalEndsTheServerAtOnce) {
  Process server("carom-server", {"--listen=127.0.0.1:0", "--threads=1", "--lame-duck-ms=60000"});
  ASSERT_THAT(server.ReadLine(), ::testing::StartsWith("listening on "));
  server.Signal(SIGINT);
  std::this_thread::sleep_for(milliseconds(300));
  const auto begin = steady_clock::now();
  server.Signal(SIGINT);
  EXPECT_EQ(server.Wait(), 128 + SIGINT);
  EXPECT_LT(steady_clock::now() - begin, kPatience / 2);
}

}  // namespace
}  // namespace carom
