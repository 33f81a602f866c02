// Impacts at one instant: what of the balls has no derivative.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/shot/derivatives.h"
#include "core/shot/named_scene.h"
#include "tests/core/event/rig.h"
#include "tests/testing/dice.h"
#include "tests/testing/fuzz_share.h"

namespace carom {
namespace {

using testing::Rig;

constexpr double kBall_m = BallSpec{}.radius_m;
const FieldPath kAzimuth("strike.azimuth_rad");

struct Tied {
  Record record;
  TangentRecord tangents;

  TangentEnd EndOf(int ball) const { return tangents.balls[Index(ball)].end; }
  // The first impact with a ball.
  int FirstImpactOf(int ball) const {
    const auto first =
        std::find_if(record.events.begin(), record.events.end(), [ball](const Event& event) {
          return IsImpact(event.kind) && event.Involves(static_cast<int16_t>(ball));
        });
    return static_cast<int>(first - record.events.begin());
  }
  void ExpectTieAt(int event, int ball) const {
    EXPECT_EQ(EndOf(ball), TangentEnd::kTie) << ball;
    EXPECT_EQ(tangents.balls[Index(ball)].event, event) << ball;
  }
};

Tied ByAzimuth(const Scene& scene, const Shot& shot) {
  Tied derived;
  Workspace workspace;
  Detail detail;
  detail.events = detail.event_states = detail.hops = true;
  const absl::Status status = SimulateWithDerivatives(scene, shot, detail, {kAzimuth}, {},
                                                      workspace, derived.record, derived.tangents);
  EXPECT_TRUE(status.ok()) << status;
  return derived;
}

// A ball half a metre before the origin is struck along x.
Rig Struck() {
  Rig rig;
  rig.AddBall({-0.5, 0.0});
  rig.shot.strike = CueStrike{};
  rig.shot.strike->speed_m_s = 1.5;
  return rig;
}
// At two that lie as far from the line of aim.
Rig StruckAtTwo(double aside_m) {
  Rig rig = Struck();
  rig.AddBall({0.3, aside_m});
  rig.AddBall({0.3, -aside_m});
  return rig;
}

// Which of two is hit first decides the ways of all three, from the first impact on, and whether
// they hit others. A ball that is in a pocket by then has its derivatives.
TEST(Ties, EndAllBallsInPlay) {
  Rig rig = StruckAtTwo(1.2 * kBall_m);
  rig.AddBall({3.0, 3.0});
  rig.AddBall({-3.0, -3.0}, {1.0, 0.0});
  Pocket pocket;
  pocket.centre_m = {-2.8, -3.0};
  pocket.radius_m = 0.1;
  rig.table.pockets.push_back(pocket);
  const auto tie = ByAzimuth(rig.MakeScene(), rig.shot);
  for (const int ball : {0, 1, 2, 3}) tie.ExpectTieAt(tie.FirstImpactOf(1), ball);
  EXPECT_EQ(tie.EndOf(4), TangentEnd::kNone);
  ASSERT_EQ(tie.record.final_states[4].motion, MotionState::kPocketed);
  // Nothing is told of that event, and of the strike before it is.
  EXPECT_EQ(tie.tangents.EventTime(Index(tie.FirstImpactOf(1)), 0), 0.0);
  for (size_t row = 0; row < TangentRecord::kRows; ++row) {
    EXPECT_EQ(tie.tangents.EventState(Index(tie.FirstImpactOf(1)), 1, row, 0), 0.0);
  }
  EXPECT_NE(tie.tangents.EventState(0, 0, 4, 0), 0.0);
}

// At right angles and without friction or loss either order leads to the same velocities: only
// because of the symmetry. A ball that is aimed off it by a hair leaves the one or the other first,
// and the rates on both sides differ.
TEST(Ties, EndBallsWhoseOrderMattersOnlyBesideTheSymmetry) {
  Rig rig = StruckAtTwo(std::sqrt(2.0) * kBall_m);
  rig.RemoveFriction();
  rig.settings.laws.ball_ball = ElasticBallBall{};
  rig.settings.environment.cue.end_mass_kg = 0.0;
  rig.settings.environment.stop.at_time_s = 1.0;
  const Scene scene = rig.MakeScene();
  const auto tie = ByAzimuth(scene, rig.shot);
  for (const int ball : {0, 1, 2}) tie.ExpectTieAt(tie.FirstImpactOf(1), ball);
  constexpr double kTurn_rad = 1e-6;
  const auto end_of_first = [&](double azimuth_rad) {
    rig.shot.strike->azimuth_rad = azimuth_rad;
    return rig.Play().final_states[1].position.x();
  };
  const double up = (end_of_first(kTurn_rad) - end_of_first(0.0)) / kTurn_rad;
  const double down = (end_of_first(0.0) - end_of_first(-kTurn_rad)) / kTurn_rad;
  EXPECT_GT(std::abs(up - down), 0.1 * std::abs(up + down));
}

// A ball is driven into the rail at which it lies. Only the impact with the other ball can come
// first, and that ball goes its way whatever the rail answers.
TEST(Ties, LeaveTheBallThatDrivesAnotherIntoARail) {
  Rig rig = Struck();
  rig.AddNose({0.3, -1.0}, {0.3, 1.0});
  const Vec2 at_rail(0.3 - testing::kNoseReach_m, 0.0);
  rig.AddBall(at_rail);
  rig.shot.start[0].position.y() = 0.4;
  const Vec2 ghost = at_rail - 2.0 * kBall_m * Vec2(0.5, -std::sqrt(0.75));
  rig.shot.strike->azimuth_rad = std::atan2(ghost.y() - 0.4, ghost.x() + 0.5);
  const auto driven = ByAzimuth(rig.MakeScene(), rig.shot);
  const int impact = driven.FirstImpactOf(1);
  ASSERT_LT(Index(impact) + 1, driven.record.events.size());
  const Event& next = driven.record.events[Index(impact) + 1];
  ASSERT_EQ(next.kind, EventKind::kBallCushion);
  ASSERT_LE(next.time_s - driven.record.events[Index(impact)].time_s, 1e-12);
  EXPECT_EQ(driven.EndOf(1), TangentEnd::kTie);
  EXPECT_EQ(driven.tangents.balls[1].event, impact + 1);
  EXPECT_EQ(driven.EndOf(0), TangentEnd::kNone);
}

// A break that is dead straight: the apex, the first that is struck, hits both balls behind it.
TEST(Ties, EndAllBallsOfAStraightBreak) {
  const NamedScene& named = *FindNamedScene("eight_ball_break");
  Shot shot;
  named.Generate(1, 0, shot);
  shot.start = named.layout.states;
  shot.start[0].position.y() = shot.start[1].position.y();
  shot.strike = CueStrike{};
  shot.strike->speed_m_s = 8.0;
  const auto broken = ByAzimuth(named.MakeScene(), shot);
  const int apex = broken.FirstImpactOf(1);
  ASSERT_TRUE(broken.record.events[Index(apex)].Involves(0));
  for (int ball = 0; ball < 16; ++ball) broken.ExpectTieAt(apex + 1, ball);
}

// Rows of balls, one on the line of aim or two in mirrored places beside it, turned by some angle.
Rig MirroredRows(testing::Dice& dice) {
  Rig rig = Struck();
  double x = -0.2;
  const uint64_t rows = 1 + dice.Below(4);
  for (uint64_t row = 0; row < rows; ++row) {
    x += dice.Between(0.06, 0.3);
    const double aside = dice.Between(1.001, 4.0) * kBall_m;
    const bool single = dice.Chance(0.4);
    rig.AddBall({x, single ? 0.0 : aside});
    if (!single) rig.AddBall({x, -aside});
  }
  const double turn_rad = dice.Parameter(kPi);
  rig.shot.strike->speed_m_s = dice.Between(0.5, 4.0);
  rig.shot.strike->azimuth_rad = turn_rad;
  for (BallState& ball : rig.shot.start) {
    const Vec3 at = ball.position;
    ball.position.x() = std::cos(turn_rad) * at.x() - std::sin(turn_rad) * at.y();
    ball.position.y() = std::sin(turn_rad) * at.x() + std::cos(turn_rad) * at.y();
  }
  return rig;
}

// An aim that is off by 1e-9 rad moves no ball that has a derivative of less than 1e4 m/rad by more
// than that says, twice over; where an order decides, balls jump by centimetres.
TEST(Ties, LeaveNoBallThatJumps) {
  constexpr double kTurn_rad = 1e-9;
  const uint64_t layouts = testing::FuzzesAll() ? 20'000 : testing::FuzzShare(400, 40);
  size_t ties = 0;
  size_t compared = 0;
  for (uint64_t index = 0; index < layouts; ++index) {
    SCOPED_TRACE(index);
    testing::Dice dice(20261129, index);
    Rig rig = MirroredRows(dice);
    const auto derived = ByAzimuth(rig.MakeScene(), rig.shot);
    const double azimuth_rad = rig.shot.strike->azimuth_rad;
    for (const double step : {kTurn_rad, -kTurn_rad}) {
      rig.shot.strike->azimuth_rad = azimuth_rad + step;
      const Record moved = rig.Play();
      for (int ball = 0; Index(ball) < rig.balls.size(); ++ball) {
        if (derived.EndOf(ball) != TangentEnd::kNone) continue;
        const auto slope = [&](size_t row) {
          return derived.tangents.FinalState(Index(ball), row, 0);
        };
        const double rate = std::hypot(slope(0), slope(1));
        if (rate > 1e4) continue;
        const Vec3 way = moved.final_states[Index(ball)].position -
                         derived.record.final_states[Index(ball)].position;
        EXPECT_LE(way.norm(), 2.0 * std::max(rate, 1.0) * kTurn_rad) << ball << " by " << step;
        compared += rate > 0.0 ? 1 : 0;
      }
    }
    ties += static_cast<size_t>(
        std::count_if(derived.tangents.balls.begin(), derived.tangents.balls.end(),
                      [](const BallTangent& ball) { return ball.end == TangentEnd::kTie; }));
  }
  std::printf("%zu balls end at ties, %zu others were compared\n", ties, compared);
  EXPECT_GT(ties, layouts);
  EXPECT_GT(compared, layouts / 2);
}

}  // namespace
}  // namespace carom
