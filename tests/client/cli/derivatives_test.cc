// `carom simulate --derivatives` and `--probe`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "client/cli/describe_derivatives.h"
#include "tests/client/cli/run_carom.h"

namespace carom {
namespace {

using ::testing::HasSubstr;

// The cue ball slides and rolls along x, and rests before the cushion.
const std::vector<std::string> kStraight = {"simulate", "--ball=-0.5,0", "--speed=0.5",
                                            "--cue-end-mass=0"};

std::vector<std::string> Asked(std::vector<std::string> flags) {
  std::vector<std::string> all = kStraight;
  all.insert(all.end(), flags.begin(), flags.end());
  return all;
}

// The words of the line that has `word`.
std::vector<std::string> LineWith(const std::string& text, const std::string& word) {
  for (const std::string& line : LinesOf(text)) {
    if (line.find(word) == std::string::npos) continue;
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string next; in >> next;) words.push_back(next);
    return words;
  }
  ADD_FAILURE() << "no " << word << " in\n" << text;
  return std::vector<std::string>(16);
}

// The way is as the square of the speed, and turns with the aim.
TEST(DerivativeFlags, MakeATableWithUnits) {
  const CliResult result = RunCarom(Asked({"--derivatives=strike.speed_m_s,strike.azimuth_rad",
                                           "--derivatives=settings.gravity_m_s2"}));
  ASSERT_EQ(result.code, kDone) << result.err;
  const double way = std::atof(LineWith(result.out, "the cue ball  ")[3].c_str()) + 0.5;
  const auto by_speed = LineWith(result.out, "strike.speed_m_s");
  ASSERT_EQ(by_speed.size(), 7u);
  EXPECT_EQ(by_speed[4], "m/s");
  EXPECT_NEAR(std::atof(by_speed[5].c_str()), 2.0 * way / 0.5, 1e-3);
  const auto by_aim = LineWith(result.out, "strike.azimuth_rad");
  EXPECT_EQ(by_aim[4], "rad");
  EXPECT_NEAR(std::atof(by_aim[6].c_str()), way, 1e-3);
  const auto by_gravity = LineWith(result.out, "settings.gravity_m_s2");
  EXPECT_EQ(by_gravity[4], "m/s^2");
  EXPECT_NEAR(std::atof(by_gravity[5].c_str()), -way / 9.81, 1e-3);
}

// The ball rests on the line through the middle of the circle, which a greater speed nears.
TEST(DerivativeFlags, TellOfMargins) {
  const CliResult result = RunCarom(Asked({"--derivatives=strike.speed_m_s,strike.side_offset",
                                           "--margin=end=1.5,0,0.1", "--margin=no-scratch"}));
  ASSERT_EQ(result.code, kDone) << result.err;
  const double end = std::atof(LineWith(result.out, "the cue ball  ")[3].c_str());
  const std::string table = result.out.substr(result.out.find("margin_m"));
  const auto by_speed = LineWith(table, "strike.speed_m_s");
  ASSERT_EQ(by_speed.size(), 5u);
  EXPECT_EQ(by_speed[0], "0");
  EXPECT_NEAR(std::atof(by_speed[1].c_str()), end - 1.4, 1e-4);
  EXPECT_EQ(by_speed[3], "m/s");
  EXPECT_NEAR(std::atof(by_speed[4].c_str()), 2.0 * (end + 0.5) / 0.5, 1e-3);
  const auto of_order = LineWith(table, "inf");
  EXPECT_EQ((std::vector<std::string>(of_order.begin() + 3, of_order.end())),
            (std::vector<std::string>{"m/s", "-"}));
  ExpectRefused(RunCarom(Asked({"--margin=no-scratch"})), "--margin goes with --derivatives");
  ExpectRefused(RunCarom(Asked({"--derivatives=strike.speed_m_s", "--margin=pots=1"})),
                "--margin: \"pots=1\"");
}

TEST(DerivativeFlags, AreInTheJson) {
  const CliResult result =
      RunCarom(Asked({"--derivatives=strike.speed_m_s", "--probe=8", "--json"}));
  ASSERT_EQ(result.code, kDone) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\"path_count\": 1"));
  EXPECT_THAT(result.out, HasSubstr("\"DERIVATIVE_END_NONE\""));
  EXPECT_THAT(result.out, HasSubstr("\"played_counts\""));
}

TEST(DerivativeFlags, ProbeTellsHowFarTheyCarry) {
  const CliResult result = RunCarom(Asked({"--probe=8", "--noise=0", "--noise-seed=3"}));
  ASSERT_EQ(result.code, kDone) << result.err;
  const auto row = LineWith(result.out.substr(result.out.find("same events")), "the cue ball");
  EXPECT_EQ((std::vector<std::string>(row.begin() + 3, row.end())),
            (std::vector<std::string>{"8", "8", "0", "0"}));
  ExpectRefused(RunCarom(Asked({"--noise=1"})), "--probe");
  ExpectRefused(RunCarom(Asked({"--probe=0"})), "--probe: 0 must be in [1, 1024]");
}

TEST(DerivativeFlags, NameWhatAShotDoesNotHave) {
  const CliResult result = RunCarom(Asked({"--derivatives=strike.speed"}));
  EXPECT_NE(result.code, kDone);
  EXPECT_THAT(result.err,
              HasSubstr("derivatives[0]: \"strike.speed\" must be a number of the strike; the "
                        "nearest is \"strike.speed_m_s\""));
}

// carom explain has the same tables; the samples as CSV have no place for them.
TEST(DerivativeFlags, GoWithExplainAndNotWithCsv) {
  const std::vector<std::string> asked = {"--derivatives=strike.speed_m_s",
                                          "--margin=end=1.5,0,0.1", "--probe=8"};
  const std::string simulated = RunCarom(Asked(asked)).out;
  std::vector<std::string> flags = Asked(asked);
  flags[0] = "explain";
  const CliResult explained = RunCarom(flags);
  ASSERT_EQ(explained.code, kDone) << explained.err;
  const std::string tables = simulated.substr(simulated.find("ball          derivative by"));
  EXPECT_THAT(tables, ::testing::AllOf(HasSubstr("margin_m"), HasSubstr("same events")));
  EXPECT_THAT(explained.out, ::testing::EndsWith(tables));
  for (const std::string& flag : {asked[0], asked[2]}) {
    ExpectRefused(RunCarom(Asked({"--samples=0.1", "--csv", flag})), "--csv has the samples alone");
  }
}

TEST(PrintDerivatives, SaysWhyABallHasNone) {
  ShotDerivatives derivatives;
  derivatives.paths = 1;
  derivatives.balls = {{carom::v1::DERIVATIVE_END_NO_SLIP, -1, std::vector<double>(9, 0.0)},
                       {carom::v1::DERIVATIVE_END_NONE, -1, {1.5, 0, 0, 0, 0.25, 0, 0, 0, 0}},
                       {carom::v1::DERIVATIVE_END_PRESS, 7, std::vector<double>(9, 0.0)}};
  std::ostringstream out;
  PrintDerivatives(derivatives, {"balls[1].position_m.x"},
                   ShotNames(carom::v1::Layout(), carom::v1::Shot(), carom::v1::TableGeometry()),
                   out);
  EXPECT_EQ(out.str(),
            "ball    derivative by               per  x_m  y_m  vy_m_s\n"
            "ball 0  none: no slip at the start\n"
            "ball 1  balls[1].position_m.x       m    1.5    0    0.25\n"
            "ball 2  none: press at event 7\n");
}

}  // namespace
}  // namespace carom
