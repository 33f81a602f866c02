// What must never be simulated: each case exits with 2 and names the field on standard error.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "client/cli/cli.h"

namespace carom {
namespace {

using ::testing::HasSubstr;

struct BadInput {
  const char* name;
  const char* json;
  const char* named;  // What the message must name.
};

void PrintTo(const BadInput& input, std::ostream* out) { *out << input.name; }

class BadInputTest : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadInputTest, IsRefusedByName) {
  std::istringstream in(GetParam().json);
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(RunCli({"--threads=1", "simulate", "--request=-"}, {in, out, err}), kBadRequest);
  EXPECT_THAT(err.str(), HasSubstr(GetParam().named));
  EXPECT_EQ(out.str(), "");
}

constexpr BadInput kMalformed[] = {
    {"Empty", "", "empty"},
    {"Truncated", R"({"shots": [{"strike": {)", "not JSON"},
    {"UnknownField", R"({"shots": [{"power": 3}]})", "power"},
    {"WrongType", R"({"shots": [{"strike": {"speedMS": "fast"}}]})", "fast"},
    {"UnknownLaw", R"({"settings": [{"cushion": {"bouncy": {}}}]})", "bouncy"},
    {"NoShots", R"({"layouts": [{"rack": {"name": "nine_ball"}}]})", "shots"},
    {"NoLayouts", R"({"shots": [{"strike": {"speedMS": 1}}]})", "layout"},
};

constexpr BadInput kInvalid[] = {
    {"SamplesWithoutTheirLevel",
     R"({"layouts": [{"rack": {"name": "nine_ball"}}], "shots": [{"strike": {"speedMS": 1}}],
         "detail": {"samples": {"periodS": 0.1}}})",
     "detail.samples: must be absent"},
    {"UnknownTable",
     R"({"tables": [{"preset": "pool_99ft"}], "layouts": [{"rack": {"name": "nine_ball"}}],
         "shots": [{"strike": {"speedMS": 1}}]})",
     "pool_99ft"},
    {"UnknownRack",
     R"({"layouts": [{"rack": {"name": "seven_ball"}}], "shots": [{"strike": {"speedMS": 1}}]})",
     "seven_ball"},
    {"NanSpeed",
     R"({"layouts": [{"rack": {"name": "nine_ball"}}], "shots": [{"strike": {"speedMS": "NaN"}}]})",
     "speed_m_s"},
    {"InfiniteAzimuth",
     R"({"layouts": [{"rack": {"name": "nine_ball"}}],
         "shots": [{"strike": {"speedMS": 1, "azimuthRad": "Infinity"}}]})",
     "azimuth_rad"},
    {"OffsetBeyondTheBall",
     R"({"layouts": [{"rack": {"name": "nine_ball"}}],
         "shots": [{"strike": {"speedMS": 1, "sideOffset": 0.8, "heightOffset": 0.8}}]})",
     "offset"},
    {"CueBallOutOfRange",
     R"({"layouts": [{"rack": {"name": "nine_ball"}}],
         "shots": [{"strike": {"speedMS": 1, "cueBall": 10}}]})",
     "cue_ball"},
    {"LayoutOutOfRange",
     R"({"layouts": [{"rack": {"name": "nine_ball"}}],
         "shots": [{"layoutIndex": 1, "strike": {"speedMS": 1}}]})",
     "layout_index"},
    {"ZeroMass",
     R"({"layouts": [{"balls": {"balls": [{"ball": {"massKg": 0}, "state": {"positionM": {}}}]}}],
         "shots": [{}]})",
     "mass_kg"},
    {"NegativeRadius",
     R"({"layouts": [{"balls": {"balls": [{"ball": {"radiusM": -0.03},
         "state": {"positionM": {}}}]}}], "shots": [{}]})",
     "radius_m"},
    {"OverlappingBalls",
     R"({"layouts": [{"balls": {"balls": [{"state": {"positionM": {}}},
         {"state": {"positionM": {"x": 0.01}}}]}}], "shots": [{}]})",
     "layouts[0]"},
    {"BallOutsideTheTable",
     R"({"layouts": [{"balls": {"balls": [{"state": {"positionM": {"x": 5}}}]}}], "shots": [{}]})",
     "layouts[0]"},
    {"BallInARail",
     R"({"layouts": [{"balls": {"balls": [{"state": {"positionM": {"x": 0.5, "y": 0.63}}}]}}],
         "shots": [{}]})",
     "layouts[0]"},
    {"TooManySamples",
     R"({"layouts": [{"rack": {"name": "nine_ball"}}], "shots": [{"strike": {"speedMS": 5}}],
         "detail": {"level": "LEVEL_SAMPLES", "samples": {"periodS": 1e-6}}})",
     "samples"},
    {"SampledBallOutOfRange",
     R"({"layouts": [{"rack": {"name": "nine_ball"}}], "shots": [{"strike": {"speedMS": 5}}],
         "detail": {"level": "LEVEL_SAMPLES", "samples": {"periodS": 1, "balls": [10]}}})",
     "samples.balls: an index must be below 10"},
    {"PottedBallOutOfRange",
     R"({"settings": [{"stop": {"pottedBalls": [10]}}],
         "layouts": [{"rack": {"name": "nine_ball"}}], "shots": [{"strike": {"speedMS": 1}}]})",
     "stop.potted_balls: an index must be below 10"},
    {"NegativeRestitution",
     R"({"settings": [{"cushion": {"han2005": {"restitution": -0.5}}}],
         "layouts": [{"rack": {"name": "nine_ball"}}], "shots": [{"strike": {"speedMS": 1}}]})",
     "settings[0].cushion.han2005.restitution"},
};

std::string NameOf(const ::testing::TestParamInfo<BadInput>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Malformed, BadInputTest, ::testing::ValuesIn(kMalformed), NameOf);
INSTANTIATE_TEST_SUITE_P(Invalid, BadInputTest, ::testing::ValuesIn(kInvalid), NameOf);

TEST(BadBatch, RefusesABillionShots) {
  for (const bool by_flag : {true, false}) {
    std::istringstream in(R"({"generator": {"scene": "two_ball_cut", "shotCount": 1000000000}})");
    std::ostringstream out;
    std::ostringstream err;
    const std::vector<std::string> arguments =
        by_flag ? std::vector<std::string>{"batch", "--scene=two_ball_cut", "--shots=1000000000"}
                : std::vector<std::string>{"batch", "--request=-"};
    EXPECT_EQ(RunCli(arguments, {in, out, err}), kBadRequest);
    EXPECT_THAT(err.str(), HasSubstr("1000000000 must be in [1, 100000000]"));
  }
}

}  // namespace
}  // namespace carom
