#include "core/laws/validate.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace carom {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string ErrorOf(const LawSet& laws) { return std::string(ValidateLaws(laws).message()); }

TEST(ValidateLaws, TakesTheDefaultsOfEveryLaw) {
  EXPECT_TRUE(ValidateLaws({}).ok());
  EXPECT_TRUE(ValidateLaws({ElasticBallBall{}, RestitutionCushion{}}).ok());
  EXPECT_TRUE(ValidateLaws({FrictionalBallBall{0.9, ConstantFriction{}}, Mathavan2010{}}).ok());
}

TEST(ValidateLaws, TakesTheEndsOfTheRanges) {
  EXPECT_TRUE(
      ValidateLaws({FrictionalBallBall{0.0, ConstantFriction{0.0}}, Han2005{1.0, 0.0}}).ok());
  EXPECT_TRUE(
      ValidateLaws({FrictionalBallBall{1.0, ConstantFriction{10.0}}, Han2005{0.0, 10.0}}).ok());
}

TEST(ValidateLaws, NamesTheParameterAtFault) {
  EXPECT_EQ(ErrorOf({FrictionalBallBall{1.5, ConstantFriction{}}, Han2005{}}),
            "ball_ball.frictional.restitution: 1.5 must be in [0, 1]");
  EXPECT_EQ(ErrorOf({FrictionalBallBall{0.9, ConstantFriction{-1.0}}, Han2005{}}),
            "ball_ball.frictional.constant.coefficient: -1 must be in [0, 10]");
  EXPECT_EQ(ErrorOf({FrictionalBallBall{0.9, AlciatoreFriction{kNan, 0.1, 1.0}}, Han2005{}}),
            "ball_ball.frictional.alciatore.a: nan must be in [0, 10]");
  EXPECT_EQ(ErrorOf({FrictionalBallBall{0.9, AlciatoreFriction{0.1, 11.0, 1.0}}, Han2005{}}),
            "ball_ball.frictional.alciatore.b: 11 must be in [0, 10]");
  EXPECT_EQ(ErrorOf({FrictionalBallBall{0.9, AlciatoreFriction{0.1, 0.1, -1.0}}, Han2005{}}),
            "ball_ball.frictional.alciatore.c_s_m: -1 must be in [0, 1000]");
  EXPECT_EQ(ErrorOf({ElasticBallBall{}, RestitutionCushion{1.1}}),
            "cushion.restitution.restitution: 1.1 must be in [0, 1]");
  EXPECT_EQ(ErrorOf({ElasticBallBall{}, Han2005{0.8, -0.2}}),
            "cushion.han2005.friction: -0.2 must be in [0, 10]");
  EXPECT_EQ(ErrorOf({ElasticBallBall{}, Mathavan2010{kNan, 0.2, 0.2}}),
            "cushion.mathavan2010.restitution: nan must be in [0, 1]");
  EXPECT_EQ(ErrorOf({ElasticBallBall{}, Mathavan2010{0.8, 0.2, kNan}}),
            "cushion.mathavan2010.slate_friction: nan must be in [0, 10]");
}

TEST(ValidateLaws, NegativeSlateFrictionStandsForTheCloth) {
  EXPECT_TRUE(ValidateLaws({ElasticBallBall{}, Mathavan2010{0.8, 0.2, -1.0}}).ok());
}

}  // namespace
}  // namespace carom
