#include "core/laws/validate.h"

#include <gtest/gtest.h>

#include <string>

#include "core/base/constants.h"
#include "core/laws/compliant.h"

namespace carom {
namespace {

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

TEST(ValidateLaws, NamesTheParameterAtFaultOfTheLawsForFlight) {
  EXPECT_EQ(ErrorOf({Mathavan2014{-0.1}}),
            "ball_ball.mathavan2014.restitution: -0.1 must be in [0, 1]");
  EXPECT_EQ(ErrorOf({Mathavan2014{0.9, ConstantFriction{11.0}}}),
            "ball_ball.mathavan2014.constant.coefficient: 11 must be in [0, 10]");
  EXPECT_EQ(ErrorOf({Mathavan2014{0.9, ConstantFriction{}, kNan}}),
            "ball_ball.mathavan2014.slate_friction: nan must be in [0, 10]");
  EXPECT_EQ(ErrorOf({RouthBallBall{0.9, AlciatoreFriction{-0.1, 0.1, 1.0}}}),
            "ball_ball.routh.alciatore.a: -0.1 must be in [0, 10]");
  EXPECT_EQ(ErrorOf({ElasticBallBall{}, StrongeCompliant{0.8, 0.2, 2.1}}),
            "cushion.stronge.frequency_ratio: 2.1 must be in [1, 2]");
  EXPECT_EQ(ErrorOf({ElasticBallBall{}, RouthCushion{0.8, kNan}}),
            "cushion.routh.friction: nan must be in [0, 10]");
  EXPECT_EQ(ErrorOf({ElasticBallBall{}, Han2005{}, FrictionalSlate{1.5}}),
            "slate.frictional.restitution: 1.5 must be in [0, 1]");
  EXPECT_EQ(ErrorOf({ElasticBallBall{}, Han2005{}, RouthSlate{0.5, 11.0}}),
            "slate.routh.friction: 11 must be in [0, 10]");
}

TEST(ValidateLaws, TheLinerHasARestitutionAndAFrictionOfItsOwn) {
  const auto with = [](const SlateLaw& liner) {
    LawSet laws;
    laws.liner = liner;
    return ErrorOf(laws);
  };
  EXPECT_EQ(with(FrictionalSlate{0.0, 10.0}), "");
  EXPECT_EQ(with(FrictionalSlate{-0.1, 0.3}),
            "liner.frictional.restitution: -0.1 must be in [0, 1]");
  EXPECT_EQ(with(FrictionalSlate{0.4, -1.0}), "liner.frictional.friction: -1 must be in [0, 10]");
  EXPECT_EQ(with(RouthSlate{0.4, kNan}), "liner.routh.friction: nan must be in [0, 10]");
  EXPECT_EQ(with(RouthSlate{1.5, 0.3}), "liner.routh.restitution: 1.5 must be in [0, 1]");
}

TEST(ValidateLaws, NegativeSlateFrictionStandsForTheCloth) {
  EXPECT_TRUE(ValidateLaws({ElasticBallBall{}, Mathavan2010{0.8, 0.2, -1.0}}).ok());
  EXPECT_TRUE(ValidateLaws({Mathavan2014{}, Han2005{}, RouthSlate{0.5, -1.0}}).ok());
}

// As compliant.proto promises.
TEST(ValidateCompliant, TakesEightWelds) {
  CompliantSettings settings;
  for (int ball = 0; ball < 8; ++ball) settings.welds.push_back({ball, ball + 1});
  EXPECT_TRUE(ValidateCompliant(settings).ok());
  settings.welds.push_back({8, 9});
  EXPECT_EQ(ValidateCompliant(settings).message(), "welds: 9 entries must be at most 8");
}

}  // namespace
}  // namespace carom
