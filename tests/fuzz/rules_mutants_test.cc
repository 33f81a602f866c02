// Requests for rulings and placings a few bytes beside good ones, taken as the service takes them:
// each is refused with the path of a field, or every shot has its ruling, every ball its place.

#include <google/protobuf/stubs/logging.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "core/base/random.h"
#include "server/play_run.h"
#include "server/rules_run.h"
#include "tests/fuzz/mutate.h"
#include "tests/server/convert/wire_message.h"
#include "tests/server/rules_request.h"
#include "tests/testing/fuzz_share.h"

namespace carom::testing {
namespace {

constexpr uint64_t kRulesMutantsPerSeed = FuzzShare(20000, 2000);

TEST(RulesMutants, AreRefusedByPathOrAnswered) {
  const std::vector<v1::RuleShotsRequest> seeds{
      NineBallShots(), RulesRequest(v1::RULES_NINE_BALL, rules::NineBallCases()),
      RulesRequest(v1::RULES_EIGHT_BALL, rules::EightBallBreakCases()),
      RulesRequest(v1::RULES_EIGHT_BALL, rules::EightBallCases()),
      RulesRequest(v1::RULES_THREE_CUSHION, rules::ThreeCushionCases())};
  int ruled = 0;
  int refused = 0;
  for (uint64_t seed = 0; seed < seeds.size(); ++seed) {
    const google::protobuf::LogSilencer silencer;  // It tells every string that is no UTF-8.
    const std::string good = seeds[seed].SerializeAsString();
    CounterRandom random(20261123, seed);
    for (uint64_t i = 0; i < kRulesMutantsPerSeed; ++i) {
      v1::RuleShotsRequest request;
      if (!request.ParseFromString(Mutate(good, random))) continue;
      v1::RuleShotsResponse response;
      const absl::Status status = RunRules(request, response);
      ++(status.ok() ? ruled : refused);
      if (status.ok()) {
        EXPECT_EQ(response.rulings_size(), static_cast<int>(request.results().shot_count()));
        for (const v1::Ruling& ruling : response.rulings()) {
          EXPECT_NE(ruling.rule().empty(), ruling.failure().empty());
        }
      } else {
        EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
        EXPECT_NE(status.message().find(": "), std::string::npos) << status;
      }
    }
  }
  // Both ways out are taken.
  EXPECT_GT(ruled, 100);
  EXPECT_GT(refused, 100);
}

TEST(PlacingMutants, AreRefusedByPathOrPutDown) {
  const std::string good = Wire<v1::PlaceBallsRequest>(R"(
      tables { preset: "pool_8ft" }
      layouts { rack { name: "nine_ball" } } layouts { rack { name: "eight_ball" } }
      placings { spotted { ball: 9 spot: TABLE_SPOT_FOOT } spotted { ball: 3 spot: TABLE_SPOT_HEAD }
                 cue_ball: CUE_BALL_PLACE_ANYWHERE cue_ball_wish { x_m: 0.56 y_m: 0.01 } }
      placings { cue_ball: CUE_BALL_PLACE_BEHIND_HEAD_STRING cue_ball_wish { x_m: -2 y_m: 9 } })")
                               .SerializeAsString();
  const google::protobuf::LogSilencer silencer;
  SceneStore scenes(int64_t{1} << 24, {});
  CounterRandom random(20261127, 0);
  int placed = 0;
  int refused = 0;
  for (uint64_t i = 0; i < kRulesMutantsPerSeed; ++i) {
    v1::PlaceBallsRequest request;
    if (!request.ParseFromString(Mutate(good, random))) continue;
    v1::PlaceBallsResponse response;
    const absl::Status status = RunQuestion(request, scenes, {}, response);
    ++(status.ok() ? placed : refused);
    if (!status.ok()) {
      // Of another version of the engine: FAILED_PRECONDITION.
      EXPECT_TRUE(absl::IsInvalidArgument(status) || absl::IsFailedPrecondition(status)) << status;
      EXPECT_NE(status.message().find(": "), std::string::npos) << status;
      continue;
    }
    ASSERT_EQ(response.positions_size(), request.layouts_size());
    for (const v1::BallStates& states : response.positions()) {
      for (const double number : states.positions_m()) EXPECT_TRUE(std::isfinite(number));
    }
  }
  EXPECT_GT(placed, 100);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace carom::testing
