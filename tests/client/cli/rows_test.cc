#include "client/cli/rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace carom {
namespace {

ShotOutcome Sample() {
  ShotOutcome outcome;
  outcome.shot = 42;
  outcome.stop_reason = carom::v1::STOP_REASON_AT_REST;
  outcome.end_time_s = 0.1;
  outcome.hash = 0xABC;
  outcome.event_count = 9;
  outcome.balls = {{carom::v1::MOTION_STATE_STATIONARY, {0.5, -0.25, 0.03}, {}, {}},
                   {carom::v1::MOTION_STATE_POCKETED, {1.25, 0.5, 0.0}, {}, {}}};
  outcome.pocketed = {{1, 4, 0.75}};
  outcome.left_table = {{0, 2, 0.5, {1.5, -0.5, 0.25}, {3.0, 0.0, -1.0}}};
  outcome.first_contact = 1;
  outcome.first_contact_time_s = 0.375;
  outcome.separation_m = 1e-5;
  outcome.cushions_total = 3;
  return outcome;
}

std::string Write(const std::string& format, const ShotOutcome& outcome) {
  std::ostringstream out;
  auto writer = MakeRowWriter(format, out, {.balls = 2});
  EXPECT_TRUE(writer.ok()) << writer.status();
  EXPECT_TRUE((*writer)->Write(outcome).ok());
  return out.str();
}

TEST(RowsTest, CsvHasAHeaderAndALineForEachShotWithOneNumberACell) {
  EXPECT_EQ(Write("csv", Sample()),
            "shot,status,stop_reason,end_time_s,event_count,hash,first_contact,"
            "first_contact_time_s,cushions_before_contact,cushions_after_contact,cushions_total,"
            "miscue,separation_m,"
            "ball_0_x_m,ball_0_y_m,ball_0_z_m,ball_0_pocket,ball_0_pocketed_s,"
            "ball_0_left_x_m,ball_0_left_y_m,ball_0_left_z_m,"
            "ball_1_x_m,ball_1_y_m,ball_1_z_m,ball_1_pocket,ball_1_pocketed_s,"
            "ball_1_left_x_m,ball_1_left_y_m,ball_1_left_z_m\n"
            "42,OK,at_rest,0.1,9,0000000000000abc,1,0.375,0,0,3,0,1e-05,"
            "0.5,-0.25,0.03,,,1.5,-0.5,0.25,"
            "1.25,0.5,0,4,0.75,,,\n");
}

TEST(RowsTest, CsvLeavesEmptyWhatDoesNotApply) {
  ShotOutcome outcome;
  outcome.shot = 7;
  outcome.status = absl::InvalidArgumentError("speed");
  const std::string text = Write("csv", outcome);
  EXPECT_EQ(text.substr(text.find('\n') + 1),
            "7,INVALID_ARGUMENT,,,,,,,,,,,"
            ",,,,,,,,"
            ",,,,,,,,\n");
}

TEST(RowsTest, CsvRefusesMoreBallsThanItHasRoomFor) {
  std::ostringstream out;
  auto writer = MakeRowWriter("csv", out, {.balls = 1});
  ASSERT_TRUE(writer.ok());
  const std::string header = out.str();
  EXPECT_EQ((*writer)->Write(Sample()),
            absl::InternalError("shot 42 has 2 balls, and the rows have room for 1"));
  EXPECT_EQ(out.str(), header);
}

TEST(RowsTest, JsonLinesHoldAnObjectForEachShot) {
  EXPECT_EQ(
      Write("jsonl", Sample()),
      "{\"shot\":42,\"status\":\"OK\",\"stop_reason\":\"at_rest\",\"end_time_s\":0.1,"
      "\"event_count\":9,\"hash\":\"0000000000000abc\","
      "\"pocketed\":[{\"ball\":1,\"pocket\":4,\"time_s\":0.75}],"
      "\"left_table\":[{\"ball\":0,\"edge\":2,\"time_s\":0.5,\"position_m\":[1.5,-0.5,0.25],"
      "\"velocity_m_s\":[3,0,-1]}],"
      "\"first_contact\":1,\"first_contact_time_s\":0.375,\"cushions_before_contact\":0,"
      "\"cushions_after_contact\":0,\"cushions_total\":3,\"miscue\":false,\"separation_m\":1e-05,"
      "\"balls\":[{\"motion\":\"stationary\",\"position_m\":[0.5,-0.25,0.03]},"
      "{\"motion\":\"pocketed\",\"position_m\":[1.25,0.5,0]}]}\n");
}

TEST(RowsTest, JsonHasNullForWhatIsNoNumber) {
  ShotOutcome outcome = Sample();
  outcome.end_time_s = std::nan("");
  outcome.balls[0].position_m[1] = INFINITY;
  const std::string row = Write("jsonl", outcome);
  EXPECT_NE(row.find("\"end_time_s\":null,"), std::string::npos) << row;
  EXPECT_NE(row.find("\"position_m\":[0.5,null,0.03]"), std::string::npos) << row;
}

TEST(RowsTest, AFailedShotSaysWhy) {
  ShotOutcome outcome;
  outcome.shot = 7;
  outcome.status = absl::InvalidArgumentError("name: \"a\\b\" is\nunknown");
  EXPECT_EQ(Write("jsonl", outcome),
            "{\"shot\":7,\"status\":\"INVALID_ARGUMENT\","
            "\"message\":\"name: \\\"a\\\\b\\\" is\\u000aunknown\"}\n");
}

TEST(RowsTest, RefusesUnknownFormats) {
  std::ostringstream out;
  EXPECT_EQ(MakeRowWriter("xml", out, {}).status(),
            absl::InvalidArgumentError("--format: \"xml\" must be csv or jsonl"));
}

}  // namespace
}  // namespace carom
