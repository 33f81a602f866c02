// What the end of a slide must be whatever the friction, and slides that end without rolling.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/motion/motion.h"
#include "core/motion/phases.inl"
#include "tests/core/motion/near.h"
#include "tests/testing/phases.h"

namespace carom {
namespace {

using testing::ExpectNear;

Environment WithSlidingFriction(double friction) {
  Environment environment;
  environment.cloth.sliding_friction = friction;
  return environment;
}

// The plain component form of (5/7) v + (2/7) R (w x z).
Vec3 CoriolisVelocity(const Vec3& v, const Vec3& w, double radius_m) {
  return {(5.0 * v.x() + 2.0 * radius_m * w.y()) / 7.0,
          (5.0 * v.y() - 2.0 * radius_m * w.x()) / 7.0, 0.0};
}

BallState RandomSlide(CounterRandom& random, const BallSpec& ball) {
  const auto draw = [&](double largest) { return largest * (2.0 * random.Uniform() - 1.0); };
  BallState state;
  state.position = {draw(1.0), draw(1.0), ball.radius_m};
  state.velocity = {draw(5.0), draw(5.0), 0.0};
  state.spin = {draw(200.0), draw(200.0), draw(200.0)};
  return state;
}

// catalogue E-52: the rolling velocity that a slide leads to does not depend on the friction.
TEST(Slide, EndsAtTheCoriolisVelocity) {
  const std::array<BallSpec, 3> balls = {BallSpec{}, BallSpec{0.14, 0.02619375},
                                         BallSpec{0.21, 0.03075}};
  CounterRandom random(52, 0);
  for (int i = 0; i < 3000; ++i) {
    const BallSpec& ball = balls[static_cast<size_t>(i % 3)];
    const BallState state = RandomSlide(random, ball);
    const Vec3 expected = CoriolisVelocity(state.velocity, state.spin, ball.radius_m);
    for (const double friction : {0.05, 0.2, 0.5, 3.0}) {
      const Environment environment = WithSlidingFriction(friction);
      const Trajectory slide = BeginPhase(state, 0.0, ball, environment);
      ASSERT_EQ(slide.motion, MotionState::kSliding);
      const Trajectory roll = NextPhase(slide, ball, environment);
      EXPECT_EQ(roll.motion, MotionState::kRolling);
      ExpectNear(roll.velocity, expected, 1e-13);
      // The polynomial gets there too, and the ball then rolls: no jump, no slip.
      const BallState end = StateAt(slide, slide.EndTime());
      ExpectNear(end.velocity, expected, 1e-13 * 20.0);
      ExpectNear(ball.radius_m * end.spin, ball.radius_m * roll.spin, 1e-13 * 20.0);
      ExpectNear(phases::Slip(StateAt(roll, roll.epoch_s), ball.radius_m), Vec3::Zero(), 1e-14);
    }
  }
}

// catalogue E-52 for the ball of E-05.
TEST(Slide, CoriolisVelocityOfTheMasse) {
  BallState state;
  state.velocity = {1.5, 0.0, 0.0};
  state.spin = {-40.0, -25.0, 60.0};
  for (const double friction : {0.1, 0.2, 0.4}) {
    const Environment environment = WithSlidingFriction(friction);
    const Trajectory slide = BeginPhase(state, 0.0, BallSpec{}, environment);
    ExpectNear(NextPhase(slide, BallSpec{}, environment).velocity,
               {0.86732142857142857, 0.32657142857142857, 0.0}, 1e-13);
  }
}

// The work of the cloth is all that a slide loses: mu m g times the path of the slip, |u| T / 2.
TEST(Slide, LosesTheWorkOfFriction) {
  CounterRandom random(52, 1);
  const BallSpec ball;
  const Environment environment;
  for (int i = 0; i < 200; ++i) {
    BallState state = RandomSlide(random, ball);
    state.spin.z() = 0.0;
    const Trajectory slide = BeginPhase(state, 0.0, ball, environment);
    const double slip_path = 0.5 * phases::Slip(state, ball.radius_m).norm() * slide.duration_s;
    const double work = 0.2 * 9.81 * ball.mass_kg * slip_path;
    const BallState end = StateAt(slide, slide.EndTime());
    EXPECT_NEAR(KineticEnergy(end, ball), KineticEnergy(state, ball) - work, 1e-13);
  }
}

struct PerfectBackspin {
  Vec3 velocity = Vec3::Zero();
  Vec3 spin = Vec3::Zero();
  double stop_s = 0.0;
  Vec3 place_m = Vec3::Zero();
};

std::array<PerfectBackspin, 2> PerfectBackspins() {
  const double heading = 37.0 * 3.14159265358979323846 / 180.0;
  return {
      PerfectBackspin{{2.0, 0.0, 0.0},
                      {0.0, -174.978127734033, 0.0},
                      1.01936799184506,
                      {1.01936799184506, 0.0, 0.0}},
      PerfectBackspin{{1.6 * std::cos(heading), 1.6 * std::sin(heading), 0.0},
                      {84.24357279468743, -111.794997031992, 0.0},
                      0.815494393476044,
                      {0.521026224699559, 0.392621421832121, 0.0}},
  };
}

// catalogue E-54: 5 v + 2 R (w x z) = 0, so nothing is left to roll with. The catalogue's spins
// have 15 digits, so 1e-15 m/s may remain where the exact spin leaves none: both are a stop, at
// most through a roll of no length. Its second spin about x, 84.2435727946743, has lost a digit:
// 5 v sin(37 deg) / (2 R) = 84.24357279468743.
TEST(Slide, PerfectBackspinEndsAtRest) {
  const BallSpec ball;
  const Environment environment;
  for (const PerfectBackspin& one : PerfectBackspins()) {
    BallState state;
    state.velocity = one.velocity;
    state.spin = one.spin;
    const Trajectory slide = BeginPhase(state, 0.0, ball, environment);
    EXPECT_NEAR(slide.duration_s, one.stop_s, 1e-12);
    const Trajectory roll = NextPhase(slide, ball, environment);
    ExpectNear(roll.position, one.place_m, 1e-12);
    EXPECT_LT(roll.duration_s, 1e-12);
    EXPECT_TRUE(IsFinite(roll.half_acceleration));
    EXPECT_TRUE(IsFinite(roll.spin_rate));
    const Trajectory rest = NextPhase(roll, ball, environment);
    EXPECT_EQ(rest.motion, MotionState::kStationary);
    ExpectNear(rest.position, one.place_m, 1e-12);
    EXPECT_EQ(rest.velocity, Vec3::Zero());
    EXPECT_EQ(rest.spin, Vec3::Zero());
    EXPECT_EQ(rest.duration_s, kInfinity);
  }
}

// catalogue E-54 with side: it stops and spins on the spot.
TEST(Slide, PerfectBackspinWithSideEndsSpinning) {
  const BallSpec ball;
  const Environment environment;
  for (const PerfectBackspin& one : PerfectBackspins()) {
    for (const double spin_z : {50.0, -50.0}) {
      BallState state;
      state.velocity = one.velocity;
      state.spin = one.spin + Vec3(0.0, 0.0, spin_z);
      const Trajectory slide = BeginPhase(state, 0.0, ball, environment);
      const Trajectory spin = NextPhase(NextPhase(slide, ball, environment), ball, environment);
      EXPECT_EQ(spin.motion, MotionState::kSpinning);
      ExpectNear(spin.position, one.place_m, 1e-12);
      EXPECT_EQ(spin.velocity, Vec3::Zero());
      const double left = spin_z * (1.0 - 10.9 * one.stop_s / 50.0);
      ExpectNear(spin.spin, {0.0, 0.0, left}, 1e-11);
      EXPECT_NEAR(spin.EndTime(), 50.0 / 10.9, 1e-12);
      EXPECT_EQ(NextPhase(spin, ball, environment).motion, MotionState::kStationary);
    }
  }
}

}  // namespace
}  // namespace carom
