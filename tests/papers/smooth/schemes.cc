// What the paper leaves to later, under the authors' tool: steps by penetration, a cap on the tries
// of a step, and short steps beside them; of a bounce, a cradle and a break. smooth-29.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "core/models/bounce/bouncing_balls.h"
#include "tests/papers/pool/named_set.h"
#include "tests/papers/smooth/cradle_setup.h"
#include "tests/papers/smooth/experiments.h"

namespace carom::papers {
namespace {

// How steps are chosen. Depths and lengths are shares, of the deepest penetration of the system and
// of the tool's largest step.
struct Scheme {
  const char* name;
  double penetration = 0.0;
  int max_tries = 0;
  double largest_step = 1.0;
};
constexpr std::array<Scheme, 4> kSchemes = {
    {{.name = "tool"},
     {.name = "steps by penetration", .penetration = 0.05},
     {.name = "one repetition", .max_tries = 2},
     {.name = "steps of a hundredth", .largest_step = 0.01}}};

// Of runs of one kind: the mean size of the change of energy, relative, and of the evaluations.
struct Cost {
  double error = 0.0;
  double evaluations = 0.0;

  void Add(double change, double more_evaluations, std::size_t of) {
    error += std::fabs(change) / static_cast<double>(of);
    evaluations += more_evaluations / static_cast<double>(of);
  }
};

IntegrationSpec ToolAt(double tolerance, const Scheme& scheme, double largest_step_s) {
  return {.relative_tolerance = tolerance,
          .absolute_tolerance = 1e-3 * tolerance,
          .largest_step_s = scheme.largest_step * largest_step_s,
          .locate_guards = false,
          .max_evaluations = 300'000,  // A ball that is shot up needs many more.
          .max_tries = scheme.max_tries,
          .step_control = StepControl::kMatlab};
}

// Elastic drops of 2 s from 0.09 to 0.11 m, whose contacts are 1.99e-4 m deep (catalogue D-01).
Cost CostOfBounces(double tolerance, const Scheme& scheme) {
  constexpr std::size_t kDrops = 40;
  Cost cost;
  for (std::size_t i = 0; i < kDrops; ++i) {
    BouncingBalls bounce = {.surface = BounceSurface::kPlane, .duration_s = 2.0};
    const double gap_m = 0.09 + 0.02 * static_cast<double>(i) / (kDrops - 1);
    bounce.balls = {{.position_m = Vec3(0.0, 0.0, bounce.ball_radius_m + gap_m)}};
    bounce.penetration_step_m = scheme.penetration * 1.99e-4;
    bounce.integration = ToolAt(tolerance, scheme, 0.1 * bounce.duration_s);
    MechanismRecord record;
    if (!Simulate(bounce, {}, StopToken(), record).ok()) return {.error = std::nan("")};
    const double drop_J = bounce.ball_mass_kg * bounce.gravity_m_s2 * gap_m;
    cost.Add(FigureNamed(record, "energy_change_J") / drop_J,
             static_cast<double>(record.evaluations), kDrops);
  }
  return cost;
}

// The elastic cradle for 4 s, released from 26 to 34 degrees. Its balls meet with sqrt(2 g h), and
// K d^2.5 = 5/8 m v^2 at the greatest depth d, since half the mass of one meets the other.
Cost CostOfCradles(double tolerance, const Scheme& scheme) {
  constexpr std::size_t kReleases = 9;
  Cost cost;
  for (std::size_t i = 0; i < kReleases; ++i) {
    NewtonsCradle cradle = PaperCradle();
    cradle.duration_s = 4.0;
    cradle.release_angle_rad = DegreesToRadians(26.0 + static_cast<double>(i));
    const double r = cradle.ball_radius_m;
    const double mass_kg = cradle.material.density_kg_m3 * 4.0 / 3.0 * kPi * r * r * r;
    const double drop_m = cradle.rod_length_m * (1.0 - std::cos(cradle.release_angle_rad));
    const double stiffness = HertzStiffness(cradle.material, r, cradle.material, r);
    const double energy = 1.25 * mass_kg * cradle.gravity_m_s2 * drop_m;
    cradle.penetration_step_m = scheme.penetration * std::pow(energy / stiffness, 0.4);
    cradle.integration = ToolAt(tolerance, scheme, 0.1 * cradle.duration_s);
    const Swings swings = SwingAsSet(cradle);
    cost.Add(swings.EnergyChange(), static_cast<double>(swings.evaluations), kReleases);
  }
  return cost;
}

// The reduced break, 0.3 s from five speeds on. The cue ball meets the yellow one as balls of a
// cradle do.
Cost CostOfBreaks(double tolerance, const Scheme& scheme) {
  constexpr std::array<double, 5> kSpeeds = {0.99, 0.995, 1.0, 1.005, 1.01};
  Cost cost;
  for (const double speed : kSpeeds) {
    Game game = AsAuthors(NamedSetBreak(kRandomGap_m, true));
    game.duration_s = 0.3;
    game.balls[0].velocity_m_s *= speed;
    const double start_J = 0.5 * kPaperBall.mass_kg * game.balls[0].velocity_m_s.squaredNorm();
    const Material& resin = game.settings.ball_material;
    const double stiffness = HertzStiffness(resin, kRadius_m, resin, kRadius_m);
    game.settings.penetration_step_m =
        scheme.penetration * std::pow(1.25 * start_J / stiffness, 0.4);
    game.integration = OptionsOf(ToolAt(tolerance, scheme, 0.01));
    double first_J = std::nan("");
    double last_J = std::nan("");
    Looks looks;
    looks.period_s = game.duration_s;
    looks.sample = [&](const GameView& view) {
      last_J = view.system.Energy(view.y).Total();
      if (std::isnan(first_J)) first_J = last_J;
    };
    const Played played = PlayGame(game, looks);
    cost.Add((last_J - first_J) / start_J, static_cast<double>(played.result.cost.evaluations),
             kSpeeds.size());
  }
  return cost;
}

}  // namespace

void SmoothSchemes(Findings& findings) {
  using Runs = Cost (*)(double tolerance, const Scheme& scheme);
  const std::array<std::pair<const char*, Runs>, 3> systems = {
      {{"bounce", CostOfBounces}, {"cradle", CostOfCradles}, {"break", CostOfBreaks}}};
  findings.sheet() = Sheet({"run", "tolerance", "error", "error_to_10", "evaluations"});
  std::vector<Plot> panels;
  for (const auto& [system, runs] : systems) {
    Plot panel{std::string(system) + ": error of the energy against cost",
               "evaluations",
               "relative error, to 10",
               {}};
    panel.log_x = panel.log_y = true;
    std::array<std::array<double, 3>, kSchemes.size()> errors = {};
    constexpr std::array<double, 3> kTolerances = {1e-3, 1e-5, 1e-7};
    for (std::size_t s = 0; s < kSchemes.size(); ++s) {
      const std::string run = std::string(system) + ": " + kSchemes[s].name;
      for (std::size_t t = 0; t < kTolerances.size(); ++t) {
        const Cost cost = runs(kTolerances[t], kSchemes[s]);
        errors[s][t] = cost.error;
        findings.sheet().Add(run, kTolerances[t], cost.error, std::min(cost.error, 10.0),
                             cost.evaluations);
      }
      panel.curves.push_back({kSchemes[s].name, "evaluations", "error_to_10", "run", run});
    }
    for (std::size_t t = 0; t < kTolerances.size(); ++t) {
      const std::string name = std::string(system) + ", " + Text(kTolerances[t]);
      findings.Emulate("smooth-29a", {{errors[1][t] / errors[0][t], name}});
      findings.Emulate("smooth-29b", {{errors[2][t] / errors[0][t], name}});
    }
    panels.push_back(std::move(panel));
  }
  findings.SetPanels(panels);
}

}  // namespace carom::papers
