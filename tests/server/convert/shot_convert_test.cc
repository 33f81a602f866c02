#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "server/convert/request_convert.h"
#include "tests/server/convert/wire_message.h"

namespace carom {
namespace {

using testing::Wire;

Layout TwoBalls() {
  Layout layout;
  layout.balls.assign(2, BallSpec());
  layout.states.assign(2, BallState());
  layout.states[1].position = Vec3(0.5, 0.25, layout.balls[1].radius_m);
  layout.states[1].velocity = Vec3(1.0, 0.0, 0.0);
  return layout;
}

TEST(ConvertShot, AbsentNumbersOfAStrikeAreTheCores) {
  Shot shot;
  ASSERT_TRUE(ConvertShot(Wire<v1::Shot>("strike { speed_m_s: 3 }"), TwoBalls(), shot).ok());
  ASSERT_TRUE(shot.strike.has_value());
  EXPECT_EQ(shot.strike->cue_ball, CueStrike().cue_ball);
  EXPECT_EQ(shot.strike->speed_m_s, 3.0);
  EXPECT_EQ(shot.strike->azimuth_rad, CueStrike().azimuth_rad);
  EXPECT_EQ(shot.strike->height_offset, CueStrike().height_offset);
  EXPECT_EQ(shot.start.size(), 2u);
}

TEST(ConvertShot, AReusedShotKeepsNothingOfTheLast) {
  Shot shot;
  ASSERT_TRUE(ConvertShot(Wire<v1::Shot>("strike { speed_m_s: 3 side_offset: 0.2 cue_ball: 1 }"
                                         "positions_m: [1, 2, 3, 4]"),
                          TwoBalls(), shot)
                  .ok());
  ASSERT_TRUE(ConvertShot(Wire<v1::Shot>("strike { speed_m_s: 1 }"), TwoBalls(), shot).ok());
  EXPECT_EQ(shot.strike->side_offset, 0.0);
  EXPECT_EQ(shot.strike->cue_ball, 0);
  EXPECT_EQ(shot.start[1].position.x(), 0.5);
  ASSERT_TRUE(ConvertShot(v1::Shot(), TwoBalls(), shot).ok());
  EXPECT_FALSE(shot.strike.has_value());
}

TEST(ConvertShot, PositionsReplaceTheLayoutsAndKeepItsVelocities) {
  Shot shot;
  ASSERT_TRUE(
      ConvertShot(Wire<v1::Shot>("positions_m: [0.1, 0.2, 0.3, 0.4]"), TwoBalls(), shot).ok());
  EXPECT_EQ(shot.start[0].position, Vec3(0.1, 0.2, BallSpec().radius_m));
  EXPECT_EQ(shot.start[1].position, Vec3(0.3, 0.4, BallSpec().radius_m));
  EXPECT_EQ(shot.start[1].velocity, Vec3(1.0, 0.0, 0.0));
}

TEST(ConvertShot, ErrorsNameTheField) {
  Shot shot;
  EXPECT_EQ(ConvertShot(Wire<v1::Shot>("positions_m: [1, 2, 3]"), TwoBalls(), shot).message(),
            "positions_m: 3 values must be 4, 2 for each of 2 balls");
  EXPECT_EQ(ConvertShot(Wire<v1::Shot>("strike {}"), TwoBalls(), shot).message(),
            "strike.speed_m_s: absent must be given");
}

TEST(ConvertStrikes, AbsentRangesAreZero) {
  const auto strikes = ConvertStrikes(Wire<v1::UniformStrikes>(
      "cue_ball: 2 speed_m_s { lo: 1 hi: 2 } azimuth_rad { lo: -3 hi: 3 }"));
  ASSERT_TRUE(strikes.ok());
  EXPECT_EQ(strikes->cue_ball, 2);
  EXPECT_EQ(strikes->speed_m_s.lo, 1.0);
  EXPECT_EQ(strikes->azimuth_rad.hi, 3.0);
  EXPECT_EQ(strikes->elevation_rad.hi, 0.0);
}

TEST(ConvertStrikes, RangesMustBeIntervals) {
  EXPECT_EQ(ConvertStrikes(v1::UniformStrikes()).status().message(),
            "speed_m_s: absent must be given");
  for (const char* range : {"lo: 2 hi: 1", "lo: nan hi: 1", "lo: 0 hi: nan", "hi: inf"}) {
    const auto strikes =
        ConvertStrikes(Wire<v1::UniformStrikes>("speed_m_s { " + std::string(range) + " }"));
    EXPECT_THAT(std::string(strikes.status().message()), ::testing::StartsWith("speed_m_s: ["))
        << range;
  }
}

absl::StatusOr<ConvertedDetail> Detailed(const std::string& text) {
  return ConvertDetail(Wire<v1::Detail>(text), ConvertLimits{.max_samples_per_shot = 3});
}

TEST(ConvertDetail, LevelsIncludeEachOther) {
  EXPECT_FALSE(Detailed("")->detail.events);
  EXPECT_FALSE(Detailed("event_states: true")->detail.event_states);
  EXPECT_TRUE(Detailed("level: LEVEL_EVENTS event_states: true")->detail.event_states);
  const auto samples = Detailed(
      "level: LEVEL_SAMPLES samples { period_s: 0.5 times_s: [1, 1, 2] balls: [0, 4] "
      "quantities: [QUANTITY_MOTION, QUANTITY_POSITION] }");
  ASSERT_TRUE(samples.ok()) << samples.status();
  EXPECT_TRUE(samples->detail.events && samples->detail.samples);
  EXPECT_EQ(samples->detail.sample_period_s, 0.5);
  EXPECT_THAT(samples->detail.sample_times_s, ::testing::ElementsAre(1, 1, 2));
  EXPECT_EQ(samples->detail.sample_balls, 0b10001u);
  EXPECT_EQ(samples->detail.max_samples, 3);
  EXPECT_THAT(samples->quantities,
              ::testing::ElementsAre(true, false, false, true, false, false, false, false, false));
  EXPECT_FALSE(samples->detail.sample_energies);
}

TEST(ConvertDetail, ErrorsNameTheField) {
  const auto error = [](const std::string& samples) {
    return std::string(
        Detailed("level: LEVEL_SAMPLES samples { " + samples + " }").status().message());
  };
  EXPECT_EQ(error(""), "samples.period_s: absent must be given, or times_s");
  EXPECT_EQ(error("period_s: 0"), "samples.period_s: 0 must be in [1e-06, 1e+06]");
  EXPECT_EQ(error("times_s: nan"), "samples.times_s[0]: nan must be in [0, 1e+06]");
  EXPECT_EQ(error("times_s: [2, 1]"),
            "samples.times_s[1]: 1 must be at least 2, since times ascend");
  EXPECT_EQ(error("times_s: [1, 2, 3, 4]"), "samples.times_s: 4 entries must be at most 3");
  EXPECT_EQ(error("period_s: 1 balls: 32"), "samples.balls[0]: 32 must be below 32");
  v1::Detail detail;
  detail.set_level(static_cast<v1::Detail::Level>(9));
  EXPECT_EQ(ConvertDetail(detail, ConvertLimits()).status().message(),
            "level: 9 must be one of Detail.Level");
}

}  // namespace
}  // namespace carom
