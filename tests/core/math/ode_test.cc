#include "core/math/ode.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/vec3.h"

namespace carom {
namespace {

using Pair = std::array<double, 2>;

// y'' = -y: (cos t, -sin t) from (1, 0).
Pair Oscillator(double /*t*/, const Pair& y) { return {y[1], -y[0]}; }

double OscillatorError(const Pair& y, double t) {
  return std::hypot(y[0] - std::cos(t), y[1] + std::sin(t));
}

double Rk4Error(int steps) {
  Pair y = {1.0, 0.0};
  for (int i = 0; i < steps; ++i) y = Rk4Step(Oscillator, y, 2.0 * i / steps, 2.0 / steps);
  return OscillatorError(y, 2.0);
}

double FixedDormandPrinceError(int steps) {
  Pair y = {1.0, 0.0};
  Pair slope = Oscillator(0.0, y);
  for (int i = 0; i < steps; ++i) {
    const auto trial =
        DormandPrince54<Pair>::Step(Oscillator, y, slope, 2.0 * i / steps, 2.0 / steps);
    y = trial.y;
    slope = trial.slope_end;
  }
  return OscillatorError(y, 2.0);
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
  const Pair y = {1.0, 0.0};
  const auto estimate = [&](double h) {
    const auto trial = DormandPrince54<Pair>::Step(Oscillator, y, Oscillator(0.0, y), 0.0, h);
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

TEST(DormandPrince54, MeetsItsTolerance) {
  for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
    AdaptiveOptions options;
    options.relative_tolerance = tolerance;
    options.absolute_tolerance = tolerance;
    const auto result =
        DormandPrince54<Pair>::Integrate(Oscillator, Pair{1.0, 0.0}, 0.0, kTwoPi, options);
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.t, kTwoPi);
    EXPECT_LT(OscillatorError(result.y, kTwoPi), 20.0 * tolerance) << tolerance;
  }
}

TEST(DormandPrince54, TakesShortStepsWhereTheSolutionTurnsFast) {
  using One = std::array<double, 1>;
  // y' = y^2, y = 1 / (1 - t), up to 0.999 where y = 1000.
  const auto square = [](double /*t*/, const One& y) { return One{y[0] * y[0]}; };
  const auto result = DormandPrince54<One>::Integrate(square, One{1.0}, 0.0, 0.999);
  EXPECT_TRUE(result.complete);
  EXPECT_NEAR(result.y[0], 1000.0, 1e-4);
}

TEST(DormandPrince54, GivesUpAtAPoleInsteadOfHanging) {
  using One = std::array<double, 1>;
  const auto square = [](double /*t*/, const One& y) { return One{y[0] * y[0]}; };
  const auto result = DormandPrince54<One>::Integrate(square, One{1.0}, 0.0, 2.0);
  EXPECT_FALSE(result.complete);
  EXPECT_LT(result.t, 1.001);
}

TEST(DormandPrince54, RunsBackwardsAndOverEigenVectors) {
  const Vec3 axis(0.0, 0.0, 1.0);
  const auto turn = [&axis](double /*t*/, const Vec3& y) { return Vec3(axis.cross(y)); };
  const auto result = DormandPrince54<Vec3>::Integrate(turn, Vec3(1.0, 0.0, 0.5), 1.0, 0.0);
  EXPECT_TRUE(result.complete);
  EXPECT_NEAR(result.y.x(), std::cos(1.0), 1e-9);
  EXPECT_NEAR(result.y.y(), -std::sin(1.0), 1e-9);
  EXPECT_EQ(result.y.z(), 0.5);
}

}  // namespace
}  // namespace carom
