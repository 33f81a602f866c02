#include "server/http/http_port.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/shot/named_scene.h"
#include "server/http/pages.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

int Connect(int port) {
  const int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(connect(file, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  return file;
}

// The whole answer of a request.
std::string Ask(int port, const std::string& request) {
  const int file = Connect(port);
  EXPECT_EQ(send(file, request.data(), request.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(request.size()));
  std::string answer;
  char buffer[4096];
  for (ssize_t bytes = 0; (bytes = recv(file, buffer, sizeof(buffer), 0)) > 0;) {
    answer.append(buffer, static_cast<size_t>(bytes));
  }
  close(file);
  return answer;
}

std::string Get(int port, const std::string& path) {
  return Ask(port, "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
}

class HttpPortTest : public ::testing::Test {
 protected:
  HttpPortTest()
      : service_(WithThreads(1)),
        log_(ServerLog::ToFile(STDERR_FILENO, LogFormat::kText, "warn")),
        port_(HttpPort::Open("127.0.0.1:0",
                             MakePages(*service_.server, service_.server->options(), *log_))
                  .value()) {}

  TestService service_;
  std::unique_ptr<ServerLog> log_;
  std::unique_ptr<HttpPort> port_;
};

TEST_F(HttpPortTest, TellsWhetherTheServerWantsCalls) {
  EXPECT_THAT(Get(port_->port(), "/readyz"), StartsWith("HTTP/1.1 200 "));
  service_.server->SetServing(false);
  EXPECT_THAT(Get(port_->port(), "/readyz"), StartsWith("HTTP/1.1 503 "));
  EXPECT_THAT(Get(port_->port(), "/livez"), StartsWith("HTTP/1.1 200 "));
}

TEST_F(HttpPortTest, TellsTheConfiguration) {
  EXPECT_THAT(Get(port_->port(), "/configz"),
              AllOf(StartsWith("HTTP/1.1 200 "), HasSubstr("application/json"),
                    HasSubstr("\"threads\": \"1\"")));
}

TEST_F(HttpPortTest, GivesTheMetrics) {
  EXPECT_THAT(Get(port_->port(), "/metrics"),
              AllOf(StartsWith("HTTP/1.1 200 "), HasSubstr("text/plain; version=0.0.4"),
                    HasSubstr("\ncarom_serving 1\n")));
}

TEST_F(HttpPortTest, RefusesWhatItDoesNotKnow) {
  EXPECT_THAT(Get(port_->port(), "/"), StartsWith("HTTP/1.1 404 "));
  EXPECT_THAT(Get(port_->port(), "/../../etc/passwd"), StartsWith("HTTP/1.1 4"));
  EXPECT_THAT(Ask(port_->port(),
                  "POST /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n"
                  "Connection: close\r\n\r\n"),
              StartsWith("HTTP/1.1 405 "));
  EXPECT_THAT(Get(port_->port(), "/livez"), StartsWith("HTTP/1.1 200 "));
}

// Whoever connects and says nothing does not keep a probe waiting.
TEST_F(HttpPortTest, AnswersBesideSilentConnections) {
  std::vector<int> silent;
  for (int i = 0; i < 60; ++i) silent.push_back(Connect(port_->port()));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(Get(port_->port(), "/readyz"), StartsWith("HTTP/1.1 200 "));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(900));
  for (const int file : silent) close(file);
}

// Its thread that accepts would wake up every two seconds only: too late for a drain.
TEST_F(HttpPortTest, ClosesAtOnce) {
  const auto begin = std::chrono::steady_clock::now();
  port_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
}

TEST_F(HttpPortTest, SaysThatAPortIsTaken) {
  const auto second = HttpPort::Open("127.0.0.1:" + std::to_string(port_->port()), {});
  EXPECT_TRUE(absl::IsUnavailable(second.status()));
}

TEST(SelfTest, PassesOnThisMachine) { EXPECT_EQ(SelfTest(), absl::OkStatus()); }

}  // namespace
}  // namespace carom
