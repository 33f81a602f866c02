// `carom mechanism` and the flags of the compliant engine, over the service inside this process.

#include "carom/v1/simulation.pb.h"
#include "client/cli/engine_flags.h"
#include "client/cli/json.h"
#include "tests/client/cli/run_carom.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(MechanismCommand, ListsAndShowsEach) {
  const CliResult list = RunCarom({"mechanism", "--list"});
  EXPECT_EQ(list.code, kDone) << list.err;
  EXPECT_EQ(list.out,
            "double_pendulum\nrolling_ball\nnewtons_cradle\nball_bearing\nrolling_ball_aim\n");
  const CliResult pendulum = RunCarom({"mechanism", "double-pendulum"});
  EXPECT_EQ(pendulum.code, kDone) << pendulum.err;
  EXPECT_THAT(
      pendulum.out,
      AllOf(HasSubstr("end            "), HasSubstr("greatest_balance_residual_J"),
            ContainsRegex("obstacle impact +rod_2 +obstacle 0\n"), HasSubstr("hash           ")));
  EXPECT_THAT(RunCarom({"mechanism", "newtons_cradle"}).out,
              ContainsRegex("contact begin +ball_[0-9] +ball_[0-9]\n"));
  EXPECT_THAT(RunCarom({"mechanism", "rolling_ball"}).out, HasSubstr("stop_time_s"));
}

TEST(MechanismCommand, TakesARequestAndTellsAllInJson) {
  const std::string request =
      "{\"double_pendulum\": {\"friction\": 0, \"durationS\": 1}, "
      "\"detail\": {\"sample_period_s\": 0.5}}";
  const CliResult run = RunCarom({"mechanism", "--request=-", "--json"}, request);
  EXPECT_EQ(run.code, kDone) << run.err;
  carom::v1::SimulateMechanismResponse response;
  ASSERT_TRUE(FromJson(run.out, &response).ok()) << run.out;
  EXPECT_EQ(response.run().samples().times_s_size(), 3);
  EXPECT_NE(response.run().hash(), 0u);
  EXPECT_EQ(RunCarom({"mechanism", "double_pendulum", "--request=-", "--json"}, request).out,
            run.out);
  const CliResult printed =
      RunCarom({"mechanism", "double_pendulum", "--request=-", "--samples=0.25", "--print-request"},
               request);
  EXPECT_THAT(printed.out, AllOf(HasSubstr("\"sample_period_s\": 0.25"), HasSubstr("friction")));
}

TEST(MechanismCommand, SamplesAreATable) {
  const CliResult run = RunCarom({"mechanism", "newtons_cradle", "--samples=0.5"});
  EXPECT_THAT(run.out, ContainsRegex("body +quantity +0 +0.5 +1\n"));
  EXPECT_THAT(run.out, Not(HasSubstr("more samples")));
  EXPECT_THAT(RunCarom({"mechanism", "newtons_cradle", "--samples=0.05"}).out,
              HasSubstr("... and 9 more samples\n"));
}

TEST(MechanismCommand, BadUsageAndBadRequestsExitWithTwo) {
  ExpectRefused(RunCarom({"mechanism"}), "give a NAME");
  ExpectRefused(RunCarom({"mechanism", "croquet"}), "\"croquet\" must be one of double_pendulum, ");
  ExpectRefused(RunCarom({"mechanism", "detail"}), "\"detail\" must be one of double_pendulum, ");
  ExpectRefused(RunCarom({"mechanism", "rolling_ball", "ball_bearing"}), "takes one name at most");
  ExpectRefused(RunCarom({"mechanism", "rolling_ball", "--request=-"}, "{\"ballBearing\": {}}"),
                "the request holds a ball_bearing, not a rolling_ball");
  ExpectRefused(RunCarom({"mechanism", "--request=-"}, "{}"), "mechanism: absent must be one of");
  ExpectRefused(RunCarom({"mechanism", "--request=-"}, "{\"doublePendulum\": {\"mass\": 1}}"),
                "standard input: not the JSON of a SimulateMechanismRequest");
  ExpectRefused(RunCarom({"mechanism", "rolling_ball", "--samples=-1"}),
                "detail.sample_period_s: -1 must be");
}

absl::Status ReadEngine(const std::vector<std::string>& arguments, v1::Settings* settings) {
  EngineFlags engine;
  FlagSet flags;
  engine.Declare(&flags);
  const absl::Status status = flags.Parse(arguments);
  return status.ok() ? engine.Apply(settings) : status;
}

TEST(EngineFlags, SetWhatTheySay) {
  v1::Settings settings;
  ASSERT_TRUE(ReadEngine({}, &settings).ok());
  ASSERT_TRUE(ReadEngine({"--engine=event-driven"}, &settings).ok());
  EXPECT_EQ(settings.ShortDebugString(), "");
  ASSERT_TRUE(ReadEngine({"--engine=compliant", "--horizontal", "--start=as-placed",
                          "--ball-material=steel", "--cushion-material=rubber", "--method=rk4",
                          "--tolerance=1e-6", "--max-evaluations=1000"},
                         &settings)
                  .ok());
  EXPECT_EQ(settings.ShortDebugString(),
            "engine: ENGINE_COMPLIANT compliant { ball_material { name: \"steel\" } "
            "cushion_material { name: \"rubber\" } start: COMPLIANT_START_AS_PLACED "
            "horizontal: true integration { method: INTEGRATION_METHOD_RUNGE_KUTTA_4 "
            "relative_tolerance: 1e-06 max_evaluations: 1000 } }");
}

TEST(EngineFlags, RefuseUnknownWordsAndTheOtherEnginesFlags) {
  v1::Settings settings;
  EXPECT_EQ(ReadEngine({"--engine=magic"}, &settings).message(),
            "--engine: \"magic\" must be event-driven or compliant");
  EXPECT_EQ(ReadEngine({"--method=rk4"}, &settings).message(),
            "--method goes with --engine=compliant only");
  EXPECT_FALSE(ReadEngine({"--engine=event-driven", "--horizontal"}, &settings).ok());
  EXPECT_FALSE(ReadEngine({"--engine=compliant", "--method=euler"}, &settings).ok());
  EXPECT_FALSE(ReadEngine({"--engine=compliant", "--start=flying"}, &settings).ok());
  EXPECT_FALSE(ReadEngine({"--engine=compliant", "--max-evaluations=5000000000"}, &settings).ok());
}

TEST(CompliantShots, AreShownWithTheirContacts) {
  const CliResult shot = RunCarom({"simulate", "--ball=0,0", "--ball=0.2,0.01", "--speed=1",
                                   "--engine=compliant", "--contacts", "--stop-at=0.3"});
  EXPECT_EQ(shot.code, kDone) << shot.err;
  EXPECT_THAT(shot.out,
              ContainsRegex("begin_s +lasts_ms +contact +ball +other +steps +deepest_um"));
  EXPECT_THAT(shot.out, ContainsRegex("ball ball +the cue ball +ball 1 +[0-9]+ +[0-9.]+"));
  ExpectRefused(RunCarom({"simulate", "--ball=0,0", "--speed=1", "--engine=compliant",
                          "--ball-material=wood"}),
                "settings[0].compliant.ball_material.name: \"wood\" must be one of");
}

}  // namespace
}  // namespace carom
