#include "server/port/listening_sockets.h"

#include <gmock/gmock.h>
#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <fstream>
#include <set>
#include <string>

#include "carom/v1/simulation.grpc.pb.h"
#include "server/server.h"
#include "tests/testing/service/folder.h"

namespace carom {
namespace {

using ::testing::HasSubstr;

bool HasIpv6() {
  ListeningSockets sockets;
  return sockets.Open("[::1]:0").ok();
}

bool Answers(const std::string& address) {
  const auto stub = v1::SimulationService::NewStub(
      grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  v1::GetServerInfoResponse response;
  return stub->GetServerInfo(&context, {}, &response).ok();
}

struct ListenCase {
  const char* listen;
  bool v4;
  bool v6;
};

class AddressTest : public ::testing::TestWithParam<ListenCase> {};

// 0.0.0.0 and [::] mean the same to gRPC: every address of this machine.
TEST_P(AddressTest, IsServedOnEachOfItsFamilies) {
  const ListenCase& param = GetParam();
  if (param.v6 && !HasIpv6()) GTEST_SKIP() << "no IPv6 here";
  ServerOptions options;
  options.threads = 1;
  options.listen = param.listen;
  const auto server = Server::Start(options, nullptr);
  ASSERT_TRUE(server.ok()) << server.status();
  EXPECT_TRUE((*server)->ready());
  const std::string port = ":" + std::to_string((*server)->port());
  EXPECT_EQ(Answers("ipv4:127.0.0.1" + port), param.v4);
  EXPECT_EQ(Answers("ipv6:[::1]" + port), param.v6);
  options.listen = (*server)->address();
  EXPECT_THAT(std::string(Server::Start(options, nullptr).status().message()),
              HasSubstr("Address already in use"));
}

INSTANTIATE_TEST_SUITE_P(Hosts, AddressTest,
                         ::testing::Values(ListenCase{"127.0.0.1:0", true, false},
                                           ListenCase{"[::1]:0", false, true},
                                           ListenCase{"0.0.0.0:0", true, true},
                                           ListenCase{"[::]:0", true, true}));

TEST(ListeningSockets, TakeAllAddressesOfAName) {
  ListeningSockets sockets;
  ASSERT_EQ(sockets.Open("localhost:0"), absl::OkStatus());
  std::set<int> ports;
  for (const OwnedFile& socket : sockets.all()) {
    sockaddr_in6 address = {};  // Both families have the port in one place.
    socklen_t size = sizeof(address);
    getsockname(socket.number(), reinterpret_cast<sockaddr*>(&address), &size);
    ports.insert(ntohs(address.sin6_port));
  }
  EXPECT_EQ(ports, std::set<int>{sockets.port()});
}

TEST(ListeningSockets, SayWhatIsWrong) {
  const struct {
    const char* address;
    const char* says;
  } cases[] = {
      {"192.0.2.1:0", "cannot listen on 192.0.2.1:0: Cannot assign requested address"},
      {"no.such.host.invalid:0", "cannot listen on no.such.host.invalid:0: "},
      {"unix:/no/such/folder/x", "cannot listen on unix:/no/such/folder/x: No such file"},
  };
  for (const auto& test : cases) {
    ListeningSockets sockets;
    const absl::Status status = sockets.Open(test.address);
    EXPECT_TRUE(absl::IsUnavailable(status));
    EXPECT_THAT(std::string(status.message()), HasSubstr(test.says));
  }
  ListeningSockets sockets;
  EXPECT_THAT(std::string(sockets.Open("unix:" + std::string(200, 'x')).message()),
              HasSubstr("the path is too long"));
}

TEST(ListeningSockets, ReplaceASocketThatNobodyUses) {
  const testing::Folder folder;
  const std::string path = folder.Path("left");
  {
    const OwnedFile left(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    ASSERT_EQ(bind(left.number(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  }
  ListeningSockets sockets;
  EXPECT_EQ(sockets.Open("unix:" + path), absl::OkStatus());
  ListeningSockets second;
  EXPECT_THAT(std::string(second.Open("unix:" + path).message()),
              HasSubstr("Address already in use"));
  sockets.Close();
  EXPECT_EQ(access(path.c_str(), F_OK), -1);
}

TEST(ListeningSockets, LeaveAFileAlone) {
  const testing::Folder folder;
  const std::string path = folder.Write("file", "text");
  ListeningSockets sockets;
  EXPECT_FALSE(sockets.Open("unix:" + path).ok());
  sockets.Close();
  EXPECT_EQ(access(path.c_str(), F_OK), 0);
}

}  // namespace
}  // namespace carom
