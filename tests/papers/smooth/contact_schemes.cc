// What the paper leaves to later: steps that depend on penetration, and a cap on the iterations of
// a step. smooth-29.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/papers/smooth/bounce_experiments.h"
#include "tests/testing/bouncing_ball.h"

namespace carom::papers {
namespace {

using testing::BouncingBall;

// The time in which a pair whose gap changes at `rate` comes to be `depth` deep, or goes that far
// in contact.
double StepByPenetration(double gap, double rate, double depth) {
  if (rate < 0.0) return (std::max(gap, 0.0) + depth) / -rate;
  if (gap < 0.0 && rate > 0.0) return depth / rate;
  return std::numeric_limits<double>::infinity();
}

// The drop of catalogue D-01, without guards.
class DroppedBall final : public BouncingBall {
 public:
  explicit DroppedBall(double depth_m)
      : BouncingBall({.stiffness = kStiffness}, testing::ContactSense::kSteps), depth_m_(depth_m) {}
  double LimitStep(double /*t*/, std::span<const double> y, double step) override {
    return std::min(step, StepByPenetration(y[0], y[1], depth_m_));
  }

 private:
  double depth_m_;
};

// Five equal balls that touch, in units of their mass, stiffness and the first one's speed:
// displacements, then velocities. A cradle for as long as its strings do not matter.
class BallChain final : public OdeSystem {
 public:
  static constexpr std::size_t kBalls = 5;
  explicit BallChain(double depth) : depth_(depth) {}

  int size() const override { return 2 * kBalls; }
  void Slope(double /*t*/, std::span<const double> y, std::span<double> slope) override {
    for (std::size_t i = 0; i < kBalls; ++i) {
      slope[i] = y[kBalls + i];
      slope[kBalls + i] = 0.0;
    }
    for (std::size_t i = 0; i + 1 < kBalls; ++i) {
      const double penetration = std::max(y[i] - y[i + 1], 0.0);
      const double force = penetration * std::sqrt(penetration);
      slope[kBalls + i] -= force;
      slope[kBalls + i + 1] += force;
    }
  }
  double LimitStep(double /*t*/, std::span<const double> y, double step) override {
    for (std::size_t i = 0; i + 1 < kBalls; ++i) {
      const double rate = y[kBalls + i + 1] - y[kBalls + i];
      step = std::min(step, StepByPenetration(y[i + 1] - y[i], rate, depth_));
    }
    return step;
  }

 private:
  double depth_;
};

struct Scheme {
  const char* name;
  double depth;  // Of the greatest penetration; infinite: steps do not know of it.
  int max_tries;
};

constexpr double kAny = std::numeric_limits<double>::infinity();
constexpr int kUncapped = std::numeric_limits<int>::max();
constexpr Scheme kSchemes[] = {{"neither", kAny, kUncapped},
                               {"steps by penetration", 0.05, kUncapped},
                               {"one repetition at most", kAny, 2},
                               {"both", 0.05, 2}};

// Whose choice of the next step.
enum class Controller { kOurs, kOde45 };

IvpOptions OptionsOf(const Scheme& scheme, double tolerance, Controller controller) {
  const double absolute = 1e-3 * tolerance;
  IvpOptions options = {
      .relative_tolerance = tolerance, .absolute_tolerance = absolute, .norm = ErrorNorm::kRms};
  if (controller == Controller::kOde45) {
    options = testing::ToolOptions(ErrorNorm::kMax, tolerance, absolute, 2.0);
  }
  options.max_tries = scheme.max_tries;
  options.max_evaluations = 100'000;  // A ball that is shot up needs many more.
  return options;
}

struct Outcome {
  double error = 0.0;
  double evaluations = 0.0;
};

// Drops from 0.09 to 0.11 m; the mean size of the relative change of energy in 2 s.
Outcome Bounce(const Scheme& scheme, double tolerance, Controller controller) {
  constexpr int kDrops = 40;
  constexpr double kDeepest_m = 1.99e-4;  // catalogue D-01
  Outcome outcome;
  for (int i = 0; i < kDrops; ++i) {
    DroppedBall ball(scheme.depth * kDeepest_m);
    const testing::BounceOutcome drop = testing::Drop(ball, 0.09 + 0.02 * i / (kDrops - 1), 2.0,
                                                      OptionsOf(scheme, tolerance, controller));
    outcome.error += std::fabs(drop.energy_change) / kDrops;
    outcome.evaluations += static_cast<double>(drop.result.cost.evaluations) / kDrops;
  }
  return outcome;
}

// catalogue D-09: the last ball's velocity.
Outcome Cradle(const Scheme& scheme, double tolerance) {
  constexpr double kLast = 0.98877742;
  constexpr double kDeepest = 0.829;  // Two balls: (5/8)^(2/5)
  BallChain chain(scheme.depth * kDeepest);
  std::array<double, 2 * BallChain::kBalls> y = {};
  y[BallChain::kBalls] = 1.0;
  IvpObserver silent;
  const IvpResult result = Integrator().Run(
      chain, 0.0, y, 60.0, OptionsOf(scheme, tolerance, Controller::kOurs), {}, silent);
  return {std::fabs(y.back() - kLast), static_cast<double>(result.cost.evaluations)};
}

// By scheme, in their order. Nothing says by how much either should help: told, not judged.
void TellBounce(const std::vector<Outcome>& by, const std::string& at, Findings& findings) {
  const auto over = [&](std::size_t scheme) { return Text(by[scheme].error / by[0].error); };
  findings.Tells("bounce" + at + ": error over that without, steps by penetration and both",
                 over(1) + " and " + over(3));
  findings.Tells("bounce" + at + ": evaluations, neither, steps by penetration, both",
                 Text(std::round(by[0].evaluations)) + ", " + Text(std::round(by[1].evaluations)) +
                     ", " + Text(std::round(by[3].evaluations)));
  findings.Tells("bounce" + at + ": one repetition at most, alone, error over that without",
                 over(2) + "; the step that leaps into the contact is taken as it is");
}

void TellCradle(const std::vector<Outcome>& by, const std::string& at, Findings& findings) {
  double worst = 0.0;
  for (const Outcome& outcome : by) worst = std::max(worst, outcome.error);
  findings.Tells("cradle of five that touch" + at + ": last ball's speed off D-09, worst of four",
                 Text(worst));
}

}  // namespace

void SmoothSchemes(Findings& findings) {
  findings.sheet() = Sheet({"system", "scheme", "tolerance", "error", "evaluations"});
  findings.Tells("what the paper leaves to later",
                 {"a penetration-dependent integration scheme like the one some authors developed "
                  "previously or to limit the number of iterations during each step",
                  "6"},
                 "the rows below try both");
  for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
    std::vector<Outcome> bounces;
    std::vector<Outcome> cradles;
    for (const Scheme& scheme : kSchemes) {
      const Outcome& bounce = bounces.emplace_back(Bounce(scheme, tolerance, Controller::kOurs));
      const Outcome& cradle = cradles.emplace_back(Cradle(scheme, tolerance));
      findings.sheet().Add("bounce", scheme.name, tolerance, bounce.error, bounce.evaluations);
      findings.sheet().Add("cradle", scheme.name, tolerance, cradle.error, cradle.evaluations);
    }
    const std::string at = " at " + Text(tolerance);
    TellBounce(bounces, at, findings);
    TellCradle(cradles, at, findings);
    std::vector<Outcome> emulated;
    for (const Scheme& scheme : kSchemes) {
      const Outcome& bounce = emulated.emplace_back(Bounce(scheme, tolerance, Controller::kOde45));
      findings.sheet().Add("bounce, ODE45", scheme.name, tolerance, bounce.error,
                           bounce.evaluations);
    }
    TellBounce(emulated, at + " with ODE45's control of steps", findings);
  }
}

}  // namespace carom::papers
