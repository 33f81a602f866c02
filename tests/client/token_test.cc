// Where a token goes, and where it does not.

#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include "carom/client/client.h"
#include "client/internal/this_machine.h"
#include "tests/client/fake_service.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kToken[] = "Zm9ydHktdHdvIGJhbGxz";

TEST(ThisMachine, IsAsLoopbackAndSocketsSay) {
  for (const char* near : {"localhost:1", "127.0.0.1:50051", "127.8.9.1:1", "[::1]:1",
                           "unix:carom.sock", "unix-abstract:carom", "dns:///localhost:1",
                           "ipv4:127.0.0.1:1,127.0.0.2:1", "ipv6:[::1]:1"}) {
    EXPECT_TRUE(IsThisMachine(near)) << near;
  }
  for (const char* far :
       {"", "carom.example:443", "10.0.0.1:1", "0.0.0.0:1", "127.0.0.1.example:1",
        "localhost.example:1", "dns:///carom.example:1", "dns://127.0.0.1/carom.example:1",
        "ipv4:127.0.0.1:1,10.0.0.1:1", "[::2]:1", "[::ffff:10.0.0.1]:1", "xds:///localhost:1"}) {
    EXPECT_FALSE(IsThisMachine(far)) << far;
  }
}

TEST(Token, GoesWithEveryKindOfCall) {
  FakeService service;
  ConnectOptions options;
  options.token = kToken;
  const Client client(Connect(service.address(), options));
  ASSERT_TRUE(client.Simulate({}).ok());
  EXPECT_EQ(service.authorization(), std::string("Bearer ") + kToken);
  service.ForgetAuthorization();
  ASSERT_TRUE(client.SimulateFuture({}).get().ok());
  EXPECT_EQ(service.authorization(), std::string("Bearer ") + kToken);
}

TEST(Token, HasTheCharactersOfAHeaderAlone) {
  for (const char* const token : {"secret\n", "two words", "umlaut\xc3\xa4", "\x01"}) {
    ConnectOptions options;
    options.token = token;
    for (const auto& connection :
         {Connect("127.0.0.1:1", options),
          MakeConnection(grpc::CreateChannel("127.0.0.1:1", grpc::InsecureChannelCredentials()),
                         options)}) {
      const absl::Status status = connection->GetServerInfo({}, {}).status();
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << token;
      EXPECT_THAT(std::string(status.message()), HasSubstr("must be a visible one of ASCII"));
      EXPECT_THAT(std::string(status.message()), Not(HasSubstr(token)));
    }
  }
}

TEST(Token, DoesNotLeaveTheMachineInPlainText) {
  ConnectOptions options;
  options.token = kToken;
  const auto connection = Connect("carom.invalid:1", options);
  const absl::Status status = connection->GetServerInfo({}, {}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("carom.invalid:1 in plain text"));
  EXPECT_THAT(std::string(status.message()), Not(HasSubstr(kToken)));
  CallOptions call;
  call.retry_for = absl::ZeroDuration();
  options.allow_token_in_plain_text = true;
  EXPECT_EQ(Connect("carom.invalid:1", options)->GetServerInfo({}, call).status().code(),
            absl::StatusCode::kUnavailable);
  options.allow_token_in_plain_text = false;
  options.tls.emplace();
  EXPECT_EQ(Connect("carom.invalid:1", options)->GetServerInfo({}, call).status().code(),
            absl::StatusCode::kUnavailable);
}

TEST(Token, ARefusedOneIsNotSentAgain) {
  FakeService service;
  service.Answer({grpc::Status(grpc::StatusCode::UNAUTHENTICATED, "unknown")});
  const Client client(Connect(service.address()));
  EXPECT_EQ(client.Simulate({}).status().code(), absl::StatusCode::kUnauthenticated);
  EXPECT_EQ(service.simulate_calls(), 1);
}

TEST(Tls, ACertificateNeedsItsKey) {
  ConnectOptions options;
  options.tls.emplace().certificate_chain = "-----BEGIN CERTIFICATE-----";
  EXPECT_EQ(Connect("127.0.0.1:1", options)->GetServerInfo({}, {}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace carom
