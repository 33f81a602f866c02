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

class CountIterations final : public IvpObserver {
 public:
  explicit CountIterations(MultibodySystem& system) : system_(system) {}
  bool Step(double /*t*/, std::span<const double> /*y*/) override {
    counted.Count(system_.constraints()->iterations());
    return true;
  }
  Iterations counted;

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
  return {std::chrono::duration<double>(after - before).count(), result.cost, count.counted.Mean(),
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
    spec.contacts.push_back({.sphere = i,
                             .radius_m = kPaperBall.radius_m,
                             .other = i - 1,
                             .surface = BallSurface{kPaperBall.radius_m},
                             .normal = MakeNormalForce(HertzLaw{}, 5.262e8),
                             .friction = {}});
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

struct Model {
  const char* name;
  Effort (*run)(const ConstraintOptions&, double step_s);
};

constexpr std::array<Model, 3> kModels = {{{"pendulum 0.3 s", SwingPendulum},
                                           {"cradle 0.2 s", SwingCradle},
                                           {"pool 0.02 s", PlayWelded}}};

constexpr std::size_t kAugmented = 2;  // In kMethods; the first two are LM and BG.
constexpr std::size_t kCorrected = 3;

// What a method costs over the dearer one of LM and BG. Times never decide.
struct Price {
  double solves = 0.0;
  double evaluations = 0.0;
};

Price PriceOf(const std::array<Effort, 4>& efforts, std::size_t m) {
  const auto solves = [&](std::size_t i) { return efforts[i].Solves(kMethods[i].method); };
  return {solves(m) / std::max(solves(0), solves(1)),
          efforts[m].Evaluations() / std::max(efforts[0].Evaluations(), efforts[1].Evaluations())};
}

void Judge(const std::string& run, const std::array<Effort, 4>& efforts, Findings& findings) {
  const auto incomplete = static_cast<double>(std::count_if(
      efforts.begin(), efforts.end(), [](const Effort& effort) { return !effort.complete; }));
  const Price augmented = PriceOf(efforts, kAugmented);
  const Price corrected = PriceOf(efforts, kCorrected);
  const auto told = [](const char* name, const Price& price) {
    return std::string(name) + " " + Text(price.solves) + " times the linear systems and " +
           Text(price.evaluations) + " times the evaluations";
  };
  // AL solves a system in each iteration and DC two more for each correction by what they are:
  // such a count cannot be lost.
  findings.Tells(run + ": cost over the dearer one of LM and BG",
                 {"the Augmented Lagrangian formulation and the direct correction method are not "
                  "computationally efficient for the proposed model",
                  "4.1, Fig 16"},
                 told("AL", augmented) + ", " + Text(efforts[kAugmented].iterations) +
                     " iterations each; " + told("DC", corrected));
  findings.SelfCheck(run + ": runs that break off", {Source::kReferenceRun, "four methods"},
                     {{incomplete, Exactly(0.0)}});
}

constexpr std::array<double, 2> kSteps_s = {0.01, 1e-5};

std::string BarsOf(const Model& model, double step_s) {
  return std::string(model.name) + " at steps of " + Text(step_s) + " s";
}

// Where a bar stands: the steps of a method side by side.
double BarOf(std::size_t method, double step_s) {
  return static_cast<double>(method) + (step_s == kSteps_s[0] ? -0.2 : 0.2);
}

// A row for each model: what its methods take, in time and in linear systems.
void PlotBars(Findings& findings) {
  std::vector<Plot> panels;
  for (const Model& model : kModels) {
    for (const bool time : {true, false}) {
      Plot plot{std::string(model.name) + (time ? ": computing time" : ": linear systems solved"),
                "method",
                time ? "wall time, s" : "systems",
                {},
                false,
                true};
      for (std::size_t m = 0; m < kMethods.size(); ++m) {
        plot.ticks.push_back({kMethods[m].name, static_cast<double>(m)});
      }
      for (const double step_s : kSteps_s) {
        plot.curves.push_back({"step " + Text(step_s) + " s", "bar",
                               time ? "wall_s" : "linear_systems", "bars", BarsOf(model, step_s),
                               "boxes fs solid 0.6"});
      }
      panels.push_back(plot);
    }
  }
  findings.SetPanels(panels, 2);
}

}  // namespace

void PoolMethodCost(Findings& findings) {
  findings.sheet() = Sheet({"bars", "model", "step_s", "method", "bar", "wall_s", "evaluations",
                            "steps", "mean_al_iterations", "linear_systems"});
  for (const Model& model : kModels) {
    for (const double step_s : kSteps_s) {
      std::array<Effort, 4> efforts;
      for (std::size_t m = 0; m < kMethods.size(); ++m) {
        Effort& effort = efforts[m];
        effort = model.run({.method = kMethods[m].method}, step_s);
        findings.sheet().Add(BarsOf(model, step_s), model.name, step_s, kMethods[m].name,
                             BarOf(m, step_s), effort.wall_s, effort.cost.evaluations,
                             effort.cost.accepted_steps, effort.iterations,
                             effort.Solves(kMethods[m].method));
      }
      Judge(std::string(model.name) + ", steps up to " + Text(step_s) + " s", efforts, findings);
    }
  }
  PlotBars(findings);
}

}  // namespace carom::papers
