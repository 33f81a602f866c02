#include "client/cli/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <sstream>

#include "carom/client/field_error.h"
#include "carom/v1/simulation.pb.h"
#include "client/cli/json_check.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

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
  if (!kJsonIsChecked) GTEST_SKIP() << "not under TSan";
  const auto info =
      FromGoodJson<carom::v1::GetTableRequest>(R"({"name": "a\"[{]\\", "name": "b"})");
  EXPECT_EQ(info.name(), "b");
  EXPECT_THAT(JsonErrorOf(R"({"detail": [{"level": 1}]})"),
              HasSubstr("detail: a list must be an object"));
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
              HasSubstr("not JSON of the message SimulateRequest at line 1, column 21: "));
  EXPECT_THAT(JsonErrorOf("{\"shots\": [],\n  \"seed\" 4}"), HasSubstr(" at line 2, column 10: "));
  EXPECT_THAT(JsonErrorOf(R"({"shots": [{"strike": {"spin": 1}}]})"), HasSubstr("spin"));
  EXPECT_THAT(JsonErrorOf(R"({"shots": [{"strike": {"speedMS": "fast"}}]})"), HasSubstr("fast"));
  EXPECT_THAT(JsonErrorOf("[1, 2]"), HasSubstr("not JSON"));
  EXPECT_THAT(JsonErrorOf("{} {}"), HasSubstr("not JSON"));
  EXPECT_THAT(JsonErrorOf(R"({"settings": [{"flight": "FLIGHT_MAYBE"}]})"),
              AllOf(HasSubstr("FLIGHT_MAYBE"), HasSubstr("FLIGHT_OFF"), Not(HasSubstr("UNSPEC"))));
}

// The field at fault is told as data, in the proto's spelling, and the message is made of it.
TEST(JsonTest, NamesTheFieldAndWhatIsKnown) {
  if (!kJsonIsChecked) GTEST_SKIP() << "not under TSan";
  struct Case {
    const char* json;
    const char* path;
    const char* value;
    const char* must_begin;
  };
  const Case cases[] = {
      {R"({"shot": []})", "shot", "an unknown field", "one of tables, settings, layouts, "},
      {R"({"shots": [{}, {"strike": {"spin": 1}}]})", "shots.shots[1].strike.spin",
       "an unknown field", "one of cue_ball, speed_m_s, azimuth_rad, "},
      {R"({"settings": [{"ballBall": {"elastic": {"e": 1}}}]})", "settings[0].ball_ball.elastic.e",
       "an unknown field", "one of none"},
      {R"({"settings": [{"engine": "FORCES"}]})", "settings[0].engine", "\"FORCES\"",
       "one of ENGINE_EVENT_DRIVEN, "},
      {R"({"detail": {"samples": {"quantities": ["QUANTITY_ENERGY", "SPEED"]}}})",
       "detail.samples.quantities[1]", "\"SPEED\"", "one of QUANTITY_POSITION, "},
      {R"({"shots": 3})", "shots", "3", "an object"},
      {R"({"layouts": [{"rack": "nine_ball"}]})", "layouts[0].rack", "\"nine_ball\"", "an object"},
      {R"({"shots": [{"layout_index": -1}]})", "shots.shots[0].layout_index", "-1",
       "a whole number in"},
      {R"({"shots": [{"strike": {"speedMS": "fast"}}]})", "shots.shots[0].strike.speed_m_s",
       "\"fast\"", "a number"}};
  for (const Case& one : cases) {
    carom::v1::SimulateRequest request;
    const absl::Status status = FromJson(one.json, &request);
    const std::optional<carom::v1::FieldError> error = ErrorField(status);
    ASSERT_TRUE(error.has_value()) << status;
    EXPECT_EQ(error->path(), one.path);
    EXPECT_EQ(error->value(), one.value);
    EXPECT_THAT(error->must(), StartsWith(one.must_begin));
    EXPECT_EQ(status.message(),
              error->path() + ": " + error->value() + " must be " + error->must());
  }
}

// What the check knows of JSON is no more than what the parser refuses.
TEST(JsonTest, FindsNothingWrongWithWhatTheParserTakes) {
  for (
      const char* json :
      {R"({"shots": {"shots": [{"strike": {"speedMS": "2.5", "azimuth_rad": null}}]}})",
       R"({"shots": {"shots": [{"strike": {"speed_m_s": "Infinity", "cue_ball": "1"}}]}, "detail": null})",
       R"({"settings": [{"engine": 1}], "detail": {"contacts": true}})",
       R"({"layouts": [{"rack": {"name": "nine_ball", "seed": "18446744073709551615"}}]})"}) {
    carom::v1::SimulateRequest request;
    EXPECT_TRUE(FromJson(json, &request).ok()) << json;
    EXPECT_EQ(CheckJson(json, *request.GetDescriptor()), absl::OkStatus());
  }
}

}  // namespace
}  // namespace carom
