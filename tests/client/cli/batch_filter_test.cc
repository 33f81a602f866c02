// `carom batch` with --filter, --label and --labels-only.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/client/cli/run_carom.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

CliResult Cuts(std::vector<std::string> flags) {
  flags.insert(flags.begin(), {"batch", "--scene=two_ball_cut", "--shots=3000", "--first-shot=70"});
  return RunCarom(flags);
}

std::string ValueOf(const std::string& line, const std::string& key) {
  for (const std::string& word : Split(line, ' ')) {
    if (word.rfind(key + "=", 0) == 0) return word.substr(key.size() + 1);
  }
  return "";
}

// Column 16 is ball_0_pocket, column 18 ball_0_left_x_m, column 24 ball_1_pocket.
bool PotsTheBallAlone(const std::string& row) {
  const std::vector<std::string> cells = Split(row, ',');
  return cells.at(16).empty() && cells.at(18).empty() && !cells.at(24).empty();
}

TEST(BatchFilterTest, RowsAreThoseOfAllShotsThatReachTheGoal) {
  const CliResult all = Cuts({"--format=csv"});
  const CliResult some = Cuts({"--format=csv", "--filter=pot=1,no-scratch"});
  ASSERT_EQ(some.code, kDone) << some.err;
  std::vector<std::string> expected = LinesOf(all.out);
  ASSERT_EQ(Split(expected[0], ',').at(16), "ball_0_pocket");
  ASSERT_EQ(Split(expected[0], ',').at(24), "ball_1_pocket");
  expected.erase(std::remove_if(expected.begin() + 1, expected.end(),
                                [](const auto& row) { return !PotsTheBallAlone(row); }),
                 expected.end());
  EXPECT_EQ(LinesOf(some.out), expected);
  EXPECT_GT(expected.size(), 10u);
  EXPECT_EQ(ValueOf(some.err, "shots"), "3000");
  EXPECT_EQ(ValueOf(some.err, "passed"), std::to_string(expected.size() - 1));
  EXPECT_EQ(ValueOf(some.err, "events"), ValueOf(all.err, "events"));
  EXPECT_EQ(ValueOf(all.err, "passed"), "");
}

TEST(BatchFilterTest, AGoalInJsonIsTheSame) {
  const CliResult words = Cuts({"--filter=pot=1,no-scratch"});
  const CliResult json =
      Cuts({R"(--filter={"allOf": {"goals": [{"potted": {"ball": 1}}, {"noScratch": {}}]}})"});
  EXPECT_EQ(words.code, kDone) << words.err;
  EXPECT_EQ(ValueOf(json.out, "hash"), ValueOf(words.out, "hash"));
  EXPECT_NE(ValueOf(json.out, "hash"), ValueOf(Cuts({}).out, "hash"));
}

TEST(BatchFilterTest, LabelsAreColumns) {
  const CliResult batch = Cuts({"--format=csv", "--label=pot=1", "--label=pot=1,no-scratch"});
  ASSERT_EQ(batch.code, kDone) << batch.err;
  std::vector<std::string> rows = LinesOf(batch.out);
  EXPECT_THAT(rows[0], ::testing::EndsWith(",label_0,label_1"));
  rows.erase(rows.begin());
  ASSERT_EQ(rows.size(), 3000u);
  for (const std::string& row : rows) {
    const std::vector<std::string> cells = Split(row, ',');
    EXPECT_EQ(cells.at(cells.size() - 2), cells.at(24).empty() ? "0" : "1");
    EXPECT_EQ(cells.back(), PotsTheBallAlone(row) ? "1" : "0");
  }
}

TEST(BatchFilterTest, LabelsAloneAreFewColumns) {
  const CliResult csv = Cuts({"--format=csv", "--label=pot=1", "--labels-only"});
  ASSERT_EQ(csv.code, kDone) << csv.err;
  EXPECT_EQ(LinesOf(csv.out)[0], "shot,status,stop_reason,end_time_s,event_count,hash,label_0");
  EXPECT_THAT(LinesOf(csv.out)[1], StartsWith("70,OK,at_rest,"));
  EXPECT_EQ(ValueOf(csv.err, "hash"), ValueOf(Cuts({}).out, "hash"));
  const CliResult json = Cuts({"--format=jsonl", "--label=pot=1", "--labels-only"});
  EXPECT_THAT(LinesOf(json.out)[0],
              AllOf(HasSubstr("\"labels\":["), HasSubstr("\"hash\":"), Not(HasSubstr("balls"))));
}

TEST(BatchFilterTest, OfAShotThatFailedLabelsAreEmpty) {
  const std::string list = R"({"layouts": [{"rack": {"name": "nine_ball"}}], "shots": {"shots": [
      {"strike": {"speed_m_s": 2}}, {"strike": {"speed_m_s": -1}}]}})";
  const CliResult csv = RunCarom(
      {"batch", "--request=-", "--format=csv", "--label=no-scratch", "--labels-only"}, list);
  EXPECT_EQ(csv.code, kFailed) << csv.err;
  EXPECT_EQ(LinesOf(csv.out)[2], "1,INVALID_ARGUMENT,,,,,");
  const CliResult json =
      RunCarom({"batch", "--request=-", "--format=jsonl", "--label=no-scratch"}, list);
  EXPECT_THAT(LinesOf(json.out)[1], ::testing::EndsWith(",\"labels\":[null]}"));
}

TEST(BatchFilterTest, OneThatLetsNothingPassWritesTheHeader) {
  const CliResult none = Cuts({"--format=csv", R"(--filter={"endsBefore": {"timeS": 1e-9}})"});
  EXPECT_EQ(none.code, kDone) << none.err;
  EXPECT_EQ(LinesOf(none.out).size(), 1u);
  EXPECT_EQ(ValueOf(none.err, "passed"), "0");
}

TEST(BatchFilterTest, RefusesWhatMakesNoSense) {
  ExpectRefused(Cuts({"--filter=pots=1"}), "--filter: \"pots=1\": unknown flag --pots");
  ExpectRefused(Cuts({"--label=pot=1", "--label=pot=x"}), "--label: \"pot=x\": --pot: \"x\" must");
  ExpectRefused(Cuts({"--filter=pot=7"}),
                "filter.all_of.goals[0].potted.ball: 7 must be in [0, 2)");
  ExpectRefused(Cuts({"--labels-only"}), "--labels-only: there are none; give --label=GOAL");
  const std::string request = R"({"generator": {"scene": "two_ball_cut", "shotCount": 5},
      "filter": {"potted": {}}, "labels": [{"potted": {}}], "detail": {"level": "LEVEL_EVENTS"}})";
  ExpectRefused(RunCarom({"batch", "--request=-", "--filter=pot=1"}, request),
                "--filter: the request has a filter of its own");
  ExpectRefused(RunCarom({"batch", "--request=-", "--label=pot=1"}, request),
                "--label: the request has labels of its own");
  ExpectRefused(RunCarom({"batch", "--request=-", "--labels-only"}, request),
                "--labels-only: the request asks for more detail");
}

// A file of one filter is not taken for one of another.
TEST(BatchFilterTest, AnotherFilterIsAnotherBatch) {
  const std::string state =
      "--resume-from=" + ::testing::TempDir() + "/filter_" + std::to_string(getpid());
  const CliResult first = Cuts({"--filter=pot=1", state});
  EXPECT_EQ(first.code, kDone) << first.err;
  const CliResult again = Cuts({"--filter=pot=1", state});
  for (const char* const key : {"shots", "passed", "failed", "events", "hash"}) {
    EXPECT_EQ(ValueOf(again.out, key), ValueOf(first.out, key)) << key;
  }
  ExpectRefused(Cuts({"--filter=pot=1,no-scratch", state}), "belongs to another request");
  std::filesystem::remove(state.substr(state.find('=') + 1));
}

}  // namespace
}  // namespace carom
