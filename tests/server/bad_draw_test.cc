// What cannot be drawn is refused by path, before anything is simulated.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/server/drawn_batch.h"

namespace carom {
namespace {

using ::testing::StartsWith;

class BadDraw : public ::testing::Test {
 protected:
  BadDraw() : service_(WithThreads(2)) {}
  ~BadDraw() override {
    EXPECT_TRUE(PlayBatch(service_, Drawn("strike { speed_m_s { constant: 1 } }", 1)).status.ok());
  }

  void ExpectRefused(const std::string& drawn_shots, const std::string& says) {
    const DrawnAnswer answer = PlayBatch(service_, Drawn(drawn_shots));
    EXPECT_EQ(answer.status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << drawn_shots;
    EXPECT_THAT(answer.status.error_message(), StartsWith("generator.drawn_shots." + says));
    EXPECT_TRUE(answer.shots.empty());
  }

  TestService service_;
};

TEST_F(BadDraw, BadNumbersAreRefusedByPath) {
  ExpectRefused("strike {}", "strike.speed_m_s: absent must be given");
  ExpectRefused("strike { speed_m_s {} }", "strike.speed_m_s.kind: absent must be one of constant");
  ExpectRefused("strike { speed_m_s { constant: nan } }", "strike.speed_m_s.constant: nan must");
  ExpectRefused("strike { speed_m_s { normal { mean: 2 sigma: -1 } } }",
                "strike.speed_m_s.normal.sigma: -1 must be in [0, 1e+06]");
  ExpectRefused("strike { speed_m_s { uniform { lo: 60 hi: 70 } } }",
                "strike.speed_m_s.uniform: 0 % in [0, 50] must be at least 1 %");
  ExpectRefused("strike { speed_m_s { truncated_normal { mean: 2 sigma: 0.1 lo: 3 hi: 4 } } }",
                "strike.speed_m_s.truncated_normal: [3, 4] must be a range with at least 1 %");
  ExpectRefused("strike { speed_m_s { choice { values: [1, 2] weights: [0, 0] } } }",
                "strike.speed_m_s.choice.weights: all 0 must be above 0");
  ExpectRefused("strike { speed_m_s { choice { values: [1, 2] weights: [1, -1] } } }",
                "strike.speed_m_s.choice.weights[1]: -1 must be in [0, 1e+06]");
  ExpectRefused("physics { ball_restitution { constant: 1.5 } }",
                "physics.ball_restitution.constant: 1.5 must be in [0, 1]");
}

TEST_F(BadDraw, UnknownPartsAreRefusedByPath) {
  ExpectRefused("table_index { constant: 1 }", "table_index.constant: 1 must be in [0, 1)");
  ExpectRefused("layout_index { choice { values: [0, 0.5] } }",
                "layout_index.choice.values[1]: 0.5 must be a whole number");
  ExpectRefused("layout_index { uniform { hi: 2 } }", "layout_index.kind: absent must be constant");
  ExpectRefused("strike { cue_ball: 4 speed_m_s { constant: 1 } }",
                "strike.cue_ball: 4 must be bel");
  ExpectRefused("strike { speed_m_s { constant: 1 } at_ball { ball { constant: 4 } } }",
                "strike.at_ball.ball.constant: 4 must be in [0, 4)");
  ExpectRefused("strike { speed_m_s { constant: 1 } at_pocket { pocket { constant: 6 } } }",
                "strike.at_pocket.pocket.constant: 6 must be in [0, 6)");
  ExpectRefused("balls { balls: [1, 9] region {} }", "balls[0].balls[1]: 9 must be below 4");
  ExpectRefused("balls { balls: 1 } balls {}", "balls[1].balls: ball 1 must be there once only");
  ExpectRefused("selection { ball_count { constant: 5 } }",
                "selection.ball_count.constant: 5 must be in [0, 5)");
  ExpectRefused("selection { balls: [2, 1] ball_count { constant: 1 } }",
                "selection.balls[1]: 1 must be above the one before");
  ExpectRefused("rack { order: true }", "rack.order: true must be of a rack, which layouts[0]");
}

TEST_F(BadDraw, RegionsWithoutRoomAreRefusedByPath) {
  ExpectRefused("balls { region { rectangle { hi { x_m: 0.05 y_m: 0.05 } } } }",
                "balls[0].region: none of 1000 places of ball");
  ExpectRefused("balls { balls: 1 region { rectangle { lo { x_m: 3 } hi { x_m: 4 y_m: 1 } } } }",
                "balls[0].region: none of 1000 places of ball 1 is clear");
  ExpectRefused("balls { region { rectangle { hi { x_m: 0.05 } } } }",
                "balls[0].region.rectangle.hi.y_m: 0 must be above lo.y_m");
  ExpectRefused("balls { region { rectangle { hi { x_m: nan y_m: 1 } } } }",
                "balls[0].region.rectangle.hi.x_m: nan must be in [-100, 100]");
  ExpectRefused("balls { region { polygon { corners {} corners { x_m: 1 } } } }",
                "balls[0].region.polygon.corners: 2 corners must be 3 to 256");
  ExpectRefused(
      "balls { region { polygon { corners {} corners { x_m: 1 } corners { y_m: 1 } "
      "corners { x_m: 1 y_m: 1 } } } }",
      "balls[0].region.polygon.corners[3]: an edge that meets edge 1");
}

TEST_F(BadDraw, BadCovariancesAreRefusedByPath) {
  const auto refused = [this](const std::string& covariance, const std::string& says) {
    ExpectRefused(
        "strike { side_offset { constant: 0 } speed_m_s { constant: 1 } } covariances { " +
            covariance + " }",
        "covariances[0]." + says);
  };
  refused("", "quantities: 0 entries must be 1 to 32");
  refused("quantities: 'speed' covariance: 1", "quantities[0]: \"speed\" must be the name of a qu");
  refused("quantities: 'side_offset' covariance: 1",
          "quantities[0]: \"side_offset\" must be drawn");
  refused("quantities: 'hit_offset' covariance: 1",
          "quantities[0]: \"hit_offset\" must be with a s");
  refused("quantities: 'ball_9_dx_m' covariance: 1",
          "quantities[0]: \"ball_9_dx_m\" must be of a b");
  refused("quantities: 'layout_index' covariance: 1",
          "quantities[0]: \"layout_index\" must be a n");
  refused("quantities: ['azimuth_rad', 'height_offset'] covariance: [1, 2, 2, 1]",
          "covariance[3]: 1 must be that of a positive semi-definite matrix");
  refused("quantities: ['azimuth_rad', 'azimuth_rad'] covariance: [1, 2, 2, 1]",
          "quantities[1]: \"azimuth_rad\" must be there once only");
  refused("quantities: ['ball_1_dx_m', 'mass_kg'] covariance: [1, 0, 0, 1]",
          "quantities[1]: \"mass_kg\" must be without displacements");
}

TEST_F(BadDraw, WhatTheLawsLackIsRefusedByPath) {
  v1::SimulateBatchRequest request = Drawn("physics { ball_friction { constant: 0.1 } }");
  request.add_settings()->mutable_ball_ball()->mutable_elastic();
  EXPECT_THAT(
      PlayBatch(service_, request).status.error_message(),
      StartsWith("generator.drawn_shots.physics.ball_friction: drawn must be of a law of two "
                 "balls with friction, unlike settings[0]"));
}

}  // namespace
}  // namespace carom
