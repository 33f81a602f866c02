// Clients that ask for much and read nothing cost a server a bounded amount of memory, and nobody
// else their answers.

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "carom/client/client.h"
#include "carom/v1/simulation.grpc.pb.h"
#include "tests/client/cli/process.h"

namespace carom {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int kStreams = 16;
// The outboxes fill at the server's pace; then memory stays level for kLevel, by the end of
// kLevelWithin.
constexpr auto kLevel = std::chrono::seconds(6);
constexpr auto kLevelWithin = std::chrono::seconds(240);
// An outbox of 1 MiB and its chunks being written, and what gRPC and the kernel take in, a stream.
constexpr int64_t kStreamMemory_KiB = 4 * 1024;
constexpr int64_t kGrowth_KiB = 2 * 1024;

/// Resident memory of a process, KiB; 0 if it is gone.
int64_t ResidentMemory_KiB(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string word; status >> word;) {
    int64_t memory = 0;
    if (word == "VmRSS:" && status >> memory) return memory;
  }
  return 0;
}

/// A call of SimulateBatch, on a connection of its own, that nobody reads.
class StalledStream {
 public:
  explicit StalledStream(const std::string& address) {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    stub_ = v1::SimulationService::NewStub(
        grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments));
    v1::SimulateBatchRequest request;
    request.mutable_generator()->set_scene("eight_ball_scatter");
    request.mutable_generator()->set_shot_count(65536);
    request.mutable_detail()->set_level(v1::Detail::LEVEL_EVENTS);
    request.mutable_detail()->set_event_states(true);
    reader_ = stub_->SimulateBatch(&context_, request);
  }

  grpc::Status Cancel() {
    context_.TryCancel();
    return reader_->Finish();
  }

 private:
  grpc::ClientContext context_;
  std::unique_ptr<v1::SimulationService::Stub> stub_;
  std::unique_ptr<grpc::ClientReader<v1::SimulateBatchResponse>> reader_;
};

/// A batch that is read; the number of its shots.
uint64_t ServeSomebody(const Client& client) {
  v1::SimulateBatchRequest request;
  request.mutable_generator()->set_scene("two_ball_cut");
  request.mutable_generator()->set_shot_count(500);
  const auto summary = client.SimulateBatch(request);
  EXPECT_TRUE(summary.ok()) << summary.status();
  return summary.ok() ? summary->shots : 0;
}

/// Serves somebody again and again and keeps an eye on the server.
class Watch {
 public:
  Watch(const Client& client, pid_t server) : client_(client), server_(server) {}

  void ServeOnce() {
    const auto asked = steady_clock::now();
    if (ServeSomebody(client_) == 500) ++served_;
    slowest_ =
        std::max(slowest_, std::chrono::duration_cast<milliseconds>(steady_clock::now() - asked));
    peak_KiB_ = std::max(peak_KiB_, ResidentMemory_KiB(server_));
  }

  int64_t peak_KiB() const { return peak_KiB_; }
  milliseconds slowest() const { return slowest_; }
  int served() const { return served_; }

 private:
  const Client& client_;
  const pid_t server_;
  int64_t peak_KiB_ = 0;
  milliseconds slowest_{0};
  int served_ = 0;
};

TEST(StalledReader, CostsABoundedAmountOfMemoryAndNobodyElse) {
#ifdef CAROM_FUZZ_DIVISOR
  GTEST_SKIP() << "a sanitizer's own memory hides the server's";
#endif
  Process server("carom-server", {"--listen=127.0.0.1:0", "--threads=2", "--log-level=warn",
                                  "--shutdown-grace-ms=1000"});
  const std::string address = server.ReadLine().substr(std::string("listening on ").size());
  const Client healthy(Connect(address));
  ASSERT_EQ(ServeSomebody(healthy), 500u);
  const int64_t before_KiB = ResidentMemory_KiB(server.pid());
  ASSERT_GT(before_KiB, 0);

  std::vector<std::unique_ptr<StalledStream>> stalled;
  for (int i = 0; i < kStreams; ++i) stalled.push_back(std::make_unique<StalledStream>(address));
  // The outboxes fill while somebody else is served; from then on, nothing grows.
  Watch watch(healthy, server.pid());
  const auto start = steady_clock::now();
  auto level_since = start;
  int64_t level_KiB = before_KiB;
  while (steady_clock::now() - level_since < kLevel && steady_clock::now() - start < kLevelWithin) {
    watch.ServeOnce();
    if (watch.peak_KiB() < level_KiB + kGrowth_KiB) continue;
    level_KiB = watch.peak_KiB();
    level_since = steady_clock::now();
  }
  std::cout << "server: " << before_KiB << " KiB before, peak " << watch.peak_KiB() << " KiB with "
            << kStreams << " stalled streams; " << watch.served()
            << " batches served beside them, the slowest in " << watch.slowest().count() << " ms\n";
  EXPECT_LT(watch.peak_KiB() - before_KiB, kStreams * kStreamMemory_KiB);
  EXPECT_GE(steady_clock::now() - level_since, kLevel) << "the server's memory keeps growing";
  EXPECT_GE(watch.served(), 3);

  for (const auto& stream : stalled) {
    EXPECT_EQ(stream->Cancel().error_code(), grpc::StatusCode::CANCELLED);
  }
  EXPECT_EQ(ServeSomebody(healthy), 500u);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
}

}  // namespace
}  // namespace carom
