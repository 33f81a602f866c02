#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <variant>

#include "server/convert/request_convert.h"
#include "tests/server/convert/every_field.h"
#include "tests/server/convert/wire_message.h"

namespace carom {
namespace {

using ::testing::StartsWith;
using testing::Wire;

CompliantSettings ConvertedCompliant(const std::string& text) {
  const auto settings = ConvertSettings(
      Wire<v1::Settings>("engine: ENGINE_COMPLIANT compliant { " + text + " }"), {});
  EXPECT_TRUE(settings.ok()) << settings.status();
  return settings.ok() ? (*settings)->compliant : CompliantSettings();
}

std::string CompliantError(const v1::Settings& settings) {
  const absl::Status status = ConvertSettings(settings, {.max_evaluations = 1000}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  return std::string(status.message());
}

std::string CompliantError(const std::string& text) {
  return CompliantError(Wire<v1::Settings>("engine: ENGINE_COMPLIANT compliant { " + text + " }"));
}

TEST(ConvertCompliant, TheEngineCanBeChosen) {
  const auto engine = [](const std::string& text) {
    return (*ConvertSettings(Wire<v1::Settings>(text), {}))->engine;
  };
  EXPECT_EQ(engine(""), Engine::kEventDriven);
  EXPECT_EQ(engine("engine: ENGINE_EVENT_DRIVEN compliant {}"), Engine::kEventDriven);
  EXPECT_EQ(engine("engine: ENGINE_COMPLIANT"), Engine::kCompliant);
}

// Either engine once ignored the other's settings in silence.
TEST(ConvertCompliant, SettingsOfTheOtherEngineAreRefused) {
  const auto error = [](const std::string& text) {
    return CompliantError(Wire<v1::Settings>(text));
  };
  EXPECT_THAT(error("compliant { horizontal: true }"), StartsWith("compliant: must be absent: "));
  for (const char* const field :
       {"ball_ball { elastic {} }", "cushion { restitution {} }", "slate { frictional {} }",
        "liner { routh {} }", "rest_hop_s: 0.01", "simultaneous: SIMULTANEOUS_TIED",
        "cluster_gap_m: 1e-4", "settle_speed_m_s: 0.02"}) {
    const std::string name(field, std::string(field).find_first_of(" :"));
    EXPECT_THAT(
        error("engine: ENGINE_COMPLIANT compliant { integration { max_evaluations: 1000 } } " +
              std::string(field)),
        StartsWith(name + ": must be absent: the engine COMPLIANT"));
  }
}

TEST(ConvertCompliant, AnEmptyMessageIsTheCoresDefaults) {
  const CompliantSettings settings =
      ConvertedCompliant("ball_ball {} cushion { normal {} friction {} }");
  const CompliantSettings core;
  EXPECT_EQ(std::get<LankaraniNikravesh>(settings.ball_ball.normal).restitution, 0.93);
  EXPECT_EQ(std::get<Threlfall>(settings.ball_ball.friction).friction, 0.06);
  EXPECT_EQ(std::get<LankaraniNikravesh>(settings.cushion.normal).restitution, 0.98);
  EXPECT_EQ(std::get<Ambrosio>(settings.cushion.friction).friction, 0.14);
  EXPECT_TRUE(std::get<FloresLaw>(settings.cloth_normal).exact);
  EXPECT_TRUE(std::holds_alternative<PatchOfCloth>(settings.cloth_friction));
  EXPECT_EQ(settings.cloth_least_approach_m_s, core.cloth_least_approach_m_s);
  EXPECT_EQ(settings.ball_material.name, "phenolic_resin");
  EXPECT_EQ(settings.cloth_material.name, "rigid");
  EXPECT_EQ(settings.cushion_material.name, "rubber");
  EXPECT_EQ(settings.liner_material.name, "rubber");
  EXPECT_EQ(std::get<FloresLaw>(settings.liner.normal).restitution, kLinerRestitution);
  EXPECT_EQ(std::get<Ambrosio>(settings.liner.friction).friction, kLinerFriction);
  EXPECT_EQ(settings.cushion_faces, core.cushion_faces);
  EXPECT_TRUE(settings.welds.empty());
  EXPECT_EQ(settings.constraints.method, core.constraints.method);
  EXPECT_EQ(settings.start, core.start);
  EXPECT_EQ(settings.horizontal, core.horizontal);
  EXPECT_EQ(settings.vertical_friction, core.vertical_friction);
  EXPECT_EQ(settings.welded_table, core.welded_table);
  EXPECT_EQ(settings.rest_speed_m_s, core.rest_speed_m_s);
  EXPECT_EQ(settings.integration.method, core.integration.method);
  EXPECT_EQ(settings.integration.relative_tolerance, core.integration.relative_tolerance);
  EXPECT_EQ(settings.integration.absolute_tolerance, core.integration.absolute_tolerance);
  EXPECT_EQ(settings.integration.max_evaluations, core.integration.max_evaluations);
}

TEST(ConvertCompliant, EveryNormalLawCanBeChosen) {
  EXPECT_EQ(
      std::get<HertzLaw>(ConvertedCompliant("cloth_normal { hertz { exponent: 2 } }").cloth_normal)
          .exponent,
      2.0);
  const auto ln = std::get<LankaraniNikravesh>(
      ConvertedCompliant("cushion { normal { lankarani_nikravesh { exact: true clip: false "
                         "zero_velocity: ZERO_VELOCITY_POLICY_STOP } } }")
          .cushion.normal);
  EXPECT_EQ(ln.restitution, LankaraniNikravesh().restitution) << "its own default";
  EXPECT_TRUE(ln.exact);
  EXPECT_FALSE(ln.clip);
  EXPECT_EQ(ln.policy, ZeroVelocityPolicy::kStop);
  const auto flores = std::get<FloresLaw>(
      ConvertedCompliant("ball_ball { normal { flores { restitution: 0.5 exponent: 1 "
                         "zero_velocity: ZERO_VELOCITY_POLICY_RATIO_ONE } } }")
          .ball_ball.normal);
  EXPECT_EQ(flores.restitution, 0.5);
  EXPECT_EQ(flores.exponent, 1.0);
  EXPECT_FALSE(flores.exact);
  EXPECT_EQ(flores.policy, ZeroVelocityPolicy::kRatioOne);
}

TEST(ConvertCompliant, EverySlipFrictionCanBeChosen) {
  const auto at_balls = [](const std::string& law) {
    return ConvertedCompliant("ball_ball { friction { " + law + " } }").ball_ball.friction;
  };
  const auto at_cloth = [](const std::string& law) {
    return std::get<SlipFriction>(
        ConvertedCompliant("cloth_friction { " + law + " }").cloth_friction);
  };
  for (const auto& friction : {at_balls("frictionless {}"), at_cloth("frictionless {}")}) {
    EXPECT_TRUE(std::holds_alternative<Frictionless>(friction));
  }
  const std::string coulomb = "coulomb { friction: 0 full_slip_m_s: 0.5 }";
  for (const auto& friction : {at_balls(coulomb), at_cloth(coulomb)}) {
    EXPECT_EQ(std::get<RegularCoulomb>(friction).friction, 0.0);
    EXPECT_EQ(std::get<RegularCoulomb>(friction).full_slip_m_s, 0.5);
  }
  const std::string threlfall = "threlfall { friction: 0.1 tolerance_m_s: 0.5 }";
  for (const auto& friction : {at_balls(threlfall), at_cloth(threlfall)}) {
    EXPECT_EQ(std::get<Threlfall>(friction).friction, 0.1);
    EXPECT_EQ(std::get<Threlfall>(friction).tolerance_m_s, 0.5);
  }
  const std::string ambrosio = "ambrosio { friction: 0.1 from_m_s: 0 full_m_s: 0.5 }";
  for (const auto& friction : {at_balls(ambrosio), at_cloth(ambrosio)}) {
    EXPECT_EQ(std::get<Ambrosio>(friction).friction, 0.1);
    EXPECT_EQ(std::get<Ambrosio>(friction).from_m_s, 0.0);
    EXPECT_EQ(std::get<Ambrosio>(friction).full_m_s, 0.5);
  }
  const std::string alciatore = "alciatore { a: 1 b: 2 c_s_m: 3 full_slip_m_s: 0.5 }";
  for (const auto& friction : {at_balls(alciatore), at_cloth(alciatore)}) {
    const auto& law = std::get<RegularAlciatore>(friction);
    EXPECT_EQ(law.fit.a, 1.0);
    EXPECT_EQ(law.fit.b, 2.0);
    EXPECT_EQ(law.fit.c_s_per_m, 3.0);
    EXPECT_EQ(law.full_slip_m_s, 0.5);
  }
}

TEST(ConvertCompliant, PatchesOfTheCloth) {
  EXPECT_EQ(std::get<PatchOfCloth>(
                ConvertedCompliant("cloth_friction { patch_of_cloth { full_slip_m_s: 0.5 } }")
                    .cloth_friction)
                .full_slip_m_s,
            0.5);
  const auto patch = std::get<ContensouPatch>(
      ConvertedCompliant(
          "cloth_friction { contensou { radius_m: 0.004 friction: 0.3 lean: 0.5 "
          "other_lean: 0.25 model: CONTENSOU_MODEL_INTEGRAL smoothing: SLIP_SMOOTHING_GLOBAL "
          "slip_smoothing_per_s: 1 rolling_smoothing_per_s: 2 "
          "four_parameter_blend { force { b: 3 m: 4 } } "
          "two_parameter_blend { moment { b: 5 } } } }")
          .cloth_friction);
  EXPECT_EQ(patch.radius_m, 0.004);
  EXPECT_EQ(patch.friction, 0.3);
  EXPECT_EQ(patch.lean, 0.5);
  EXPECT_EQ(patch.other_lean, 0.25);
  EXPECT_EQ(patch.model, ContensouModel::kIntegral);
  EXPECT_EQ(patch.smoothing, SlipSmoothing::kGlobal);
  EXPECT_EQ(patch.slip_smoothing_per_s, 1.0);
  EXPECT_EQ(patch.rolling_smoothing_per_s, 2.0);
  EXPECT_EQ(patch.four_parameter_blend.force, (SlipSpinBlend{3.0, 4.0}));
  EXPECT_EQ(patch.four_parameter_blend.moment, kFourParameterBlend.moment);
  EXPECT_EQ(patch.two_parameter_blend.force, kTwoParameterBlend.force);
  EXPECT_EQ(patch.two_parameter_blend.moment, (SlipSpinBlend{5.0, 2.0}));
}

TEST(ConvertCompliant, MaterialsByNameByNumbersAndBoth) {
  const CompliantSettings settings = ConvertedCompliant(
      "ball_material { name: 'steel' poisson: 0.25 } cushion_material { modulus_pa: 1e6 } "
      "cloth_material { modulus_pa: inf density_kg_m3: 1000 }");
  EXPECT_EQ(settings.ball_material.modulus_Pa, FindMaterial("steel")->modulus_Pa);
  EXPECT_EQ(settings.ball_material.poisson, 0.25);
  EXPECT_EQ(settings.cushion_material.modulus_Pa, 1e6);
  EXPECT_EQ(settings.cushion_material.poisson, FindMaterial("rubber")->poisson);
  EXPECT_TRUE(std::isinf(settings.cloth_material.modulus_Pa));
  EXPECT_EQ(settings.cloth_material.density_kg_m3, 1000.0);
}

TEST(ConvertCompliant, StartRestAndIntegration) {
  const CompliantSettings settings = ConvertedCompliant(
      "start: COMPLIANT_START_AS_PLACED horizontal: true vertical_friction: true rest_speed_m_s: "
      "0.5 welded_table: true "
      "cloth_least_approach_m_s: 0 integration { method: INTEGRATION_METHOD_ADAMS_PECE "
      "relative_tolerance: 1e-3 absolute_tolerance: 1e-4 largest_step_s: 0.5 locate_guards: false "
      "linear_guards: true max_evaluations: 7 }");
  EXPECT_EQ(settings.start, CompliantStart::kAsPlaced);
  EXPECT_TRUE(settings.horizontal);
  EXPECT_TRUE(settings.vertical_friction);
  EXPECT_TRUE(settings.welded_table);
  EXPECT_EQ(settings.rest_speed_m_s, 0.5);
  EXPECT_EQ(settings.cloth_least_approach_m_s, 0.0);
  EXPECT_EQ(settings.integration.method, IvpMethod::kAdamsPece);
  EXPECT_EQ(settings.integration.relative_tolerance, 1e-3);
  EXPECT_EQ(settings.integration.absolute_tolerance, 1e-4);
  EXPECT_EQ(settings.integration.largest_step_s, 0.5);
  EXPECT_FALSE(settings.integration.locate_guards);
  EXPECT_TRUE(settings.integration.linear_guards);
  EXPECT_EQ(settings.integration.max_evaluations, 7);
}

// Line by line as Table 2 of [Smooth contact] prints them.
TEST(ConvertCompliant, APresetIsTable2) {
  for (const bool threlfall : {true, false}) {
    for (const bool frictionless : {true, false}) {
      const std::string name = std::string("table_2_") + (threlfall ? "threlfall" : "alciatore") +
                               (frictionless ? "_frictionless" : "_ambrosio");
      SCOPED_TRACE(name);
      const CompliantSettings s = ConvertedCompliant("preset: '" + name + "'");
      EXPECT_EQ(std::get<LankaraniNikravesh>(s.ball_ball.normal).restitution, 0.93);
      if (threlfall) {
        EXPECT_EQ(std::get<Threlfall>(s.ball_ball.friction).friction, 0.06);
      } else {
        const auto& mu = std::get<RegularAlciatore>(s.ball_ball.friction).fit;
        EXPECT_EQ(mu.a, 9.951e-3);
        EXPECT_EQ(mu.b, 0.108);
        EXPECT_EQ(mu.c_s_per_m, 1.088);
      }
      EXPECT_TRUE(std::holds_alternative<HertzLaw>(s.cloth_normal));
      const auto& cloth = std::get<SlipFriction>(s.cloth_friction);
      EXPECT_EQ(std::get<Ambrosio>(cloth).friction, 0.2);
      EXPECT_EQ(std::get<LankaraniNikravesh>(s.cushion.normal).restitution,
                frictionless ? 0.85 : 0.98);
      EXPECT_EQ(std::holds_alternative<Frictionless>(s.cushion.friction), frictionless);
      if (!frictionless) {
        EXPECT_EQ(std::get<Ambrosio>(s.cushion.friction).friction, 0.14);
      }
      EXPECT_EQ(s.start, CompliantStart::kAsPlaced);
      EXPECT_EQ(s.cloth_least_approach_m_s, 0.0);
      EXPECT_EQ(s.ball_material.name, CompliantSettings().ball_material.name);
    }
  }
}

TEST(ConvertCompliant, WhatIsGivenReplacesWhatThePresetSays) {
  const CompliantSettings s = ConvertedCompliant(
      "preset: 'table_2_alciatore_frictionless' cushion { friction { coulomb {} } } "
      "start: COMPLIANT_START_SEATED ball_material { modulus_pa: 3e9 }");
  EXPECT_TRUE(std::holds_alternative<RegularCoulomb>(s.cushion.friction));
  EXPECT_EQ(std::get<LankaraniNikravesh>(s.cushion.normal).restitution, 0.85);
  EXPECT_EQ(s.start, CompliantStart::kSeated);
  EXPECT_EQ(s.ball_material.modulus_Pa, 3e9);
  EXPECT_TRUE(std::holds_alternative<RegularAlciatore>(s.ball_ball.friction));
  EXPECT_EQ(CompliantError("preset: 'table_3'"),
            "compliant.preset: \"table_3\" must be one of table_2_threlfall_frictionless, "
            "table_2_threlfall_ambrosio, table_2_alciatore_frictionless, "
            "table_2_alciatore_ambrosio");
}

TEST(ConvertCompliant, WhatNoOneMayAskForIsRefusedByItsPath) {
  v1::Settings settings;
  int fields = 0;
  testing::ForEveryField(*settings.mutable_compliant(), "compliant",
                         [&](const testing::FieldPlace& place) {
                           if (!testing::Spoil(place)) return;
                           ++fields;
                           EXPECT_THAT(CompliantError(settings), StartsWith(place.path + ": "));
                         });
  EXPECT_GT(fields, 60);
  settings.set_engine(static_cast<v1::Engine>(9));
  EXPECT_EQ(CompliantError(settings), "engine: 9 must be one of Engine");
}

TEST(ConvertCompliant, FacesAndWelds) {
  const CompliantSettings settings = ConvertedCompliant(
      "cushion_faces: CUSHION_FACES_WINDOW welds { first: 3 second: 1 } welds { second: 2 } "
      "constraints { method: CONSTRAINT_METHOD_AUGMENTED_LAGRANGIAN penalty: 10 }");
  EXPECT_EQ(settings.cushion_faces, CushionFaces::kWindow);
  ASSERT_EQ(settings.welds.size(), 2u);
  EXPECT_EQ(settings.welds[0].first, 3);
  EXPECT_EQ(settings.welds[0].second, 1);
  EXPECT_EQ(settings.welds[1].first, 0);
  EXPECT_EQ(settings.welds[1].second, 2);
  EXPECT_EQ(settings.constraints.method, ConstraintMethod::kAugmentedLagrangian);
  EXPECT_EQ(settings.constraints.penalty, 10.0);
}

// Lowered to the limit, the same request would have other answers on other servers.
TEST(ConvertCompliant, ADefaultBeyondTheLimitIsRefusedWhereItIsInForce) {
  const std::string refusal =
      "compliant.integration.max_evaluations: 50000000 (the default) must be in [1, 1000] by the "
      "limits of this service";
  EXPECT_EQ(CompliantError(Wire<v1::Settings>("engine: ENGINE_COMPLIANT")), refusal);
  EXPECT_EQ(
      CompliantError(Wire<v1::Settings>("engine: ENGINE_COMPLIANT compliant { integration {} }")),
      refusal);
  for (const char* taken :
       {"", "compliant {}",
        "engine: ENGINE_COMPLIANT compliant { integration { max_evaluations: 1000 } }"}) {
    const auto settings =
        ConvertSettings(Wire<v1::Settings>(taken), {.max_evaluations = 1000}).status();
    EXPECT_TRUE(settings.ok()) << settings;
  }
}

TEST(ConvertCompliant, ErrorsNameFieldValueAndRange) {
  EXPECT_EQ(CompliantError("ball_ball { normal { flores { restitution: 0 } } }"),
            "compliant.ball_ball.normal.flores.restitution: 0 must be in (0, 1]");
  EXPECT_EQ(CompliantError("ball_material { name: 'wood' }"),
            "compliant.ball_material.name: \"wood\" must be one of phenolic_resin, hard_resin, "
            "rubber, steel, rigid");
  EXPECT_EQ(CompliantError("ball_material { modulus_pa: 0 }"),
            "compliant.ball_material.modulus_pa: 0 must be in [10000, 1e+13], or inf");
  EXPECT_THAT(CompliantError("ball_material { name: 'rigid' }"),
              StartsWith("compliant.cloth_material: "));
  EXPECT_EQ(CompliantError("integration { max_evaluations: 1001 }"),
            "compliant.integration.max_evaluations: 1001 must be in [1, 1000] by the limits of "
            "this service");
  EXPECT_THAT(CompliantError("cloth_friction { contensou { lean: 0.9 other_lean: 0.2 } }"),
              StartsWith("compliant.cloth_friction.contensou."));
}

}  // namespace
}  // namespace carom
