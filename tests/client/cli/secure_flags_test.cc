#include "client/cli/secure_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/client/cli/run_carom.h"
#include "tests/testing/service/folder.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class SecureFlagsTest : public ::testing::Test {
 protected:
  absl::StatusOr<ConnectOptions> Read(const std::vector<std::string>& arguments) {
    SecureFlags secure;
    FlagSet flags;
    secure.Declare(&flags);
    if (absl::Status wrong = flags.Parse(arguments); !wrong.ok()) return wrong;
    return secure.Read();
  }
  std::string Pem(const std::string& name) {
    return folder_.Write(name, "-----BEGIN " + name + "-----\n");
  }

  testing::Folder folder_;
};

TEST_F(SecureFlagsTest, NothingMeansPlainText) {
  const auto options = Read({});
  ASSERT_TRUE(options.ok());
  EXPECT_FALSE(options->tls.has_value());
  EXPECT_EQ(options->token, "");
}

TEST_F(SecureFlagsTest, EachFileSwitchesTlsOn) {
  EXPECT_TRUE(Read({"--tls"})->tls.has_value());
  const auto ca = Read({"--tls-ca", Pem("ca")});
  ASSERT_TRUE(ca.ok() && ca->tls);
  EXPECT_EQ(ca->tls->root_certificates, "-----BEGIN ca-----\n");
  const auto own = Read({"--tls-cert=" + Pem("own"), "--tls-key=" + Pem("key")});
  ASSERT_TRUE(own.ok() && own->tls);
  EXPECT_EQ(own->tls->certificate_chain, "-----BEGIN own-----\n");
  EXPECT_EQ(own->tls->private_key, "-----BEGIN key-----\n");
}

TEST_F(SecureFlagsTest, TakesTheFirstTokenOfAFile) {
  const std::string file = folder_.Write("token", "# mine\n\n first-token a-name\nsecond\n");
  const auto options = Read({"--token-file=" + file, "--token-in-plain-text"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->token, "first-token");
  EXPECT_TRUE(options->allow_token_in_plain_text);
}

TEST_F(SecureFlagsTest, RefusesWithTheFlagAndTheFile) {
  const std::string pem = Pem("pem");
  const std::string text = folder_.Write("text", "secret\x01");
  const std::string empty = folder_.Write("empty", "# none\n");
  const struct {
    std::vector<std::string> arguments;
    const char* says;
  } cases[] = {
      {{"--tls-cert=" + pem}, "--tls-cert: needs --tls-key"},
      {{"--tls-key=" + pem}, "--tls-key: needs --tls-cert"},
      {{"--tls-ca=" + text}, "text: is not in PEM"},
      {{"--tls-ca=" + folder_.Path("none")}, "none: cannot be read"},
      {{"--token-file=" + empty}, "empty: holds no token"},
      {{"--token-file=" + text}, "text: a token is printable ASCII"},
  };
  for (const auto& bad : cases) {
    const auto options = Read(bad.arguments);
    ASSERT_FALSE(options.ok()) << bad.says;
    EXPECT_THAT(std::string(options.status().message()), HasSubstr(bad.says));
    EXPECT_THAT(std::string(options.status().message()), Not(HasSubstr("secret")));
  }
}

TEST_F(SecureFlagsTest, EveryCommandTakesThem) {
  for (const char* command :
       {"simulate", "explain", "batch", "estimate", "mechanism", "tables", "server-info"}) {
    ExpectRefused(RunCarom({"--tls", command}), "--server: flags of TLS and tokens");
    ExpectRefused(RunCarom({"--token-file", folder_.Path("none"), command, "--server=h:1"}),
                  "none: cannot be read");
  }
}

TEST_F(SecureFlagsTest, ATokenForAnotherMachineNeedsTls) {
  const std::string file = folder_.Write("token", "a-token-of-some-length");
  ExpectRefused(RunCarom({"--server=carom.invalid:1", "--token-file=" + file, "server-info"}),
                "carom.invalid:1 in plain text");
}

}  // namespace
}  // namespace carom
