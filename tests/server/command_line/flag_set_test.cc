#include "server/command_line/flag_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class FlagSetTest : public ::testing::Test {
 protected:
  FlagSetTest() {
    flags_.AddSection("All kinds");
    flags_.AddSwitch("events", "the log", &events_);
    flags_.AddText("table", "NAME", "a preset", &table_);
    flags_.AddNumber("azimuth", "DEG", "the aim", &azimuth_);
    flags_.AddCount("seed", "N", "of the draw", &seed_);
    flags_.AddList("ball", "X,Y", "a ball", &balls_);
  }

  std::string ErrorOf(const std::vector<std::string>& arguments) {
    return std::string(flags_.Parse(arguments).message());
  }

  FlagSet flags_;
  bool events_ = false;
  std::optional<std::string> table_;
  std::optional<double> azimuth_;
  std::optional<uint64_t> seed_;
  std::vector<std::string> balls_;
};

TEST_F(FlagSetTest, TakesEmptyValuesAndThoseThatLookLikeOthers) {
  ASSERT_TRUE(flags_.Parse({"--table=", "--events=false", "--ball", "[1,2]", "--ball=-1,2"}).ok());
  EXPECT_EQ(table_, "");
  EXPECT_FALSE(events_);
  EXPECT_THAT(balls_, ElementsAre("[1,2]", "-1,2"));
}

TEST_F(FlagSetTest, TakesValuesWithAndWithoutEquals) {
  ASSERT_TRUE(
      flags_.Parse({"--table=pool_7ft", "--azimuth", "-12.5", "--events", "--seed=7"}).ok());
  EXPECT_EQ(table_, "pool_7ft");
  EXPECT_EQ(azimuth_, -12.5);
  EXPECT_EQ(seed_, 7u);
  EXPECT_TRUE(events_);
  EXPECT_THAT(flags_.given(), ElementsAre("azimuth", "events", "seed", "table"));
}

TEST_F(FlagSetTest, TheLastValueCountsUnlessAListGathersThem) {
  ASSERT_TRUE(flags_.Parse({"--seed=1", "--seed=2", "--ball=0,0", "--ball", "-1,2"}).ok());
  EXPECT_EQ(seed_, 2u);
  EXPECT_THAT(balls_, ElementsAre("0,0", "-1,2"));
}

TEST_F(FlagSetTest, LeavesAbsentFlagsEmpty) {
  ASSERT_TRUE(flags_.Parse({}).ok());
  EXPECT_FALSE(azimuth_.has_value());
  EXPECT_FALSE(events_);
}

TEST_F(FlagSetTest, PassesNanOnForTheServiceToRefuse) {
  ASSERT_TRUE(flags_.Parse({"--azimuth=nan"}).ok());
  EXPECT_TRUE(std::isnan(*azimuth_));
}

TEST_F(FlagSetTest, NamesWhatIsWrong) {
  EXPECT_EQ(ErrorOf({"--tabel=x"}), "unknown flag --tabel; did you mean --table?");
  EXPECT_EQ(ErrorOf({"stray"}), "unexpected argument: stray");
  EXPECT_EQ(ErrorOf({"--azimuth=5deg"}), "--azimuth: \"5deg\" must be a number");
  EXPECT_EQ(ErrorOf({"--seed=-1"}), "--seed: \"-1\" must be a whole number, 0 or more");
  EXPECT_EQ(ErrorOf({"--events=yes"}), "--events takes no value");
  EXPECT_EQ(ErrorOf({"--table"}), "--table needs a value: --table=NAME");
  EXPECT_EQ(ErrorOf({"--table", "--events"}), "--table needs a value: --table=NAME");
}

TEST_F(FlagSetTest, GathersWordsWhereTheyAreWanted) {
  std::vector<std::string> words;
  flags_.SetPositional(&words);
  ASSERT_TRUE(flags_.Parse({"pool_9ft", "--seed=1", "-"}).ok());
  EXPECT_THAT(words, ElementsAre("pool_9ft", "-"));
}

TEST_F(FlagSetTest, HelpShowsEveryFlagUnderItsSection) {
  const std::string help = flags_.Help();
  EXPECT_THAT(help, HasSubstr("All kinds:\n"));
  EXPECT_THAT(help, HasSubstr("  --events                  the log\n"));
  EXPECT_THAT(help, HasSubstr("  --azimuth=DEG             the aim\n"));
}

}  // namespace
}  // namespace carom
