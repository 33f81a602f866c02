#include "client/picture/markup.h"

#include <gtest/gtest.h>

#include <limits>

namespace carom::picture {
namespace {

constexpr char kInstead[] = "\xEF\xBF\xBD";

TEST(EscapeXmlTest, LeavesNoMarkup) {
  EXPECT_EQ(EscapeXml("<b a=\"1\" c='2'>&</b>"),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;&lt;/b&gt;");
}

TEST(EscapeXmlTest, ReplacesWhatXmlForbids) {
  EXPECT_EQ(EscapeXml(std::string("a\x01z\0", 4)), std::string("a") + kInstead + "z" + kInstead);
  EXPECT_EQ(EscapeXml("\xEF\xBF\xBF"), kInstead);  // U+FFFF.
  EXPECT_EQ(EscapeXml("a\tb\nc"), "a\tb\nc");
}

TEST(EscapeXmlTest, KeepsCharactersAndReplacesBytesThatAreNone) {
  EXPECT_EQ(EscapeXml("\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x8E\xB1"),
            "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x8E\xB1");
  EXPECT_EQ(EscapeXml("a\xC3"), std::string("a") + kInstead);            // Cut off.
  EXPECT_EQ(EscapeXml("\xC0\xAF"), std::string(kInstead) + kInstead);    // Overlong.
  EXPECT_EQ(EscapeXml("\xED\xA0\x80").find('\xED'), std::string::npos);  // A surrogate.
}

TEST(JsonStringTest, CannotEndAScript) {
  EXPECT_EQ(JsonString("</script>\"\\&\n"),
            "\"\\u003c/script\\u003e\\u0022\\u005c\\u0026\\u000a\"");
  EXPECT_EQ(JsonString("\xE2\x80\xA8"), "\"\\u2028\"");
  EXPECT_EQ(JsonString("\xFF"), std::string("\"") + kInstead + "\"");
}

TEST(ShortenTest, CutsBetweenCharacters) {
  EXPECT_EQ(Shorten("abcd", 4), "abcd");
  EXPECT_EQ(Shorten("abcde", 4), "abc\xE2\x80\xA6");
  EXPECT_EQ(Shorten("\xC3\xA4\xC3\xA4\xC3\xA4", 2), "\xC3\xA4\xE2\x80\xA6");
}

TEST(DecimalTest, IsShort) {
  EXPECT_EQ(Decimal(1.5, 2), "1.5");
  EXPECT_EQ(Decimal(100.0, 2), "100");
  EXPECT_EQ(Decimal(-0.001, 2), "0");
  EXPECT_EQ(Decimal(1e300, 2).size(), 301u);
  EXPECT_EQ(Decimal(std::numeric_limits<double>::quiet_NaN(), 2), "0");
  EXPECT_EQ(Decimal(-std::numeric_limits<double>::infinity(), 2), "0");
}

}  // namespace
}  // namespace carom::picture
