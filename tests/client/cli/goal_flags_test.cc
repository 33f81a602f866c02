#include "client/cli/goal_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "client/cli/json.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

carom::v1::Goal Parsed(const std::string& text) {
  carom::v1::Goal goal;
  const absl::Status status = ParseGoal(text, &goal);
  EXPECT_TRUE(status.ok()) << status;
  return goal;
}

std::string Error(const std::string& text) {
  carom::v1::Goal goal;
  const absl::Status status = ParseGoal(text, &goal);
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << text;
  return std::string(status.message());
}

TEST(ParseGoal, TakesTheWordsOfTheFlags) {
  const carom::v1::Goal goal = Parsed(
      "pot=1:2,3, pot=4 ,end=-0.5,.25,0.1,first-contact=1,cushions=2,others-stay=0.1,"
      "no-scratch");
  ASSERT_EQ(goal.all_of().goals_size(), 7);
  EXPECT_EQ(goal.all_of().goals(0).potted().ball(), 1u);
  EXPECT_EQ(goal.all_of().goals(0).potted().pockets_size(), 2);
  EXPECT_EQ(goal.all_of().goals(0).potted().pockets(1), 3u);
  EXPECT_EQ(goal.all_of().goals(1).potted().ball(), 4u);
  EXPECT_EQ(goal.all_of().goals(1).potted().pockets_size(), 0);
  EXPECT_EQ(goal.all_of().goals(2).ends_in().circle().centre().x_m(), -0.5);
  EXPECT_EQ(goal.all_of().goals(2).ends_in().circle().radius_m(), 0.1);
  EXPECT_EQ(goal.all_of().goals(3).first_contact().balls(0), 1u);
  EXPECT_EQ(goal.all_of().goals(4).cushions().at_least(), 2u);
  EXPECT_EQ(goal.all_of().goals(5).others_stay().max_m(), 0.1);
  EXPECT_EQ(goal.all_of().goals(5).others_stay().except_size(), 2);
  EXPECT_TRUE(goal.all_of().goals(6).has_no_scratch());
}

TEST(ParseGoal, TakesJson) {
  EXPECT_EQ(Parsed(R"( {"ends_before": {"time_s": 2}})").ends_before().time_s(), 2.0);
  EXPECT_THAT(Error(R"({"pottedd": {}})"), HasSubstr("pottedd"));
}

TEST(ParseGoal, SaysWhatIsWrongAndWhatIsRight) {
  for (const auto& [text, says] : std::initializer_list<std::pair<const char*, const char*>>{
           {"", "no goal"},
           {"  ", "no goal"},
           {",pot=1", "unknown flag"},
           {"pots=1", "unknown flag --pots; did you mean --pot?"},
           {"pot=x", "--pot: \"x\" must be BALL"},
           {"pot=1,,no-scratch", "--pot: \"1,\" must be BALL"},
           {"pot", "--pot needs a value"},
           {"end=1,2", "--end: \"1,2\" must be X,Y,RADIUS"},
           {"end=0,nan,1", "unknown flag --nan"},
           {"cushions=-1", "--cushions"},
           {"no-scratch=maybe", "--no-scratch"},
           {"5", "unknown flag --5"},
       }) {
    EXPECT_THAT(Error(text),
                AllOf(StartsWith("\"" + std::string(text) + "\": "), HasSubstr(says),
                      HasSubstr("pot=BALL[:POCKET,...], end=X,Y,RADIUS, first-contact=BALL, "
                                "cushions=N, others-stay=M, no-scratch")));
  }
}

}  // namespace
}  // namespace carom
