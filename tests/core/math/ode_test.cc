#include "core/math/ode.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/base/vec3.h"
#include "tests/core/math/ivp/systems.h"

namespace carom {
namespace {

using OscillatorState = std::array<double, 2>;

// y'' = -y: (cos t, -sin t) from (1, 0).
OscillatorState OscillatorSlope(double /*t*/, const OscillatorState& y) { return {y[1], -y[0]}; }

double Rk4Error(int steps) {
  OscillatorState y = {1.0, 0.0};
  for (int i = 0; i < steps; ++i) y = Rk4Step(OscillatorSlope, y, 2.0 * i / steps, 2.0 / steps);
  return OscillatorError(2.0, y);
}

double FixedDormandPrinceError(int steps) {
  OscillatorState y = {1.0, 0.0};
  OscillatorState slope = OscillatorSlope(0.0, y);
  for (int i = 0; i < steps; ++i) {
    const auto trial = DormandPrince54<OscillatorState>::Step(OscillatorSlope, y, slope,
                                                              2.0 * i / steps, 2.0 / steps);
    y = trial.y;
    slope = trial.slope_end;
  }
  return OscillatorError(2.0, y);
}

TEST(Rk4Step, IsOfFourthOrder) {
  const double order = std::log2(Rk4Error(40) / Rk4Error(80));
  EXPECT_NEAR(order, 4.0, 0.1);
}

// A method of order p integrates t^(p-1) exactly: tests the nodes, which the oscillator ignores.
TEST(Rk4Step, IntegratesCubicsExactly) {
  const auto cubic = [](double t, const std::array<double, 1>& /*y*/) {
    return std::array<double, 1>{4.0 * t * t * t - 2.0 * t};
  };
  const auto y = Rk4Step(cubic, std::array<double, 1>{0.0}, 1.0, 2.0);
  EXPECT_NEAR(y[0], (81.0 - 9.0) - (1.0 - 1.0), 1e-13);
}

TEST(DormandPrince54, IsOfFifthOrder) {
  const double order = std::log2(FixedDormandPrinceError(20) / FixedDormandPrinceError(40));
  EXPECT_NEAR(order, 5.0, 0.2);
}

TEST(DormandPrince54, ErrorEstimateIsOfFifthOrderLocally) {
  const OscillatorState y = {1.0, 0.0};
  const auto estimate = [&](double h) {
    const auto trial =
        DormandPrince54<OscillatorState>::Step(OscillatorSlope, y, OscillatorSlope(0.0, y), 0.0, h);
    return std::hypot(trial.error[0], trial.error[1]);
  };
  EXPECT_NEAR(std::log2(estimate(0.2) / estimate(0.1)), 5.0, 0.3);
}

TEST(DormandPrince54, IntegratesQuarticsExactly) {
  using One = std::array<double, 1>;
  const auto quartic = [](double t, const One& /*y*/) { return One{5.0 * t * t * t * t}; };
  const auto trial = DormandPrince54<One>::Step(quartic, One{0.0}, quartic(1.0, One{}), 1.0, 1.0);
  EXPECT_NEAR(trial.y[0], 31.0, 1e-13);
}

// Eigen's vectors have a signed size() and no initialiser of their own.
TEST(DormandPrince54, StepsBackwardsAndOverEigenVectors) {
  const Vec3 axis(0.0, 0.0, 1.0);
  const auto turn = [&axis](double /*t*/, const Vec3& y) { return Vec3(axis.cross(y)); };
  Vec3 y(1.0, 0.0, 0.5);
  for (int i = 100; i > 0; --i) {
    y = DormandPrince54<Vec3>::Step(turn, y, turn(0.0, y), 0.01 * i, -0.01).y;
  }
  EXPECT_NEAR(y.x(), std::cos(1.0), 1e-12);
  EXPECT_NEAR(y.y(), -std::sin(1.0), 1e-12);
  EXPECT_EQ(y.z(), 0.5);
}

// 0.8 r^(-1/4), within [1/5, 5]: a step whose error was 16 times the one allowed is made 0.4 times
// as long.
TEST(StepFactor, FollowsTheFourthRootWithinItsBounds) {
  EXPECT_EQ(StepFactor(1.0), 0.8);
  EXPECT_EQ(StepFactor(16.0), 0.4);
  EXPECT_EQ(StepFactor(1e9), 0.2);
  EXPECT_EQ(StepFactor(0.0), 5.0);
}

}  // namespace
}  // namespace carom
