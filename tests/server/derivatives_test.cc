// Detail.derivatives and Detail.probe as a caller sees them: closed forms, ends, refusals, and the
// same numbers in unary calls and batches.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/tangent/tangent_record.h"
#include "server/convert/result_writer.h"
#include "server/convert/state_convert.h"
#include "tests/server/shot_questions.h"

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

// Differences of the laws are as good as a few times 1e-11.
constexpr double kExact = 1e-9;
constexpr int kRows = TangentRecord::kRows;
constexpr double kGravity_m_s2 = 9.81;
constexpr double kRolling = 0.01;

class Derivatives : public testing::ShotQuestions {};

// A ball that is struck in its middle on a slate without end: it slides and rolls along x.
std::string Straight(const std::string& detail) {
  return std::string(testing::kSlate) +
         "layouts { balls { balls { state { position_m {} } } } } settings { cue { end_mass_kg: 0 "
         "} } shots { shots { strike { speed_m_s: 1.25 } } } detail { " +
         detail + " }";
}

// The whole way is as the square of the speed and as 1 / g, and turns with the aim; the part that
// rolls is as 1 / mu.
TEST_F(Derivatives, OfAStraightShot) {
  const v1::ShotResults results =
      Results(Straight("level: LEVEL_SAMPLES event_states: true samples { times_s: [1, 99] } "
                       "derivatives: 'strike.speed_m_s' derivatives: 'strike.azimuth_rad' "
                       "derivatives: 'settings.gravity_m_s2' "
                       "derivatives: 'settings.cloth.rolling_friction'"));
  const v1::DerivativeColumns& told = results.derivatives();
  EXPECT_EQ(told.path_count(), 4u);
  EXPECT_THAT(told.ends(), ElementsAre(v1::DERIVATIVE_END_NONE));
  EXPECT_THAT(told.end_events(), ElementsAre(-1));
  ASSERT_THAT(told.final_states(), SizeIs(kRows * 4));
  ASSERT_THAT(results.events().kinds(),
              ElementsAre(v1::EVENT_KIND_CUE_STRIKE, v1::EVENT_KIND_SLIDING_TO_ROLLING,
                          v1::EVENT_KIND_ROLLING_TO_STATIONARY));
  const double way = results.final_states().positions_m(0);
  const double slide = results.events().after().positions_m(3);
  const double speed_m_s = results.events().after().velocities_m_s(3);
  EXPECT_NEAR(way - slide, speed_m_s * speed_m_s / (2.0 * kRolling * kGravity_m_s2), 1e-9);
  EXPECT_NEAR(told.final_states(0), 2.0 * way / 1.25, kExact * way);
  EXPECT_NEAR(told.final_states(4 + 1), way, kExact * way);
  EXPECT_NEAR(told.final_states(2), -way / kGravity_m_s2, kExact * way);
  EXPECT_NEAR(told.final_states(3), -(way - slide) / kRolling, kExact * way / kRolling);
  // The slide lasts as long as the speed is great.
  ASSERT_THAT(told.event_times(), SizeIs(3 * 4));
  EXPECT_NEAR(told.event_times(4), results.events().times_s(1) / 1.25, kExact);
  ASSERT_THAT(told.event_states(), SizeIs(3 * kRows * 4));
  EXPECT_NEAR(told.event_states(kRows * 4), 2.0 * slide / 1.25, kExact);
  ASSERT_THAT(told.samples(), SizeIs(2 * kRows * 4));
  // After a second it rolls, and has lost mu g t since the slide's end.
  const double rolls_s = 1.0 - results.events().times_s(1);
  EXPECT_NEAR(told.samples(3 * 4 + 3), -kGravity_m_s2 * rolls_s, kExact * 10.0);
  for (int i = 0; i < kRows * 4; ++i) {
    EXPECT_EQ(told.samples(kRows * 4 + i), told.final_states(i));
  }
}

// The scene of tests/core/tangent (OfTheSceneThatAnotherEngineMisses), without loss.
TEST_F(Derivatives, OfTheSceneThatAnotherEngineMisses) {
  const std::string ball =
      "ball { radius_m: 0.1 mass_kg: 1 } state { motion: MOTION_STATE_AIRBORNE ";
  const v1::ShotResults results =
      Results(std::string(testing::kSlate) + "layouts { balls { balls { " + ball +
              "position_m { z: 10 } velocity_m_s { x: 1 } } } balls { " + ball +
              "position_m { x: 0.52 z: 10 } } } } } "
              "settings { flight: FLIGHT_ON stop { at_time_s: 1 } ball_ball { elastic {} } } "
              "shots { shots {} } "
              "detail { derivatives: 'balls[0].position_m.x' derivatives: 'balls[1].position_m.x' "
              "derivatives: 'balls[0].velocity_m_s.x' derivatives: 'balls[1].velocity_m_s.x' }");
  const v1::DerivativeColumns& told = results.derivatives();
  EXPECT_THAT(told.ends(), ElementsAre(v1::DERIVATIVE_END_NONE, v1::DERIVATIVE_END_NONE));
  ASSERT_THAT(told.final_states(), SizeIs(2 * kRows * 4));
  EXPECT_NEAR(results.final_states().positions_m(3), 1.2, 1e-12);
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(told.final_states(kRows * 4 + i), i % 2 == 0 ? 1.0 : 0.0, 1e-12) << i;
  }
}

// The ball rests at (way, 0): from a circle around (3, 0) of radius 1 it is 2 - way away, from one
// of radius 9 the margin is that much greater. An order has no distance.
TEST_F(Derivatives, OfMargins) {
  const std::string goals =
      "derivatives: 'strike.speed_m_s' derivatives: 'strike.azimuth_rad' "
      "margins { ends_in { circle { centre { x_m: 12 } radius_m: 1 } } } "
      "margins { none_of { goals { ends_in { circle { centre { x_m: 12 } radius_m: 9 } } } } } "
      "margins { no_scratch {} } ";
  const v1::ShotResults results = Results(Straight(goals));
  const double way = results.final_states().positions_m(0);
  ASSERT_LT(way, 11.0);
  ASSERT_GT(way, 3.0);
  const v1::DerivativeColumns& told = results.derivatives();
  ASSERT_THAT(told.margin_values_m(), SizeIs(3));
  EXPECT_NEAR(told.margin_values_m(0), way - 11.0, 1e-12);
  EXPECT_NEAR(told.margin_values_m(1), -(way - 3.0), 1e-12);
  EXPECT_EQ(told.margin_values_m(2), std::numeric_limits<double>::infinity());
  ASSERT_THAT(told.margins(), SizeIs(6));
  // Differences over a micrometre of distances of metres.
  constexpr double kGood = 1e-7;
  EXPECT_NEAR(told.margins(0), 2.0 * way / 1.25, kGood * way);
  EXPECT_NEAR(told.margins(1), 0.0, kGood * way);
  EXPECT_NEAR(told.margins(2), -2.0 * way / 1.25, kGood * way);
  EXPECT_TRUE(std::isnan(told.margins(4)) && std::isnan(told.margins(5)));
  EXPECT_TRUE(Results(Straight("derivatives: 'strike.speed_m_s'")).derivatives().margins().empty());
}

TEST_F(Derivatives, OfMarginsAreRefusedByTheirField) {
  EXPECT_THAT(Error(Straight("margins { no_scratch {} }")),
              HasSubstr("detail.margins: given must be absent without derivatives"));
  EXPECT_THAT(Error(Straight("derivatives: 'strike.speed_m_s' margins { no_scratch {} } "
                             "margins { potted { ball: 7 } }")),
              HasSubstr("detail.margins[1].potted.ball: 7 must be in [0, 1)"));
  EXPECT_THAT(Error(Straight("derivatives: 'strike.speed_m_s' "
                             "margins { weighted_sum { weights: 1 goals { no_scratch {} } } }")),
              HasSubstr("detail.margins[0].weighted_sum.at_least"));
  std::string many = "derivatives: 'strike.speed_m_s' ";
  for (int i = 0; i < 17; ++i) many += "margins { no_scratch {} } ";
  EXPECT_THAT(Error(Straight(many)), HasSubstr("detail.margins: 17 entries must be at most 16"));
}

TEST_F(Derivatives, AreAbsentUnlessAskedFor) {
  const v1::ShotResults results = Results(Straight("level: LEVEL_EVENTS"));
  EXPECT_FALSE(results.has_derivatives() || results.has_probes());
  const v1::ShotResults few = Results(Straight("derivatives: 'strike.speed_m_s'"));
  EXPECT_TRUE(few.derivatives().event_times().empty());
  EXPECT_TRUE(few.derivatives().samples().empty());
  EXPECT_FALSE(few.has_events());
}

TEST_F(Derivatives, SayAtWhichEventTheyEnd) {
  const v1::ShotResults results = Results(
      std::string(testing::kSlate) +
      "layouts { balls { balls { state { position_m {} } } balls { state { position_m { x: 0.5 y: "
      "0.03 } } } balls { state { position_m { x: 0.5 y: -0.03 } } } } } "
      "shots { shots { strike { speed_m_s: 1 } } } "
      "detail { level: LEVEL_EVENTS derivatives: 'strike.speed_m_s' }");
  const v1::DerivativeColumns& told = results.derivatives();
  ASSERT_THAT(told.ends(), SizeIs(3));
  EXPECT_EQ(told.ends(0), v1::DERIVATIVE_END_TIE);
  const int end = told.end_events(0);
  ASSERT_LT(end, results.events().kinds_size());
  EXPECT_EQ(results.events().kinds(end), v1::EVENT_KIND_BALL_BALL);
  for (int i = 0; i < kRows; ++i) EXPECT_EQ(told.final_states(i), 0.0);
}

TEST_F(Derivatives, RefuseWhatAShotDoesNotHave) {
  EXPECT_THAT(
      Error(Straight("derivatives: 'strike.speed_m_s' derivatives: 'balls[3].spin_rad_s.x'")),
      HasSubstr("detail.derivatives[1]: \"balls[3].spin_rad_s.x\" must be"));
  EXPECT_THAT(Error(Straight("derivatives: 'settings.limits.max_time_s'")),
              HasSubstr("detail.derivatives[0]"));
  EXPECT_THAT(Error(Straight("level: LEVEL_LABELS derivatives: 'strike.speed_m_s'")),
              HasSubstr("detail.derivatives: given must be absent at the level LABELS"));
  EXPECT_THAT(Error(Straight("probe { draws: 5000 }")), HasSubstr("detail.probe.draws"));
  EXPECT_THAT(
      Error(Straight("probe { noise { strike { speed_m_s { uniform { lo: 2 hi: 1 } } } } }")),
      HasSubstr("detail.probe.noise.strike.speed_m_s"));
  const std::string compliant =
      "layouts { balls { balls { state { position_m {} } } } } settings { engine: ENGINE_COMPLIANT "
      "} "
      "shots { shots { strike { speed_m_s: 0.1 } } } detail { ";
  EXPECT_THAT(Error(compliant + "derivatives: 'strike.speed_m_s' }"), HasSubstr("EVENT_DRIVEN"));
  EXPECT_THAT(Error(compliant + "probe {} }"), HasSubstr("EVENT_DRIVEN"));
}

// The way is as the square of the speed: a speed that is off by 0.05 makes an error of its square.
TEST_F(Derivatives, CarryAsFarAsAProbeTells) {
  const v1::ShotResults results =
      Results(Straight("probe { draws: 10 noise { strike { speed_m_s { constant: 0.05 } } } }"));
  const v1::ProbeColumns& probes = results.probes();
  EXPECT_THAT(probes.played_counts(), ElementsAre(10));
  EXPECT_THAT(probes.kept_counts(), ElementsAre(10));
  ASSERT_THAT(probes.worst_errors_m(), SizeIs(1));
  const double error = results.final_states().positions_m(0) * 0.05 * 0.05 / (1.25 * 1.25);
  EXPECT_NEAR(probes.median_errors_m(0), error, 1e-9);
  EXPECT_NEAR(probes.worst_errors_m(0), error, 1e-9);
  EXPECT_FALSE(results.has_derivatives());
}

TEST_F(Derivatives, OfAShotThatFailsAreNone) {
  const Answer answer =
      Ask("layouts { rack { name: 'nine_ball' } } shots { shots { strike { speed_m_s: -1 } } "
          "shots { strike { speed_m_s: 5 } } } "
          "detail { derivatives: 'strike.speed_m_s' probe { draws: 2 } margins { ends_in { ball: 1 "
          "circle { radius_m: 1 } } } }");
  ASSERT_EQ(answer.results.failures_size(), 1);
  EXPECT_THAT(answer.results.probes().played_counts(), ElementsAre(0, 2));
  EXPECT_THAT(answer.results.probes().kept_counts(), SizeIs(10));
  const std::string fails =
      "layouts { rack { name: 'nine_ball' } } shots { shots { strike { speed_m_s: -1 } } }";
  EXPECT_FALSE(Ask(fails).results.has_derivatives());
  const v1::DerivativeColumns& told = answer.results.derivatives();
  EXPECT_THAT(told.ends(), SizeIs(10));
  ASSERT_THAT(told.margin_values_m(), SizeIs(2));
  ASSERT_THAT(told.margins(), SizeIs(2));
  EXPECT_TRUE(std::isnan(told.margin_values_m(0)) && std::isnan(told.margins(0)));
  EXPECT_TRUE(std::isfinite(told.margin_values_m(1)));
}

// Unary calls are split among workers, batches into chunks.
TEST_F(Derivatives, AreTheSameInCallsAndBatches) {
  constexpr int kShots = 400;
  std::string request =
      "layouts { balls { balls { state { position_m { x: -0.6 } } } balls { state { position_m { "
      "x: "
      "0.3 } } } } } columns { shot_count: 400 speed_m_s: 2 ";
  for (int i = 0; i < kShots; ++i) {
    request += "azimuth_rad: " + std::to_string(-0.06 + 0.0003 * i) + " ";
  }
  request += "} detail { derivatives: 'strike.speed_m_s' derivatives: 'strike.azimuth_rad' }";
  const v1::ShotResults unary = Results(request);
  EXPECT_EQ(unary.derivatives().path_count(), 2u);
  ASSERT_THAT(unary.derivatives().final_states(), SizeIs(kShots * 2 * kRows * 2));
  grpc::ClientContext context;
  const auto reader =
      service_.stub->SimulateBatch(&context, testing::Wire<v1::SimulateBatchRequest>(request));
  size_t told = 0;
  for (v1::SimulateBatchResponse chunk; reader->Read(&chunk);) {
    const v1::ShotResults& results = chunk.results();
    const auto size = static_cast<int>(results.shot_count()) * 2 * kRows * 2;
    ASSERT_EQ(results.derivatives().final_states_size(), size);
    const int first = static_cast<int>(results.first_shot()) * 2 * kRows * 2;
    for (int i = 0; i < size; ++i) {
      EXPECT_EQ(results.derivatives().final_states(i), unary.derivatives().final_states(first + i));
    }
    told += results.shot_count();
  }
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(told, static_cast<size_t>(kShots));
}

TEST(DerivativeWriter, CountsNoFewerBytesThanItWrites) {
  ConvertedDetail detail = *ConvertDetail(
      testing::Wire<v1::Detail>("derivatives: 'strike.speed_m_s' probe {}"), ConvertLimits());
  detail.margins.resize(16);
  Record record;
  record.final_states.assign(9, BallState());
  TangentRecord tangents;
  tangents.columns = 1;
  tangents.balls.assign(9, {TangentEnd::kPartner, 1 << 20});
  tangents.final_states.assign(9 * TangentRecord::kRows, 1.0 / 3.0);
  const MarginReport margins{std::vector<double>(16, 0.1), std::vector<double>(16, 0.3)};
  ProbeReport probe;
  probe.played = 1024;
  probe.balls.assign(9, {1024, 0.1, 0.2});
  v1::ShotResults results;
  ResultWriter writer(detail, testing::kNoLimit);
  writer.Start(0, &results);
  for (int shot = 0; shot < 100; ++shot) {
    writer.SetDerivatives(tangents, margins, probe);
    writer.Add(record);
  }
  EXPECT_GE(writer.byte_size(), static_cast<int64_t>(results.ByteSizeLong()));
  EXPECT_LE(ShotAnswerBytes(detail, 9, testing::kNoLimit).least, writer.byte_size() / 100);
  EXPECT_GE(100 * ShotAnswerBytes(detail, 9, testing::kNoLimit).most + 1000,
            static_cast<int64_t>(results.ByteSizeLong()));
}

TEST(DerivativeWriter, HasANumberForEachEnd) {
  for (const auto& [end, name] :
       {std::pair(TangentEnd::kNone, "NONE"), std::pair(TangentEnd::kPress, "PRESS"),
        std::pair(TangentEnd::kSupport, "SUPPORT"), std::pair(TangentEnd::kTie, "TIE"),
        std::pair(TangentEnd::kNoSlip, "NO_SLIP"), std::pair(TangentEnd::kKink, "KINK"),
        std::pair(TangentEnd::kPartner, "PARTNER")}) {
    EXPECT_EQ(v1::DerivativeEnd_Name(ToWireEnum<v1::DerivativeEnd>(end)),
              std::string("DERIVATIVE_END_") + name);
  }
  EXPECT_EQ(v1::DerivativeEnd_MAX, v1::DERIVATIVE_END_PARTNER);
}

}  // namespace
}  // namespace carom
