#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/shot/derivatives.h"
#include "core/table/catalog.h"
#include "core/table/rack.h"
#include "tests/core/event/rig.h"

namespace carom {
namespace {

using testing::Rig;

// Differences over a micrometre of distances of centimetres.
constexpr double kGood = 1e-7;

struct Differentiated {
  Record record;
  TangentRecord tangents;
  double margin_m = 0.0;
  std::vector<double> slopes;
};

Differentiated MarginOf(const goals::Goal& goal, const Rig& rig,
                        const std::vector<std::string>& paths) {
  const std::vector<FieldPath> columns(paths.begin(), paths.end());
  const Scene scene = rig.MakeScene();
  Workspace workspace;
  Differentiated result;
  const absl::Status status = SimulateWithDerivatives(scene, rig.shot, {}, columns, {}, workspace,
                                                      result.record, result.tangents);
  EXPECT_TRUE(status.ok()) << status;
  const goals::FinishedShot shot{result.record, rig.shot.start, scene.table()};
  MarginReport report;
  EXPECT_TRUE(DifferentiateMargins({goal}, shot, columns, result.tangents, StopToken(), report));
  result.margin_m = report.values_m.at(0);
  result.slopes = report.slopes;
  return result;
}

// A ball without friction is at v T at the end.
Rig Sliding() {
  Rig rig;
  rig.RemoveFriction();
  rig.AddBall({0.0, 0.0}, {0.6, 0.8});
  rig.settings.environment.stop.at_time_s = 1.0;
  return rig;
}

const std::vector<std::string> kStart = {"balls[0].velocity_m_s.x", "balls[0].velocity_m_s.y",
                                         "balls[0].position_m.x"};

// Inside a circle, the margin falls as the ball moves away from the middle.
TEST(Margin, OfACircle) {
  const goals::Goal goal{goals::EndsIn{0, goals::InCircle{{0.3, 0.4}, 1.0}}};
  const auto [record, tangents, margin_m, slopes] = MarginOf(goal, Sliding(), kStart);
  EXPECT_NEAR(margin_m, 0.5, 1e-12);
  ASSERT_EQ(slopes.size(), 3u);
  EXPECT_NEAR(slopes[0], -0.6, kGood);
  EXPECT_NEAR(slopes[1], -0.8, kGood);
  EXPECT_NEAR(slopes[2], -0.6, kGood);
  // Not to be in it has the opposite margin.
  const auto opposite = MarginOf({goals::NoneOf{{goal}}}, Sliding(), kStart);
  EXPECT_NEAR(opposite.slopes[0], 0.6, kGood);
}

// How far the others moved counts from where they began: a start that moves on takes its end along.
TEST(Margin, OfBallsThatStay) {
  Rig rig = Sliding();
  rig.AddBall({5.0, 0.0}, {0.1, 0.0});
  rig.shot.strike = CueStrike{};  // The cue ball is ball 0.
  const goals::Goal goal{goals::OthersStay{0.5, 0}};
  const auto [record, tangents, margin_m, slopes] =
      MarginOf(goal, rig, {"balls[1].velocity_m_s.x", "balls[1].position_m.x"});
  EXPECT_NEAR(slopes[0], -1.0, kGood);
  EXPECT_NEAR(slopes[1], 0.0, kGood);
}

// A ball that goes down along a chord at the height h of a circle has the margin r - h.
TEST(Margin, OfAPot) {
  Rig rig;
  rig.RemoveFriction();
  Pocket pocket;
  pocket.centre_m = {1.0, 0.0};
  pocket.radius_m = 0.06;
  rig.table.pockets.push_back(pocket);
  rig.AddBall({0.0, 0.02}, {2.0, 0.0});
  const auto [record, tangents, margin_m, slopes] =
      MarginOf({goals::Potted{0}}, rig,
               {"balls[0].position_m.y", "balls[0].velocity_m_s.y", "balls[0].velocity_m_s.x"});
  ASSERT_EQ(record.outcome.pocketed.size(), 1u);
  EXPECT_NEAR(margin_m, 0.06 - 0.02, 1e-12);
  EXPECT_NEAR(slopes[0], -1.0, kGood);
  // Turned by an angle, the line of motion passes the middle a metre away.
  EXPECT_NEAR(slopes[1], -1.0 / 2.0, kGood);
  EXPECT_NEAR(slopes[2], 0.0, kGood);
}

// A ball that rolls towards the mouth of a pocket and stops short of it ends v^2 / (2 mu g) on.
TEST(Margin, OfARollThatIsTooShort) {
  Rig rig;
  Pocket pocket;
  pocket.centre_m = {2.0, 0.0};
  pocket.radius_m = 0.06;
  rig.table.pockets.push_back(pocket);
  rig.AddRolling({0.0, 0.0}, {0.4, 0.0});
  Cloth& cloth = rig.settings.environment.cloth;
  cloth.rolling_friction = 0.01;
  const double way_m = 0.4 * 0.4 / (2.0 * 0.01 * rig.settings.environment.gravity_m_s2);
  const auto [record, tangents, margin_m, slopes] =
      MarginOf({goals::Potted{0, 1}}, rig,
               {"balls[0].position_m.x", "settings.cloth.rolling_friction", "settings.gravity_m_s2",
                "table.nose_height_m"});
  EXPECT_TRUE(record.outcome.pocketed.empty());
  EXPECT_NEAR(margin_m, way_m - (2.0 - 0.06), 1e-12);
  EXPECT_NEAR(slopes[0], 1.0, kGood);
  EXPECT_NEAR(slopes[1], -way_m / 0.01, kGood * way_m / 0.01);
  EXPECT_NEAR(slopes[2], -way_m / rig.settings.environment.gravity_m_s2, kGood);
  EXPECT_EQ(slopes[3], 0.0);
}

Rig EightBallBreak(double azimuth_rad) {
  Rig rig;
  rig.table = FindTable("pool_9ft")->table;
  rig.settings.environment.flight = Flight::kOff;
  rig.settings.environment.pocket_model = PocketModel::kCircle;
  const Layout rack = *MakeRack("eight_ball", rig.table, *FindBallSet("pool"), {});
  rig.balls = rack.balls;
  rig.shot.start = rack.states;
  rig.shot.strike = CueStrike{0, 9.0, azimuth_rad};
  return rig;
}

// The others of a break change 1e9 times as fast, which tells nothing of the ball of the goal.
TEST(Margin, OfABallOfABreak) {
  int compared = 0;
  for (const double azimuth_rad : {0.05, -0.043}) {
    const Rig rig = EightBallBreak(azimuth_rad);
    for (int ball = 1; ball < 16; ++ball) {
      const Vec2 middle(0.3, -0.2);
      const goals::Goal goal{goals::EndsIn{ball, goals::InCircle{middle, 0.2}}};
      const auto broken = MarginOf(goal, rig, {"strike.azimuth_rad"});
      const size_t index = Index(ball);
      if (!std::isfinite(broken.margin_m)) continue;
      if (broken.tangents.balls[index].end != TangentEnd::kNone) continue;
      const Vec2 away = broken.record.final_states[index].position.head<2>() - middle;
      const Vec2 rate(broken.tangents.FinalState(index, 0, 0),
                      broken.tangents.FinalState(index, 1, 0));
      EXPECT_NEAR(broken.slopes[0], -away.dot(rate) / away.norm(),
                  kGood * std::max(1.0, rate.norm()))
          << azimuth_rad << ' ' << ball;
      ++compared;
      // As far from a circle on the other side: a kink, unless nothing changes.
      if (rate.norm() < 1e-3) continue;
      const Vec2 side = 0.5 * rate.normalized();
      const Vec2 place = broken.record.final_states[index].position.head<2>();
      const goals::Goal either{
          goals::AnyOf{{{goals::EndsIn{ball, goals::InCircle{place + side, 0.2}}},
                        {goals::EndsIn{ball, goals::InCircle{place - side, 0.2}}}}}};
      EXPECT_TRUE(std::isnan(MarginOf(either, rig, {"strike.azimuth_rad"}).slopes[0]))
          << azimuth_rad << ' ' << ball;
    }
  }
  EXPECT_GE(compared, 10);
}

// As far from a circle on either side the margin has a kink, whose slopes may be small: because the
// column moves the ball little, or almost across the line of the circles.
TEST(Margin, HasNoneAtASmallKink) {
  const auto between = [](const Vec2& place, const Vec2& away) {
    return goals::Goal{goals::AnyOf{{{goals::EndsIn{0, goals::InCircle{place + away, 0.2}}},
                                     {goals::EndsIn{0, goals::InCircle{place - away, 0.2}}}}}};
  };
  Rig rig = Sliding();
  const auto along = MarginOf(between({0.6, 0.8}, {3e-6, 0.3}), rig, kStart);
  EXPECT_TRUE(std::isnan(along.slopes[0]));
  EXPECT_TRUE(std::isnan(along.slopes[1]));
  EXPECT_TRUE(std::isnan(along.slopes[2]));
  rig.settings.environment.stop.at_time_s = 1e-5;
  const auto little = MarginOf(between({0.6e-5, 0.8e-5}, {0.3, 0.0}), rig, kStart);
  EXPECT_TRUE(std::isnan(little.slopes[0]));
  EXPECT_TRUE(std::isnan(little.slopes[2]));
  // Across it is smooth.
  EXPECT_NEAR(little.slopes[1], 0.0, 1e-5 * kGood);
}

// A tenth of a millimetre beside the middle of a circle the margin is smooth, though it bends.
TEST(Margin, OfABallBesideTheMiddle) {
  const goals::Goal goal{goals::EndsIn{0, goals::InCircle{{0.6, 0.8 + 1e-4}, 1.0}}};
  const auto bent = MarginOf(goal, Sliding(), kStart);
  EXPECT_NEAR(bent.slopes[0], 0.0, kGood);
  EXPECT_NEAR(bent.slopes[1], 1.0, kGood);
  EXPECT_NEAR(bent.slopes[2], 0.0, kGood);
}

TEST(Margin, HasNoneWhereThereIsNone) {
  // Order and counts have no distance.
  const auto plain = MarginOf({goals::NoScratch{}}, Sliding(), kStart);
  EXPECT_EQ(plain.margin_m, std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(plain.slopes[0]));
  // In the middle of a circle there is a kink along the way, but for what changes nothing.
  const goals::Goal middle{goals::EndsIn{0, goals::InCircle{{0.6, 0.8}, 1.0}}};
  const auto kink = MarginOf(middle, Sliding(), kStart);
  EXPECT_TRUE(std::isnan(kink.slopes[0]));
  EXPECT_TRUE(std::isnan(kink.slopes[2]));
  // A ball without derivatives: those of the others hold.
  Rig rig = Sliding();
  rig.settings.environment.cloth.sliding_friction = 0.2;
  rig.settings.environment.cloth.rolling_friction = 0.01;
  rig.AddRolling({0.0, 3.0}, {1.0, 0.0});
  const std::vector<std::string> paths = {"balls[1].velocity_m_s.x"};
  const goals::InCircle circle{{0.3, 0.4}, 9.0};
  EXPECT_TRUE(std::isnan(MarginOf({goals::EndsIn{1, circle}}, rig, paths).slopes[0]));
  EXPECT_EQ(MarginOf({goals::EndsIn{0, circle}}, rig, paths).slopes[0], 0.0);
}

}  // namespace
}  // namespace carom
