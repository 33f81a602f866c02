#include "client/cli/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "carom/v1/simulation.pb.h"

namespace carom {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

std::string JsonErrorOf(const std::string& json) {
  carom::v1::SimulateRequest request;
  const absl::Status status = FromJson(json, &request);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << json;
  return std::string(status.message());
}

TEST(JsonTest, TakesBothSpellingsOfAField) {
  carom::v1::SimulateRequest request;
  ASSERT_TRUE(
      FromJson(R"({"shots": [{"strike": {"speedMS": 2, "azimuth_rad": 0.5}}]})", &request).ok());
  EXPECT_EQ(request.shots().shots(0).strike().speed_m_s(), 2.0);
  EXPECT_EQ(request.shots().shots(0).strike().azimuth_rad(), 0.5);
}

template <class Message>
Message FromGoodJson(const std::string& json) {
  Message message;
  const absl::Status status = FromJson(json, &message);
  EXPECT_TRUE(status.ok()) << json << ": " << status;
  return message;
}

TEST(JsonTest, AListStandsForTheMessageThatHoldsIt) {
  using carom::v1::SimulateRequest;
  const std::string short_form = R"({"shots": [{}, {"strike": {"speedMS": 2}}], "layouts": [
      {"balls": [{"state": {"positionM": {"x": 1}}}]}]})";
  const std::string long_form = R"({"shots": {"shots": [{}, {"strike": {"speedMS": 2}}]}, "layouts":
      [{"balls": {"balls": [{"state": {"positionM": {"x": 1}}}]}}]})";
  const auto request = FromGoodJson<SimulateRequest>(short_form);
  EXPECT_EQ(request.shots().shots_size(), 2);
  EXPECT_EQ(request.layouts(0).balls().balls_size(), 1);
  EXPECT_EQ(request.SerializeAsString(),
            FromGoodJson<SimulateRequest>(long_form).SerializeAsString());
  EXPECT_TRUE(FromGoodJson<SimulateRequest>(R"({"shots": []})").has_shots());
  EXPECT_EQ(
      FromGoodJson<carom::v1::SimulateBatchRequest>(R"({"shots": [{}]})").shots().shots_size(), 1);
  // In a list of such messages, in another spelling, and of numbers.
  const auto goal = FromGoodJson<carom::v1::Goal>(
      R"({"allOf": [{"firstContact": [1, 2]}, {"any_of": [{"first_contact": [3]}]}]})");
  EXPECT_EQ(goal.all_of().goals(0).first_contact().balls_size(), 2);
  EXPECT_EQ(goal.all_of().goals(1).any_of().goals(0).first_contact().balls(0), 3u);
}

// What stands in a text, or in a place where no list may stand, is left as it is.
TEST(JsonTest, AListIsNotTakenForWhatItIsNot) {
  const auto info =
      FromGoodJson<carom::v1::GetTableRequest>(R"({"name": "a\"[{]\\", "name": "b"})");
  EXPECT_EQ(info.name(), "b");
  EXPECT_THAT(JsonErrorOf(R"({"detail": [{"level": 1}]})"), HasSubstr("not JSON"));
  EXPECT_THAT(JsonErrorOf(R"({"shots": [{}})"), HasSubstr("not JSON"));
  EXPECT_THAT(JsonErrorOf(R"({"shots": [)"), HasSubstr("not JSON"));
  EXPECT_THAT(JsonErrorOf(R"({"shots")"), HasSubstr("not JSON"));
  EXPECT_THAT(JsonErrorOf(R"({"shots": "[)"), HasSubstr("not JSON"));
  EXPECT_THAT(JsonErrorOf(std::string(1'000'000, '[')), HasSubstr("not JSON"));
}

TEST(JsonTest, WritesTheFieldsAsTheProtoNamesThem) {
  carom::v1::CueStrike strike;
  strike.set_speed_m_s(2.5);
  EXPECT_EQ(ToJson(strike), "{\n \"speed_m_s\": 2.5\n}\n");
}

TEST(JsonTest, EveryDoubleComesBackWithItsBits) {
  for (const double value : {0.1, 1.0 / 3.0, -1e-300, 5e-324, 1.7976931348623157e308,
                             std::numeric_limits<double>::infinity()}) {
    carom::v1::CueStrike strike;
    strike.set_speed_m_s(value);
    carom::v1::CueStrike back;
    ASSERT_TRUE(FromJson(ToJson(strike), &back).ok());
    EXPECT_EQ(back.speed_m_s(), value);
  }
}

TEST(JsonTest, AZeroThatIsSetStaysSet) {
  carom::v1::Cloth cloth;
  cloth.set_sliding_friction(0.0);
  carom::v1::Cloth back;
  ASSERT_TRUE(FromJson(ToJson(cloth), &back).ok());
  EXPECT_TRUE(back.has_sliding_friction());
  EXPECT_FALSE(back.has_rolling_friction());
}

TEST(JsonTest, SaysWhatIsWrong) {
  EXPECT_THAT(JsonErrorOf(""), HasSubstr("empty"));
  EXPECT_THAT(JsonErrorOf(" \n"), HasSubstr("empty"));
  EXPECT_THAT(JsonErrorOf(R"({"shots": [{"strike")"),
              HasSubstr("not JSON of the message SimulateRequest"));
  EXPECT_THAT(JsonErrorOf(R"({"shots": [{"strike": {"spin": 1}}]})"), HasSubstr("spin"));
  EXPECT_THAT(JsonErrorOf(R"({"shots": [{"strike": {"speedMS": "fast"}}]})"), HasSubstr("fast"));
  EXPECT_THAT(JsonErrorOf("[1, 2]"), HasSubstr("not JSON"));
  EXPECT_THAT(JsonErrorOf("{} {}"), HasSubstr("not JSON"));
  EXPECT_THAT(JsonErrorOf(R"({"settings": [{"flight": "FLIGHT_MAYBE"}]})"),
              HasSubstr("FLIGHT_MAYBE"));
}

TEST(JsonTest, NamesWhatCouldHaveBeenMeant) {
  EXPECT_THAT(
      JsonErrorOf(R"({"shot": []})"),
      EndsWith("shot: Cannot find field.; known: tables, settings, layouts, shots, columns, "
               "detail, engine_version"));
  EXPECT_THAT(JsonErrorOf(R"({"shots": [{}, {"strike": {"spin": 1}}]})"),
              HasSubstr("; known: cue_ball, speed_m_s, azimuth_rad, "));
  EXPECT_THAT(JsonErrorOf(R"({"settings": [{"ballBall": {"elastic": {"e": 1}}}]})"),
              EndsWith("e: Cannot find field.; known: (none)"));
  EXPECT_THAT(JsonErrorOf(R"({"settings": [{"engine": "FORCES"}]})"),
              EndsWith("; known: ENGINE_UNSPECIFIED, ENGINE_EVENT_DRIVEN, ENGINE_COMPLIANT, "
                       "ENGINE_DISCRETE_TIME"));
  EXPECT_THAT(JsonErrorOf(R"({"detail": {"samples": {"quantities": ["SPEED"]}}})"),
              HasSubstr("; known: QUANTITY_UNSPECIFIED, QUANTITY_POSITION, "));
  EXPECT_THAT(JsonErrorOf(R"({"shots": 3})"), Not(HasSubstr("known")));
}

}  // namespace
}  // namespace carom
