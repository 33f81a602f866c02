#include "core/event/support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/motion/motion.h"
#include "core/table/catalog.h"
#include "tests/core/event/rig.h"
#include "tests/core/motion/near.h"
#include "tests/testing/phases.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::ExpectNear;
using testing::kHop_s;
using testing::kRadius_m;
using testing::kTouching_m;
using testing::Rig;

// Balls at rest on the cloth, and one more at rest in the air.
class Supports {
 public:
  explicit Supports(const std::vector<Vec2>& on_cloth_m, const Table& table = {}) {
    rig_.settings.environment.flight = Flight::kOn;
    rig_.table = table;
    for (const Vec2& place_m : on_cloth_m) rig_.AddBall(place_m);
  }

  Vec3 UnbalancedAt(const Vec3& centre_m) {
    Rig rig = rig_;
    const int ball = AddInAir(rig, centre_m);
    const Scene scene = rig.MakeScene();
    const TrajectoryTable table = AtRest(scene, rig);
    return UnbalancedWeight(scene.world(), table, 0.0, ball, rig.shot.start.back());
  }

  // The same where ball 0 is in flight with this velocity.
  Vec3 UnbalancedOnAFlyingBall(const Vec3& centre_m, const Vec3& velocity_m_s) {
    Rig rig = rig_;
    rig.shot.start[0].motion = MotionState::kAirborne;
    rig.shot.start[0].velocity = velocity_m_s;
    const int ball = AddInAir(rig, centre_m);
    const Scene scene = rig.MakeScene();
    return UnbalancedWeight(scene.world(), AtRest(scene, rig), 0.0, ball, rig.shot.start.back());
  }

  // After a contact with ball 0 that left next to nothing of either's motion.
  BallState StartedAt(const Vec3& centre_m, double left_m_s = 0.0) {
    Rig rig = rig_;
    const int ball = AddInAir(rig, centre_m);
    rig.shot.start.back().velocity.y() = left_m_s;
    const Scene scene = rig.MakeScene();
    const Event event{0.0, EventKind::kBallBall, 0, static_cast<int16_t>(ball)};
    Impact impact(scene.world(), event, Recurrence::kIsolated,
                  [&](int i) { return rig.shot.start[static_cast<size_t>(i)]; });
    StartFromRest(scene.world(), AtRest(scene, rig), impact);
    EXPECT_EQ(impact.state[0].position, rig.shot.start[0].position);
    return impact.state[1];
  }

  // After how many hops a ball that rocks to and fro on ball 0 comes to rest.
  int HopsToRest(const Vec3& centre_m) {
    Rig rig = rig_;
    const int ball = AddInAir(rig, centre_m);
    rig.shot.start.back().velocity.x() = 0.1;
    const Scene scene = rig.MakeScene();
    TrajectoryTable table = AtRest(scene, rig);
    ContactRecord contacts;
    contacts.Begin(static_cast<int>(rig.balls.size()), kHop_s);
    const auto comes_to_rest = [&](double now_s) {
      table.Set(
          ball,
          BeginPhase(rig.shot.start.back(), now_s, rig.balls.back(), scene.settings().environment),
          {});
      const Event event{now_s, EventKind::kBallBall, 0, static_cast<int16_t>(ball)};
      return HasComeToRest(scene.world(), table, event, now_s, ball, contacts);
    };
    int hops = 0;
    while (hops < 1000 && !comes_to_rest(hops * kHop_s)) ++hops;
    return hops;
  }

 private:
  static int AddInAir(Rig& rig, const Vec3& centre_m) {
    const int ball = rig.AddBall(centre_m.head<2>());
    rig.shot.start.back().position = centre_m;
    rig.shot.start.back().motion = MotionState::kAirborne;
    return ball;
  }

  static TrajectoryTable AtRest(const Scene& scene, const Rig& rig) {
    TrajectoryTable table;
    for (size_t i = 0; i < rig.balls.size(); ++i) {
      table.Set(static_cast<int>(i),
                BeginPhase(rig.shot.start[i], 0.0, rig.balls[i], scene.settings().environment), {});
    }
    return table;
  }

  Rig rig_;
};

Vec3 OnShoulder(double tilt_rad) {
  return Vec3(kTouching_m * std::sin(tilt_rad), 0.0, kRadius_m + kTouching_m * std::cos(tilt_rad));
}

// What falls with a ball stays in reach of it; what leaves carries nothing.
TEST(UnbalancedWeight, KnowsWhatLeaves) {
  Supports supports({{0.0, 0.0}});
  const Vec3 on_top = OnShoulder(0.0);
  EXPECT_EQ(supports.UnbalancedOnAFlyingBall(on_top, Vec3::Zero()), Vec3::Zero());
  EXPECT_EQ(supports.UnbalancedOnAFlyingBall(on_top, {0.1, 0.0, 0.0}), Vec3::Zero());
  EXPECT_EQ(supports.UnbalancedOnAFlyingBall(on_top, {5.0, 0.0, 0.0}), Vec3(0.0, 0.0, -1.0));
}

TEST(UnbalancedWeight, IsAllOfItInFreeFall) {
  EXPECT_EQ(Supports({{0.0, 0.0}}).UnbalancedAt({0.0, 0.0, 0.2}), Vec3(0.0, 0.0, -1.0));
}

TEST(UnbalancedWeight, IsNoneOnTop) {
  ExpectNear(Supports({{0.0, 0.0}}).UnbalancedAt(OnShoulder(0.0)), Vec3::Zero(), 1e-15);
}

// Lower hops than a hundredth of a millimetre count as rest.
TEST(UnbalancedWeight, IsNoneInALowHop) {
  Supports one({{0.0, 0.0}});
  EXPECT_NEAR(one.UnbalancedAt(OnShoulder(0.0) + Vec3(0.0, 0.0, 0.9e-5)).norm(), 0.0, 1e-15);
  EXPECT_EQ(one.UnbalancedAt(OnShoulder(0.0) + Vec3(0.0, 0.0, 1.1e-5)).norm(), 1.0);
}

// On a slope its part along the slope, and no more.
TEST(UnbalancedWeight, IsTheSlopesOnAShoulder) {
  const double tilt = 0.3;
  ExpectNear(Supports({{0.0, 0.0}}).UnbalancedAt(OnShoulder(tilt)),
             std::sin(tilt) * Vec3(std::cos(tilt), 0.0, -std::sin(tilt)), 1e-12);
}

// Above the gap of two balls that touch: held across it, driven along it where it is not level.
TEST(UnbalancedWeight, InACradleOnlyAlongIt) {
  Supports cradle({{0.0, kRadius_m}, {0.0, -kRadius_m}});
  const double height_m = std::sqrt(3.0) * kRadius_m;
  ExpectNear(cradle.UnbalancedAt({0.0, 0.0, kRadius_m + height_m}), Vec3::Zero(), 1e-12);
  const double tilt = 0.1;
  const Vec3 along(std::cos(tilt), 0.0, -std::sin(tilt));
  ExpectNear(
      cradle.UnbalancedAt({height_m * std::sin(tilt), 0.0, kRadius_m + height_m * std::cos(tilt)}),
      std::sin(tilt) * along, 1e-12);
}

TEST(UnbalancedWeight, IsNoneInANestOfThree) {
  const double reach_m = kTouching_m / std::sqrt(3.0);
  Supports nest({{reach_m, 0.0}, {-0.5 * reach_m, kRadius_m}, {-0.5 * reach_m, -kRadius_m}});
  const double height_m = std::sqrt(kTouching_m * kTouching_m - reach_m * reach_m);
  ExpectNear(nest.UnbalancedAt({0.0, 0.0, kRadius_m + height_m}), Vec3::Zero(), 1e-12);
}

// Between a ball and a rail: the nose takes a part of what would drive it, the rest is less steep.
TEST(UnbalancedWeight, IsTakenByANose) {
  const Vec3 centre(0.0, 0.0, 0.06);
  Table table;
  const double rise_m = centre.z() - 0.036;
  const double across_m = std::sqrt(kRadius_m * kRadius_m - rise_m * rise_m);
  table.noses.push_back({{across_m, -1.0}, {across_m, 1.0}, 0.036});
  const double up_m = centre.z() - kRadius_m;
  const double beside_m = std::sqrt(kTouching_m * kTouching_m - up_m * up_m);
  EXPECT_GT(Supports({}, table).UnbalancedAt(centre).norm(), 0.3);
  EXPECT_GT(Supports({{-beside_m, 0.0}}).UnbalancedAt(centre).norm(), 0.3);
  ExpectNear(Supports({{-beside_m, 0.0}}, table).UnbalancedAt(centre), Vec3::Zero(), 1e-12);
}

TEST(UnbalancedWeight, IsNoneOnARail) {
  const Table table = FindTable("pool_9ft")->table;
  const double height_m = table.rail_tops[0].height_m + kRadius_m;
  ExpectNear(Supports({}, table).UnbalancedAt({1.33, 0.2, height_m}), Vec3::Zero(), 1e-15);
}

// It moves with what a tenth of a nanometre of height sets free, down the slope, without overlap.
TEST(StartFromRest, GainsNothingAndOverlapsNothing) {
  Supports one({{0.0, 0.0}});
  for (const double tilt : {0.006, 0.1, 0.7}) {
    const Vec3 before = OnShoulder(tilt);
    const BallState started = one.StartedAt(before);
    const double lowered_m = before.z() - started.position.z();
    EXPECT_NEAR(lowered_m, 1e-10, 1e-15);
    EXPECT_NEAR(started.velocity.squaredNorm(), 2.0 * 9.81 * lowered_m, 1e-4 * 1.962e-9);
    EXPECT_GT(started.velocity.x(), 0.0);
    EXPECT_GE((started.position - Vec3(0.0, 0.0, kRadius_m)).norm(), kTouching_m - 1e-16);
  }
}

TEST(StartFromRest, LeavesWhatIsCarried) {
  Supports one({{0.0, 0.0}});
  for (const double tilt : {0.0, 0.004}) {
    const BallState left = one.StartedAt(OnShoulder(tilt));
    EXPECT_EQ(left.position, OnShoulder(tilt));
    EXPECT_EQ(left.velocity, Vec3::Zero());
  }
}

// A hundredth of the energy that a start sets free hardly moves a ball.
TEST(StartFromRest, LeavesWhatMoves) {
  Supports one({{0.0, 0.0}});
  const Vec3 place = OnShoulder(0.1);
  const double spent_m_s = std::sqrt(2.0 * 0.01 * 9.81 * 1e-10);
  EXPECT_NE(one.StartedAt(place, 0.9 * spent_m_s).position, place);
  EXPECT_EQ(one.StartedAt(place, 1.1 * spent_m_s).position, place);
}

TEST(HasComeToRest, WhateverHoldsABallInOnePlaceForFiftyHops) {
  EXPECT_EQ(Supports({{0.0, 0.0}}).HopsToRest(OnShoulder(0.3)), 51);
}

}  // namespace
}  // namespace carom
