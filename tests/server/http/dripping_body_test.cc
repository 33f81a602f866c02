// Clients whose requests take for ever do not keep probes waiting.

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "server/http/http_port.h"

namespace carom {
namespace {

using ::testing::StartsWith;

// More than the port has threads.
constexpr int kDrippingClients = 66;
constexpr std::chrono::milliseconds kBetweenDrops(100);
constexpr int kProbePatience_s = 5;

// A connection, closed at the end, of which nobody waits longer than a probe does.
class HttpClient {
 public:
  explicit HttpClient(int port) : file_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const timeval patience = {.tv_sec = kProbePatience_s, .tv_usec = 0};
    setsockopt(file_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(file_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  }
  HttpClient(HttpClient&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  ~HttpClient() {
    if (file_ >= 0) close(file_);
  }

  void Send(std::string_view text) const { send(file_, text.data(), text.size(), MSG_NOSIGNAL); }

  // What has come at the end of the connection or of the patience.
  std::string Answer() const {
    std::string answer;
    char buffer[4096];
    for (ssize_t bytes = 0; (bytes = recv(file_, buffer, sizeof(buffer), 0)) > 0;) {
      answer.append(buffer, static_cast<size_t>(bytes));
    }
    return answer;
  }

 private:
  int file_;
};

class DrippingBodyTest : public ::testing::TestWithParam<const char*> {};

TEST_P(DrippingBodyTest, ProbesAreAnswered) {
  const auto http = HttpPort::Open("127.0.0.1:0", {{"/livez", [] { return HttpPort::Page(); }}});
  ASSERT_TRUE(http.ok()) << http.status();
  std::vector<HttpClient> slow;
  for (int i = 0; i < kDrippingClients; ++i) {
    slow.emplace_back((*http)->port());
    slow.back().Send(GetParam());
  }
  const std::jthread drip([&slow](const std::stop_token& stopped) {
    while (!stopped.stop_requested()) {
      for (const HttpClient& client : slow) client.Send("x");
      std::this_thread::sleep_for(kBetweenDrops);
    }
  });
  for (int i = 0; i < 3; ++i) {
    const HttpClient probe((*http)->port());
    probe.Send("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_THAT(probe.Answer(), StartsWith("HTTP/1.1 200 "));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Requests, DrippingBodyTest,
    ::testing::Values("POST /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n",
                      "GET /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n",
                      "GET /livez HTTP/1.1\r\nX: "));

TEST(RequestBody, IsRefusedUnread) {
  const auto http = HttpPort::Open("127.0.0.1:0", {{"/livez", [] { return HttpPort::Page(); }}});
  ASSERT_TRUE(http.ok()) << http.status();
  const HttpClient client((*http)->port());
  client.Send("GET /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n");
  EXPECT_THAT(client.Answer(), StartsWith("HTTP/1.1 413 "));
}

}  // namespace
}  // namespace carom
