// What people read of shots in flight, and of the candidates of each event.

#include "client/cli/describe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ShotNames Names() {
  carom::v1::Shot shot;
  shot.mutable_strike()->set_cue_ball(0);
  carom::v1::TableGeometry table;
  table.add_pockets()->set_name("left_side");
  return ShotNames(carom::v1::Layout(), shot, table);
}

ShotOutcome OnTheRail() {
  ShotOutcome outcome;
  outcome.stop_reason = carom::v1::STOP_REASON_AT_TIME;
  outcome.balls = {{carom::v1::MOTION_STATE_SUPPORTED, {1.3, 0.2, 0.0652}, {}, {}},
                   {carom::v1::MOTION_STATE_AIRBORNE, {0.5, 0.25, 0.3}, {3.0, 0.0, 4.0}, {}}};
  outcome.left_table = {{1, 2, 0.5, {1.5, -0.5, 0.25}, {0.0, 3.0, -4.0}}};
  return outcome;
}

TEST(DescribeTest, TellsHeightsAndDepartures) {
  std::ostringstream out;
  DescribeOutcome(OnTheRail(), Names(), out);
  EXPECT_THAT(out.str(),
              HasSubstr("ball 1 after 0.500 s at (1.5000, -0.5000, 0.2500) m, 5.000 m/s"));
  EXPECT_THAT(out.str(), HasSubstr("supported at (1.3000, 0.2000, 0.0652) m\n"));
}

TEST(DescribeTest, ShowsHeightsWhereABallIsOffTheCloth) {
  std::ostringstream out;
  PrintFinalBalls(OnTheRail(), Names(), out);
  EXPECT_EQ(out.str(),
            "ball             x_m     y_m     z_m  state      speed_m_s\n"
            "the cue ball  1.3000  0.2000  0.0652  supported     0.0000\n"
            "ball 1        0.5000  0.2500  0.3000  airborne      5.0000\n");
  ShotOutcome flat = OnTheRail();
  for (FinalBall& ball : flat.balls) ball.motion = carom::v1::MOTION_STATE_STATIONARY;
  out.str("");
  PrintFinalBalls(flat, Names(), out);
  EXPECT_THAT(out.str(), Not(HasSubstr("z_m")));
}

TEST(DescribeTest, AZeroHasNoMinus) {
  ShotOutcome outcome;
  outcome.balls = {{carom::v1::MOTION_STATE_STATIONARY, {-0.0, -1e-6, 0.03}, {}, {}}};
  std::ostringstream out;
  DescribeOutcome(outcome, Names(), out);
  PrintFinalBalls(outcome, Names(), out);
  EXPECT_THAT(out.str(), HasSubstr("stationary at (0.0000, 0.0000) m\n"));
  EXPECT_THAT(out.str(), Not(HasSubstr("-0")));
}

TEST(DescribeTest, NamesThePartiesOfFlight) {
  std::ostringstream out;
  PrintEvents({{0.5, carom::v1::EVENT_KIND_BALL_RAIL, 0, 3, {}, {}, {}},
               {0.6, carom::v1::EVENT_KIND_POCKET_RIM, 1, 0, {}, {}, {}},
               {0.7, carom::v1::EVENT_KIND_POCKET_DROP, 1, 0, {}, {}, {}},
               {0.8, carom::v1::EVENT_KIND_AIRBORNE_TO_SUPPORTED, 0, -1, {}, {}, {}},
               {0.9,
                carom::v1::EVENT_KIND_PRESS,
                1,
                2,
                {},
                {},
                {},
                carom::v1::EVENT_KIND_BALL_CUSHION,
                0.125,
                0.0431}},
              Names(), out);
  EXPECT_EQ(out.str(),
            "  time_s  event                  ball          other\n"
            "0.500000  ball rail              the cue ball  rail top 3\n"
            "0.600000  pocket rim             ball 1        the left side\n"
            "0.700000  pocket drop            ball 1        the left side\n"
            "0.800000  airborne to supported  the cue ball\n"
            "0.900000  press                  ball 1        nose 2, 0.125 s, 0.0431 N s\n");
}

TEST(DescribeTest, MarksTheCandidateThatWasTaken) {
  std::ostringstream out;
  PrintCandidates({{0.0, carom::v1::EVENT_KIND_CUE_STRIKE, 0, -1, {}, {}, {}},
                   {0.5,
                    carom::v1::EVENT_KIND_BALL_BALL,
                    0,
                    1,
                    {},
                    {},
                    {{0.5, carom::v1::EVENT_KIND_BALL_BALL, 0, 1},
                     {0.75, carom::v1::EVENT_KIND_BALL_CUSHION, 0, 4}}}},
                  Names(), out);
  EXPECT_EQ(out.str(),
            "  time_s        event         ball          other       at_s\n"
            "0.000000  took  cue strike    the cue ball\n"
            "0.500000  took  ball ball     the cue ball  ball 1\n"
            "            *   ball ball     the cue ball  ball 1  0.500000\n"
            "            -   ball cushion  the cue ball  nose 4  0.750000\n");
}

}  // namespace
}  // namespace carom
