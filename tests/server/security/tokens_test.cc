#include "server/security/tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kShortestToken[] = "abcdefghijklmnop";

TEST(Tokens, ReadsATokenALineWithOrWithoutAName) {
  const auto tokens = Tokens::Parse(
      "# of the night shift\r\n\n abcdefghijklmnop \tplanner \r\n"
      "0123456789-._~+/=");
  ASSERT_TRUE(tokens.ok()) << tokens.status();
  ASSERT_NE(tokens->Find(kShortestToken), nullptr);
  EXPECT_EQ(*tokens->Find(kShortestToken), "planner");
  ASSERT_NE(tokens->Find("0123456789-._~+/="), nullptr);
  EXPECT_EQ(*tokens->Find("0123456789-._~+/="), "");
}

TEST(Tokens, FindsNothingThatIsOnlyAlike) {
  const auto tokens = Tokens::Parse(kShortestToken);
  ASSERT_TRUE(tokens.ok());
  for (const char* other : {"", "a", "abcdefghijklmno", "abcdefghijklmnoP", "abcdefghijklmnopa",
                            "abcdefghijklmnopabcdefghijklmnop", "planner"}) {
    EXPECT_EQ(tokens->Find(other), nullptr) << other;
  }
}

TEST(Tokens, RefusesWithTheLineAndNotWithWhatItHolds) {
  const struct {
    std::string text;
    const char* says;
  } cases[] = {
      {"", "holds no token"},
      {"# none\n\n", "holds no token"},
      {"abcdefghijklmnop\nsecret-and-short", ""},
      {"abcdefghijklmnop\nsecret", "line 2: a token needs at least 16 characters"},
      {"secret-and-long-enough\x01", "line 1: a token has letters, digits and"},
      {"secret-and-long-enough two names", "line 1: must be TOKEN or TOKEN NAME"},
      {"secret-and-long-enough na\"me", "line 1: a name has printable"},
  };
  for (const auto& one : cases) {
    const auto tokens = Tokens::Parse(one.text);
    ASSERT_EQ(tokens.ok(), *one.says == '\0') << one.text;
    if (tokens.ok()) continue;
    EXPECT_THAT(std::string(tokens.status().message()), HasSubstr(one.says));
    EXPECT_THAT(std::string(tokens.status().message()), Not(HasSubstr("secret")));
  }
}

TEST(Tokens, BoundsTheirNumber) {
  std::string text;
  for (size_t i = 0; i <= Tokens::kMost; ++i) absl::StrAppend(&text, kShortestToken, i, "\n");
  EXPECT_FALSE(Tokens::Parse(text).ok());
  text.resize(text.rfind(kShortestToken));
  EXPECT_TRUE(Tokens::Parse(text).ok());
}

}  // namespace
}  // namespace carom
