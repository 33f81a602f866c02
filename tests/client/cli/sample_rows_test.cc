// Samples as rows: by hand, and as the commands print them.

#include "client/cli/sample_rows.h"

#include <sstream>

#include "absl/strings/str_split.h"
#include "carom/v1/mechanism.pb.h"
#include "client/cli/json.h"
#include "tests/client/cli/run_carom.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

carom::v1::ChannelTable Channels() {
  carom::v1::ChannelTable table;
  for (const char* body : {"rod_1", "system"}) table.add_bodies(body);
  for (const char* quantity : {"angle_rad", "energy_J"}) table.add_quantities(quantity);
  for (const double time_s : {0.0, 0.1, 0.2}) table.add_times_s(time_s);
  for (const double value : {-0.0, 1.0 / 3.0, 2.0, 10.0, 20.0, 30.0}) table.add_values(value);
  return table;
}

TEST(SampleRowsTest, ChannelsAreColumnsAndTimesAreRows) {
  std::ostringstream out;
  PrintChannels(Channels(), 2, "samples", out);
  EXPECT_EQ(out.str(),
            "time_s  rod_1.angle_rad  system.energy_J\n"
            "     0                0               10\n"
            "   0.1         0.333333               20\n"
            "... and 1 more samples\n");
}

TEST(SampleRowsTest, CsvOfChannelsIsWholeAndExact) {
  std::ostringstream out;
  WriteChannelsCsv(Channels(), out);
  EXPECT_EQ(out.str(),
            "time_s,rod_1.angle_rad,system.energy_J\n"
            "0,-0,10\n"
            "0.1,0.3333333333333333,20\n"
            "0.2,2,30\n");
}

ShotSamples Sampled(double offset) {
  ShotSamples samples;
  samples.times_s = {0.0, 0.5};
  for (const uint32_t ball : {0u, 3u}) {
    const double x = offset + ball;
    samples.channels.push_back({ball, carom::v1::QUANTITY_POSITION, {x, 0.25, 0.0, x, 0.5, 0.125}});
    samples.channels.push_back({ball, carom::v1::QUANTITY_MOTION, {4.0, 1.0}});
  }
  return samples;
}

TEST(SampleRowsTest, CsvOfAShotHasARowForEachTimeAndBall) {
  std::ostringstream out;
  WriteSamplesCsv({Sampled(0.5)}, out);
  EXPECT_EQ(out.str(),
            "time_s,ball,x_m,y_m,z_m,motion\n"
            "0,0,0.5,0.25,0,rolling\n"
            "0,3,3.5,0.25,0,rolling\n"
            "0.5,0,0.5,0.5,0.125,stationary\n"
            "0.5,3,3.5,0.5,0.125,stationary\n");
}

// What is of all balls together has a row of its own, beside which the others have gaps.
TEST(SampleRowsTest, CsvOfAllBallsTogether) {
  ShotSamples samples = Sampled(0.5);
  samples.times_s = {0.0};
  for (SampleChannel& channel : samples.channels) {
    channel.values.resize(channel.values.size() / 2);
  }
  samples.channels.push_back({4, carom::v1::QUANTITY_ENERGY, {6.0, 5.0, 4.0, 3.0, 2.0, 1.0}});
  samples.channels.push_back({4, carom::v1::QUANTITY_CONSTRAINT_VIOLATION, {0.5, 0.25}});
  std::ostringstream out;
  WriteSamplesCsv({samples}, out);
  EXPECT_EQ(out.str(),
            "time_s,ball,x_m,y_m,z_m,motion,kinetic_J,potential_J,elastic_J,dissipated_J,"
            "given_away_J,residual_J,violation,velocity_violation\n"
            "0,0,0.5,0.25,0,rolling,,,,,,,,\n"
            "0,3,3.5,0.25,0,rolling,,,,,,,,\n"
            "0,all,,,,,6,5,4,3,2,1,0.5,0.25\n");
}

TEST(SampleRowsTest, CsvOfAccelerations) {
  ShotSamples samples;
  samples.times_s = {0.0};
  samples.channels = {{0, carom::v1::QUANTITY_ACCELERATION, {1.0, 2.0, 3.0}},
                      {0, carom::v1::QUANTITY_ANGULAR_ACCELERATION, {4.0, 5.0, 6.0}}};
  std::ostringstream out;
  WriteSamplesCsv({samples}, out);
  EXPECT_EQ(out.str(),
            "time_s,ball,ax_m_s2,ay_m_s2,az_m_s2,alphax_rad_s2,alphay_rad_s2,alphaz_rad_s2\n"
            "0,0,1,2,3,4,5,6\n");
}

TEST(SampleRowsTest, ShotsAreNumberedAndFailedOnesAreLeftOut) {
  std::ostringstream out;
  WriteSamplesCsv({ShotSamples(), Sampled(1.0)}, out);
  EXPECT_THAT(out.str(), StartsWith("shot,time_s,ball,x_m,y_m,z_m,motion\n1,0,0,1,0.25,"));
  out.str("");
  WriteSamplesCsv({ShotSamples()}, out);
  EXPECT_EQ(out.str(), "");
}

TEST(SampleRowsTest, SimulatePrintsWhatJsonHolds) {
  std::vector<std::string> arguments = {"simulate",  "--ball=0,0",    "--ball=0.5,0",
                                        "--speed=1", "--samples=0.1", "--csv"};
  const CliResult csv = RunCarom(arguments);
  ASSERT_EQ(csv.code, kDone) << csv.err;
  const std::vector<std::string> lines = absl::StrSplit(csv.out, '\n', absl::SkipEmpty());
  EXPECT_EQ(lines[0],
            "time_s,ball,x_m,y_m,z_m,vx_m_s,vy_m_s,vz_m_s,wx_rad_s,wy_rad_s,wz_rad_s,"
            "motion");
  EXPECT_THAT(lines[1], MatchesRegex("0,0,0,0,0.028575,.*,sliding"));
  arguments.back() = "--json";
  carom::v1::SimulateResponse response;
  ASSERT_TRUE(FromJson(RunCarom(arguments).out, &response).ok());
  const carom::v1::SampleColumns& samples = response.results().samples();
  EXPECT_EQ(lines.size(), 1 + 2 * static_cast<size_t>(samples.times_s_size()));
}

TEST(SampleRowsTest, MechanismsPrintNothingElse) {
  const CliResult csv = RunCarom({"mechanism", "newtons_cradle", "--samples=0.5", "--csv"});
  ASSERT_EQ(csv.code, kDone) << csv.err;
  const std::vector<std::string> lines = absl::StrSplit(csv.out, '\n', absl::SkipEmpty());
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_THAT(lines[0], StartsWith("time_s,ball_1.angle_rad,ball_1.angular_velocity_rad_s,"));
  EXPECT_THAT(lines[2], StartsWith("0.5,"));
  const CliResult asked = RunCarom({"mechanism", "--request=-", "--csv"},
                                   R"({"rolling_ball": {}, "detail": {"sampleTimesS": [0.25]}})");
  EXPECT_THAT(asked.out, HasSubstr("\n0.25,"));
}

TEST(SampleRowsTest, CsvNeedsSamples) {
  ExpectRefused(RunCarom({"simulate", "--rack=9-ball", "--csv"}), "--csv needs samples");
  ExpectRefused(RunCarom({"simulate", "--rack=9-ball", "--samples=1", "--csv", "--json"}),
                "give either --json or --csv");
  ExpectRefused(RunCarom({"mechanism", "ball_bearing", "--csv"}), "--csv needs samples");
  ExpectRefused(RunCarom({"mechanism", "ball_bearing", "--samples=1", "--csv", "--json"}),
                "give either --json or --csv");
  ExpectRefused(RunCarom({"mechanism", "rolling_ball_aim", "--samples=1", "--csv"}),
                "rolling_ball_aim is not a run");
}

}  // namespace
}  // namespace carom
