// `carom estimate`, over the service inside this process.

#include <string>
#include <vector>

#include "carom/v1/estimate.pb.h"
#include "client/cli/json.h"
#include "tests/client/cli/run_carom.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::vector<std::string> kCut{"estimate", "--ball=-0.5,0", "--ball=0.3,0.1", "--speed=2",
                                    "--azimuth=5.4"};

CliResult With(std::vector<std::string> flags) {
  std::vector<std::string> all = kCut;
  all.insert(all.end(), flags.begin(), flags.end());
  return RunCarom(all);
}

TEST(EstimateCommand, TellsChancesAndPlaces) {
  const CliResult told = With({"--pot=1", "--draws=200"});
  EXPECT_EQ(told.code, kDone) << told.err;
  EXPECT_THAT(told.out, AllOf(HasSubstr("1 candidate, 200 draws\n"), HasSubstr("exact_low"),
                              HasSubstr("deviation_x_m")));
}

TEST(EstimateCommand, FlagsAndTheirRequestAskTheSame) {
  const std::vector<std::string> goals{"--pot=1:2,3",  "--end=0,0,0.5", "--first-contact=1",
                                       "--cushions=1", "--no-scratch",  "--others-stay=0.1",
                                       "--draws=100",  "--noise=0.5",   "--noise-seed=3"};
  std::vector<std::string> print = goals;
  print.push_back("--print-request");
  const CliResult request = With(print);
  carom::v1::EstimateOutcomesRequest parsed;
  ASSERT_TRUE(FromJson(request.out, &parsed).ok()) << request.out;
  EXPECT_EQ(parsed.goals(0).all_of().goals_size(), 6);
  EXPECT_EQ(parsed.noise().icga().magnitude(), 0.5);
  std::vector<std::string> json = goals;
  json.push_back("--json");
  const CliResult direct = With(json);
  const CliResult again = RunCarom({"estimate", "--request=-", "--json"}, request.out);
  EXPECT_EQ(direct.code, kDone) << direct.err;
  EXPECT_EQ(again.out, direct.out);
  carom::v1::Estimates estimates;
  ASSERT_TRUE(FromJson(direct.out, &estimates).ok());
  EXPECT_EQ(estimates.draws(), 100u);
}

// More draws than without it, and an end before the last one.
TEST(EstimateCommand, EndsWhereItIsPreciseEnough) {
  const CliResult json = With({"--pot=1", "--precision=0.05", "--json"});
  carom::v1::Estimates estimates;
  ASSERT_TRUE(FromJson(json.out, &estimates).ok()) << json.err;
  const carom::v1::ProbabilityInterval& interval = estimates.best(0).goals(0).clopper_pearson();
  EXPECT_LE(interval.high() - interval.low(), 0.05);
  EXPECT_LT(estimates.draws(), 100000u);
}

TEST(EstimateCommand, RefusesWhatMakesNoSense) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{}, "no goal: give --pot=BALL"},
      {{"--pot=x"}, "--pot: \"x\" must be BALL"},
      {{"--pot=1:a"}, "--pot: \"1:a\" must be BALL"},
      {{"--end=1,2"}, "--end: \"1,2\" must be X,Y,RADIUS"},
      {{"--pot=1", "--draws=0"}, "--draws: 0 must be in [1, 1048576]"},
      {{"--pot=7"}, "goals[0].all_of.goals[0].potted.ball: 7 must be in [0, 2)"},
      {{"--pot=1", "--noise=-1"}, "--noise: -1 must be in [0, 100]"},
      {{"--pot=1", "--request=-"}, "does not go with --request"},
  };
  for (const auto& [flags, says] : cases) {
    const CliResult refused = With(flags);
    EXPECT_EQ(refused.code, kBadRequest) << says;
    EXPECT_THAT(refused.err, HasSubstr(says));
  }
}

}  // namespace
}  // namespace carom
