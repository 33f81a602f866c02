// Balls whose inertia is c m R^2 with another c than 2/5, against closed forms.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "tests/core/models/pool/pool_rig.h"
#include "tests/testing/degrees.h"

namespace carom::testing {
namespace {

constexpr double kFriction = 0.2;
constexpr double kSliding_m_s = 2.0;

// Nearly all mass in the centre, that of [Compliant pool table] 3.4, a homogeneous ball, a shell.
constexpr double kRatios[] = {0.05, 5.5e-5 / (0.17 * 0.028575 * 0.028575), 0.4, 2.0 / 3.0};

// One ball of this inertia. Heights are frozen, so that friction acts at the distance R exactly.
PoolRig OneBall(double inertia_ratio, const Vec3& velocity) {
  PoolRig rig;
  rig.table.noses.clear();
  rig.settings.compliant.horizontal = true;
  rig.settings.compliant.cloth_friction = SlipFriction(RegularCoulomb{kFriction, 1e-4});
  rig.Add(Vec3(0.0, 0.0, kRadius_m), velocity);
  rig.balls[0].inertia_ratio = inertia_ratio;
  return rig;
}

// A ball without spin slides for t_s = c v0 / ((1 + c) mu g) and then rolls with v0 / (1 + c): its
// angular momentum about a line along its path on the cloth is constant. Until t it goes
// v0 t / (1 + c) and, while it was faster, c v0 t_s / (2 (1 + c)) more.
TEST(BallInertia, ASlidingBallComesToRoll) {
  for (const double c : kRatios) {
    SCOPED_TRACE(c);
    const double rolling_m_s = kSliding_m_s / (1.0 + c);
    const double sliding_s = c * kSliding_m_s / ((1.0 + c) * kFriction * kGravity);
    constexpr double kEnd_s = 1.0;
    const Record record = OneBall(c, Vec3(kSliding_m_s, 0.0, 0.0)).Play(kEnd_s, WithEvents());
    const BallState& end = record.final_states[0];
    EXPECT_EQ(end.motion, MotionState::kRolling);
    EXPECT_NEAR(end.velocity.x(), rolling_m_s, 1e-7);
    EXPECT_NEAR(kRadius_m * end.spin.y(), rolling_m_s, 1e-7);
    const double more_m = 0.5 * c * kSliding_m_s / (1.0 + c) * sliding_s;
    EXPECT_NEAR(end.position.x(), rolling_m_s * kEnd_s + more_m, 1e-6);

    // The event comes once the slip is 1 % of the speed (pool_record.h).
    ASSERT_EQ(record.events.size(), 1u);
    EXPECT_EQ(record.events[0].kind, EventKind::kSlidingToRolling);
    EXPECT_LT(record.events[0].time_s, sliding_s);
    EXPECT_GT(record.events[0].time_s, 0.98 * sliding_s);
  }
}

// The event engine's times of 2/5, from where the sliding ends.
TEST(BallInertia, HalfwayThroughTheSlideTheSpeedIsHalfwayDown) {
  for (const double c : kRatios) {
    const double sliding_s = c * kSliding_m_s / ((1.0 + c) * kFriction * kGravity);
    const Record record = OneBall(c, Vec3(kSliding_m_s, 0.0, 0.0)).Play(0.5 * sliding_s);
    EXPECT_EQ(record.final_states[0].motion, MotionState::kSliding);
    EXPECT_NEAR(record.final_states[0].velocity.x(),
                0.5 * (kSliding_m_s + kSliding_m_s / (1.0 + c)), 1e-9);
  }
}

// laws.proto, Cloth: a rolling ball slows by rolling_friction times gravity, whatever its inertia.
TEST(BallInertia, TheClothsRollingFrictionKeepsItsMeaning) {
  for (const double c : kRatios) {
    PoolRig rig = OneBall(c, Vec3(kSliding_m_s, 0.0, 0.0));
    rig.settings.compliant.cloth_friction = PatchOfCloth{};
    rig.shot.start[0].spin = Vec3(0.0, kSliding_m_s / kRadius_m, 0.0);
    const double slower_m_s = rig.settings.environment.cloth.rolling_friction * kGravity;
    const Record record = rig.Play(1.0);
    EXPECT_NEAR((kSliding_m_s - record.final_states[0].velocity.x()) / slower_m_s, 1.0, 1e-3) << c;
  }
}

// And one that spins on the spot by spinning_friction g / (c R).
TEST(BallInertia, SpinFadesByTheInertia) {
  constexpr double kSpin_rad_s = 300.0;
  for (const double c : kRatios) {
    PoolRig rig = OneBall(c, Vec3::Zero());
    rig.settings.compliant.cloth_friction = PatchOfCloth{};
    rig.shot.start[0].spin = Vec3(0.0, 0.0, kSpin_rad_s);
    const double slower_rad_s2 =
        rig.settings.environment.cloth.spinning_friction * kGravity / (c * kRadius_m);
    const double time_s = 0.5 * kSpin_rad_s / slower_rad_s2;
    const Record record = rig.Play(time_s);
    EXPECT_NEAR(record.final_states[0].spin.z() / kSpin_rad_s, 0.5, 1e-3) << c;
  }
}

// The blow's moment b R m v turns the ball by b v / (c R): struck at b = c it rolls at once, with
// 2 V / (1 + m/M + b^2 / c).
TEST(BallInertia, StruckAtTheHeightOfItsInertiaABallRollsAtOnce) {
  for (const double c : kRatios) {
    PoolRig rig = OneBall(c, Vec3::Zero());
    CueStrike strike;
    strike.speed_m_s = 1.5;
    strike.height_offset = c;
    rig.shot.strike = strike;
    const double speed_m_s =
        2.0 * strike.speed_m_s / (1.0 + kMass_kg / rig.settings.environment.cue.mass_kg + c);
    const Record record = rig.Play(0.1, WithEvents());
    ASSERT_FALSE(record.event_states.empty());
    const BallState& struck = record.event_states[0].after;
    EXPECT_NEAR(struck.velocity.x(), speed_m_s, 1e-12);
    EXPECT_NEAR(kRadius_m * struck.spin.y(), speed_m_s, 1e-12);
    EXPECT_NEAR(record.final_states[0].velocity.x(), speed_m_s, 1e-8);
  }
}

// [Compliant pool table] (4.1) with c in place of 2/5: a rolling ball that hits another at the cut
// phi leaves its path by theta, tan theta = sin phi cos phi / (sin^2 phi + c). Of hard balls: soft
// ones are pressed into each other, and turn about each other while they touch.
TEST(BallInertia, TheThirtyDegreeRuleKnowsTheInertia) {
  const double phi = kPi / 6.0;  // A half-ball hit.
  for (const double c : kRatios) {
    PoolRig rig = OneBall(c, Vec3(kSliding_m_s, 0.0, 0.0));
    rig.settings.compliant.ball_ball = {HertzLaw{}, Frictionless{}};
    rig.settings.compliant.ball_material.modulus_Pa = 1e13;
    rig.shot.start[0].spin = Vec3(0.0, kSliding_m_s / kRadius_m, 0.0);
    const Vec2 along = 2.0 * kRadius_m * Vec2(Cos(phi), Sin(phi));
    rig.Add(Vec3(0.1 + along.x(), along.y(), kRadius_m), Vec3::Zero());
    rig.balls[1].inertia_ratio = c;
    const BallState end = rig.Play(1.5).final_states[0];
    const double theta = std::atan2(-end.velocity.y(), end.velocity.x());
    const double expected = std::atan2(Sin(phi) * Cos(phi), Sin(phi) * Sin(phi) + c);
    EXPECT_NEAR(RadiansToDegrees(theta), RadiansToDegrees(expected), 0.01) << c;
  }
}

std::string ErrorOf(double inertia_ratio, Engine engine) {
  Settings settings;
  settings.engine = engine;
  std::vector<BallSpec> balls(2);
  balls[1].inertia_ratio = inertia_ratio;
  return std::string(
      Scene::Make(std::make_shared<Table>(), std::make_shared<Settings>(settings), balls)
          .status()
          .message());
}

TEST(BallInertia, WhatIsNoSpheresIsRefused) {
  for (const double bad : {0.0, -0.4, 0.67, 1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_EQ(ErrorOf(bad, Engine::kCompliant).find("balls[1].inertia_ratio: "), 0u) << bad;
  }
  EXPECT_EQ(ErrorOf(0.7, Engine::kCompliant),
            "balls[1].inertia_ratio: 0.7 must be in (0, 0.6666666666666666]");
  for (const double good : {1e-3, 0.4, 2.0 / 3.0}) EXPECT_EQ(ErrorOf(good, Engine::kCompliant), "");
}

TEST(BallInertia, TheEventEngineTakesHomogeneousBallsOnly) {
  EXPECT_EQ(ErrorOf(0.4, Engine::kEventDriven), "");
  EXPECT_EQ(ErrorOf(0.5, Engine::kEventDriven),
            "balls[1].inertia_ratio: 0.5 must be 0.4, of a homogeneous ball: the engine "
            "EVENT_DRIVEN knows no other");
}

}  // namespace
}  // namespace carom::testing
