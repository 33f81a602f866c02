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

constexpr double kDuration_s = 2.0;

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
  for (int i = 0; i <= 1000; ++i) times.push_back(kDuration_s * i / 1000.0);
  BouncingBall ball({.stiffness = BouncingBall::kStiffness}, testing::ContactSense::kSteps);
  const IvpOptions options =
      ToolOptions(ErrorNorm::kMax, tolerances.relative, tolerances.absolute, kDuration_s);
  const testing::BounceOutcome drop = testing::Drop(ball, 0.1, kDuration_s, options, times);
  for (std::size_t i = 0; i < drop.samples.size(); ++i) {
    sheet.Add(tolerances.name, times[i], drop.samples[i][0], ball.Energy(drop.samples[i]));
  }
}

std::string Range(const DropSweep& sweep) {
  return "dE/E from " + Text(sweep.energy_changes.front()) + " to " +
         Text(sweep.energy_changes.back()) + ", median " + Text(sweep.Median());
}

std::string Percent(double share) { return Text(std::round(100.0 * share)) + " %"; }

// catalogue D-05: a single run is a matter of chance, so heights are swept.
void JudgeSweeps(ErrorNorm norm, Findings& findings) {
  const std::string by = norm == ErrorNorm::kMax ? ", maximum norm" : ", RMS norm";
  const auto sweep = [&](const Tolerances& tolerances) {
    return testing::SweepDrops(
        ToolOptions(norm, tolerances.relative, tolerances.absolute, kDuration_s), tolerances.drops);
  };
  const DropSweep loose = sweep(kDefault);
  const bool gains = loose.Median() > 0.005 && loose.Median() < 0.05 && loose.gaining > 0.6;
  findings.Reproduces("1e-6/1e-3, 400 heights" + by, "gains energy after each rebound",
                      Range(loose) + "; " + Percent(loose.gaining) + " of the runs gain", gains);
  findings.Reproduces("runs that rise 0.1 % above the start" + by, "surpasses the initial position",
                      Percent(loose.overtopping), loose.overtopping > 0.4);
  const DropSweep extreme = sweep(kExtreme);
  const bool cured = extreme.energy_changes.front() > -1e-8 && extreme.energy_changes.back() < 1e-8;
  findings.Reproduces("1e-12" + by, "solved", Range(extreme), cured);
  const DropSweep optimal = sweep(kOptimal);
  const bool unseen =
      optimal.Median() > 1e-4 && optimal.Median() < 8e-4 && optimal.energy_changes.back() < 5e-3;
  findings.Reproduces("1e-6/1e-8" + by, "does not surpass the start nor lose energy",
                      Range(optimal) + ": gains that no plot shows", unseen);
  findings.Reproduces(
      "evaluations of the three" + by, "1e-6/1e-8 balances accuracy and efficiency",
      Text(loose.evaluations) + ", " + Text(optimal.evaluations) + ", " + Text(extreme.evaluations),
      optimal.evaluations < 0.25 * extreme.evaluations);
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
  for (const ErrorNorm norm : {ErrorNorm::kMax, ErrorNorm::kRms}) JudgeSweeps(norm, findings);
}

}  // namespace carom::papers
