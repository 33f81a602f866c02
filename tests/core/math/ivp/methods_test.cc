#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/math/ivp/integrator.h"
#include "core/math/ivp/runge_kutta.h"
#include "tests/core/math/ivp/systems.h"

namespace carom {
namespace {

using State = std::array<double, 2>;

// Steps of length h, whatever their error.
IvpOptions FixedStep(IvpMethod method, double h) {
  return {.method = method, .absolute_tolerance = 1e3, .first_step_s = h, .largest_step_s = h};
}

IvpOptions Adaptive(IvpMethod method, double tolerance) {
  return {.method = method, .relative_tolerance = tolerance, .absolute_tolerance = tolerance};
}

struct Outcome {
  State y = {1.0, 0.0};
  IvpResult result;
};

Outcome Oscillate(const IvpOptions& options, double t_end) {
  Oscillator system;
  IvpObserver silent;
  Outcome outcome;
  outcome.result = Integrator().Run(system, 0.0, outcome.y, t_end, options, {}, silent);
  return outcome;
}

double Order(IvpMethod method, double h) {
  const auto error = [&](double step) {
    return OscillatorError(2.0, Oscillate(FixedStep(method, step), 2.0).y);
  };
  return std::log2(error(h) / error(0.5 * h));
}

// catalogue D-06
TEST(DormandPrinceMethod, IsOfFifthOrder) {
  for (const double h : {0.2, 0.1, 0.05}) {
    EXPECT_NEAR(Order(IvpMethod::kDormandPrince54, h), 5.0, 0.1) << h;
  }
}

// catalogue D-06
TEST(DormandPrinceMethod, ErrorEstimateIsOfFifthOrder) {
  Oscillator system;
  DormandPrince stepper;
  stepper.Bind(system, {.relative_tolerance = 0.0, .absolute_tolerance = 1.0});
  ASSERT_TRUE(stepper.Begin(0.0, State{1.0, 0.0}));
  EXPECT_NEAR(std::log2(stepper.Try(0.02) / stepper.Try(0.01)), 5.0, 0.1);
}

// catalogue D-06: the first slope is the last of the step before.
TEST(DormandPrinceMethod, TakesSixEvaluationsAStep) {
  const Outcome run = Oscillate(FixedStep(IvpMethod::kDormandPrince54, 0.125), 8.0);
  EXPECT_EQ(run.result.cost.accepted_steps, 64);
  EXPECT_EQ(run.result.cost.evaluations, 6 * 64 + 1);
}

TEST(DormandPrinceMethod, KeepsToTheTolerance) {
  for (const double tolerance : {1e-4, 1e-7, 1e-10, 1e-13}) {
    const Outcome run = Oscillate(Adaptive(IvpMethod::kDormandPrince54, tolerance), 20.0);
    EXPECT_LT(OscillatorError(20.0, run.y), 10.0 * tolerance);
  }
}

TEST(RungeKutta4Method, IsOfFourthOrder) {
  for (const double h : {0.2, 0.1, 0.05}) {
    EXPECT_NEAR(Order(IvpMethod::kRungeKutta4, h), 4.0, 0.1) << h;
  }
}

TEST(RungeKutta4Method, StepsAreEqualAndEndAtTheEnd) {
  const Outcome run = Oscillate(FixedStep(IvpMethod::kRungeKutta4, 0.1), 10.0);
  EXPECT_EQ(run.result.t, 10.0);
  EXPECT_EQ(run.result.cost.accepted_steps, 100);
  EXPECT_NEAR(run.result.cost.shortest_step_s, 0.1, 1e-13);
}

// catalogue D-06
TEST(AdamsMethod, ReachesTwelveDigits) {
  const Outcome run = Oscillate(Adaptive(IvpMethod::kAdamsPece, 1e-13), 20.0);
  EXPECT_LT(OscillatorError(20.0, run.y), 1e-12);
}

TEST(AdamsMethod, TakesFarFewerEvaluationsThanDormandPrinceAtSharpTolerances) {
  const auto evaluations = [](IvpMethod method, double tolerance) {
    return Oscillate(Adaptive(method, tolerance), 20.0).result.cost.evaluations;
  };
  EXPECT_LT(10 * evaluations(IvpMethod::kAdamsPece, 1e-12),
            evaluations(IvpMethod::kDormandPrince54, 1e-12));
}

// A polynomial of degree 12 is integrated to rounding once the order is high enough.
TEST(AdamsMethod, IsExactForPolynomials) {
  class Polynomial : public OdeSystem {
   public:
    int size() const override { return 1; }
    void Slope(double t, std::span<const double> /*y*/, std::span<double> slope) override {
      slope[0] = 7.0 * std::pow(t, 6) - 4.0 * std::pow(t, 3) + 1.0;
    }
  } system;
  IvpObserver silent;
  std::array<double, 1> y = {0.0};
  const IvpResult run =
      Integrator().Run(system, 0.0, y, 2.0, Adaptive(IvpMethod::kAdamsPece, 1e-12), {}, silent);
  EXPECT_NEAR(y[0], 128.0 - 16.0 + 2.0, 1e-9);
  EXPECT_LT(run.cost.accepted_steps, 120);
}

TEST(RadauMethod, KeepsToTheTolerance) {
  for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
    const Outcome run = Oscillate(Adaptive(IvpMethod::kRadauIia5, tolerance), 20.0);
    EXPECT_LT(OscillatorError(20.0, run.y), 10.0 * tolerance);
  }
}

TEST(RadauMethod, IsOfFifthOrder) {
  for (const double h : {0.4, 0.2}) EXPECT_NEAR(Order(IvpMethod::kRadauIia5, h), 5.0, 0.2) << h;
}

// y' = -k (y - cos t), from an excess that dies out in microseconds.
class Stiff : public OdeSystem {
 public:
  static constexpr double kRate = 1e6;
  int size() const override { return 1; }
  void Slope(double t, std::span<const double> y, std::span<double> slope) override {
    slope[0] = -kRate * (y[0] - std::cos(t));
  }
  static double Exact(double t) {
    return (kRate * kRate * std::cos(t) + kRate * std::sin(t)) / (1.0 + kRate * kRate);
  }
};

TEST(RadauMethod, CrossesStiffnessThatStopsExplicitMethods) {
  IvpObserver silent;
  for (const double tolerance : {1e-5, 1e-8}) {
    Stiff system;
    std::array<double, 1> y = {2.0};
    const IvpResult run = Integrator().Run(system, 0.0, y, 2.0,
                                           Adaptive(IvpMethod::kRadauIia5, tolerance), {}, silent);
    EXPECT_NEAR(y[0], Stiff::Exact(2.0), tolerance);
    EXPECT_LT(run.cost.evaluations, 2000);
  }
  Stiff system;
  std::array<double, 1> y = {2.0};
  IvpOptions options = Adaptive(IvpMethod::kDormandPrince54, 1e-5);
  options.max_evaluations = 2000;
  EXPECT_EQ(Integrator().Run(system, 0.0, y, 2.0, options, {}, silent).end,
            IvpEnd::kEvaluationLimit);
}

// Relaxation oscillations, across which the stiffness changes by orders of magnitude.
TEST(RadauMethod, AgreesWithDormandPrinceOnVanDerPolsOscillator) {
  const auto end = [](IvpMethod method, double tolerance, int64_t& evaluations) {
    VanDerPol system(1e-3);
    IvpObserver silent;
    State y = {2.0, -0.66};
    evaluations = Integrator()
                      .Run(system, 0.0, y, 2.0, Adaptive(method, tolerance), {}, silent)
                      .cost.evaluations;
    return y[0];
  };
  int64_t implicit = 0;
  int64_t explicit_ones = 0;
  EXPECT_NEAR(end(IvpMethod::kRadauIia5, 1e-7, implicit),
              end(IvpMethod::kDormandPrince54, 1e-10, explicit_ones), 1e-6);
  EXPECT_LT(implicit, explicit_ones);
}

// Off the ends of steps too, each method is as good as its tolerance.
TEST(VariableSteps, SamplesInsideStepsAreAsGoodAsTheSteps) {
  class WorstSample : public IvpObserver {
   public:
    void Sample(double t, std::span<const double> y) override {
      error = std::max(error, OscillatorError(t, y));
    }
    double error = 0.0;
  };
  std::vector<double> times;
  for (int i = 0; i < 1000; ++i) times.push_back(0.01 * i);
  for (const IvpMethod method :
       {IvpMethod::kDormandPrince54, IvpMethod::kAdamsPece, IvpMethod::kRadauIia5}) {
    Oscillator system;
    WorstSample observer;
    State y = {1.0, 0.0};
    Integrator().Run(system, 0.0, y, 10.0, Adaptive(method, 1e-8), times, observer);
    EXPECT_LT(observer.error, 2e-7) << static_cast<int>(method);
    EXPECT_GT(observer.error, 0.0);
  }
}

}  // namespace
}  // namespace carom
