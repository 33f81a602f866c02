#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/shot/simulate.h"
#include "core/table/catalog.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

std::string ErrorOf(const Settings& settings, std::vector<BallSpec> balls) {
  const auto scene = Scene::Make(std::make_shared<Table>(FindTable("pool_9ft")->table),
                                 std::make_shared<Settings>(settings), balls);
  return std::string(scene.status().message());
}

// The noses of the catalogue's table are at 1.27 R: 0.9 sqrt(0.73 / 1.27) = 0.682, and
// 0.9 (2.5 + 0.27^2) / (2.23 sqrt(1 - 0.27^2)) = 1.078.
TEST(DoubleContacts, ScenesThatWedgeABallAreRefusedByBothFields) {
  const std::vector<BallSpec> balls(2, BallSpec());
  Settings settings;
  settings.laws.cushion = Mathavan2010{0.85, 0.78, 0.8};
  EXPECT_THAT(ErrorOf(settings, balls),
              MatchesRegex("settings.cushion.mathavan2010.friction: 0.78 must be below 0.682.*, "
                           "or cushion.mathavan2010.slate_friction \\(0.8\\) must be: near "
                           "where the impact wedges a ball between noses\\[0\\] and the slate "
                           "\\(balls\\[0\\]\\)"));
  settings.laws.cushion = Mathavan2010{0.85, 0.78};
  EXPECT_EQ(ErrorOf(settings, balls), "");
  settings.environment.cloth.sliding_friction = 0.8;
  EXPECT_THAT(ErrorOf(settings, balls), HasSubstr("or cloth.sliding_friction (0.8) must be"));
  settings.laws.cushion = Mathavan2010{0.85, 0.6};
  EXPECT_EQ(ErrorOf(settings, balls), "");
  settings.environment.cloth.sliding_friction = 1.1;
  EXPECT_THAT(ErrorOf(settings, balls),
              MatchesRegex("settings.cloth.sliding_friction: 1.1 must be below 1.078.*, or "
                           "cushion.mathavan2010.friction \\(0.6\\) zero.*noses\\[0\\].*"));
  settings.laws.cushion = Mathavan2010{0.85, 0.0};
  EXPECT_EQ(ErrorOf(settings, balls), "");
}

// Equal masses: 0.9 (1 + 1) = 1.8; with a ball of three times the mass 0.9 (1 + 1/3) = 1.2.
TEST(DoubleContacts, ScenesWhoseBallsJamAreRefusedByBothFields) {
  std::vector<BallSpec> balls(2, BallSpec());
  Settings settings;
  settings.laws.ball_ball = Mathavan2014{0.9, ConstantFriction{0.06}, 1.7};
  EXPECT_EQ(ErrorOf(settings, balls), "");
  balls[1].mass_kg *= 3.0;
  EXPECT_THAT(
      ErrorOf(settings, balls),
      MatchesRegex("settings.ball_ball.mathavan2014.slate_friction: 1.7 must be below 1.2.*, "
                   "or ball_ball.mathavan2014.constant.coefficient \\(0.06\\) zero.*"));
  balls[1].radius_m *= 1.01;  // Balls of different radii collide as free spheres.
  EXPECT_EQ(ErrorOf(settings, balls), "");
  settings.laws.ball_ball = Mathavan2014{0.9, ConstantFriction{3.0}, 0.7};
  EXPECT_THAT(ErrorOf(settings, std::vector<BallSpec>(2, BallSpec())),
              MatchesRegex("settings.ball_ball.mathavan2014.constant.coefficient: 3 must be below "
                           "2.57.* at ball_ball.mathavan2014.slate_friction \\(0.7\\).*"));
}

TEST(DoubleContacts, TheCompliantEngineHasNoSuchLaws) {
  Settings settings;
  settings.engine = Engine::kCompliant;
  settings.laws.cushion = Mathavan2010{0.85, 0.78, 0.8};
  EXPECT_EQ(ErrorOf(settings, std::vector<BallSpec>(1, BallSpec())), "");
}

}  // namespace
}  // namespace carom
