#include "core/motion/motion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/constants.h"
#include "core/motion/phases.inl"
#include "tests/core/motion/near.h"
#include "tests/testing/degrees.h"
#include "tests/testing/phases.h"

namespace carom {
namespace {

using testing::ExpectNear;

constexpr double kTolerance = 1e-12;
const BallSpec kPoolBall;
const Environment kPoolCloth;

BallState Moving(const Vec3& velocity, const Vec3& spin) {
  BallState state;
  state.position.z() = kPoolBall.radius_m;
  state.velocity = velocity;
  state.spin = spin;
  return state;
}

BallState RollingAt(double speed_m_s, double spin_z = 0.0) {
  return Moving({speed_m_s, 0.0, 0.0}, {0.0, speed_m_s / kPoolBall.radius_m, spin_z});
}

Trajectory Begin(const BallState& state) { return BeginPhase(state, 0.0, kPoolBall, kPoolCloth); }
Trajectory Next(const Trajectory& ended) { return NextPhase(ended, kPoolBall, kPoolCloth); }

// catalogue E-01: a stun shot slides until 5/7 of its speed are left.
TEST(Motion, StunSlidesThenRolls) {
  const Trajectory slide = Begin(Moving({2.0, 0.0, 0.0}, Vec3::Zero()));
  EXPECT_EQ(slide.motion, MotionState::kSliding);
  EXPECT_NEAR(slide.duration_s, 0.29124799767001602, kTolerance);
  const Trajectory roll = Next(slide);
  EXPECT_EQ(roll.motion, MotionState::kRolling);
  ExpectNear(roll.position, {0.49928228172002746, 0.0, kPoolBall.radius_m}, kTolerance);
  ExpectNear(roll.velocity, {1.4285714285714286, 0.0, 0.0}, kTolerance);
  ExpectNear(roll.spin, {0.0, 49.993750781152356, 0.0}, kTolerance);
}

// catalogue E-02
TEST(Motion, DrawTurnsIntoForwardRoll) {
  const Trajectory slide = Begin(Moving({2.0, 0.0, 0.0}, {0.0, -120.0, 0.0}));
  EXPECT_NEAR(slide.duration_s, 0.79059268967525848, kTolerance);
  const Trajectory roll = Next(slide);
  ExpectNear(roll.position, {0.96802427760094864, 0.0, kPoolBall.radius_m}, kTolerance);
  ExpectNear(roll.velocity, {0.44885714285714286, 0.0, 0.0}, kTolerance);
  ExpectNear(roll.spin, {0.0, 15.70803649543807, 0.0}, kTolerance);
}

// catalogue E-05: spin about the line of travel bends the slide into a parabola.
TEST(Motion, MasseFollowsAParabola) {
  const Trajectory slide = Begin(Moving({1.5, 0.0, 0.0}, {-40.0, -25.0, 60.0}));
  const double end_s = 0.36289037807588122;
  EXPECT_NEAR(slide.duration_s, end_s, kTolerance);
  const BallState half = StateAt(slide, 0.5 * end_s);
  ExpectNear(half.position, {0.24346866280863308, 0.014813703647883294, kPoolBall.radius_m},
             kTolerance);
  const Trajectory roll = Next(slide);
  ExpectNear(roll.position, {0.42953908412071048, 0.059254814591533177, kPoolBall.radius_m},
             kTolerance);
  ExpectNear(roll.velocity, {0.86732142857142857, 0.32657142857142857, 0.0}, kTolerance);
  ExpectNear(roll.spin, {-11.428571428571429, 30.352455943007124, 56.044494878972895}, kTolerance);
  EXPECT_NEAR(RadiansToDegrees(std::atan2(roll.velocity.y(), roll.velocity.x())),
              20.632797205658625, kTolerance);
}

// catalogue E-06
TEST(Motion, RollingBallStops) {
  const Trajectory roll = Begin(RollingAt(1.2));
  EXPECT_EQ(roll.motion, MotionState::kRolling);
  EXPECT_NEAR(roll.duration_s, 12.232415902140673, kTolerance);
  const Trajectory rest = Next(roll);
  EXPECT_EQ(rest.motion, MotionState::kStationary);
  EXPECT_NEAR(rest.position.x(), 7.3394495412844037, kTolerance);
  EXPECT_EQ(rest.velocity, Vec3::Zero());
  EXPECT_EQ(rest.spin, Vec3::Zero());
  EXPECT_EQ(rest.duration_s, kInfinity);
}

// catalogue E-07: either sense of spin lasts equally long (the paper's formula lacks the modulus).
TEST(Motion, SpinOnTheSpotStops) {
  for (const double spin_z : {30.0, -30.0}) {
    const Trajectory spin = Begin(Moving(Vec3::Zero(), {0.0, 0.0, spin_z}));
    EXPECT_EQ(spin.motion, MotionState::kSpinning);
    EXPECT_NEAR(spin.spin_rate.z(), std::copysign(10.9, -spin_z), kTolerance);
    EXPECT_NEAR(spin.duration_s, 2.7522935779816514, kTolerance);
    EXPECT_NEAR(StateAt(spin, 1.0).spin.z(), std::copysign(19.1, spin_z), kTolerance);
    const Trajectory rest = Next(spin);
    EXPECT_EQ(rest.motion, MotionState::kStationary);
    EXPECT_EQ(rest.spin, Vec3::Zero());
  }
}

// catalogue E-08
TEST(Motion, RollsThenSpinsThenRests) {
  const Trajectory roll = Begin(RollingAt(0.3, 50.0));
  EXPECT_NEAR(roll.duration_s, 3.0581039755351682, kTolerance);
  const Trajectory spin = Next(roll);
  EXPECT_EQ(spin.motion, MotionState::kSpinning);
  EXPECT_EQ(spin.velocity, Vec3::Zero());
  ExpectNear(spin.spin, {0.0, 0.0, 16.666666666666667}, kTolerance);
  EXPECT_NEAR(spin.EndTime(), 4.5871559633027523, kTolerance);
  EXPECT_EQ(Next(spin).motion, MotionState::kStationary);
}

TEST(Motion, VerticalSpinMayEndInsideAPhase) {
  const Trajectory roll = Begin(RollingAt(1.2, 10.9));
  EXPECT_NEAR(StateAt(roll, 0.5).spin.z(), 5.45, kTolerance);
  EXPECT_NEAR(StateAt(roll, 1.0).spin.z(), 0.0, kTolerance);
  EXPECT_EQ(StateAt(roll, 1.5).spin.z(), 0.0);
  EXPECT_EQ(Next(roll).motion, MotionState::kStationary);
}

// Numbers that are exact in binary: both end after half a second.
TEST(Motion, SpinAndRollThatEndTogetherGoToRest) {
  const BallSpec ball{1.0, 0.03125};
  Environment cloth;
  cloth.gravity_m_s2 = 8.0;
  cloth.cloth = {0.25, 0.125, 0.015625};
  const Trajectory roll = BeginPhase(Moving({0.5, 0.0, 0.0}, {0.0, 16.0, 5.0}), 0.0, ball, cloth);
  EXPECT_EQ(roll.duration_s, 0.5);
  EXPECT_EQ(roll.spin_z_duration_s, 0.5);
  const Trajectory rest = NextPhase(roll, ball, cloth);
  EXPECT_EQ(rest.motion, MotionState::kStationary);
  EXPECT_EQ(rest.spin, Vec3::Zero());
}

TEST(Motion, RestingBallStays) {
  BallState state = Moving(Vec3::Zero(), Vec3::Zero());
  state.motion = MotionState::kSliding;  // Whatever the caller says, the motion decides.
  const Trajectory rest = Begin(state);
  EXPECT_EQ(rest.motion, MotionState::kStationary);
  EXPECT_EQ(rest.duration_s, kInfinity);
  EXPECT_EQ(StateAt(rest, 1e6).position, state.position);
}

TEST(Motion, SlipIsTheVelocityOfTheLowestPoint) {
  ExpectNear(phases::Slip(Moving({2.0, 0.0, 0.0}, Vec3::Zero()), 0.03), {2.0, 0.0, 0.0}, 0.0);
  // v + w x (-R z): topspin about +y carries the lowest point backwards.
  ExpectNear(phases::Slip(Moving({0.0, 0.0, 0.0}, {3.0, 50.0, 9.0}), 0.03), {-1.5, 0.09, 0.0},
             1e-16);
  ExpectNear(phases::Slip(RollingAt(1.7, 20.0), kPoolBall.radius_m), Vec3::Zero(), 1e-15);
}

TEST(Motion, PhasesKeepTheirOwnClock) {
  const BallState state = Moving({1.5, 0.0, 0.0}, {-40.0, -25.0, 60.0});
  const Trajectory at_0 = Begin(state);
  const Trajectory at_7 = BeginPhase(state, 7.0, kPoolBall, kPoolCloth);
  EXPECT_EQ(at_7.duration_s, at_0.duration_s);
  EXPECT_EQ(at_7.EndTime(), 7.0 + at_0.duration_s);
  ExpectNear(StateAt(at_7, 7.25).position, StateAt(at_0, 0.25).position, 1e-15);
}

TEST(Motion, KineticEnergyOfASolidSphere) {
  // Rolling: m v^2 / 2 and 2/5 of it again in the rotation.
  EXPECT_NEAR(KineticEnergy(RollingAt(2.0), kPoolBall), 0.7 * 0.170097 * 4.0, 1e-15);
}

}  // namespace
}  // namespace carom
