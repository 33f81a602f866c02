#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "server/convert/request_convert.h"
#include "tests/server/convert/wire_message.h"

namespace carom {
namespace {

using testing::Wire;

Settings ConvertedSettings(const std::string& text) {
  const auto settings = ConvertSettings(Wire<v1::Settings>(text), ConvertLimits());
  EXPECT_TRUE(settings.ok()) << settings.status();
  return settings.ok() ? **settings : Settings();
}

std::string SettingsError(const std::string& text) {
  const absl::Status status =
      ConvertSettings(Wire<v1::Settings>(text), ConvertLimits{.max_events = 5000}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text << ": " << status;
  return std::string(status.message());
}

TEST(ConvertSettings, AnEmptyMessageIsTheCoresDefaults) {
  const Settings settings = ConvertedSettings("");
  const Environment expected;
  EXPECT_EQ(settings.environment.gravity_m_s2, expected.gravity_m_s2);
  EXPECT_EQ(settings.environment.cloth.sliding_friction, expected.cloth.sliding_friction);
  EXPECT_EQ(settings.environment.cue.miscue_offset, expected.cue.miscue_offset);
  EXPECT_EQ(settings.environment.limits.max_events, expected.limits.max_events);
  EXPECT_EQ(settings.environment.limits.max_time_s, expected.limits.max_time_s);
  EXPECT_EQ(settings.environment.stop.at_time_s, expected.stop.at_time_s);
  EXPECT_EQ(settings.environment.nose_contact, expected.nose_contact);
  EXPECT_EQ(settings.laws.ball_ball.index(), LawSet().ball_ball.index());
  EXPECT_EQ(settings.laws.cushion.index(), LawSet().cushion.index());
  EXPECT_EQ(settings.laws.slate.index(), LawSet().slate.index());
}

TEST(ConvertSettings, ZeroIsAValue) {
  const Settings settings = ConvertedSettings(
      "cloth { sliding_friction: 0 rolling_friction: 0 spinning_friction: 0 }"
      "cue { end_mass_kg: 0 } limits { max_time_s: 0 } stop { at_time_s: 0 }"
      "ball_ball { frictional { restitution: 0 constant { coefficient: 0 } } }");
  EXPECT_EQ(settings.environment.cloth.sliding_friction, 0.0);
  EXPECT_EQ(settings.environment.cloth.rolling_friction, 0.0);
  EXPECT_EQ(settings.environment.cloth.spinning_friction, 0.0);
  EXPECT_EQ(settings.environment.cue.end_mass_kg, 0.0);
  EXPECT_EQ(settings.environment.limits.max_time_s, 0.0);
  EXPECT_EQ(settings.environment.stop.at_time_s, 0.0);
  const auto& law = std::get<FrictionalBallBall>(settings.laws.ball_ball);
  EXPECT_EQ(law.restitution, 0.0);
  EXPECT_EQ(std::get<ConstantFriction>(law.friction).friction, 0.0);
}

TEST(ConvertSettings, RollingFactorOfSpeed) {
  const Settings settings = ConvertedSettings(
      "cloth { rolling_factor {} rolling_factor { speed_m_s: 2.3 factor: 2.1 } }");
  const FactorTable& factor = settings.environment.cloth.rolling_factor;
  ASSERT_EQ(factor.size(), 2);
  EXPECT_EQ(factor[0].at, 0.0);
  EXPECT_EQ(factor[0].factor, 1.0);
  EXPECT_EQ(factor[1].at, 2.3);
  EXPECT_EQ(factor[1].factor, 2.1);
}

TEST(ConvertSettings, FactorsOfCushions) {
  const LawSet laws = ConvertedSettings(
                          "cushion { mathavan2010 { friction: 0.3 } "
                          "restitution_factor { speed_m_s: 0.5 factor: 0.9 } "
                          "friction_factor {} friction_factor { angle_rad: 1.5 factor: 0.2 } }")
                          .laws;
  EXPECT_EQ(std::get<Mathavan2010>(laws.cushion).friction, 0.3);
  ASSERT_EQ(laws.cushion_factors.restitution.size(), 1);
  EXPECT_EQ(laws.cushion_factors.restitution[0].at, 0.5);
  EXPECT_EQ(laws.cushion_factors.restitution[0].factor, 0.9);
  ASSERT_EQ(laws.cushion_factors.friction.size(), 2);
  EXPECT_EQ(laws.cushion_factors.friction[0].factor, 1.0);
  EXPECT_EQ(laws.cushion_factors.friction[1].at, 1.5);
}

TEST(ConvertSettings, EveryLawCanBeChosen) {
  EXPECT_TRUE(std::holds_alternative<ElasticBallBall>(
      ConvertedSettings("ball_ball { elastic {} }").laws.ball_ball));
  const auto ball_ball = std::get<FrictionalBallBall>(
      ConvertedSettings("ball_ball { frictional { alciatore { a: 1 b: 2 c_s_m: 3 } } }")
          .laws.ball_ball);
  const auto friction = std::get<AlciatoreFriction>(ball_ball.friction);
  EXPECT_EQ(friction.a, 1.0);
  EXPECT_EQ(friction.b, 2.0);
  EXPECT_EQ(friction.c_s_per_m, 3.0);
  EXPECT_EQ(std::get<RestitutionCushion>(
                ConvertedSettings("cushion { restitution { restitution: 0.5 } }").laws.cushion)
                .restitution,
            0.5);
  const auto han =
      std::get<Han2005>(ConvertedSettings("cushion { han2005 { friction: 0.1 } }").laws.cushion);
  EXPECT_EQ(han.friction, 0.1);
  EXPECT_EQ(han.restitution, Han2005().restitution);
  const auto mathavan = std::get<Mathavan2010>(
      ConvertedSettings(
          "cushion { mathavan2010 { restitution: 0.98 friction: 0.14 slate_friction: 0 } }")
          .laws.cushion);
  EXPECT_EQ(mathavan.restitution, 0.98);
  EXPECT_EQ(mathavan.friction, 0.14);
  EXPECT_EQ(mathavan.slate_friction, 0.0);
  const auto stronge = std::get<StrongeCompliant>(
      ConvertedSettings("cushion { stronge { friction: 0.1 frequency_ratio: 1.6 } }").laws.cushion);
  EXPECT_EQ(stronge.restitution, StrongeCompliant().restitution);
  EXPECT_EQ(stronge.friction, 0.1);
  EXPECT_EQ(stronge.frequency_ratio, 1.6);
  const auto routh = std::get<RouthCushion>(
      ConvertedSettings("cushion { routh { restitution: 0.7 } }").laws.cushion);
  EXPECT_EQ(routh.restitution, 0.7);
  EXPECT_EQ(routh.friction, RouthCushion().friction);
}

TEST(ConvertSettings, TheLawsOfBallsOnASlateCanBeChosen) {
  const auto mathavan = std::get<Mathavan2014>(
      ConvertedSettings(
          "ball_ball { mathavan2014 { restitution: 0.89 constant { coefficient: 0.06 } "
          "slate_friction: 0.1 } }")
          .laws.ball_ball);
  EXPECT_EQ(mathavan.restitution, 0.89);
  EXPECT_EQ(std::get<ConstantFriction>(mathavan.friction).friction, 0.06);
  EXPECT_EQ(mathavan.slate_friction, 0.1);
  const auto routh = std::get<RouthBallBall>(
      ConvertedSettings("ball_ball { routh { alciatore { b: 0 } } }").laws.ball_ball);
  EXPECT_EQ(routh.restitution, RouthBallBall().restitution);
  EXPECT_EQ(std::get<AlciatoreFriction>(routh.friction).b, 0.0);
  const auto slate = std::get<FrictionalSlate>(
      ConvertedSettings("slate { frictional { restitution: 0.6 friction: 0 } }").laws.slate);
  EXPECT_EQ(slate.restitution, 0.6);
  EXPECT_EQ(slate.friction, 0.0);
  const auto routh_slate = std::get<RouthSlate>(ConvertedSettings("slate { routh {} }").laws.slate);
  EXPECT_EQ(routh_slate.restitution, RouthSlate().restitution);
  EXPECT_EQ(routh_slate.friction, RouthSlate().friction);
}

TEST(ConvertSettings, TheLawOfThePocketsLinerCanBeChosen) {
  const auto liner = std::get<FrictionalSlate>(
      ConvertedSettings("liner { frictional { restitution: 0.2 friction: 0 } }").laws.liner);
  EXPECT_EQ(liner.restitution, 0.2);
  EXPECT_EQ(liner.friction, 0.0);
  for (const char* text : {"", "liner {}", "liner { frictional {} }"}) {
    const auto none = std::get<FrictionalSlate>(ConvertedSettings(text).laws.liner);
    EXPECT_EQ(none.restitution, kLinerRestitution) << text;
    EXPECT_EQ(none.friction, kLinerFriction) << text;
  }
  const auto routh =
      std::get<RouthSlate>(ConvertedSettings("liner { routh { friction: 1 } }").laws.liner);
  EXPECT_EQ(routh.restitution, kLinerRestitution);
  EXPECT_EQ(routh.friction, 1.0);
}

TEST(ConvertSettings, PoliciesAndStopRules) {
  const Environment environment =
      ConvertedSettings(
          "nose_contact: NOSE_CONTACT_PLANE overlap: OVERLAP_SEPARATE flight: FLIGHT_OFF "
          "stop { first_contact: true scratch: true potted_balls: [1, 31] }")
          .environment;
  EXPECT_EQ(environment.nose_contact, NoseContact::kPlane);
  EXPECT_EQ(environment.overlap, OverlapPolicy::kSeparate);
  EXPECT_TRUE(environment.stop.at_first_contact);
  EXPECT_TRUE(environment.stop.at_scratch);
  EXPECT_EQ(environment.stop.when_potted, 0x80000002u);
}

TEST(ConvertSettings, FlightPocketsAndClusters) {
  const Environment environment =
      ConvertedSettings(
          "flight: FLIGHT_ON pocket_model: POCKET_MODEL_DROP simultaneous: SIMULTANEOUS_CLUSTER "
          "cluster_gap_m: 0 settle_speed_m_s: 0.5")
          .environment;
  EXPECT_EQ(environment.flight, Flight::kOn);
  EXPECT_EQ(environment.pocket_model, PocketModel::kDrop);
  EXPECT_EQ(environment.simultaneous, SimultaneousImpacts::kCluster);
  EXPECT_EQ(environment.cluster_gap_m, 0.0);
  EXPECT_EQ(environment.settle_speed_m_s, 0.5);
  EXPECT_EQ(ConvertedSettings("simultaneous: SIMULTANEOUS_TIED").environment.simultaneous,
            SimultaneousImpacts::kTied);
  EXPECT_EQ(ConvertedSettings("simultaneous: SIMULTANEOUS_SEQUENTIAL").environment.simultaneous,
            SimultaneousImpacts::kSequential);
  EXPECT_EQ(
      ConvertedSettings("flight: FLIGHT_OFF pocket_model: POCKET_MODEL_CIRCLE").environment.flight,
      Flight::kOff);
}

TEST(ConvertSettings, ErrorsNameFieldValueAndRange) {
  EXPECT_EQ(SettingsError("gravity_m_s2: nan"), "gravity_m_s2: nan must be in [0.01, 100]");
  EXPECT_EQ(SettingsError("cloth { sliding_friction: -1 }"),
            "cloth.sliding_friction: -1 must be in [0, 10]");
  EXPECT_EQ(SettingsError("ball_ball { mathavan2014 { slate_friction: -1 } }"),
            "ball_ball.mathavan2014.slate_friction: -1 must be in [0, 10]");
  EXPECT_EQ(SettingsError("slate { frictional { friction: -1 } }"),
            "slate.frictional.friction: -1 must be in [0, 10]");
  EXPECT_EQ(SettingsError("slate { routh { friction: -1 } }"),
            "slate.routh.friction: -1 must be in [0, 10]");
  EXPECT_EQ(SettingsError("liner { frictional { friction: -1 } }"),
            "liner.frictional.friction: -1 must be in [0, 10]");
  EXPECT_EQ(SettingsError("cushion { mathavan2010 { slate_friction: -1 } }"),
            "cushion.mathavan2010.slate_friction: -1 must be in [0, 10]");
  EXPECT_EQ(SettingsError("ball_ball { frictional { restitution: 1.5 } }"),
            "ball_ball.frictional.restitution: 1.5 must be in [0, 1]");
  EXPECT_EQ(SettingsError("limits { max_events: 4294967295 }"),
            "limits.max_events: 4294967295 must be in [1, 5000] by the limits of this service");
  EXPECT_EQ(SettingsError("stop { potted_balls: [3, 32] }"),
            "stop.potted_balls[1]: 32 must be below 32");
  EXPECT_EQ(SettingsError("cluster_gap_m: 1"), "cluster_gap_m: 1 must be in [0, 0.01]");
  EXPECT_EQ(SettingsError("flight: FLIGHT_OFF pocket_model: POCKET_MODEL_DROP"),
            "pocket_model: DROP must be CIRCLE, since flight is off");
}

TEST(ConvertSettings, EnumsOfALaterVersionAreRefusedByName) {
  v1::Settings settings;
  settings.set_flight(static_cast<v1::Flight>(7));
  const absl::Status status = ConvertSettings(settings, ConvertLimits()).status();
  EXPECT_EQ(status.message(), "flight: 7 must be one of Flight");
  settings.Clear();
  settings.set_pocket_model(static_cast<v1::PocketModel>(-1));
  EXPECT_EQ(ConvertSettings(settings, ConvertLimits()).status().message(),
            "pocket_model: -1 must be one of PocketModel");
}

}  // namespace
}  // namespace carom
