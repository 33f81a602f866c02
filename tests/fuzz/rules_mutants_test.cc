// Requests for rulings a few bytes beside good ones, taken as the service takes them: each is
// refused with the path of a field, or every shot has its ruling.

#include <google/protobuf/stubs/logging.h>
#include <gtest/gtest.h>

#include <string>

#include "core/base/random.h"
#include "server/rules_run.h"
#include "tests/fuzz/mutate.h"
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

}  // namespace
}  // namespace carom::testing
