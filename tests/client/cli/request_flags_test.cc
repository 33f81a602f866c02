// What the flags of `carom simulate` put into a request.

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <numbers>
#include <string>
#include <vector>

#include "client/cli/detail_flags.h"
#include "client/cli/law_flags.h"
#include "client/cli/policy_flags.h"
#include "client/cli/scene_flags.h"
#include "client/cli/strike_flags.h"

namespace carom {
namespace {

using ::testing::HasSubstr;

template <typename Message>
void ExpectEqual(const Message& actual, const std::string& expected_text) {
  Message expected;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(expected_text, &expected));
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(actual, expected))
      << actual.DebugString();
}

absl::Status ReadScene(const std::vector<std::string>& arguments,
                       carom::v1::SimulateRequest* request) {
  SceneFlags scene;
  FlagSet flags;
  scene.Declare(&flags);
  const absl::Status status = flags.Parse(arguments);
  return status.ok() ? scene.Apply(request->add_tables(), request->add_layouts()) : status;
}

absl::Status ReadStrike(bool is_rack, const std::vector<std::string>& arguments,
                        carom::v1::Shot* shot) {
  StrikeFlags strike;
  FlagSet flags;
  strike.Declare(&flags);
  const absl::Status status = flags.Parse(arguments);
  return status.ok() ? strike.Apply(is_rack, shot) : status;
}

absl::Status ReadLaws(const std::vector<std::string>& arguments, carom::v1::Settings* settings) {
  LawFlags laws;
  FlagSet flags;
  laws.Declare(&flags);
  const absl::Status status = flags.Parse(arguments);
  return status.ok() ? laws.Apply(settings) : status;
}

absl::Status ReadDetail(const std::vector<std::string>& arguments, carom::v1::Settings* settings,
                        carom::v1::Detail* detail) {
  DetailFlags flags_of_detail;
  FlagSet flags;
  flags_of_detail.Declare(&flags);
  const absl::Status status = flags.Parse(arguments);
  return status.ok() ? flags_of_detail.Apply(settings, detail) : status;
}

absl::Status ReadPolicies(const std::vector<std::string>& arguments,
                          carom::v1::Settings* settings) {
  PolicyFlags policies;
  FlagSet flags;
  policies.Declare(&flags);
  const absl::Status status = flags.Parse(arguments);
  policies.Apply(settings);
  return status;
}

TEST(CatalogueNameTest, TakesNamesAsPeopleWriteThem) {
  EXPECT_EQ(CatalogueName("8-ball"), "eight_ball");
  EXPECT_EQ(CatalogueName("9ball"), "nine_ball");
  EXPECT_EQ(CatalogueName("ten-ball"), "ten_ball");
  EXPECT_EQ(CatalogueName("3-cushion"), "three_cushion");
  EXPECT_EQ(CatalogueName("pool-9ft"), "pool_9ft");
  EXPECT_EQ(CatalogueName("whatever"), "whatever");
}

TEST(SceneFlagsTest, ARackBringsItsTable) {
  carom::v1::SimulateRequest request;
  ASSERT_TRUE(ReadScene({"--rack=9-ball", "--gap=0", "--seed=3", "--jitter=1e-5"}, &request).ok());
  ExpectEqual(request, R"(
    tables { preset: "pool_9ft" }
    layouts { rack { name: "nine_ball" gap_m: 0 seed: 3 jitter_m: 1e-5 } })");
  request.Clear();
  ASSERT_TRUE(ReadScene({"--rack=snooker"}, &request).ok());
  EXPECT_EQ(request.tables(0).preset(), "snooker_12ft");
  request.Clear();
  ASSERT_TRUE(ReadScene({"--rack=3-cushion", "--table=open"}, &request).ok());
  EXPECT_EQ(request.tables(0).preset(), "open");
}

TEST(SceneFlagsTest, BallsLieMoveAndSpin) {
  carom::v1::SimulateRequest request;
  ASSERT_TRUE(
      ReadScene({"--ball=-0.5,0", "--ball=0.1,0.2,1,2", "--ball=0,0,0,0,4,5,6"}, &request).ok());
  ExpectEqual(request, R"(
    tables { preset: "pool_9ft" }
    layouts { balls {
      balls { state { position_m { x: -0.5 } } }
      balls { state { position_m { x: 0.1 y: 0.2 } velocity_m_s { x: 1 y: 2 } } }
      balls { state { position_m {} velocity_m_s {} angular_velocity_rad_s { x: 4 y: 5 z: 6 } } }
    } })");
}

TEST(SceneFlagsTest, BallsMayHaveAHeight) {
  carom::v1::SimulateRequest request;
  ASSERT_TRUE(
      ReadScene({"--ball=0,0,0.5", "--ball=1,2,3,4,5,6", "--ball=1,2,3,4,5,6,7,8,9"}, &request)
          .ok());
  ExpectEqual(request, R"(
    tables { preset: "pool_9ft" }
    layouts { balls {
      balls { state { position_m { z: 0.5 } } }
      balls { state { position_m { x: 1 y: 2 z: 3 } velocity_m_s { x: 4 y: 5 z: 6 } } }
      balls { state { position_m { x: 1 y: 2 z: 3 } velocity_m_s { x: 4 y: 5 z: 6 }
                      angular_velocity_rad_s { x: 7 y: 8 z: 9 } } }
    } })");
  EXPECT_FALSE(ReadScene({"--ball=0,0,0,0,0"}, &request).ok());
  EXPECT_FALSE(ReadScene({"--ball=0,0,0,0,0,0,0,0"}, &request).ok());
}

TEST(SceneFlagsTest, RefusesWhatDoesNotGoTogether) {
  carom::v1::SimulateRequest request;
  EXPECT_THAT(std::string(ReadScene({}, &request).message()), HasSubstr("give either --rack"));
  EXPECT_FALSE(ReadScene({"--rack=8-ball", "--ball=0,0"}, &request).ok());
  EXPECT_FALSE(ReadScene({"--ball=0,0", "--gap=0"}, &request).ok());
  EXPECT_THAT(std::string(ReadScene({"--ball=0"}, &request).message()), HasSubstr("must be x,y"));
  EXPECT_FALSE(ReadScene({"--ball=0,zero"}, &request).ok());
  EXPECT_FALSE(ReadScene({"--balls=/nonexistent/balls.txt"}, &request).ok());
}

TEST(StrikeFlagsTest, RefusesAnglesInDegrees) {
  const auto error = [](const std::string& angle) {
    carom::v1::Shot shot;
    return ReadStrike(false, {"--speed=1", angle}, &shot);
  };
  EXPECT_TRUE(error("--elevation=89.9").ok());
  EXPECT_TRUE(error("--azimuth=-57295").ok());
  EXPECT_EQ(error("--elevation=90").message(), "--elevation: \"90\" must be in [0, 90) degrees");
  EXPECT_EQ(error("--elevation=-1").message(), "--elevation: \"-1\" must be in [0, 90) degrees");
  EXPECT_EQ(error("--elevation=nan").message(), "--elevation: \"nan\" must be in [0, 90) degrees");
  EXPECT_EQ(error("--azimuth=60000").message(),
            "--azimuth: \"60000\" must be in [-57295, 57295] degrees");
}

TEST(StrikeFlagsTest, TurnsDegreesIntoRadians) {
  carom::v1::Shot shot;
  ASSERT_TRUE(ReadStrike(false,
                         {"--speed=2", "--azimuth=180", "--elevation=45", "--side=0.25",
                          "--height=-0.5", "--cue-ball=1"},
                         &shot)
                  .ok());
  EXPECT_DOUBLE_EQ(shot.strike().azimuth_rad(), std::numbers::pi);
  EXPECT_DOUBLE_EQ(shot.strike().elevation_rad(), std::numbers::pi / 4.0);
  EXPECT_EQ(shot.strike().speed_m_s(), 2.0);
  EXPECT_EQ(shot.strike().side_offset(), 0.25);
  EXPECT_EQ(shot.strike().height_offset(), -0.5);
  EXPECT_EQ(shot.strike().cue_ball(), 1u);
}

TEST(StrikeFlagsTest, BreaksARackAndLeavesOtherBallsAlone) {
  carom::v1::Shot shot;
  ASSERT_TRUE(ReadStrike(true, {}, &shot).ok());
  EXPECT_EQ(shot.strike().speed_m_s(), 8.0);
  shot.Clear();
  ASSERT_TRUE(ReadStrike(false, {}, &shot).ok());
  EXPECT_FALSE(shot.has_strike());
  EXPECT_EQ(ReadStrike(false, {"--azimuth=3"}, &shot).message(), "a strike needs --speed");
}

TEST(LawFlagsTest, WithoutFlagsTheServiceDecides) {
  carom::v1::Settings settings;
  ASSERT_TRUE(ReadLaws({}, &settings).ok());
  ExpectEqual(settings, "");
}

TEST(LawFlagsTest, SetsLawsAndParameters) {
  carom::v1::Settings settings;
  ASSERT_TRUE(ReadLaws({"--ball-ball=frictional", "--ball-restitution=0.9", "--ball-friction=0.06",
                        "--cushion=mathavan2010", "--cushion-restitution=0.8",
                        "--cushion-friction=0.14", "--slate-friction=0.1", "--sliding-friction=0",
                        "--gravity=9.8", "--nose-contact=plane", "--overlap=separate"},
                       &settings)
                  .ok());
  ExpectEqual(settings, R"(
    gravity_m_s2: 9.8
    cloth { sliding_friction: 0 }
    ball_ball { frictional { restitution: 0.9 constant { coefficient: 0.06 } } }
    cushion { mathavan2010 { restitution: 0.8 friction: 0.14 slate_friction: 0.1 } }
    nose_contact: NOSE_CONTACT_PLANE
    overlap: OVERLAP_SEPARATE)");
}

TEST(LawFlagsTest, SetsTheLawsOfFlight) {
  carom::v1::Settings settings;
  ASSERT_TRUE(ReadLaws({"--ball-ball=mathavan2014", "--ball-friction=0.05", "--slate-friction=0.1",
                        "--cushion=stronge", "--cushion-frequency-ratio=1.7", "--bounce=routh",
                        "--bounce-restitution=0.6", "--bounce-friction=0"},
                       &settings)
                  .ok());
  ExpectEqual(settings, R"(
    ball_ball { mathavan2014 { constant { coefficient: 0.05 } slate_friction: 0.1 } }
    cushion { stronge { frequency_ratio: 1.7 } }
    slate { routh { restitution: 0.6 friction: 0 } })");
  settings.Clear();
  ASSERT_TRUE(ReadLaws({"--ball-ball=routh", "--cushion=routh", "--cushion-friction=0.1",
                        "--bounce-friction=0.3", "--liner-restitution=0.2"},
                       &settings)
                  .ok());
  ExpectEqual(settings, R"(
    ball_ball { routh {} }
    cushion { routh { friction: 0.1 } }
    slate { frictional { friction: 0.3 } }
    liner { frictional { restitution: 0.2 } })");
  settings.Clear();
  ASSERT_TRUE(ReadLaws({"--liner=routh", "--liner-friction=0"}, &settings).ok());
  ExpectEqual(settings, "liner { routh { friction: 0 } }");
}

TEST(LawFlagsTest, AParameterAloneMeansTheDefaultLaw) {
  carom::v1::Settings settings;
  ASSERT_TRUE(ReadLaws({"--cushion-friction=0.1", "--ball-restitution=1"}, &settings).ok());
  ExpectEqual(settings, R"(
    ball_ball { frictional { restitution: 1 } }
    cushion { han2005 { friction: 0.1 } })");
}

TEST(LawFlagsTest, RefusesUnknownLawsAndParametersOfOthers) {
  carom::v1::Settings settings;
  EXPECT_EQ(ReadLaws({"--cushion=rubber"}, &settings).message(),
            "--cushion: \"rubber\" must be han2005, mathavan2010, stronge, routh or restitution");
  EXPECT_EQ(ReadLaws({"--cushion-frequency-ratio=1.7"}, &settings).message(),
            "--cushion-frequency-ratio: the law han2005 has none");
  EXPECT_FALSE(ReadLaws({"--bounce=rubber"}, &settings).ok());
  EXPECT_EQ(ReadLaws({"--liner=leather"}, &settings).message(),
            "--liner: \"leather\" must be frictional or routh");
  EXPECT_FALSE(ReadLaws({"--ball-ball=routh", "--slate-friction=0.1"}, &settings).ok());
  EXPECT_FALSE(ReadLaws({"--ball-ball=sticky"}, &settings).ok());
  EXPECT_FALSE(ReadLaws({"--ball-ball=elastic", "--ball-friction=0.1"}, &settings).ok());
  EXPECT_FALSE(ReadLaws({"--cushion=restitution", "--cushion-friction=0.1"}, &settings).ok());
  EXPECT_FALSE(ReadLaws({"--slate-friction=0.1"}, &settings).ok());
  EXPECT_FALSE(ReadLaws({"--nose-contact=edge"}, &settings).ok());
  EXPECT_FALSE(ReadLaws({"--overlap=ignore"}, &settings).ok());
}

TEST(PolicyFlagsTest, SetWhatTheySay) {
  carom::v1::Settings settings;
  ASSERT_TRUE(ReadPolicies({}, &settings).ok());
  ExpectEqual(settings, "");
  ASSERT_TRUE(ReadPolicies({"--flight=on", "--pockets=drop", "--simultaneous=cluster",
                            "--cluster-gap=2e-4", "--settle-speed=0"},
                           &settings)
                  .ok());
  ExpectEqual(settings, R"(
    flight: FLIGHT_ON pocket_model: POCKET_MODEL_DROP simultaneous: SIMULTANEOUS_CLUSTER
    cluster_gap_m: 2e-4 settle_speed_m_s: 0)");
  settings.Clear();
  ASSERT_TRUE(
      ReadPolicies({"--flight=off", "--pockets=circle", "--simultaneous=tied"}, &settings).ok());
  ExpectEqual(settings, R"(
    flight: FLIGHT_OFF pocket_model: POCKET_MODEL_CIRCLE simultaneous: SIMULTANEOUS_TIED)");
}

TEST(PolicyFlagsTest, RefuseUnknownWords) {
  carom::v1::Settings settings;
  EXPECT_EQ(ReadPolicies({"--flight=yes"}, &settings).message(),
            "--flight: \"yes\" must be off or on");
  EXPECT_FALSE(ReadPolicies({"--pockets=hole"}, &settings).ok());
  EXPECT_FALSE(ReadPolicies({"--simultaneous=both"}, &settings).ok());
}

TEST(DetailFlagsTest, SetsStopsLimitsAndDetail) {
  carom::v1::Settings settings;
  carom::v1::Detail detail;
  ASSERT_TRUE(ReadDetail({"--stop-at=first-contact", "--stop-at=potted:1,8", "--stop-at=2.5",
                          "--max-time=9", "--max-events=50", "--event-states", "--samples=0.05"},
                         &settings, &detail)
                  .ok());
  ExpectEqual(settings, R"(
    stop { first_contact: true potted_balls: 1 potted_balls: 8 at_time_s: 2.5 }
    limits { max_time_s: 9 max_events: 50 })");
  ExpectEqual(detail, "level: LEVEL_SAMPLES event_states: true samples { period_s: 0.05 }");
}

TEST(DetailFlagsTest, RefusesUnknownStops) {
  carom::v1::Settings settings;
  carom::v1::Detail detail;
  EXPECT_FALSE(ReadDetail({"--stop-at=lunch"}, &settings, &detail).ok());
  EXPECT_FALSE(ReadDetail({"--stop-at=potted:x"}, &settings, &detail).ok());
}

}  // namespace
}  // namespace carom
