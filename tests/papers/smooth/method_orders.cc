// What ODE45 and ODE113 are, shown on our methods of their kind: smooth-16.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/math/ivp/adams.h"
#include "core/math/ivp/dormand_prince.h"
#include "core/math/ivp/integrator.h"
#include "tests/papers/smooth/bounce_experiments.h"
#include "tests/testing/bouncing_ball.h"

namespace carom::papers {
namespace {

using testing::BouncingBall;
using State = std::array<double, 2>;

// y'' = -y from (1, 0).
class Oscillator : public OdeSystem {
 public:
  int size() const override { return 2; }
  void Slope(double /*t*/, std::span<const double> y, std::span<double> slope) override {
    slope[0] = y[1];
    slope[1] = -y[0];
  }
};

struct Oscillation {
  double error = 0.0;
  IvpCost cost;
};

Oscillation Oscillate(const IvpOptions& options, double t_end) {
  Oscillator system;
  IvpObserver silent;
  State y = {1.0, 0.0};
  const IvpResult result = Integrator().Run(system, 0.0, y, t_end, options, {}, silent);
  return {std::hypot(y[0] - std::cos(t_end), y[1] + std::sin(t_end)), result.cost};
}

Oscillation FixedSteps(double h) {
  return Oscillate({.absolute_tolerance = 1e3, .first_step_s = h, .largest_step_s = h}, 2.0);
}

double OrderOfErrorEstimate() {
  Oscillator system;
  DormandPrince stepper;
  stepper.Bind(system, {.relative_tolerance = 0.0, .absolute_tolerance = 1.0});
  stepper.Begin(0.0, State{1.0, 0.0});
  return std::log2(stepper.Try(0.02) / stepper.Try(0.01));
}

// Order and step over two bounces; returns the greatest order, the corrector's.
int FollowOrders(Sheet& sheet) {
  constexpr double kDuration_s = 0.5;
  BouncingBall ball({.stiffness = BouncingBall::kStiffness}, testing::ContactSense::kSteps);
  const IvpOptions options = testing::ToolOptions(ErrorNorm::kMax, 1e-10, 1e-10, kDuration_s);
  Adams adams;
  adams.Bind(ball, options);
  double t = 0.0;
  adams.Begin(t, State{0.1, 0.0});
  double h = options.first_step_s;
  int greatest = 0;
  while (t < kDuration_s) {
    const double error = adams.Try(h);
    const int order = adams.order() + 1;
    const double next = adams.NextStep(h, error);
    if (error <= 1.0) {
      t += h;
      const State y = {adams.End()[0], adams.End()[1]};
      adams.Accept(t, y, false);
      sheet.Add(t, h, order, y[0]);
      greatest = std::max(greatest, order);
    }
    h = std::min(next, options.largest_step_s);
  }
  return greatest;
}

}  // namespace

// catalogue D-06
void SmoothMethods(Findings& findings) {
  findings.sheet() = Sheet({"t_s", "step_s", "order", "gap_m"});
  findings.Reproduces("ODE45: order, y'' = -y, steps of 0.1 and 0.05", "formulas of order 4 and 5",
                      5.0, std::log2(FixedSteps(0.1).error / FixedSteps(0.05).error), 0.1);
  findings.Reproduces("ODE45: order of the error estimate in one step", "4th and 5th orders", 5.0,
                      OrderOfErrorEstimate(), 0.1);
  const IvpCost cost = FixedSteps(0.125).cost;
  findings.Reproduces(
      "ODE45: evaluations a step", "Dormand and Prince", 6.0,
      static_cast<double>(cost.evaluations - 1) / static_cast<double>(cost.accepted_steps), 0.0);
  const IvpOptions sharp = {
      .method = IvpMethod::kAdamsPece, .relative_tolerance = 1e-13, .absolute_tolerance = 1e-13};
  const Oscillation adams = Oscillate(sharp, 20.0);
  findings.Reproduces("ODE113: error of y'' = -y after 20 s at 1e-13", "stringent tolerances", 0.0,
                      adams.error, 1e-12);
  const double per_try = static_cast<double>(adams.cost.evaluations) /
                         static_cast<double>(adams.cost.accepted_steps + adams.cost.rejected_steps);
  findings.Reproduces("ODE113: evaluations a step", "predict, evaluate, correct, evaluate", 2.0,
                      per_try, 0.1);
  const int greatest = FollowOrders(findings.sheet());
  findings.Reproduces("ODE113: greatest order of two bounces at 1e-10", "order from 1 to 13",
                      Text(greatest), greatest > 5 && greatest <= 13);
  findings.SetPanels({{"ODE113 over two elastic bounces at 1e-10, without guards",
                       "t, s",
                       "order",
                       {{"order of the corrector", "t_s", "order", "", "", "points"}}},
                      {"Its step", "t, s", "step, s", {{"step", "t_s", "step_s"}}, false, true}});
}

}  // namespace carom::papers
