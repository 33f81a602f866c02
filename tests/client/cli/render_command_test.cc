// carom render: which shot, into which file, and what it refuses.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/client/cli/run_carom.h"
#include "tests/testing/read_file.h"
#include "tests/testing/service/folder.h"

namespace carom {
namespace {

using ::carom::testing::Folder;
using ::carom::testing::ReadFile;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// Three shots at one ball, listed or in columns, 0.05 rad apart.
constexpr char kLayout[] =
    R"("layouts": [{"balls": {"balls": [{"state": {"position_m": {"x": -0.5}}},
       {"state": {"position_m": {"x": 0.3, "y": 0.1}}}]}}])";
const std::string& Listed() {
  static const auto* const json =
      new std::string(std::string("{") + kLayout +
                      R"(, "shots": [{"strike": {"speed_m_s": 2, "azimuth_rad": 0.05}},
         {"strike": {"speed_m_s": 2, "azimuth_rad": 0.1}},
         {"strike": {"speed_m_s": 2, "azimuth_rad": 0.15}}]})");
  return *json;
}
const std::string& InColumns() {
  static const auto* const json = new std::string(
      std::string("{") + kLayout +
      R"(, "columns": {"shot_count": 3, "speed_m_s": [2], "azimuth_rad": [0.05, 0.1, 0.15]}})");
  return *json;
}

class RenderTest : public ::testing::Test {
 protected:
  // What is drawn of a request.
  std::string Drawn(std::vector<std::string> flags, const std::string& request = "") {
    const std::string path = folder_.Path("drawn.svg");
    flags.insert(flags.begin(), {"render", "--out=" + path});
    if (!request.empty()) flags.push_back("--request=-");
    const CliResult result = RunCarom(flags, request);
    EXPECT_EQ(result.code, kDone) << result.err;
    EXPECT_EQ(result.out, "");
    return ReadFile(path);
  }

  Folder folder_;
};

TEST_F(RenderTest, DrawsWhatFlagsSay) {
  const std::string svg = Drawn({"--ball=-0.5,0", "--ball=0.3,0.1", "--speed=2", "--azimuth=8"});
  EXPECT_THAT(svg, StartsWith("<svg "));
  EXPECT_THAT(svg, HasSubstr("the cue ball hits ball 1"));
  EXPECT_EQ(svg, Drawn({"--ball=-0.5,0", "--ball=0.3,0.1", "--speed=2", "--azimuth=8"}));
  EXPECT_NE(svg, Drawn({"--ball=-0.5,0", "--ball=0.3,0.1", "--speed=2", "--azimuth=8", "--dark"}));
}

TEST_F(RenderTest, ChoosesAShotOfARequest) {
  const std::string second = Drawn({"--shot=1"}, Listed());
  EXPECT_EQ(second, Drawn({"--shot=1"}, InColumns()));
  EXPECT_NE(second, Drawn({"--shot=2"}, Listed()));
  EXPECT_EQ(Drawn({}, Listed()), Drawn({"--shot=0"}, InColumns()));
}

TEST_F(RenderTest, WritesAPage) {
  const std::string path = folder_.Path("shot.html");
  EXPECT_EQ(RunCarom({"render", "--rack=9-ball", "--out=" + path}).code, kDone);
  EXPECT_THAT(ReadFile(path), StartsWith("<!DOCTYPE html>"));
}

TEST_F(RenderTest, DrawsAllShotsAsACloud) {
  const std::string svg = Drawn({"--cloud=0"}, Listed());
  EXPECT_THAT(svg, HasSubstr("3 shots"));
  EXPECT_THAT(svg, HasSubstr("where the cue ball rests"));
  EXPECT_EQ(svg, Drawn({"--cloud=0"}, InColumns()));
}

// A shot of the request that fails is told, and the others are drawn.
TEST_F(RenderTest, LeavesAShotThatFailsOutOfACloud) {
  std::string request = Listed();
  request.replace(request.rfind("\"speed_m_s\": 2"), 14, "\"speed_m_s\": 99");
  const std::string path = folder_.Path("cloud.svg");
  const CliResult result =
      RunCarom({"render", "--cloud=0", "--request=-", "--out=" + path}, request);
  EXPECT_EQ(result.code, kFailed);
  EXPECT_THAT(result.err, HasSubstr("speed_m_s"));
  EXPECT_THAT(ReadFile(path), HasSubstr("2 shots"));
}

TEST_F(RenderTest, RefusesBadFlags) {
  const std::string out = "--out=" + folder_.Path("a.svg");
  ExpectRefused(RunCarom({"render", "--rack=9-ball"}), "--out: give FILE.svg or FILE.html");
  ExpectRefused(RunCarom({"render", "--rack=9-ball", "--out=a.png"}),
                "--out: \"a.png\" must end with .svg or .html");
  ExpectRefused(RunCarom({"render", "--rack=9-ball", out, "--shot=1"}),
                "--shot: 1 must be in [0, 0]");
  ExpectRefused(RunCarom({"render", "--rack=9-ball", out, "--events"}), "unknown flag --events");
  ExpectRefused(RunCarom({"render", "--request=-", out, "--speed=2"}, Listed()),
                "--speed does not go with --request");
  ExpectRefused(RunCarom({"render", "--request=-", out, "--cloud=2"}, Listed()),
                "--cloud: 2 must be the index of a ball, in [0, 1]");
  ExpectRefused(RunCarom({"render", "--request=-", "--out=a.html", "--cloud=0"}, Listed()),
                "--out must end with .svg");
  ExpectRefused(RunCarom({"render", "--rack=9-ball", out, "--speed=nan"}), "speed");
  EXPECT_FALSE(std::filesystem::exists(folder_.Path("a.svg")));
}

TEST_F(RenderTest, RefusesABadRequestByItsField) {
  const std::string out = "--out=" + folder_.Path("a.svg");
  ExpectRefused(RunCarom({"render", "--request=-", out}, R"({"columns": {"shot_count": 0}})"), "");
  ExpectRefused(RunCarom({"render", "--request=-", out},
                         std::string("{") + kLayout +
                             R"(, "columns": {"shot_count": 3, "speed_m_s": [2, 2]}})"),
                "columns.speed_m_s");
  ExpectRefused(RunCarom({"render", "--request=-", out},
                         R"({"tables": [{"preset": "pool_99ft"}], "layouts": [{"rack": {"name":
                             "nine_ball"}}], "shots": [{"strike": {"speed_m_s": 1}}]})"),
                "pool_99ft");
}

TEST_F(RenderTest, SaysWhyAFileCannotBeWritten) {
  const CliResult no_folder =
      RunCarom({"render", "--rack=9-ball", "--out=" + folder_.Path("none/a.svg")});
  EXPECT_EQ(no_folder.code, kFailed);
  EXPECT_THAT(no_folder.err, HasSubstr("none/a.svg: cannot be written: No such file or directory"));
  std::filesystem::create_symlink("/dev/full", folder_.Path("full.svg"));
  const CliResult full = RunCarom({"render", "--rack=9-ball", "--out=" + folder_.Path("full.svg")});
  EXPECT_EQ(full.code, kFailed);
  EXPECT_THAT(full.err, HasSubstr("full.svg: cannot be written: No space left on device"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.Path("full.svg")));
}

}  // namespace
}  // namespace carom
