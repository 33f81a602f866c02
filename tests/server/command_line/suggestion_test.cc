#include "server/command_line/suggestion.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

const std::vector<std::string> kNames = {"threads", "timeout", "tls", "tls-ca", "token-file"};

// One of the four mistakes of typing each: a letter missing, too many, wrong, two swapped.
TEST(SuggestionTest, MendsOneMistake) {
  EXPECT_EQ(ClosestName("thread", kNames), "threads");
  EXPECT_EQ(ClosestName("timeouts", kNames), "timeout");
  EXPECT_EQ(ClosestName("tineout", kNames), "timeout");
  EXPECT_EQ(ClosestName("tlsc-a", kNames), "tls-ca");
}

// A third of the letters, rounded up.
TEST(SuggestionTest, IsSilentWhenNothingIsClose) {
  EXPECT_EQ(ClosestName("thrxxds", kNames), "threads");
  EXPECT_EQ(ClosestName("txxxxxs", kNames), "");
  EXPECT_EQ(ClosestName("speed", kNames), "");
  EXPECT_EQ(ClosestName("", kNames), "");
  EXPECT_EQ(ClosestName("tls", {}), "");
}

TEST(SuggestionTest, Asks) {
  EXPECT_EQ(DidYouMean("thread", kNames, "--"), "; did you mean --threads?");
  EXPECT_EQ(DidYouMean("speed", kNames, "--"), "");
}

}  // namespace
}  // namespace carom
