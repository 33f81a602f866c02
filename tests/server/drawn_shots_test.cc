// Drawn shots: the same shots listed have the same hashes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/server/drawn_batch.h"

namespace carom {
namespace {

using ::testing::StartsWith;

double ValueOr(const DrawnShot& shot, const std::string& name, double otherwise) {
  const auto found = shot.inputs.find(name);
  const bool told = found != shot.inputs.end() && !std::isnan(found->second);
  return told ? found->second : otherwise;
}

std::string OfBall(int ball, const char* what) {
  return "ball_" + std::to_string(ball) + "_" + what;
}

// The shot that has these values, listed: its strike, places and which balls are in play.
v1::Shot Listed(const DrawnShot& drawn, int balls) {
  v1::Shot shot;
  shot.set_layout_index(static_cast<uint32_t>(ValueOr(drawn, "layout_index", 0.0)));
  v1::CueStrike& strike = *shot.mutable_strike();
  strike.set_speed_m_s(ValueOr(drawn, "speed_m_s", 0.0));
  strike.set_azimuth_rad(ValueOr(drawn, "azimuth_rad", 0.0));
  strike.set_elevation_rad(ValueOr(drawn, "elevation_rad", 0.0));
  strike.set_side_offset(ValueOr(drawn, "side_offset", 0.0));
  strike.set_height_offset(ValueOr(drawn, "height_offset", 0.0));
  for (int ball = 0; ball < balls; ++ball) {
    if (drawn.inputs.count(OfBall(ball, "x_m")) == 0) continue;
    shot.add_positions_m(drawn.inputs.at(OfBall(ball, "x_m")));
    shot.add_positions_m(drawn.inputs.at(OfBall(ball, "y_m")));
  }
  for (int ball = 0; ball < balls; ++ball) {
    const bool out = ValueOr(drawn, OfBall(ball, "in_play"), 1.0) == 0.0;
    shot.add_motions(out ? v1::MOTION_STATE_POCKETED : v1::MOTION_STATE_STATIONARY);
  }
  return shot;
}

class DrawnShotsOfAService : public ::testing::Test {
 protected:
  DrawnShotsOfAService() : service_(WithThreads(2)) {}

  void ExpectSameListed(const v1::SimulateBatchRequest& request, int balls) {
    const DrawnAnswer drawn = PlayBatch(service_, request);
    ASSERT_TRUE(drawn.status.ok()) << drawn.status.error_message();
    v1::SimulateBatchRequest listed = request;
    listed.mutable_shots();
    for (const auto& [number, shot] : drawn.shots) {
      EXPECT_EQ(shot.failure, "");
      *listed.mutable_shots()->add_shots() = Listed(shot, balls);
    }
    const DrawnAnswer expected = PlayBatch(service_, listed);
    ASSERT_TRUE(expected.status.ok()) << expected.status.error_message();
    ASSERT_EQ(expected.shots.size(), drawn.shots.size());
    for (const auto& [number, shot] : drawn.shots) {
      EXPECT_EQ(expected.shots.at(number).failure, "");
      EXPECT_EQ(expected.shots.at(number).hash, shot.hash) << number;
    }
  }

  TestService service_;
};

constexpr char kStrike[] = R"(
  strike {
    speed_m_s { uniform { lo: 1 hi: 4 } }
    at_ball { ball { choice { values: 1 values: 2 } } hit_offset { uniform { lo: -0.9 hi: 0.9 } } }
    elevation_rad { truncated_normal { mean: 0.05 sigma: 0.02 hi: 0.1 } }
    side_offset { normal { sigma: 0.1 } }
    height_offset { constant: 0.1 } }
)";

TEST_F(DrawnShotsOfAService, AreThoseListedWithDisplacedBalls) {
  ExpectSameListed(Drawn(std::string(kStrike) + R"(
    balls { displacement { dx_m { normal { sigma: 0.02 } } dy_m { normal { sigma: 0.02 } } } }
  )"),
                   4);
}

TEST_F(DrawnShotsOfAService, AreThoseListedWithBallsAnywhere) {
  ExpectSameListed(Drawn(std::string(kStrike) + R"(
    selection { ball_count { choice { values: 2 values: 3 } } balls: [1, 2, 3] }
    balls { balls: [0, 1, 2, 3] region {} }
  )"),
                   4);
}

TEST_F(DrawnShotsOfAService, AreThoseListedWithDrawnLayoutsAndPolygons) {
  v1::SimulateBatchRequest request = Drawn(R"(
    layout_index { choice { values: 1 weights: 2 } }
    strike { speed_m_s { constant: 2 } at_pocket { pocket { choice { values: [0, 3, 5] } } } }
    balls { balls: [0, 1, 2] region { polygon { corners { x_m: -1 } corners { x_m: 1 y_m: -0.4 }
                                             corners { x_m: 0.5 y_m: 0.5 } } } }
  )");
  ExpectSameListed(request, 3);
}

TEST_F(DrawnShotsOfAService, AreThoseListedWithRacks) {
  ExpectSameListed(Drawn(R"(
    layout_index { constant: 2 }
    strike { speed_m_s { uniform { lo: 6 hi: 9 } } azimuth_rad { normal { sigma: 0.01 } } }
    rack { order: true rack_jitter_m { uniform { hi: 5e-4 } } }
  )",
                         50),
                   10);
}

// Order and jitter have streams of their own, so that one is the same with and without the other.
TEST_F(DrawnShotsOfAService, RacksDifferFromShotToShot) {
  const DrawnAnswer jitter = PlayBatch(service_, Drawn("layout_index { constant: 2 } rack {}", 20));
  const DrawnAnswer both =
      PlayBatch(service_, Drawn("layout_index { constant: 2 } rack { order: true }", 20));
  ASSERT_TRUE(jitter.status.ok()) << jitter.status.error_message();
  ASSERT_TRUE(both.status.ok()) << both.status.error_message();
  int moved = 0;
  for (uint64_t i = 0; i < 20; ++i) {
    // The 1 is always at the apex.
    EXPECT_EQ(jitter.shots.at(i).inputs, jitter.shots.at(i).inputs);
    EXPECT_EQ(jitter.shots.at(i).inputs.at("ball_1_x_m"), both.shots.at(i).inputs.at("ball_1_x_m"));
    const double apart = std::fabs(jitter.shots.at(i).inputs.at("ball_2_y_m") -
                                   both.shots.at(i).inputs.at("ball_2_y_m"));
    if (apart > 0.01) ++moved;
  }
  EXPECT_GT(moved, 10);
  EXPECT_NE(jitter.shots.at(0).inputs.at("ball_1_x_m"), jitter.shots.at(1).inputs.at("ball_1_x_m"));
}

// A shot in a world of its own is that of a request with this world.
TEST_F(DrawnShotsOfAService, AreThoseOfTheDrawnWorld) {
  const v1::SimulateBatchRequest request = Drawn(std::string(kStrike) + R"(
    physics {
      gravity_m_s2 { uniform { lo: 9.7 hi: 9.9 } } sliding_friction { normal { mean: 0.2 sigma: 0.02 } }
      rolling_friction { uniform { lo: 0.005 hi: 0.015 } } spinning_friction { constant: 0.02 }
      ball_restitution { uniform { lo: 0.9 hi: 0.98 } } ball_friction { uniform { lo: 0.02 hi: 0.1 } }
      cushion_restitution { uniform { lo: 0.75 hi: 0.9 } }
      cushion_friction { uniform { lo: 0.1 hi: 0.3 } }
      nose_height_m { uniform { lo: 0.035 hi: 0.038 } } mass_kg { uniform { lo: 0.16 hi: 0.18 } } }
    balls { balls: 1 radius_m { uniform { lo: 0.0275 hi: 0.0286 } } }
  )",
                                                 20);
  const DrawnAnswer drawn = PlayBatch(service_, request);
  ASSERT_TRUE(drawn.status.ok()) << drawn.status.error_message();
  grpc::ClientContext context;
  v1::GetTableRequest wanted;
  wanted.set_name("pool_9ft");
  v1::GetTableResponse table;
  ASSERT_TRUE(service_.stub->GetTable(&context, wanted, &table).ok());
  for (const auto& [number, shot] : drawn.shots) {
    ASSERT_EQ(shot.failure, "");
    const auto value = [&shot = shot](const char* name) { return shot.inputs.at(name); };
    v1::SimulateBatchRequest listed;
    *listed.add_layouts() = request.layouts(0);
    for (v1::LayoutBall& ball : *listed.mutable_layouts(0)->mutable_balls()->mutable_balls()) {
      ball.mutable_ball()->set_mass_kg(value("mass_kg"));
    }
    listed.mutable_layouts(0)->mutable_balls()->mutable_balls(1)->mutable_ball()->set_radius_m(
        value("ball_1_radius_m"));
    v1::Settings& settings = *listed.add_settings();
    settings.set_gravity_m_s2(value("gravity_m_s2"));
    settings.mutable_cloth()->set_sliding_friction(value("sliding_friction"));
    settings.mutable_cloth()->set_rolling_friction(value("rolling_friction"));
    settings.mutable_cloth()->set_spinning_friction(value("spinning_friction"));
    v1::FrictionalBallBall& balls = *settings.mutable_ball_ball()->mutable_frictional();
    balls.set_restitution(value("ball_restitution"));
    balls.mutable_constant()->set_coefficient(value("ball_friction"));
    v1::Han2005Cushion& cushion = *settings.mutable_cushion()->mutable_han2005();
    cushion.set_restitution(value("cushion_restitution"));
    cushion.set_friction(value("cushion_friction"));
    v1::TableGeometry& geometry = *listed.add_tables()->mutable_geometry();
    geometry = table.geometry();
    for (v1::Nose& nose : *geometry.mutable_noses()) nose.set_height_m(value("nose_height_m"));
    for (v1::Jaw& jaw : *geometry.mutable_jaws()) jaw.set_height_m(value("nose_height_m"));
    *listed.mutable_shots()->add_shots() = Listed(shot, 0);
    const DrawnAnswer expected = PlayBatch(service_, listed);
    ASSERT_TRUE(expected.status.ok()) << expected.status.error_message();
    EXPECT_EQ(expected.shots.at(0).failure, "");
    EXPECT_EQ(expected.shots.at(0).hash, shot.hash) << number;
  }
}

TEST_F(DrawnShotsOfAService, HaveTheSameBitsForAnyThreadsAndParts) {
  const std::string drawn = std::string(kStrike) + R"(
    balls { balls: [1, 2, 3] region {} } physics { mass_kg { uniform { lo: 0.16 hi: 0.18 } } } )";
  const DrawnAnswer whole = PlayBatch(service_, Drawn(drawn, 300));
  ASSERT_TRUE(whole.status.ok()) << whole.status.error_message();
  TestService other(WithThreads(1));
  for (const uint64_t first : {uint64_t{0}, uint64_t{77}, uint64_t{299}}) {
    v1::SimulateBatchRequest part = Drawn(drawn, 300 - static_cast<uint32_t>(first));
    part.mutable_generator()->set_first_shot(first);
    const DrawnAnswer answer = PlayBatch(other, part);
    ASSERT_TRUE(answer.status.ok());
    for (const auto& [number, shot] : answer.shots) {
      EXPECT_EQ(shot.hash, whole.shots.at(number).hash);
      EXPECT_EQ(shot.inputs, whole.shots.at(number).inputs);
    }
  }
}

// The point of two uniform offsets is beside the ball with the probability 1 - pi / 4.
TEST_F(DrawnShotsOfAService, FailAlone) {
  constexpr uint32_t kShots = 2000;
  const DrawnAnswer answer = PlayBatch(service_, Drawn(R"(strike { speed_m_s { constant: 0.2 }
    side_offset { uniform { lo: -1 hi: 1 } } height_offset { uniform { lo: -1 hi: 1 } } })",
                                                       kShots));
  ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
  double failed = 0.0;
  for (const auto& [number, shot] : answer.shots) {
    const bool beside =
        std::hypot(shot.inputs.at("side_offset"), shot.inputs.at("height_offset")) > 1;
    EXPECT_EQ(!shot.failure.empty(), beside);
    EXPECT_EQ(shot.hash == 0, beside);
    if (!beside) continue;
    EXPECT_THAT(shot.failure, StartsWith("generator.drawn_shots.strike.side_offset"));
    failed += 1.0 / kShots;
  }
  const double share = 1.0 - M_PI / 4.0;
  EXPECT_NEAR(failed, share, 4.0 * std::sqrt(share * (1.0 - share) / kShots));
}

// Balls that are displaced together lie apart as their covariance says; their overlaps are redrawn.
TEST_F(DrawnShotsOfAService, DisplaceBallsTogether) {
  const v1::SimulateBatchRequest request = Drawn(R"(covariances {
    quantities: ['ball_1_dx_m', 'ball_1_dy_m', 'ball_2_dx_m']
    covariance: [1e-4, 0, 1e-4, 0, 4e-4, 0, 1e-4, 0, 1e-4] })",
                                                 2000);
  const DrawnAnswer answer = PlayBatch(service_, request);
  ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
  double squares = 0.0;
  for (const auto& [number, shot] : answer.shots) {
    EXPECT_EQ(shot.failure, "");
    const double dx = shot.inputs.at("ball_1_dx_m");
    EXPECT_NEAR(shot.inputs.at("ball_2_dx_m"), dx, 1e-12);
    EXPECT_EQ(shot.inputs.at("ball_1_x_m"), 0.3 + dx);
    EXPECT_EQ(shot.inputs.at("ball_2_y_m"), -0.1);
    squares += dx * dx / 2000.0;
  }
  EXPECT_NEAR(squares, 1e-4, 4.0 * 1e-4 * std::sqrt(2.0 / 2000.0));
}

TEST_F(DrawnShotsOfAService, TellNothingUnlessAsked) {
  v1::SimulateBatchRequest request = Drawn(kStrike, 5);
  const DrawnAnswer told = PlayBatch(service_, request);
  request.mutable_detail()->set_inputs(false);
  const DrawnAnswer untold = PlayBatch(service_, request);
  for (uint64_t i = 0; i < 5; ++i) {
    EXPECT_TRUE(untold.shots.at(i).inputs.empty());
    EXPECT_FALSE(told.shots.at(i).inputs.empty());
    EXPECT_EQ(untold.shots.at(i).hash, told.shots.at(i).hash);
  }
}

}  // namespace
}  // namespace carom
