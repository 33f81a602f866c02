#include "core/math/ivp/integrator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/core/math/ivp/systems.h"
#include "tests/testing/allocations.h"

namespace carom {
namespace {

class IntegratorOf : public ::testing::TestWithParam<IvpMethod> {
 protected:
  IvpOptions Options() const {
    IvpOptions options = {.method = GetParam()};
    if (GetParam() == IvpMethod::kRungeKutta4) options.largest_step_s = 0.01;
    return options;
  }
};

INSTANTIATE_TEST_SUITE_P(EveryMethod, IntegratorOf, ::testing::ValuesIn(kMethods));

class Samples : public IvpObserver {
 public:
  void Sample(double t, std::span<const double> y) override {
    times.push_back(t);
    states.emplace_back(y.begin(), y.end());
  }
  std::vector<double> times;
  std::vector<std::vector<double>> states;
};

TEST_P(IntegratorOf, RequestsForSamplesChangeNoBit) {
  const auto run = [&](const std::vector<double>& times, std::array<double, 2>& y) {
    FallingPoints system(1, 0.8);
    Samples samples;
    const IvpResult result = Integrator().Run(system, 0.0, y, 2.0, Options(), times, samples);
    EXPECT_EQ(samples.times, times);
    return result;
  };
  std::array<double, 2> y = {1.0, 0.0};
  std::array<double, 2> y_sampled = y;
  std::vector<double> times;
  for (int i = 0; i <= 777; ++i) times.push_back(2.0 * i / 777.0);
  const IvpResult plain = run({}, y);
  const IvpResult sampled = run(times, y_sampled);
  EXPECT_EQ(y, y_sampled);
  EXPECT_EQ(plain.cost.evaluations, sampled.cost.evaluations);
  EXPECT_EQ(plain.cost.accepted_steps, sampled.cost.accepted_steps);
}

TEST_P(IntegratorOf, SamplesFollowTheMotion) {
  FallingPoints system(1, 1.0);
  Samples samples;
  std::array<double, 2> y = {1.0, 0.0};
  const std::vector<double> times = {0.0, 0.1, 0.1, 0.43, 0.6};
  Integrator().Run(system, 0.0, y, 0.6, Options(), times, samples);
  ASSERT_EQ(samples.times, times);
  const double fall = std::sqrt(2.0 / FallingPoints::kGravity);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double since_top = times[i] < fall ? times[i] : times[i] - 2.0 * fall;
    EXPECT_NEAR(samples.states[i][0], 1.0 - 0.5 * FallingPoints::kGravity * since_top * since_top,
                1e-12);
  }
}

// It starts on its guard and falling: at 0 it has bounced already.
TEST_P(IntegratorOf, ASampleAtAnEventIsAfterIt) {
  FallingPoints system(1, 0.5);
  Samples samples;
  std::array<double, 2> y = {0.0, -1.0};
  const std::vector<double> times = {0.0};
  Integrator().Run(system, 0.0, y, 0.05, Options(), times, samples);
  ASSERT_EQ(samples.states.size(), 1u);
  EXPECT_EQ(samples.states[0][1], 0.5);
}

TEST_P(IntegratorOf, DoesNotAllocateOnceWarm) {
  Integrator integrator;
  IvpObserver silent;
  const auto run = [&] {
    class Silent : public FallingPoints {
     public:
      Silent() : FallingPoints(3, 0.9) {}
      bool OnGuards(double /*t*/, std::span<double> y, std::span<const int> crossed) override {
        for (const int i : crossed) y[static_cast<std::size_t>(3 + i)] *= -0.9;
        return true;
      }
    } system;
    std::array<double, 6> y = {1.0, 0.8, 1.0, 0.0, 0.0, 0.0};
    static constexpr std::array<double, 3> kTimes = {0.1, 0.5, 0.9};
    integrator.Run(system, 0.0, y, 1.5, Options(), kTimes, silent);
  };
  run();
  const int64_t before = testing::AllocationCount();
  run();
  EXPECT_EQ(testing::AllocationCount(), before);
}

TEST_P(IntegratorOf, MemoryOfOneRunLeavesNoTraceInTheNext) {
  const auto end = [&](Integrator& integrator) {
    FallingPoints system(1, 0.8);
    IvpObserver silent;
    std::array<double, 2> y = {1.0, 0.0};
    integrator.Run(system, 0.0, y, 2.0, Options(), {}, silent);
    return y;
  };
  Integrator used;
  Oscillator other;
  IvpObserver silent;
  std::array<double, 2> y = {1.0, 0.0};
  used.Run(other, 0.0, y, 3.0, Options(), {}, silent);
  Integrator fresh;
  EXPECT_EQ(end(used), end(fresh));
}

TEST_P(IntegratorOf, EndsAtTheLimitOfEvaluations) {
  Oscillator system;
  IvpObserver silent;
  std::array<double, 2> y = {1.0, 0.0};
  IvpOptions options = Options();
  options.max_evaluations = 100;
  const IvpResult run = Integrator().Run(system, 0.0, y, 1e9, options, {}, silent);
  EXPECT_EQ(run.end, IvpEnd::kEvaluationLimit);
  EXPECT_LT(run.cost.evaluations, 150);
  EXPECT_LT(OscillatorError(run.t, y), 1e-3);
}

TEST_P(IntegratorOf, TheObserverCanEndIt) {
  class Patience : public IvpObserver {
   public:
    bool Step(double /*t*/, std::span<const double> /*y*/) override { return ++steps < 5; }
    int steps = 0;
  } observer;
  Oscillator system;
  std::array<double, 2> y = {1.0, 0.0};
  const IvpResult run = Integrator().Run(system, 0.0, y, 1e9, Options(), {}, observer);
  EXPECT_EQ(run.end, IvpEnd::kAsked);
  EXPECT_EQ(run.cost.accepted_steps, 5);
}

// y' = y^2 from 1 leaves every bound at t = 1.
TEST_P(IntegratorOf, ASingularityEndsWithAFiniteState) {
  class Explosion : public OdeSystem {
   public:
    int size() const override { return 1; }
    void Slope(double /*t*/, std::span<const double> y, std::span<double> slope) override {
      slope[0] = y[0] * y[0];
    }
  } system;
  IvpObserver silent;
  std::array<double, 1> y = {1.0};
  const IvpResult run = Integrator().Run(system, 0.0, y, 2.0, Options(), {}, silent);
  EXPECT_TRUE(run.end == IvpEnd::kStepUnderflow || run.end == IvpEnd::kNotFinite);
  EXPECT_TRUE(std::isfinite(y[0]));
  EXPECT_LT(run.t, 1.1);
}

TEST_P(IntegratorOf, ASlopeThatIsNoNumberEnds) {
  class Broken : public OdeSystem {
   public:
    int size() const override { return 1; }
    void Slope(double t, std::span<const double> /*y*/, std::span<double> slope) override {
      slope[0] = t < 1.0 ? 1.0 : std::numeric_limits<double>::quiet_NaN();
    }
  } system;
  IvpObserver silent;
  std::array<double, 1> y = {0.0};
  const IvpResult run = Integrator().Run(system, 0.0, y, 2.0, Options(), {}, silent);
  EXPECT_EQ(run.end, IvpEnd::kNotFinite);
  EXPECT_NEAR(y[0], run.t, 1e-12);
  std::array<double, 1> late = {0.0};
  const IvpResult at_once = Integrator().Run(system, 1.5, late, 2.0, Options(), {}, silent);
  EXPECT_EQ(at_once.end, IvpEnd::kNotFinite);
  EXPECT_EQ(at_once.t, 1.5);
}

// The circle is kept by projection, to the last bits; the phase comes from the method.
TEST_P(IntegratorOf, AfterStepMayPutTheStateBack) {
  class Circle : public Oscillator {
   public:
    bool AfterStep(double /*t*/, std::span<double> y) override {
      const double radius = std::hypot(y[0], y[1]);
      y[0] /= radius;
      y[1] /= radius;
      return true;
    }
  } system;
  IvpObserver silent;
  std::array<double, 2> y = {1.0, 0.0};
  Integrator().Run(system, 0.0, y, 10.0, Options(), {}, silent);
  EXPECT_NEAR(std::hypot(y[0], y[1]), 1.0, 1e-15);
  EXPECT_LT(OscillatorError(10.0, y), 1e-6);
}

// A step far too long for the tolerance is shortened once and then taken.
TEST(CapOnTries, TakesTheLastTry) {
  Oscillator system;
  IvpObserver silent;
  std::array<double, 2> y = {1.0, 0.0};
  IvpOptions options = {.relative_tolerance = 1e-14, .absolute_tolerance = 1e-14};
  options.first_step_s = 1.0;
  options.max_tries = 2;
  const IvpResult run = Integrator().Run(system, 0.0, y, 10.0, options, {}, silent);
  EXPECT_EQ(run.end, IvpEnd::kComplete);
  EXPECT_GE(run.cost.rejected_steps, 1);
  EXPECT_NEAR(run.cost.longest_step_s, 0.2, 1e-12);
  EXPECT_GT(OscillatorError(10.0, y), 1e-8);
}

// MATLAB's own example, ode45(@vdp1, [0 20], [2; 0]), whose statistics are these at the default
// tolerances. The others are of a second program of the same rules in NumPy, whose end moved by
// `rounding` at most when its slopes, or these and its states, were rounded anew, in sixty runs.
TEST(MatlabsControl, TakesTheStepsOfOde45) {
  struct Case {
    double relative, absolute;
    bool norm_control;
    int64_t accepted, rejected, evaluations;
    std::array<double, 2> end;
    double rounding;
  };
  const Case cases[] = {
      {1e-3, 1e-6, false, 59, 10, 415, {2.017231181602344, 0.04039294774355773}, 2.7e-12},
      {1e-3, 1e-6, true, 49, 15, 385, {2.0096406387794743, -0.012736503845764607}, 5.9e-11},
      {1e-6, 1e-9, false, 204, 32, 1417, {2.0081496054477737, -0.042513116691605686}, 9.2e-14}};
  for (const Case& c : cases) {
    VanDerPol system(1.0);
    IvpObserver silent;
    std::array<double, 2> y = {2.0, 0.0};
    const IvpOptions options = {.relative_tolerance = c.relative,
                                .absolute_tolerance = c.absolute,
                                .step_control = StepControl::kMatlab,
                                .norm_control = c.norm_control,
                                .largest_step_s = 2.0};
    const IvpResult run = Integrator().Run(system, 0.0, y, 20.0, options, {}, silent);
    EXPECT_EQ(run.cost.accepted_steps, c.accepted);
    EXPECT_EQ(run.cost.rejected_steps, c.rejected);
    EXPECT_EQ(run.cost.evaluations, c.evaluations);
    EXPECT_NEAR(y[0], c.end[0], 4.0 * c.rounding);
    EXPECT_NEAR(y[1], c.end[1], 4.0 * c.rounding);
  }
}

// ode113's first step is a quarter of the tolerance's root over the slope's size, which is 1 here.
TEST(MatlabsControl, BeginsAsOde113) {
  class FirstStep : public IvpObserver {
   public:
    bool Step(double t, std::span<const double> /*y*/) override {
      time = t;
      return false;
    }
    double time = 0.0;
  } first;
  Oscillator system;
  std::array<double, 2> y = {1.0, 1.0};
  const IvpOptions options = {.method = IvpMethod::kAdamsPece,
                              .relative_tolerance = 1e-4,
                              .absolute_tolerance = 1e-8,
                              .step_control = StepControl::kMatlab};
  Integrator().Run(system, 0.0, y, 10.0, options, {}, first);
  EXPECT_NEAR(first.time, 0.25e-2, 1e-15);
}

// ode45 stretches its last step by up to a tenth, beyond MaxStep too, but no system's wish.
TEST(MatlabsControl, StretchesTheLastStepWithinTheSystemsBounds) {
  class Careful : public Oscillator {
   public:
    double WantedStep(double /*t*/, std::span<const double> /*y*/) override { return wanted_s; }
    double wanted_s = std::numeric_limits<double>::infinity();
  } system;
  const auto longest_s = [&] {
    IvpObserver silent;
    std::array<double, 2> y = {1.0, 0.0};
    const IvpOptions options = {.relative_tolerance = 0.1,
                                .absolute_tolerance = 0.1,
                                .first_step_s = 0.1,
                                .step_control = StepControl::kMatlab,
                                .largest_step_s = 0.1};
    return Integrator().Run(system, 0.0, y, 1.008, options, {}, silent).cost.longest_step_s;
  };
  EXPECT_NEAR(longest_s(), 0.108, 1e-12);
  system.wanted_s = 0.1;
  EXPECT_NEAR(longest_s(), 0.1, 1e-12);
}

TEST(NormControl, IsNotOfAStepWhoseErrorNobodyMeasures) {
  EXPECT_EQ(
      ValidateIntegration({.method = IvpMethod::kRungeKutta4, .norm_control = true}).message(),
      "integration.norm_control: true must be false with RUNGE_KUTTA_4, which measures no "
      "errors");
  for (const IvpMethod method :
       {IvpMethod::kDormandPrince54, IvpMethod::kAdamsPece, IvpMethod::kRadauIia5}) {
    EXPECT_TRUE(ValidateIntegration({.method = method, .norm_control = true}).ok());
  }
}

TEST(MatlabsControl, IsOfTheTwoMethodsAlone) {
  for (const IvpMethod method : {IvpMethod::kRungeKutta4, IvpMethod::kRadauIia5}) {
    EXPECT_EQ(
        ValidateIntegration({.method = method, .step_control = StepControl::kMatlab}).message(),
        "integration.step_control: MATLAB must be STANDARD but with DORMAND_PRINCE_54 and "
        "ADAMS_PECE, ode45 and ode113");
  }
}

TEST_P(IntegratorOf, StepLimitOfTheSystemIsKept) {
  class Careful : public FallingPoints {
   public:
    Careful() : FallingPoints(1, 1.0) {}
    double LimitStep(double /*t*/, std::span<const double> /*y*/, double step) override {
      return std::min(step, 0.004);
    }
  } system;
  IvpObserver silent;
  std::array<double, 2> y = {1.0, 0.0};
  const IvpResult run = Integrator().Run(system, 0.0, y, 0.4, Options(), {}, silent);
  EXPECT_LE(run.cost.longest_step_s, 0.004);
}

}  // namespace
}  // namespace carom
