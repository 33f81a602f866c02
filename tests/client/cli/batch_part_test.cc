// A part of a request's shots: the same rows as in the whole.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/client/cli/run_carom.h"

namespace carom {
namespace {

constexpr char kList[] = R"({"layouts": [{"rack": {"name": "nine_ball"}}], "shots": {"shots": [
    {"strike": {"speed_m_s": 2}}, {"strike": {"speed_m_s": 3}}, {"strike": {"speed_m_s": -1}},
    {"strike": {"speed_m_s": 4}}, {"strike": {"speed_m_s": 5}}]}})";
constexpr char kGenerator[] =
    R"({"generator": {"scene": "two_ball_cut", "first_shot": 10, "shot_count": 5}})";

CliResult Batch(const std::string& request, std::vector<std::string> flags) {
  flags.insert(flags.begin(), {"batch", "--request=-", "--format=csv"});
  return RunCarom(flags, request);
}

void ExpectPartOf(const std::string& request, uint64_t first, int code) {
  const std::vector<std::string> whole = LinesOf(Batch(request, {}).out);
  ASSERT_EQ(whole.size(), 6u);
  const CliResult part = Batch(request, {"--first-shot=" + std::to_string(first + 1), "--shots=3"});
  EXPECT_EQ(part.code, code) << part.err;
  EXPECT_THAT(part.err, ::testing::HasSubstr("shots=3 failed="));
  EXPECT_EQ(LinesOf(part.out), (std::vector<std::string>{whole[0], whole[2], whole[3], whole[4]}));
}

TEST(BatchPartTest, OfAListHasTheNumbersOfTheWhole) { ExpectPartOf(kList, 0, kFailed); }

TEST(BatchPartTest, OfAGeneratorHasItsNumbers) { ExpectPartOf(kGenerator, 10, kDone); }

TEST(BatchPartTest, GoesToTheEndWithoutACount) {
  EXPECT_EQ(LinesOf(Batch(kList, {"--first-shot=3"}).out).size(), 3u);
  EXPECT_EQ(LinesOf(Batch(kList, {"--shots=1"}).out).size(), 2u);
}

TEST(BatchPartTest, MustLieWithinTheRequest) {
  ExpectRefused(Batch(kList, {"--first-shot=5"}), "--first-shot: 5 must be a shot of the request");
  ExpectRefused(Batch(kGenerator, {"--first-shot=9"}), "in [10, 15)");
  ExpectRefused(Batch(kList, {"--first-shot=3", "--shots=3"}), "--shots: 3 must be in [1, 2]");
  ExpectRefused(Batch(kList, {"--shots=0"}), "--shots: 0 must be in [1, 5]");
  ExpectRefused(Batch(kList, {"--seed=1"}),
                "give either --scene and --shots, or --draw and --shots, or --request");
}

// Each half resumes by itself: a file of one is not taken for one of the other.
TEST(BatchPartTest, ResumesByItself) {
  const std::string state = ::testing::TempDir() + "/part_" + std::to_string(getpid());
  const auto run = [&](const std::string& first) {
    return RunCarom({"batch", "--request=-", first, "--shots=2", "--resume-from=" + state}, kList);
  };
  EXPECT_EQ(run("--first-shot=3").code, kDone);
  EXPECT_EQ(run("--first-shot=3").code, kDone);
  ExpectRefused(run("--first-shot=0"), "belongs to another request");
  unlink(state.c_str());
}

// Rows have cells for the balls of the largest layout, whichever shot comes first.
TEST(BatchPartTest, RowsHaveRoomForTheLargestLayout) {
  const std::string request = R"({"layouts": [{"balls": {"balls": [{"state": {"position_m": {}}}]}},
      {"rack": {"name": "nine_ball"}}], "shots": {"shots": [{}, {"layout_index": 1}]}})";
  const CliResult batch = Batch(request, {});
  EXPECT_EQ(batch.code, kDone) << batch.err;
  const std::vector<std::string> lines = LinesOf(batch.out);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_THAT(lines[0], ::testing::HasSubstr("ball_9_x_m"));
  EXPECT_THAT(lines[0], ::testing::Not(::testing::HasSubstr("ball_10_x_m")));
  const auto commas = [](const std::string& line) {
    return std::count(line.begin(), line.end(), ',');
  };
  EXPECT_EQ(commas(lines[1]), commas(lines[0]));
  EXPECT_EQ(commas(lines[2]), commas(lines[0]));
}

}  // namespace
}  // namespace carom
