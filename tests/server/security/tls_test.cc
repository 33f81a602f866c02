// Handshakes with a real port: who gets in, and what the others are told.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "tests/server/eventually.h"
#include "tests/server/security/secure_service.h"

namespace carom {
namespace {

using ::testing::AllOf;
using testing::Authority;
using ::testing::HasSubstr;

class TlsTest : public ::testing::Test {
 protected:
  TlsTest() { service_.UseTls(); }

  ConnectOptions With(const testing::Identity& own) const {
    ConnectOptions options = service_.Trusting();
    options.tls->certificate_chain = own.certificate;
    options.tls->private_key = own.key;
    return options;
  }

  void ExpectRefused(const ConnectOptions& options) const {
    EXPECT_EQ(service_.Call(options).code(), absl::StatusCode::kUnavailable);
  }

  SecureService service_;
};

TEST_F(TlsTest, ServesThoseWhoTrustItsAuthority) {
  ASSERT_EQ(service_.Start(), absl::OkStatus());
  EXPECT_EQ(service_.Call(service_.Trusting()), absl::OkStatus());
}

TEST_F(TlsTest, TheClientRefusesAnotherAuthoritysCertificate) {
  ASSERT_EQ(service_.Start(), absl::OkStatus());
  ConnectOptions options;
  options.tls.emplace().root_certificates = Authority("another").certificate();
  const absl::Status status = service_.Call(options);
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("certificate verify failed"));
}

TEST_F(TlsTest, TheClientRefusesAnotherNamesCertificate) {
  ASSERT_EQ(service_.Start(), absl::OkStatus());
  ConnectOptions options = service_.Trusting();
  options.tls->server_name = "elsewhere.example";
  const absl::Status status = service_.Call(options);
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("elsewhere.example"));
}

TEST_F(TlsTest, DoesNotServePlainText) {
  ASSERT_EQ(service_.Start(), absl::OkStatus());
  ExpectRefused({});
}

TEST_F(TlsTest, AsksClientsForACertificateOfItsAuthority) {
  const Authority clients("the clients' authority");
  service_.AskForCertificates(clients);
  ASSERT_EQ(service_.Start(), absl::OkStatus());
  EXPECT_EQ(service_.Call(With(clients.Issue("a client"))), absl::OkStatus());
  ExpectRefused(service_.Trusting());
  ExpectRefused(With(Authority("another").Issue("a client")));
  ExpectRefused(With(clients.Issue("a client of yesterday", std::chrono::seconds(-60))));
}

TEST_F(TlsTest, AServerWhoseCertificateExpiresIsRefused) {
  service_.WriteIdentity(service_.authority.Issue("the server", std::chrono::seconds(3)));
  ASSERT_EQ(service_.Start(), absl::OkStatus());
  ASSERT_TRUE(Eventually([this] { return !service_.Call(service_.Trusting()).ok(); }));
  const absl::Status status = service_.Call(service_.Trusting());
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("certificate verify failed"));
}

TEST_F(TlsTest, DoesNotStartWithUnfitFiles) {
  const testing::Identity good = service_.authority.Issue("the server");
  const testing::Identity other = service_.authority.Issue("another server");
  const testing::Identity old = service_.authority.Issue("old", std::chrono::seconds(-60));
  const std::string half = good.certificate.substr(0, good.certificate.size() / 2);
  const struct {
    testing::Identity identity;
    const char* flag;
    const char* says;
  } cases[] = {
      {{"", good.key}, "--tls-cert: ", "holds no certificate in PEM"},
      {{half, good.key}, "--tls-cert: ", "a certificate is damaged"},
      {{good.certificate + half, good.key}, "--tls-cert: ", "a certificate is damaged"},
      {old, "--tls-cert: ", "the certificate has expired"},
      {{good.certificate, "nothing"}, "--tls-key: ", "holds no private key in PEM"},
      {{good.certificate, other.key}, "--tls-key: ", "is not the key of the certificate"},
  };
  for (const auto& bad : cases) {
    service_.WriteIdentity(bad.identity);
    const absl::Status status = service_.Start();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << bad.says;
    EXPECT_THAT(std::string(status.message()),
                AllOf(HasSubstr(bad.flag), HasSubstr(service_.folder.Path("server.")),
                      HasSubstr(bad.says)));
  }
}

TEST_F(TlsTest, NamesAFileThatIsNotThere) {
  service_.security.tls_client_ca = service_.folder.Path("nowhere");
  const absl::Status status = service_.Start();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("--tls-client-ca: "), HasSubstr("nowhere: cannot be read")));
}

}  // namespace
}  // namespace carom
