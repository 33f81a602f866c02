// Certificates whose time has not come.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "server/security/watched_files.h"
#include "tests/server/security/secure_service.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Valid in the year 2100.
constexpr char kLater[] = R"(-----BEGIN CERTIFICATE-----
MIIBAjCBqgIBATAKBggqhkjOPQQDAjAMMQowCAYDVQQDDAF4MCIYDzIxMDAwMTAx
MDAwMDAwWhgPMjEwMTAxMDEwMDAwMDBaMAwxCjAIBgNVBAMMAXgwWTATBgcqhkjO
PQIBBggqhkjOPQMBBwNCAATKhlvgHI9tRVi8VpFPEZCWvs0BAAf+/3Z4Oko0qhoT
aqj61iwXDkZOE+hjNf0/9IlUGXDrxa/8mZdr45Go9qygMAoGCCqGSM49BAMCA0cA
MEQCIH6A2pipz00W7IuQYEGCYoNNezQa6yh+xLqTeZXUlhVAAiAUewNTqajPY8mA
MdYIYl+tHiqAKrv8QktkkCk70tDEWQ==
-----END CERTIFICATE-----
)";

TEST(CertificateDates, TheServerDoesNotStartBeforeTheFirstOne) {
  SecureService service;
  service.UseTls();
  service.WriteIdentity({kLater, service.authority.Issue("the server").key});
  const absl::Status status = service.Start();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("--tls-cert: "), HasSubstr(service.folder.Path("server.crt")),
                    HasSubstr("the certificate is not valid before 2100-01-01 00:00:00Z")));
}

TEST(CertificateDates, TimeAloneMakesARenewalFit) {
  const testing::Folder folder;
  bool came = false;
  WatchedFiles files({{"--a", folder.Write("a", "today")}}, [&came](const auto& texts) {
    return texts[0] == "today" || came ? absl::OkStatus() : absl::InvalidArgumentError("early");
  });
  ASSERT_EQ(files.Load(), absl::OkStatus());
  folder.Write("a", "tomorrow");
  EXPECT_EQ(files.Look(), std::nullopt);
  EXPECT_EQ(files.Look(), absl::InvalidArgumentError("early"));
  EXPECT_EQ(files.Look(), std::nullopt);
  came = true;
  EXPECT_EQ(files.Look(), absl::OkStatus());
  EXPECT_EQ(files.Look(), std::nullopt);
}

}  // namespace
}  // namespace carom
