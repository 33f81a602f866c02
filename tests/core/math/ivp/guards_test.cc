#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "core/math/ivp/integrator.h"
#include "tests/core/math/ivp/systems.h"

namespace carom {
namespace {

using ::testing::ElementsAre;

constexpr double kG = FallingPoints::kGravity;

IvpOptions With(IvpMethod method) {
  IvpOptions options = {.method = method};
  if (method == IvpMethod::kRungeKutta4) options.largest_step_s = 0.01;
  return options;
}

class EveryMethod : public ::testing::TestWithParam<IvpMethod> {
 protected:
  IvpResult Run(OdeSystem& system, std::span<double> y, double t_end) {
    IvpObserver silent;
    return Integrator().Run(system, 0.0, y, t_end, options_, {}, silent);
  }
  IvpOptions options_ = With(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Guards, EveryMethod, ::testing::ValuesIn(kMethods));

// From 1 m: after the fall, flights of 2 v/g whose speeds fall by e each time.
TEST_P(EveryMethod, BouncesAtTheTimesOfTheClosedForm) {
  constexpr double kRestitution = 0.8;
  FallingPoints system(1, kRestitution);
  std::array<double, 2> y = {1.0, 0.0};
  EXPECT_EQ(Run(system, y, 3.0).end, IvpEnd::kComplete);
  ASSERT_EQ(system.bounces.size(), 6u);
  double t = std::sqrt(2.0 / kG);
  double speed = std::sqrt(2.0 * kG);
  for (const FallingPoints::Bounce& bounce : system.bounces) {
    EXPECT_NEAR(bounce.t, t, 1e-12);
    speed *= kRestitution;
    t += 2.0 * speed / kG;
  }
}

TEST_P(EveryMethod, EndsBelowTheGuardByARounding) {
  class Ends : public FallingPoints {
   public:
    Ends() : FallingPoints(1, 1.0) {}
    bool OnGuards(double /*t*/, std::span<double> /*y*/, std::span<const int> /*c*/) override {
      return false;
    }
  } system;
  std::array<double, 2> y = {1.0, 0.0};
  EXPECT_EQ(Run(system, y, 3.0).end, IvpEnd::kAsked);
  EXPECT_LE(y[0], 0.0);
  EXPECT_GT(y[0], -1e-14);
}

TEST_P(EveryMethod, GuardsOfOneTimeCrossTogether) {
  FallingPoints system(3, 0.9);
  std::array<double, 6> y = {0.5, 0.7, 0.5, 0.0, 0.0, 0.0};
  Run(system, y, 0.4);
  ASSERT_EQ(system.bounces.size(), 2u);
  EXPECT_THAT(system.bounces[0].points, ElementsAre(0, 2));
  EXPECT_THAT(system.bounces[1].points, ElementsAre(1));
  EXPECT_EQ(y[0], y[2]);
}

// The heights differ by a rounding, so do the times.
TEST_P(EveryMethod, GuardsWithinARoundingCrossTogether) {
  FallingPoints system(2, 0.9);
  std::array<double, 4> y = {0.5, std::nextafter(0.5, 1.0), 0.0, 0.0};
  Run(system, y, 0.4);
  ASSERT_EQ(system.bounces.size(), 1u);
  EXPECT_THAT(system.bounces[0].points, ElementsAre(0, 1));
}

TEST_P(EveryMethod, AGuardThatStartsAtZeroAndRisesWaits) {
  FallingPoints system(1, 0.5);
  std::array<double, 2> y = {0.0, 1.0};
  Run(system, y, 0.25);
  ASSERT_EQ(system.bounces.size(), 1u);
  EXPECT_NEAR(system.bounces[0].t, 2.0 / kG, 1e-13);
}

TEST_P(EveryMethod, AGuardThatStartsAtZeroAndFallsCrossesAtOnce) {
  FallingPoints system(1, 1.0);
  std::array<double, 2> y = {0.0, -1.0};
  Run(system, y, 0.15);
  ASSERT_EQ(system.bounces.size(), 1u);
  EXPECT_EQ(system.bounces[0].t, 0.0);
  EXPECT_NEAR(y[0], 0.15 - 0.5 * kG * 0.15 * 0.15, 1e-13);
}

// It rises from below, does not reach 0 and crosses where it begins to fall.
TEST_P(EveryMethod, AWaitingGuardCrossesWhereItTurnsBelowZero) {
  FallingPoints system(1, 0.0);
  std::array<double, 2> y = {-1.0, 1.0};
  IvpObserver silent;
  options_.max_guard_events = 1;
  EXPECT_EQ(Run(system, y, 1.0).end, IvpEnd::kGuardLimit);
  ASSERT_EQ(system.bounces.size(), 1u);
  EXPECT_NEAR(system.bounces[0].t, 1.0 / kG, 1e-13);
}

TEST_P(EveryMethod, BouncesThatAccumulateEnd) {
  FallingPoints system(1, 0.5);
  std::array<double, 2> y = {1.0, 0.0};
  const IvpResult run = Run(system, y, 10.0);
  EXPECT_EQ(run.end, IvpEnd::kStepUnderflow);
  // The fall takes T, the flights T (e + e^2 + ...) 2.
  EXPECT_NEAR(run.t, 3.0 * std::sqrt(2.0 / kG), 1e-12);
  EXPECT_LT(system.bounces.size(), 100u);
}

// At rest on 0 without anything that holds it: no step is short enough.
TEST_P(EveryMethod, AGuardThatNothingLiftsEnds) {
  FallingPoints system(1, 0.0);
  std::array<double, 2> y = {0.0, 0.0};
  const IvpResult run = Run(system, y, 1.0);
  EXPECT_EQ(run.end, IvpEnd::kStepUnderflow);
  EXPECT_LT(run.t, 1e-12);
}

TEST_P(EveryMethod, TooManyGuardEventsEnd) {
  FallingPoints system(1, 0.99);
  std::array<double, 2> y = {0.1, 0.0};
  options_.max_guard_events = 20;
  EXPECT_EQ(Run(system, y, 100.0).end, IvpEnd::kGuardLimit);
  EXPECT_EQ(system.bounces.size(), 20u);
}

TEST_P(EveryMethod, WithoutLocationGuardsCrossAtTheEndOfAStep) {
  FallingPoints system(1, 1.0);
  std::array<double, 2> y = {1.0, 0.0};
  options_.locate_guards = false;
  options_.absolute_tolerance = 1e3;
  options_.first_step_s = options_.largest_step_s = 0.1;
  Run(system, y, 0.75);
  ASSERT_EQ(system.bounces.size(), 1u);
  EXPECT_NEAR(system.bounces[0].t, 0.5, 1e-12);  // The fall ends at 0.4515 s.
}

// A parabola that is below 0 for `width` seconds around 0.5.
class Dip : public OdeSystem {
 public:
  explicit Dip(double width) : depth_(0.25 * width * width) {}
  int size() const override { return 1; }
  void Slope(double /*t*/, std::span<const double> /*y*/, std::span<double> slope) override {
    slope[0] = 1.0;
  }
  int guard_count() const override { return 1; }
  void Guards(double t, std::span<const double> /*y*/, std::span<double> value,
              std::span<double> rate) override {
    value[0] = (t - 0.5) * (t - 0.5) - depth_;
    rate[0] = 2.0 * (t - 0.5);
  }
  bool OnGuards(double t, std::span<double> /*y*/, std::span<const int> /*crossed*/) override {
    times.push_back(t);
    return false;
  }
  std::vector<double> times;

 private:
  double depth_;
};

TEST_P(EveryMethod, FindsADipInsideAStep) {
  for (const double width : {0.1, 1e-3, 1e-6}) {
    Dip system(width);
    std::array<double, 1> y = {0.0};
    options_.largest_step_s = 0.4;
    Run(system, y, 1.0);
    ASSERT_EQ(system.times.size(), 1u) << width;
    EXPECT_NEAR(system.times[0], 0.5 - 0.5 * width, 1e-9);
  }
}

// [Double pendulum] (9)-(11): one step of 1 s from 1 m, a fall of g/2; the crossing is where the
// chord meets 0, and from there the next step begins.
TEST(LinearGuards, AreTheChordsOfThePaper) {
  FallingPoints system(1, 0.0);
  class Stops : public IvpObserver {
   public:
    bool Step(double t, std::span<const double> y) override {
      times.push_back(t);
      velocities.push_back(y[1]);
      return times.size() < 2;
    }
    std::vector<double> times;
    std::vector<double> velocities;
  } observer;
  std::array<double, 2> y = {1.0, 0.0};
  IvpOptions options = With(IvpMethod::kRungeKutta4);
  options.largest_step_s = 1.0;
  options.linear_guards = true;
  Integrator().Run(system, 0.0, y, 3.0, options, {}, observer);
  const double t = 1.0 / (0.5 * kG);
  ASSERT_EQ(system.bounces.size(), 1u);
  EXPECT_NEAR(system.bounces[0].t, t, 1e-15);
  EXPECT_NEAR(observer.velocities[0], -kG * t, 1e-14);
  EXPECT_NEAR(y[0], 0.0, 1e-15);
}

}  // namespace
}  // namespace carom
