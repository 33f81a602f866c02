// The elastic bounce under the tolerances of Fig 6, without guards: smooth-13.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/papers/smooth/bounce_experiments.h"
#include "tests/testing/bouncing_ball.h"

namespace carom::papers {
namespace {

using testing::BouncingBall;
using testing::DropSweep;
using testing::ToolOptions;

constexpr double kDropDuration_s = 2.0;

struct Tolerances {
  const char* name;  // AbsTol/RelTol, as the paper writes them.
  double relative;
  double absolute;
  int drops;
};

constexpr Tolerances kDefault = {"1e-6/1e-3", 1e-3, 1e-6, 400};
constexpr Tolerances kOptimal = {"1e-6/1e-8", 1e-8, 1e-6, 60};
constexpr Tolerances kExtreme = {"1e-12/1e-12", 1e-12, 1e-12, 20};

// One drop from 0.1 m, with the paper's tool.
void WriteDrop(const Tolerances& tolerances, Sheet& sheet) {
  std::vector<double> times;
  for (int i = 0; i <= 1000; ++i) times.push_back(kDropDuration_s * i / 1000.0);
  BouncingBall ball({.stiffness = BouncingBall::kStiffness}, testing::ContactSense::kSteps);
  const IvpOptions options =
      ToolOptions(ErrorNorm::kMax, tolerances.relative, tolerances.absolute, kDropDuration_s);
  const testing::BounceOutcome drop = testing::Drop(ball, 0.1, kDropDuration_s, options, times);
  for (std::size_t i = 0; i < drop.samples.size(); ++i) {
    sheet.Add(tolerances.name, times[i], drop.samples[i][0], ball.Energy(drop.samples[i]));
  }
}

std::string Range(const DropSweep& sweep) {
  return ", dE/E from " + Text(sweep.energy_changes.front()) + " to " +
         Text(sweep.energy_changes.back());
}

// The same drops with contacts located by guards: the greatest |dE/E|.
double GreatestWithGuards(const IvpOptions& options, int count) {
  double greatest = 0.0;
  for (int i = 0; i < count; ++i) {
    BouncingBall ball({.stiffness = BouncingBall::kStiffness}, testing::ContactSense::kGuards);
    const double gap = 0.09 + 0.02 * i / (count - 1);
    const testing::BounceOutcome drop = testing::Drop(ball, gap, kDropDuration_s, options);
    greatest = std::max(greatest, std::fabs(drop.energy_change));
  }
  return greatest;
}

double GreatestOf(const DropSweep& sweep) {
  return std::max(std::fabs(sweep.energy_changes.front()), std::fabs(sweep.energy_changes.back()));
}

// catalogue D-05: a single run is a matter of chance, so heights are swept.
void JudgeSweeps(Findings& findings) {
  const auto options = [](const Tolerances& tolerances) {
    return ToolOptions(ErrorNorm::kMax, tolerances.relative, tolerances.absolute, kDropDuration_s);
  };
  const DropSweep loose = testing::SweepDrops(options(kDefault), kDefault.drops);
  const Reference tool = {Source::kReferenceRun, "ODE45 emulated, without guards"};
  findings.Reproduced(
      "1e-6/1e-3, 400 heights" + Range(loose),
      {"the sphere gained energy after each rebound and surpassed the initial position at one "
       "point of the simulation",
       "3, Fig 6"},
      {{loose.gaining,
        Above(216.0 / 400.0, 0.5, "", "sign test, 5 %: by chance 217 or more of 400 gain in 4.9 %"),
        "share of the runs that gain energy"},
       {loose.overtopping, Above(0.0, 0.0, "", "0 if none did"),
        "share that rises 0.1 % above the start"},
       {loose.Median(), Above(0.0, 0.0, "", "its sign"), "median dE/E"}},
      tool);
  const DropSweep extreme = testing::SweepDrops(options(kExtreme), kExtreme.drops);
  findings.Reproduced(
      "1e-12" + Range(extreme),
      {"This issue was solved reducing these tolerances, first with an extreme value (1·10-12)",
       "3"},
      {{GreatestOf(extreme), SizeWithin({1e-3, "", "what a plot shows: a tenth of a per cent"}),
        "greatest |dE/E|"}},
      tool);
  const DropSweep optimal = testing::SweepDrops(options(kOptimal), kOptimal.drops);
  findings.Tells(
      "1e-6/1e-8",
      {"the ball didn't surpass the initial Z-axis position or lose energy after each "
       "impact either",
       "3"},
      "greatest |dE/E| " + Text(GreatestOf(optimal)) + ", median dE/E " + Text(optimal.Median()) +
          Range(optimal) +
          ": a plot shows the median as nothing, and may show the greatest. Which height "
          "the paper's run had is chance");
  findings.Tells(
      "evaluations of 1e-6/1e-8 over those of 1e-12",
      {"looking for a balance between the accuracy of the results and the computational efficiency",
       "3"},
      Text(optimal.evaluations / extreme.evaluations));
  findings.Tells("the same with guards, 40 heights at 1e-6/1e-3: greatest |dE/E|",
                 Text(GreatestWithGuards(options(kDefault), 40)) +
                     ": tolerances this loose do not follow the contact itself either");
}

}  // namespace

void SmoothTolerances(Findings& findings) {
  findings.sheet() = Sheet({"tolerances", "t_s", "gap_m", "energy_J"});
  Plot heights = {"Elastic bounce without guards, ODE45", "t, s", "gap, m", {}};
  Plot energies = {"Its energy", "t, s", "energy, J", {}};
  for (const Tolerances& tolerances : {kDefault, kOptimal, kExtreme}) {
    WriteDrop(tolerances, findings.sheet());
    const char* name = tolerances.name;
    heights.curves.push_back({name, "t_s", "gap_m", "tolerances", name, "lines"});
    energies.curves.push_back({name, "t_s", "energy_J", "tolerances", name, "lines"});
  }
  findings.SetPanels({heights, energies});
  JudgeSweeps(findings);
}

}  // namespace carom::papers
