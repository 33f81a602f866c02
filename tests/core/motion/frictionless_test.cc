// Zero friction of each kind is a value: that motion never decays. And balls other than pool's.

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/constants.h"
#include "core/motion/motion.h"
#include "tests/core/motion/near.h"
#include "tests/testing/phases.h"

namespace carom {
namespace {

using testing::ExpectNear;

BallState MovingAtTheOrigin(const Vec3& velocity, const Vec3& spin) {
  BallState state;
  state.velocity = velocity;
  state.spin = spin;
  return state;
}

TEST(Frictionless, SlideGoesOnForEver) {
  Environment ice;
  ice.cloth.sliding_friction = 0.0;
  const Trajectory slide =
      BeginPhase(MovingAtTheOrigin({1.5, -0.5, 0.0}, {-40.0, -25.0, 0.0}), 0.0, BallSpec{}, ice);
  EXPECT_EQ(slide.motion, MotionState::kSliding);
  EXPECT_EQ(slide.duration_s, kInfinity);
  const BallState later = StateAt(slide, 100.0);
  EXPECT_EQ(later.position, Vec3(150.0, -50.0, 0.0));
  EXPECT_EQ(later.velocity, Vec3(1.5, -0.5, 0.0));
  EXPECT_EQ(later.spin, Vec3(-40.0, -25.0, 0.0));
}

TEST(Frictionless, RollGoesOnForEver) {
  Environment smooth;
  smooth.cloth.rolling_friction = 0.0;
  const Trajectory slide =
      BeginPhase(MovingAtTheOrigin({2.0, 0.0, 0.0}, Vec3::Zero()), 0.0, BallSpec{}, smooth);
  const Trajectory roll = NextPhase(slide, BallSpec{}, smooth);
  EXPECT_EQ(roll.motion, MotionState::kRolling);
  EXPECT_EQ(roll.duration_s, kInfinity);
  EXPECT_NEAR(StateAt(roll, roll.epoch_s + 10.0).velocity.x(), 10.0 / 7.0, 1e-15);
}

TEST(Frictionless, SpinGoesOnForEver) {
  Environment smooth;
  smooth.cloth.spinning_friction = 0.0;
  for (const double spin_z : {7.0, -7.0}) {
    const Trajectory spin =
        BeginPhase(MovingAtTheOrigin(Vec3::Zero(), {0.0, 0.0, spin_z}), 0.0, BallSpec{}, smooth);
    EXPECT_EQ(spin.motion, MotionState::kSpinning);
    EXPECT_EQ(spin.duration_s, kInfinity);
    EXPECT_EQ(StateAt(spin, 1e5).spin.z(), spin_z);
    // A roll ends in that spin.
    const Trajectory roll = BeginPhase(
        MovingAtTheOrigin({0.3, 0.0, 0.0}, {0.0, 0.3 / 0.028575, spin_z}), 0.0, BallSpec{}, smooth);
    EXPECT_EQ(NextPhase(roll, BallSpec{}, smooth).motion, MotionState::kSpinning);
  }
}

TEST(Frictionless, BallWithoutSpinDoesNotSpinForEver) {
  Environment smooth;
  smooth.cloth.spinning_friction = 0.0;
  const Trajectory roll = BeginPhase(MovingAtTheOrigin({0.3, 0.0, 0.0}, {0.0, 0.3 / 0.028575, 0.0}),
                                     0.0, BallSpec{}, smooth);
  EXPECT_EQ(NextPhase(roll, BallSpec{}, smooth).motion, MotionState::kStationary);
}

// The times from the laws of the header, term by term, for a carom ball on the Moon.
TEST(OtherBalls, CaromBallUnderAnotherGravity) {
  const BallSpec ball{0.21, 0.03075};
  Environment moon;
  moon.gravity_m_s2 = 1.62;
  moon.cloth = {0.15, 0.006, 0.02};
  const Trajectory slide =
      BeginPhase(MovingAtTheOrigin({2.1, 0.0, 0.0}, {0.0, 0.0, 40.0}), 0.0, ball, moon);
  EXPECT_NEAR(slide.duration_s, 2.0 / 7.0 * 2.1 / (0.15 * 1.62), 1e-14);
  EXPECT_NEAR(slide.spin_rate.y(), 2.5 * 0.15 * 1.62 / 0.03075, 1e-13);
  EXPECT_NEAR(slide.spin_rate.z(), -2.5 * 0.02 * 1.62 / 0.03075, 1e-14);
  const Trajectory roll = NextPhase(slide, ball, moon);
  EXPECT_NEAR(roll.velocity.x(), 1.5, 1e-14);
  EXPECT_NEAR(roll.duration_s, 1.5 / (0.006 * 1.62), 1e-12);
  EXPECT_NEAR(roll.spin.y(), 1.5 / 0.03075, 1e-12);
}

// Motion on the cloth does not depend on the mass, nor a stun slide on the radius.
TEST(OtherBalls, MassDoesNotMatter) {
  const BallState state = MovingAtTheOrigin({1.5, 0.2, 0.0}, {-40.0, -25.0, 60.0});
  const Environment cloth;
  const Trajectory light = BeginPhase(state, 0.0, {0.01, 0.03}, cloth);
  const Trajectory heavy = BeginPhase(state, 0.0, {10.0, 0.03}, cloth);
  EXPECT_EQ(light.half_acceleration, heavy.half_acceleration);
  EXPECT_EQ(light.duration_s, heavy.duration_s);
  const BallState stun = MovingAtTheOrigin({1.5, 0.2, 0.0}, Vec3::Zero());
  EXPECT_EQ(BeginPhase(stun, 0.0, {0.17, 0.02}, cloth).duration_s,
            BeginPhase(stun, 0.0, {0.17, 0.04}, cloth).duration_s);
}

}  // namespace
}  // namespace carom
