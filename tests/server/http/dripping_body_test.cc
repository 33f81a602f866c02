// Clients whose requests take for ever do not keep probes waiting.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "server/http/http_port.h"
#include "tests/server/raw_connection.h"

namespace carom {
namespace {

using ::testing::StartsWith;

// More than the port has threads.
constexpr int kDrippingClients = 66;
constexpr std::chrono::milliseconds kBetweenDrops(100);

class DrippingBodyTest : public ::testing::TestWithParam<const char*> {};

TEST_P(DrippingBodyTest, ProbesAreAnswered) {
  const auto http = HttpPort::Open("127.0.0.1:0", {{"/livez", [] { return HttpPort::Page(); }}});
  ASSERT_TRUE(http.ok()) << http.status();
  std::vector<RawConnection> slow;
  for (int i = 0; i < kDrippingClients; ++i) {
    slow.emplace_back((*http)->port());
    slow.back().Send(GetParam());
  }
  const std::jthread drip([&slow](const std::stop_token& stopped) {
    while (!stopped.stop_requested()) {
      for (const RawConnection& client : slow) client.Send("x");
      std::this_thread::sleep_for(kBetweenDrops);
    }
  });
  for (int i = 0; i < 3; ++i) {
    const RawConnection probe((*http)->port());
    probe.Send("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_THAT(probe.ReadAll(), StartsWith("HTTP/1.1 200 "));
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
  const RawConnection client((*http)->port());
  client.Send("GET /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n");
  EXPECT_THAT(client.ReadAll(), StartsWith("HTTP/1.1 413 "));
}

}  // namespace
}  // namespace carom
