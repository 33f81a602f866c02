// The discrete-time evolution through the service: an impact at the end of its step, from a closed
// form, and what is refused by the path of its field.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/server/shot_questions.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using testing::kRadius_m;
using testing::kSlate;
using ::testing::StartsWith;

using DiscreteTime = testing::ShotQuestions;

// Ball 0 comes with 2 m/s at ball 1, a metre before it, without friction; restitution 0.9.
std::string HeadOn(const std::string& settings) {
  return kSlate +
         std::string(
             "layouts { balls { balls { state { position_m {} velocity_m_s { x: 2 "
             "} } } balls { state { position_m { x: 1 } } } } } settings { "
             "cloth { sliding_friction: 0 rolling_friction: 0 spinning_friction: "
             "0 } ball_ball { frictional { restitution: 0.9 } } ") +
         settings + " stop { at_time_s: 1 } } shots { shots {} } detail { level: LEVEL_EVENTS }";
}

// An impact counts from the end of the step in which the balls touch.
TEST_F(DiscreteTime, TheDiscreteTimeEvolution) {
  const v1::ShotResults results =
      Results(HeadOn("engine: ENGINE_DISCRETE_TIME discrete_time { step_s: 0.01 }"));
  ASSERT_EQ(results.events().times_s_size(), 1);
  const double noticed_s = std::ceil((1.0 - 2.0 * kRadius_m) / 2.0 / 0.01) * 0.01;
  EXPECT_NEAR(results.events().times_s(0), noticed_s, 1e-12);
  const double left_s = 1.0 - noticed_s;
  EXPECT_NEAR(results.final_states().positions_m(0), 2.0 * noticed_s + 0.1 * left_s, 1e-12);
  EXPECT_NEAR(results.final_states().positions_m(3), 1.0 + 1.9 * left_s, 1e-12);
  const v1::ShotResults exact = Results(HeadOn(""));
  EXPECT_NEAR(exact.events().times_s(0), (1.0 - 2.0 * kRadius_m) / 2.0, 1e-12);
}

TEST_F(DiscreteTime, TheDiscreteTimeEvolutionIsRefusedByItsPath) {
  const auto stepped = [&](const std::string& fields) {
    return Error(HeadOn("engine: ENGINE_DISCRETE_TIME " + fields));
  };
  const std::string path = "settings[0].discrete_time.";
  EXPECT_EQ(stepped("discrete_time { step_s: 1e-9 }"),
            path + "step_s: 1e-09 must be in [1e-07, 1]");
  EXPECT_THAT(stepped("discrete_time { rule: STEP_RULE_BY_SPEED depth_m: 0 }"),
              StartsWith(path + "depth_m: 0 must be in [1e-09, 0.1]"));
  EXPECT_THAT(stepped("discrete_time { max_steps: 2000000000 }"),
              StartsWith(path + "max_steps: 2000000000 must be in [1, 50000000]"));
  EXPECT_EQ(stepped("discrete_time { rule: 9 }"),
            path + "rule: 9 must be one of DiscreteTimeSettings.StepRule");
  EXPECT_THAT(stepped("flight: FLIGHT_ON"), StartsWith("settings[0].flight: ON must be OFF"));
  EXPECT_THAT(stepped("slate { frictional {} }"), HasSubstr("slate: must be absent"));
  EXPECT_THAT(Error(HeadOn("discrete_time { step_s: 0.01 }")),
              StartsWith("settings[0].discrete_time: must be absent: the engine EVENT_DRIVEN"));
}

}  // namespace
}  // namespace carom
