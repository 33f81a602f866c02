// What the four methods cost where they have something to do: pool-28.

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "tests/papers/pool/break_experiments.h"
#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {
namespace {

// What one run took.
struct Effort {
  double wall_s = 0.0;
  IvpCost cost;
  int iterations = 0;  // Of the augmented Lagrangian, the most at the end of a step.
  bool complete = false;
};

class CountIterations final : public IvpObserver {
 public:
  explicit CountIterations(MultibodySystem& system) : system_(system) {}
  bool Step(double /*t*/, std::span<const double> /*y*/) override {
    most = std::max(most, system_.constraints()->iterations());
    return true;
  }
  int most = 0;

 private:
  MultibodySystem& system_;
};

Effort Swing(MultibodySpec spec, const std::vector<BodyMotion>& start,
             const ConstraintOptions& constraints, double duration_s, double step_s) {
  spec.constraint_options = constraints;
  MultibodySystem system(std::move(spec));
  std::vector<double> y = system.Start(start);
  CountIterations count(system);
  const IvpOptions options = {.largest_step_s = step_s};
  const auto before = std::chrono::steady_clock::now();
  const IvpResult result = Integrator().Run(system, 0.0, y, duration_s, options, {}, count);
  const auto after = std::chrono::steady_clock::now();
  return {std::chrono::duration<double>(after - before).count(), result.cost, count.most,
          result.end == IvpEnd::kComplete};
}

Effort SwingPendulum(const ConstraintOptions& constraints, double step_s) {
  ConstrainedSystem pendulum = PendulumOnRod(constraints.method, kHalfPi);
  return Swing(std::move(pendulum.spec), pendulum.start, constraints, 0.3, step_s);
}

// Five balls on rods, the first drawn aside by 30 degrees.
Effort SwingCradle(const ConstraintOptions& constraints, double step_s) {
  constexpr double kRod_m = 0.15;
  MultibodySpec spec;
  std::vector<BodyMotion> start(5);
  for (int i = 0; i < 5; ++i) {
    const double x = 2.0 * kPaperBall.radius_m * i;
    const double angle = i == 0 ? DegreesToRadians(30.0) : 0.0;
    spec.bodies.push_back({kPaperBall.mass_kg, Vec3::Constant(kPaperBall.Inertia())});
    spec.constraints.push_back(
        KeepDistance{.body_a = i, .arm_b = Vec3(x, 0.0, kRod_m), .length_m = kRod_m});
    spec.constraints.push_back(KeepInPlane{.body = i, .normal = Vec3(0.0, 1.0, 0.0)});
    start[static_cast<std::size_t>(i)].position_m =
        Vec3(x - kRod_m * std::sin(angle), 0.0, kRod_m * (1.0 - std::cos(angle)));
    if (i == 0) continue;
    ContactPair pair;
    pair.sphere = i;
    pair.radius_m = kPaperBall.radius_m;
    pair.other = i - 1;
    pair.surface = BallSurface{kPaperBall.radius_m};
    pair.normal = MakeNormalForce(HertzLaw{}, 5.262e8);
    spec.contacts.push_back(pair);
  }
  return Swing(std::move(spec), start, constraints, 0.2, step_s);
}

// The beginning of the break among welded cushions and cloth.
Effort PlayWelded(const ConstraintOptions& constraints, double step_s) {
  Game game = BreakGame(2.1325735e-4);
  game.constraints = constraints;
  game.welded = true;
  game.duration_s = 0.02;
  game.integration.largest_step_s = step_s;
  int most = 0;
  Looks looks;
  looks.step = [&](const GameView& view) {
    most = std::max(most, view.system.constraints()->iterations());
    return true;
  };
  const Played played = PlayGame(game, looks);
  return {played.wall_s, played.result.cost, most, played.result.end == IvpEnd::kComplete};
}

struct Model {
  const char* name;
  Effort (*run)(const ConstraintOptions&, double step_s);
};

constexpr std::array<Model, 3> kModels = {{{"pendulum 0.3 s", SwingPendulum},
                                           {"cradle 0.2 s", SwingCradle},
                                           {"pool 0.02 s", PlayWelded}}};

}  // namespace

void PoolMethodCost(Findings& findings) {
  findings.sheet() = Sheet(
      {"model", "step_s", "method", "bar", "wall_s", "evaluations", "steps", "al_iterations"});
  Plot plot{"Wall time: LM, BG, AL, DC, for steps of 0.01 s (left) and 1e-5 s (right)",
            "LM BG AL DC | LM BG AL DC",
            "wall time, s",
            {},
            false,
            true};
  for (const Model& model : kModels) {
    std::array<double, 4> evaluations = {};
    int bar = 0;
    for (const double step_s : {0.01, 1e-5}) {
      std::string told;
      bool complete = true;
      for (std::size_t m = 0; m < kMethods.size(); ++m) {
        const Effort effort = model.run({.method = kMethods[m].method}, step_s);
        const bool penalties = kMethods[m].method == ConstraintMethod::kAugmentedLagrangian;
        complete = complete && effort.complete;
        evaluations[m] = static_cast<double>(effort.cost.evaluations);
        findings.sheet().Add(model.name, step_s, kMethods[m].name, ++bar, effort.wall_s,
                             effort.cost.evaluations, effort.cost.accepted_steps,
                             penalties ? effort.iterations : 0);
        told += std::string(m > 0 ? "; " : "") + kMethods[m].name + " " + Text(effort.wall_s) +
                " s, " + std::to_string(effort.cost.evaluations) + " evaluations" +
                (penalties ? ", up to " + std::to_string(effort.iterations) + " iterations" : "");
      }
      findings.Reproduces(std::string(model.name) + ", steps up to " + Text(step_s) + " s",
                          "Fig 16, no numbers: AL and DC dearer", told, complete);
    }
    plot.curves.push_back({model.name, "bar", "wall_s", "model", model.name, "linespoints"});
  }
  findings.SetPlot(plot);
}

}  // namespace carom::papers
