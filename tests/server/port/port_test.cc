// The port never stops to take connections, however many come.

#include "server/port/port.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/tcp.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "server/http/pages.h"
#include "tests/client/cli/process.h"
#include "tests/server/eventually.h"
#include "tests/server/raw_connection.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;
using ::testing::EndsWith;
using ::testing::StartsWith;

constexpr seconds kSoon(5);

std::string Get(int port, const std::string& path) {
  const RawConnection probe(port);
  probe.Send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
  return probe.ReadAll();
}

// A port of this machine that nobody uses now.
std::string FreeAddress() {
  ListeningSockets sockets;
  EXPECT_EQ(sockets.Open("127.0.0.1:0"), absl::OkStatus());
  return "127.0.0.1:" + std::to_string(sockets.port());
}

int PortIn(const std::string& address) {
  return std::atoi(address.substr(address.rfind(':') + 1).c_str());
}

// How a server looks from outside a flood of connections that takes its last descriptor.
TEST(Descriptors, AServerThatHadNoneLeftTakesConnectionsAgain) {
  const std::string probes = FreeAddress();
  Process server("carom-server",
                 {"--listen=127.0.0.1:0", "--http-listen=" + probes, "--threads=1"});
  const int port = PortIn(server.ReadLine());
  ASSERT_TRUE(RawConnection(port).IsServed());
  const rlimit few = {.rlim_cur = 128, .rlim_max = 128};
  ASSERT_EQ(prlimit(server.pid(), RLIMIT_NOFILE, &few, nullptr), 0);
  {
    std::vector<RawConnection> flood;
    for (int i = 0; i < 300; ++i) flood.emplace_back(port);
    std::this_thread::sleep_for(milliseconds(300));
  }
  const auto begin = steady_clock::now();
  EXPECT_TRUE(Eventually([&] { return RawConnection(port).IsServed(); }));
  EXPECT_TRUE(
      Eventually([&] { return Get(PortIn(probes), "/readyz").starts_with("HTTP/1.1 200 "); }));
  EXPECT_LT(steady_clock::now() - begin, kSoon);
}

class FullPortTest : public ::testing::Test {
 protected:
  static constexpr int kMost = 4;

  FullPortTest() : service_(Options(), /*in_process=*/false) {}

  static ServerOptions Options() {
    ServerOptions options = WithThreads(1);
    options.connections.max_connections = kMost;
    return options;
  }

  const Port& port() const { return *service_.server->listener(); }

  // Takes all places; the server's own probe has one now and then.
  void Fill() {
    ASSERT_TRUE(Eventually([this] {
      RawConnection one(port().number());
      if (one.IsServed()) held_.push_back(std::move(one));
      return held_.size() == kMost;
    }));
  }

  TestService service_;
  std::vector<RawConnection> held_;
};

TEST_F(FullPortTest, RefusesFurtherConnectionsAtOnce) {
  Fill();
  const auto begin = steady_clock::now();
  EXPECT_FALSE(RawConnection(port().number()).IsServed());
  EXPECT_LT(steady_clock::now() - begin, seconds(1));
  EXPECT_EQ(port().connections(), kMost);
  EXPECT_GE(port().refused(), 1);
  held_.pop_back();
  EXPECT_TRUE(Eventually([this] { return RawConnection(port().number()).IsServed(); }));
}

TEST_F(FullPortTest, IsNotReady) {
  EXPECT_TRUE(service_.server->ready());
  Fill();
  EXPECT_TRUE(Eventually([this] { return !service_.server->ready(); }));
  EXPECT_TRUE(service_.server->serving());
  const auto pages = MakePages(*service_.server, service_.server->options(),
                               *ServerLog::ToFile(1, LogFormat::kText, "off"));
  EXPECT_EQ(pages.at("/readyz")().status, 503);
  held_.clear();
  const auto begin = steady_clock::now();
  EXPECT_TRUE(Eventually([this] { return service_.server->ready(); }));
  EXPECT_LT(steady_clock::now() - begin, kSoon);
  EXPECT_EQ(pages.at("/readyz")().status, 200);
}

TEST(MaxConnections, NeedsDescriptors) {
  ServerOptions options;
  options.listen = "127.0.0.1:0";
  options.connections.max_connections = DescriptorsForConnections() + 1;
  const absl::Status status = Server::Start(options, nullptr).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_THAT(std::string(status.message()), StartsWith("--max-connections: "));
  EXPECT_THAT(std::string(status.message()), EndsWith("(ulimit -n) is too low"));
}

TEST(MaxConnections, FollowsFromTheMemoryOfConnections) {
  ServerOptions options;
  options.connections.memory_quota_bytes = 10 * (32 << 10);
  EXPECT_EQ(Resolved(options).connections.max_connections, 10);
  options.connections.memory_quota_bytes = int64_t{1} << 40;
  EXPECT_EQ(Resolved(options).connections.max_connections, DescriptorsForConnections());
}

TEST(Port, ItsSocketsAreAsThoseOfGrpc) {
  const TestService service(WithThreads(1), /*in_process=*/false);
  const int listening = service.server->listener()->listening();
  int on = 0;
  socklen_t size = sizeof(on);
  EXPECT_EQ(getsockopt(listening, IPPROTO_TCP, TCP_NODELAY, &on, &size), 0);
  EXPECT_EQ(on, 1);
  EXPECT_EQ(getsockopt(listening, SOL_SOCKET, SO_REUSEPORT, &on, &size), 0);
  EXPECT_EQ(on, 0);
  EXPECT_TRUE(fcntl(listening, F_GETFD) & FD_CLOEXEC);
}

TEST(OpenConnections, KnowsWhichAreLeft) {
  OpenConnections open;
  int ends[2] = {-1, -1};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  open.Add(ends[0]);
  open.Add(ends[1]);
  open.Sweep();
  EXPECT_EQ(open.most(), 2u);
  close(ends[0]);
  const OwnedFile other(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_EQ(other.number(), ends[0]) << "the system gives the lowest number that is free";
  EXPECT_EQ(open.most(), 2u);
  open.Sweep();
  EXPECT_EQ(open.most(), 1u);
  close(ends[1]);
  open.Sweep();
  EXPECT_EQ(open.most(), 0u);
}

}  // namespace
}  // namespace carom
