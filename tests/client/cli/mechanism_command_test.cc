// `carom mechanism` and shots of the compliant engine, over the service inside this process.

#include <algorithm>
#include <string>
#include <vector>

#include "carom/v1/mechanism.pb.h"
#include "client/cli/json.h"
#include "client/cli/json_check.h"
#include "client/cli/mechanism_notes.h"
#include "tests/client/cli/run_carom.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

TEST(MechanismCommand, ListsAndShowsEach) {
  const CliResult list = RunCarom({"mechanism", "--list"});
  EXPECT_EQ(list.code, kDone) << list.err;
  for (const MechanismNote& note : MechanismNotes()) {
    EXPECT_THAT(list.out, ContainsRegex(std::string(note.name) + " +" + note.what + "\n"));
  }
  const CliResult pendulum = RunCarom({"mechanism", "double-pendulum"});
  EXPECT_EQ(pendulum.code, kDone) << pendulum.err;
  EXPECT_THAT(
      pendulum.out,
      AllOf(HasSubstr("end            "), HasSubstr("greatest_balance_residual_J"),
            ContainsRegex("obstacle impact +rod_2 +obstacle 0\n"), HasSubstr("hash           ")));
  EXPECT_THAT(RunCarom({"mechanism", "newtons_cradle"}).out,
              ContainsRegex("contact begin +ball_[0-9] +ball_[0-9]\n"));
  EXPECT_THAT(RunCarom({"mechanism", "rolling_ball"}).out, HasSubstr("stop_time_s"));
  EXPECT_THAT(RunCarom({"mechanism", "linkage", "--samples=2.5"}).out,
              AllOf(HasSubstr("greatest_violation"), HasSubstr("joint_1.angle_rad")));
  EXPECT_THAT(RunCarom({"mechanism", "--request=-"},
                       R"({"rolling_ball": {"patch": {"slip_smoothing_per_s": 0},
                           "velocity_m_s": {"x": 0.5, "y": 1}}})")
                  .out,
              ContainsRegex("sliding to rolling +ball +-\n"));
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

TEST(MechanismCommand, SamplesAreATableWithARowForEachTime) {
  const CliResult run = RunCarom({"mechanism", "newtons_cradle", "--samples=0.5"});
  EXPECT_THAT(run.out, ContainsRegex("\ntime_s +ball_1.angle_rad +ball_1.angular_velocity"));
  EXPECT_THAT(run.out, ContainsRegex("\n +0.5 +[-0-9.]+ .*\n +1 +[-0-9.]+ [^\n]*\n$"));
}

TEST(MechanismCommand, EveryMechanismHasAnExampleThatRuns) {
  const auto* const arms =
      carom::v1::SimulateMechanismRequest::descriptor()->FindOneofByName("mechanism");
  const CliResult help = RunCarom({"mechanism", "--help"});
  EXPECT_THAT(help.out, HasSubstr("proto/carom/v1/mechanism.proto"));
  for (int i = 0; i < arms->field_count(); ++i) {
    const std::string name = arms->field(i)->name();
    EXPECT_NE(DescriptionOf(name), "") << name;
    EXPECT_THAT(help.out, HasSubstr("  echo '{\"" + name + "\": "));
  }
  EXPECT_EQ(MechanismNotes().size(), static_cast<size_t>(arms->field_count()));
  EXPECT_EQ(DescriptionOf("croquet"), "");
  for (const MechanismNote& note : MechanismNotes()) {
    const CliResult run = RunCarom({"mechanism", note.name, "--request=-"},
                                   std::string("{\"") + note.name + "\": " + note.example + "}");
    EXPECT_EQ(run.code, kDone) << note.name << run.err;
    EXPECT_EQ(run.err, "") << note.name;
  }
}

TEST(MechanismCommand, ASpectrumIsShownByItsLinesOrWritten) {
  const std::string bearing =
      R"({"ball_bearing": {"duration_s": 0.02}, "detail": {"spectrum": {"segment": 64}}})";
  const std::vector<std::string> ask = {"mechanism", "--request=-",
                                        "--spectrum=ball_1.position_x_m",
                                        "--spectrum=outer_race.acceleration_y_m_s2"};
  const CliResult text = RunCarom(ask, bearing);
  EXPECT_EQ(text.code, kDone) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("highest lines of"),
                              ContainsRegex("\nouter_race.acceleration_y_m_s2 +[0-9.]+ +[0-9]"),
                              HasSubstr("\nbins of 156.25 Hz, 5 segments\n")));
  std::vector<std::string> as_csv = ask;
  as_csv.push_back("--csv");
  const CliResult csv = RunCarom(as_csv, bearing);
  EXPECT_EQ(csv.code, kDone) << csv.err;
  EXPECT_THAT(csv.out,
              ContainsRegex("^frequency_hz,ball_1.position_x_m,outer_race.acceleration_y_m_s2\n"
                            "0,[^\n]*\n156.25,"));
  EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 1 + 33);
  as_csv.push_back("--samples=0.01");
  ExpectRefused(RunCarom(as_csv, bearing), "--csv: ask for samples or for spectra");
  ExpectRefused(RunCarom({"mechanism", "ball_bearing", "--spectrum=ball_1"}),
                "--spectrum: \"ball_1\" must be BODY.QUANTITY");
  ExpectRefused(RunCarom({"mechanism", "ball_bearing", "--spectrum=ball_1.colour"}),
                "detail.spectrum.channels[0]: \"ball_1.colour\" must be one of outer_race.angle");
}

TEST(MechanismCommand, APatchIsATableOrAFit) {
  const std::string request =
      R"({"patch_surface": {"points": [{"slip_per_s": {"x": 2}, "shift": {"y": 0.5}}]}})";
  EXPECT_THAT(
      RunCarom({"mechanism", "--request=-", "--csv"}, request).out,
      ContainsRegex("^slip_x_per_s,slip_y_per_s,spin_rad_s,shift_x,shift_y,force_x,force_y,moment\n"
                    "2,0,0,0,0.5,1,0,-0[.](1|0999)[0-9]*\n$"));
  EXPECT_THAT(RunCarom({"mechanism", "--request=-"}, request).out,
              ContainsRegex("\n +2 +0 +0 +0 +0.5 +1 +0 +-0.1\n"));
  const std::string pressure =
      R"({"patch_pressure": {"lean": 0.5, "direction_rad": 0, "grid": 3}})";
  EXPECT_EQ(RunCarom({"mechanism", "--request=-", "--csv"}, pressure).out,
            "x_m,y_m,pressure_pa\n0,-1,0\n-1,0,0\n0,0,0.477464829275686\n1,0,0\n0,1,0\n");
  EXPECT_THAT(RunCarom({"mechanism", "--request=-"}, pressure).out,
              ContainsRegex("centre_x_m +0.1\n"));
  ExpectRefused(RunCarom({"mechanism", "patch_fit", "--csv"}), "patch_fit is not a run");
  ExpectRefused(RunCarom({"mechanism", "patch_fit"}),
                "patch_fit.rows: 0 must be 4 to 16384 in number");
}

TEST(MechanismCommand, MisspeltFieldsAreAnsweredWithTheKnownOnes) {
  if (!kJsonIsChecked) GTEST_SKIP() << "not under TSan";
  ExpectRefused(RunCarom({"mechanism", "--request=-"}, R"({"double_pendulum": {"fricton": 0}})"),
                "double_pendulum.fricton: an unknown field must be one of rod_1_mass_kg, ");
  ExpectRefused(RunCarom({"mechanism", "--request=-"}, "{\"doublePendulum\": {\"mass\": 1}}"),
                "standard input: double_pendulum.mass: an unknown field must be one of");
}

TEST(MechanismCommand, OneMechanismARequest) {
  if (!kJsonIsChecked) GTEST_SKIP() << "not under TSan";
  ExpectRefused(RunCarom({"mechanism", "--request=-"}, R"({"linkage": {}, "doublePendulum": {}})"),
                "standard input: linkage: given must be absent beside double_pendulum");
  EXPECT_EQ(RunCarom({"mechanism", "--request=-", "--print-request"},
                     R"({"linkage": {}, "doublePendulum": null})")
                .code,
            kDone);
}

TEST(MechanismCommand, BadUsageAndBadRequestsExitWithTwo) {
  ExpectRefused(RunCarom({"mechanism"}), "give a NAME");
  ExpectRefused(RunCarom({"mechanism", "croquet"}), "\"croquet\" must be one of double_pendulum, ");
  ExpectRefused(RunCarom({"mechanism", "detail"}), "\"detail\" must be one of double_pendulum, ");
  ExpectRefused(RunCarom({"mechanism", "rolling_ball", "ball_bearing"}), "takes one name at most");
  ExpectRefused(RunCarom({"mechanism", "rolling_ball", "--request=-"}, "{\"ballBearing\": {}}"),
                "the request holds a ball_bearing, not a rolling_ball");
  ExpectRefused(RunCarom({"mechanism", "--request=-"}, "{}"), "mechanism: absent must be one of");
  ExpectRefused(RunCarom({"mechanism", "rolling_ball", "--samples=-1"}),
                "detail.sample_period_s: -1 must be");
  ExpectRefused(RunCarom({"mechanism", "newtons_cradle", "--accelerations"}),
                "detail.accelerations: true must be beside sample_period_s, ");
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
