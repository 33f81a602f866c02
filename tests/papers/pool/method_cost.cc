// What the four methods cost where they have something to do: pool-28.

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/experiments.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {
namespace {

// What one run took.
struct Effort {
  double wall_s = 0.0;
  IvpCost cost;
  double iterations = 1.0;  // Of (2.21), mean over the steps' ends; 1 for the other methods.
  bool complete = false;

  double Evaluations() const { return static_cast<double>(cost.evaluations); }
  // Linear systems: one for each evaluation, or each iteration of it; two for each correction.
  double Solves(ConstraintMethod method) const {
    const double corrections = method == ConstraintMethod::kDirectCorrection
                                   ? static_cast<double>(cost.accepted_steps)
                                   : 0.0;
    return Evaluations() * iterations + 2.0 * corrections;
  }
};

// The mean over the steps.
class Iterations {
 public:
  void Count(int iterations) {
    sum_ += std::max(iterations, 1);
    ++steps_;
  }
  double Mean() const { return sum_ / std::max(steps_, 1); }

 private:
  double sum_ = 0.0;
  int steps_ = 0;
};

// The beginning of the break among welded cushions and cloth.
Effort PlayWelded(const ConstraintOptions& constraints, double step_s) {
  Game game = BreakGame(2.1325735e-4);
  game.constraints = constraints;
  game.welded = true;
  game.duration_s = 0.02;
  game.integration.largest_step_s = step_s;
  Iterations counted;
  Looks looks;
  looks.step = [&](const GameView& view) {
    counted.Count(view.system.constraints()->iterations());
    return true;
  };
  const Played played = PlayGame(game, looks);
  return {played.wall_s, played.result.cost, counted.Mean(),
          played.result.end == IvpEnd::kComplete};
}

constexpr std::size_t kAugmented = 2;  // In kMethods; the first two are LM and BG.
constexpr std::size_t kCorrected = 3;

}  // namespace

void PoolMethodCost(Findings& findings) {
  findings.sheet() = Sheet({"bars", "method", "bar", "wall_s", "evaluations", "steps",
                            "mean_al_iterations", "linear_systems"});
  Plot plot{"A break of 0.02 s among welded cushions and cloth: linear systems",
            "method",
            "systems",
            {},
            false,
            true};
  for (std::size_t m = 0; m < kMethods.size(); ++m) {
    plot.ticks.push_back({kMethods[m].name, static_cast<double>(m)});
  }
  for (const double step_s : {0.01, 1e-5}) {
    const std::string bars = "steps up to " + Text(step_s) + " s";
    std::array<double, 4> solves = {};
    std::array<double, 4> wall_s = {};
    for (std::size_t m = 0; m < kMethods.size(); ++m) {
      const Effort effort = PlayWelded({.method = kMethods[m].method}, step_s);
      if (!effort.complete) findings.Failed(kMethods[m].name, "it breaks off");
      solves[m] = effort.Solves(kMethods[m].method);
      wall_s[m] = effort.wall_s;
      findings.sheet().Add(bars, kMethods[m].name,
                           static_cast<double>(m) + (step_s == 0.01 ? -0.2 : 0.2), effort.wall_s,
                           effort.cost.evaluations, effort.cost.accepted_steps, effort.iterations,
                           solves[m]);
    }
    for (const std::size_t m : {kAugmented, kCorrected}) {
      const std::string name = std::string(kMethods[m].name) + ", " + bars;
      const auto dearer = [&](const std::array<double, 4>& costs) {
        return Text(costs[m] / std::max(costs[0], costs[1]));
      };
      findings.Tell("pool-28", name + ": " + dearer(solves) + " times the linear systems, " +
                                   dearer(wall_s) + " times the time on this machine");
    }
    plot.curves.push_back({bars, "bar", "linear_systems", "bars", bars, "boxes fs solid 0.6"});
  }
  findings.SetPlot(plot);
}

}  // namespace carom::papers
