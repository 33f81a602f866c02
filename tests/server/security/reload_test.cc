// Certificates and tokens that are replaced while the server runs. Clients tell which certificate
// is shown by the authority that they trust.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "tests/server/eventually.h"
#include "tests/server/security/secure_service.h"

namespace carom {
namespace {

using testing::Authority;
using ::testing::HasSubstr;
using ::testing::Not;

// What the server believes gRPC would show at its next look: it looks each second.
constexpr std::chrono::milliseconds kNextLook(1500);

class ReloadTest : public ::testing::Test {
 protected:
  bool Serves(const Authority& authority) const {
    ConnectOptions options;
    options.tls.emplace().root_certificates = authority.certificate();
    return service_.Call(options).ok();
  }
  bool Takes(const std::string& token) const {
    ConnectOptions options;
    options.token = token;
    return service_.Call(options).ok();
  }

  SecureService service_;
};

TEST_F(ReloadTest, ARenewedCertificateIsShownWithoutARestart) {
  service_.UseTls();
  ASSERT_EQ(service_.Start(), absl::OkStatus());
  const Authority renewed("the next authority");
  ASSERT_TRUE(Serves(service_.authority));
  ASSERT_FALSE(Serves(renewed));
  service_.WriteIdentity(renewed.Issue("the server"));
  EXPECT_TRUE(Eventually([&] { return Serves(renewed); }));
  EXPECT_FALSE(Serves(service_.authority));
  EXPECT_THAT(service_.EndAndReadLog(), HasSubstr("reloaded"));
}

TEST_F(ReloadTest, UnfitFilesLeaveTheOldPairInUse) {
  service_.UseTls();
  ASSERT_EQ(service_.Start(), absl::OkStatus());
  const testing::Identity next = Authority("the next authority").Issue("the server");
  // The key of the new certificate never comes.
  service_.folder.Write("server.crt", next.certificate);
  EXPECT_TRUE(Eventually([&] { return service_.HasLogged("is not the key of the certificate"); }));
  std::this_thread::sleep_for(kNextLook);
  EXPECT_TRUE(Serves(service_.authority));
  // Half a certificate, written in place.
  std::ofstream(service_.folder.Path("server.crt")) << next.certificate.substr(0, 200);
  EXPECT_TRUE(Eventually([&] { return service_.HasLogged("a certificate is damaged"); }));
  std::this_thread::sleep_for(kNextLook);
  EXPECT_TRUE(Serves(service_.authority));
  EXPECT_THAT(service_.EndAndReadLog(), HasSubstr("not reloaded"));
}

TEST_F(ReloadTest, AnotherAuthorityOfClientsCountsWithoutARestart) {
  service_.UseTls();
  const Authority before("before");
  const Authority after("after");
  service_.AskForCertificates(before);
  ASSERT_EQ(service_.Start(), absl::OkStatus());
  const auto serves = [&](const testing::Identity& own) {
    ConnectOptions options = service_.Trusting();
    options.tls->certificate_chain = own.certificate;
    options.tls->private_key = own.key;
    return service_.Call(options).ok();
  };
  const testing::Identity old_client = before.Issue("a client");
  const testing::Identity new_client = after.Issue("a client");
  ASSERT_TRUE(serves(old_client));
  ASSERT_FALSE(serves(new_client));
  service_.AskForCertificates(after);
  EXPECT_TRUE(Eventually([&] { return serves(new_client); }));
  EXPECT_FALSE(serves(old_client));
}

TEST_F(ReloadTest, TokensChangeWithoutARestart) {
  service_.UseTokens(kToken);
  ASSERT_EQ(service_.Start(), absl::OkStatus());
  ASSERT_TRUE(Takes(kToken));
  ASSERT_FALSE(Takes(kOtherToken));
  service_.UseTokens(kOtherToken);
  EXPECT_TRUE(Eventually([&] { return Takes(kOtherToken); }));
  EXPECT_FALSE(Takes(kToken));
}

TEST_F(ReloadTest, AnEmptyFileOfTokensLeavesTheOldOnes) {
  service_.UseTokens(kToken);
  ASSERT_EQ(service_.Start(), absl::OkStatus());
  service_.UseTokens("");
  EXPECT_TRUE(Eventually([&] { return service_.HasLogged("holds no token"); }));
  EXPECT_TRUE(Takes(kToken));
  EXPECT_THAT(service_.EndAndReadLog(), Not(HasSubstr(kToken)));
}

}  // namespace
}  // namespace carom
