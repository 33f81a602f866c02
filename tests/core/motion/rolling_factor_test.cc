// Rolling friction that depends on speed, against the law's own closed form.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/motion/motion.h"
#include "tests/testing/phases.h"

namespace carom {
namespace {

using Real = long double;

const BallSpec kRoller;

Environment WithFactors(const std::vector<FactorTable::Point>& points, double friction = 0.01) {
  Environment environment;
  environment.cloth.rolling_friction = friction;
  for (const FactorTable::Point& point : points) environment.cloth.rolling_factor.Add(point);
  return environment;
}

BallState RollingAlong(double speed_m_s, double spin_z = 0.0) {
  BallState state;
  state.position.z() = kRoller.radius_m;
  state.velocity = {0.6 * speed_m_s, -0.8 * speed_m_s, 0.0};
  state.spin = {0.8 * speed_m_s / kRoller.radius_m, 0.6 * speed_m_s / kRoller.radius_m, spin_z};
  return state;
}

// All phases until the ball no longer rolls, and that after them.
std::vector<Trajectory> Roll(const BallState& start, const Environment& environment) {
  std::vector<Trajectory> phases = {BeginPhase(start, 0.0, kRoller, environment)};
  while (phases.back().motion == MotionState::kRolling && std::isfinite(phases.back().duration_s)) {
    phases.push_back(NextPhase(phases.back(), kRoller, environment));
  }
  return phases;
}

// How a ball rolls by the law: it slows at a(v) = mu g f(v), where f is linear between points.
// Where a = a0 + a1 v, (v + a0/a1) falls by exp(-a1 t), and the way is that of speed and a0 t.
class Law {
 public:
  explicit Law(const Environment& environment) {
    const Cloth& cloth = environment.cloth;
    const Real scale = static_cast<Real>(cloth.rolling_friction) * environment.gravity_m_s2;
    const FactorTable& factor = cloth.rolling_factor;
    if (factor[0].at > 0.0) knots_.push_back({0, scale * factor[0].factor});
    for (int i = 0; i < factor.size(); ++i) {
      knots_.push_back({factor[i].at, scale * factor[i].factor});
    }
    knots_.push_back({1000, knots_.back().rate});
  }

  // Speed and way after a time.
  struct State {
    Real speed = 0;
    Real way = 0;
  };
  State After(Real speed, Real time) const {
    State state{speed, 0};
    for (size_t i = knots_.size() - 1; i-- > 0;) {
      if (state.speed <= knots_[i].speed) continue;
      const Real a1 = Slope(i);
      const Real a0 = knots_[i].rate - a1 * knots_[i].speed;
      const Real to_end = TimeDown(a0, a1, state.speed, knots_[i].speed);
      const Real lasts = std::min(to_end, time);
      const Real before = state.speed;
      state.speed = to_end <= time ? knots_[i].speed : SpeedAfter(a0, a1, before, lasts);
      // dv = -(a0 + a1 v) dt: v0 - v = a0 t + a1 way.
      state.way +=
          a1 == 0 ? (before + state.speed) / 2 * lasts : (before - state.speed - a0 * lasts) / a1;
      time -= lasts;
      if (time <= 0) break;
    }
    return state;
  }
  Real TimeToRest(Real speed) const {
    Real time = 0;
    for (size_t i = knots_.size() - 1; i-- > 0;) {
      if (speed <= knots_[i].speed) continue;
      const Real a1 = Slope(i);
      time += TimeDown(knots_[i].rate - a1 * knots_[i].speed, a1, speed, knots_[i].speed);
      speed = knots_[i].speed;
    }
    return time;
  }

 private:
  struct Knot {
    Real speed;
    Real rate;
  };

  Real Slope(size_t i) const {
    return (knots_[i + 1].rate - knots_[i].rate) / (knots_[i + 1].speed - knots_[i].speed);
  }
  static Real TimeDown(Real a0, Real a1, Real from, Real to) {
    return a1 == 0 ? (from - to) / a0 : std::log1p(a1 * (from - to) / (a0 + a1 * to)) / a1;
  }
  static Real SpeedAfter(Real a0, Real a1, Real speed, Real time) {
    return a1 == 0 ? speed - a0 * time : speed + (speed + a0 / a1) * std::expm1(-a1 * time);
  }

  std::vector<Knot> knots_;
};

// Camera tracks of real carom shots: 0.041, 0.044, 0.046, 0.052, 0.068 and 0.086 m/s^2.
std::vector<FactorTable::Point> Measured() {
  return {{0.2, 1.0},         {0.4, 44.0 / 41.0}, {0.65, 46.0 / 41.0},
          {1.0, 52.0 / 41.0}, {1.5, 68.0 / 41.0}, {2.3, 86.0 / 41.0}};
}

std::vector<Environment> Laws() {
  return {WithFactors({{0.0, 1.0}, {10.0, 7.0}}, 0.0037),  // A line.
          WithFactors(Measured(), 0.041 / 9.81),
          WithFactors({{0.0, 3.0}, {2.0, 1.0}, {2.5, 1.0}, {8.0, 2.0}}),  // Falls, is flat, rises.
          WithFactors({{0.0, 0.05}, {0.01, 1.0}}, 0.02),                  // As steep as can be.
          WithFactors({{0.0, 0.01}, {100.0, 100.0}})};
}

TEST(RollingFactor, RestsWhereAndWhenTheLawSays) {
  constexpr double kRelative = 1e-5;
  for (const Environment& environment : Laws()) {
    const Law law(environment);
    for (double speed = 0.1; speed < 10.01; speed *= 1.0471) {
      const std::vector<Trajectory> phases = Roll(RollingAlong(speed), environment);
      ASSERT_EQ(phases.back().motion, MotionState::kStationary);
      const auto time = static_cast<double>(law.TimeToRest(speed));
      const auto way = static_cast<double>(law.After(speed, 2 * law.TimeToRest(speed)).way);
      EXPECT_NEAR(phases.back().epoch_s, time, kRelative * time) << speed;
      EXPECT_NEAR(phases.back().position.x(), 0.6 * way, kRelative * way) << speed;
      EXPECT_NEAR(phases.back().position.y(), -0.8 * way, kRelative * way) << speed;
    }
  }
}

// The bounds of core/motion/phases.inl, and a tenth for what is beyond the leading order: 1 mm/s,
// and 3/16 of it times how long a band lasts.
TEST(RollingFactor, StaysCloseToTheLawWithinABand) {
  constexpr double kSpeed_m_s = 1.1e-3;
  for (const Environment& environment : Laws()) {
    const Law law(environment);
    for (const double speed : {0.15, 0.7, 1.3, 2.9, 7.7}) {
      const std::vector<Trajectory> phases = Roll(RollingAlong(speed), environment);
      for (size_t k = 0; k + 1 < phases.size(); ++k) {
        const Trajectory& phase = phases[k];
        const double band_s = 2.0 * phase.duration_s + (k > 0 ? phases[k - 1].duration_s : 0.0);
        for (int i = 0; i <= 8; ++i) {
          const double time_s = phase.epoch_s + 0.125 * i * phase.duration_s;
          const BallState state = StateAt(phase, time_s);
          const Law::State by_law = law.After(speed, time_s);
          ASSERT_NEAR(state.velocity.norm(), static_cast<double>(by_law.speed), kSpeed_m_s)
              << speed << " after " << time_s;
          ASSERT_NEAR(state.position.head<2>().norm(), static_cast<double>(by_law.way),
                      1e-5 + kSpeed_m_s * 3.0 / 16.0 * 1.5 * band_s)
              << speed << " after " << time_s;
        }
      }
    }
  }
}

// A ball that is hit soon after it began to roll has slowed by the law: the first deceleration is
// the law's, wherever in the table the speed is.
TEST(RollingFactor, BeginsWithTheLawsDeceleration) {
  const Environment environment = WithFactors(Measured());
  for (const double speed : {0.05, 0.2, 0.3, 0.4, 1.2, 2.3, 5.0}) {
    const double rate = 2.0 * Roll(RollingAlong(speed), environment)[0].half_acceleration.norm();
    const double law = 0.01 * 9.81 * environment.cloth.rolling_factor.At(speed);
    EXPECT_NEAR(rate, law, 1e-12);
  }
}

// State and time go on without a jump from part to part, and the speed falls.
TEST(RollingFactor, PartsJoin) {
  for (const Environment& environment : Laws()) {
    const std::vector<Trajectory> phases = Roll(RollingAlong(3.0, 400.0), environment);
    for (size_t k = 0; k + 2 < phases.size(); ++k) {
      const BallState before = StateAt(phases[k], phases[k].EndTime());
      const BallState after = StateAt(phases[k + 1], phases[k].EndTime());
      ASSERT_EQ(before.position, after.position);
      ASSERT_LT((before.velocity - after.velocity).norm(), 1e-12);
      ASSERT_NEAR(before.spin.z(), after.spin.z(), 1e-12 * 400.0);
      ASSERT_LT(after.velocity.norm(), phases[k].velocity.norm());
      ASSERT_GT(phases[k].duration_s, 0.0);
    }
  }
}

TEST(RollingFactor, VerticalSpinDecaysAsEver) {
  const Environment environment = WithFactors(Measured());
  const double rate = BallOnCloth(kRoller, environment).spin_z_rad_s2;
  const std::vector<Trajectory> phases = Roll(RollingAlong(0.5, 300.0), environment);
  ASSERT_EQ(phases.back().motion, MotionState::kSpinning);
  EXPECT_NEAR(phases.back().EndTime(), 300.0 / rate, 1e-10);
  const std::vector<Trajectory> short_spin = Roll(RollingAlong(0.5, 5.0), environment);
  EXPECT_EQ(short_spin.back().motion, MotionState::kStationary);
  EXPECT_EQ(short_spin.back().spin, Vec3::Zero());
}

void ExpectSameBits(const Trajectory& a, const Trajectory& b) {
  EXPECT_EQ(a.motion, b.motion);
  EXPECT_EQ(a.duration_s, b.duration_s);
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.half_acceleration, b.half_acceleration);
  EXPECT_EQ(a.spin, b.spin);
  EXPECT_EQ(a.spin_rate, b.spin_rate);
}

// One point says the factor at all speeds: 1, or 2, by which a multiplication is exact.
TEST(RollingFactor, OfOnePointIsTheConstantToTheBit) {
  for (const double factor : {1.0, 2.0}) {
    const Environment one_point = WithFactors({{0.7, factor}}, 0.013);
    const Environment constant = WithFactors({}, factor * 0.013);
    EXPECT_EQ(BallOnCloth(kRoller, one_point).stopped_square_m2_s2,
              BallOnCloth(kRoller, constant).stopped_square_m2_s2);
    for (const double speed : {0.1, 0.7, 3.3}) {
      const std::vector<Trajectory> a = Roll(RollingAlong(speed, 20.0), one_point);
      const std::vector<Trajectory> b = Roll(RollingAlong(speed, 20.0), constant);
      ASSERT_EQ(a.size(), 2u);
      ASSERT_EQ(b.size(), 2u);
      for (size_t k = 0; k < 2; ++k) ExpectSameBits(a[k], b[k]);
    }
  }
}

// A ball rests where the friction of the slowest speeds would stop it within a picometre.
TEST(RollingFactor, OfTheSlowestSpeedsStopsABall) {
  const Environment environment = WithFactors({{0.1, 4.0}, {1.0, 50.0}});
  const double stopping_m_s = std::sqrt(2.0 * kLeastPath_m * 0.01 * 4.0 * 9.81);
  const BallOnCloth ball(kRoller, environment);
  EXPECT_TRUE(HasStopped(RollingAlong(0.999 * stopping_m_s), ball));
  EXPECT_FALSE(HasStopped(RollingAlong(1.001 * stopping_m_s), ball));
}

TEST(RollingFactor, OfNoFrictionIsNoFriction) {
  const std::vector<Trajectory> phases =
      Roll(RollingAlong(1.0), WithFactors({{0.0, 1.0}, {1.0, 2.0}}, 0.0));
  EXPECT_EQ(phases[0].motion, MotionState::kRolling);
  EXPECT_EQ(phases[0].half_acceleration, Vec3::Zero());
}

}  // namespace
}  // namespace carom
