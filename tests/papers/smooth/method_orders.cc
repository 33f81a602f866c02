// What ODE45 and ODE113 are, shown on our methods of their kind: smooth-16.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/math/ivp/adams.h"
#include "core/math/ivp/integrator.h"
#include "core/math/ivp/runge_kutta.h"
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
  const Tolerance tenth = {0.1, "", "two steps: the next order of the series is left"};
  const Printed orders = {
      "\"45\" makes reference to the order of formulas (4th and 5th) used by the algorithms", "3"};
  findings.Reproduced(
      "ODE45: order of the error, y'' = -y, steps of 0.1 and 0.05", orders,
      {{std::log2(FixedSteps(0.1).error / FixedSteps(0.05).error), Around(5.0, tenth)}});
  findings.Reproduced("ODE45: order of the error estimate in one step, 4 + 1", orders,
                      {{OrderOfErrorEstimate(), Around(5.0, tenth)}});
  const IvpCost cost = FixedSteps(0.125).cost;
  findings.Reproduced(
      "ODE45: evaluations a step",
      {"based on the Runge-Kutta method developed by Dormand and Prince", "3"},
      {{static_cast<double>(cost.evaluations - 1) / static_cast<double>(cost.accepted_steps),
        Exactly(6.0)}},
      {Source::kClosedForm, "seven stages, the last one the next step's first"});
  const IvpOptions sharp = {
      .method = IvpMethod::kAdamsPece, .relative_tolerance = 1e-13, .absolute_tolerance = 1e-13};
  const Oscillation adams = Oscillate(sharp, 20.0);
  findings.SelfCheck("ODE113: error of y'' = -y after 20 s at 1e-13",
                     {Source::kClosedForm, "cosine and sine"},
                     {{adams.error, SizeWithin({1e-12, "", "ten times the tolerance"})}});
  const double per_try = static_cast<double>(adams.cost.evaluations) /
                         static_cast<double>(adams.cost.accepted_steps + adams.cost.rejected_steps);
  findings.Reproduced("ODE113: evaluations a step",
                      {"PECE means Predict-Evaluate-Correct-Evaluate", "3"},
                      {{per_try, Around(2.0, {0.05, "", "the first step has a few more"})}},
                      {Source::kClosedForm, "two E"});
  const int greatest = FollowOrders(findings.sheet());
  findings.Reproduced("ODE113: greatest order of two bounces at 1e-10",
                      {"variable order solver, from 1 to 13", "3"},
                      {{static_cast<double>(greatest), Exactly(13.0)}});
  findings.SetPanels({{"ODE113 over two elastic bounces at 1e-10, without guards",
                       "t, s",
                       "order",
                       {{"order of the corrector", "t_s", "order", "", "", "points"}}},
                      {"Its step", "t, s", "step, s", {{"step", "t_s", "step_s"}}, false, true}});
}

}  // namespace carom::papers
