// ODE45 and ODE113 side by side, without guards: smooth-15.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "core/laws/normal/normal_law.h"
#include "tests/papers/smooth/bounce_experiments.h"
#include "tests/testing/bouncing_ball.h"

namespace carom::papers {
namespace {

using testing::BouncingBall;
using testing::ContactSense;

constexpr double kTolerances[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-10, 1e-12};
constexpr int kDropCount = 40;

IvpOptions OptionsAt(IvpMethod method, double tolerance, double duration_s) {
  IvpOptions options =
      testing::ToolOptions(ErrorNorm::kMax, tolerance, std::min(tolerance, 1e-6), duration_s);
  options.method = method;
  return options;
}

NormalForceLaw Lossy() {
  return MakeNormalForce(LankaraniNikravesh{.restitution = 0.7}, BouncingBall::kStiffness);
}

// The third top of a drop; 0 where there is none.
double ThirdTop(ContactSense sense, double gap_m, const IvpOptions& options, double& evaluations) {
  constexpr double kDuration_s = 0.7;  // Into the third flight.
  BouncingBall ball(Lossy(), sense);
  const testing::BounceOutcome drop = testing::Drop(ball, gap_m, kDuration_s, options);
  evaluations += static_cast<double>(drop.result.cost.evaluations);
  return drop.tops_m.size() < 3 ? 0.0 : drop.tops_m[2];
}

struct Inelastic {
  double error = 0.0;        // Of the third top, relative: geometric mean over the drops.
  double evaluations = 0.0;  // Mean.
};

Inelastic SweepInelastic(IvpMethod method, double tolerance) {
  Inelastic sweep;
  double logarithm = 0.0;
  double unused = 0.0;
  for (int i = 0; i < kDropCount; ++i) {
    const double gap = 0.09 + 0.02 * i / (kDropCount - 1);
    const double exact =
        ThirdTop(ContactSense::kGuards, gap, OptionsAt(IvpMethod::kAdamsPece, 1e-12, 0.7), unused);
    const double top =
        ThirdTop(ContactSense::kSteps, gap, OptionsAt(method, tolerance, 0.7), sweep.evaluations);
    logarithm += std::log(std::max(std::fabs(top / exact - 1.0), 1e-12)) / kDropCount;
  }
  sweep.error = std::exp(logarithm);
  sweep.evaluations /= kDropCount;
  return sweep;
}

// Over all tolerances.
struct Comparison {
  double error_ratio = 1.0;       // Of ODE113's error to ODE45's: geometric mean.
  double evaluation_ratio = 0.0;  // Mean.
  int better = 0;                 // Tolerances at which its error is the smaller one.
};

Comparison CompareInelastic(Sheet& sheet) {
  Comparison comparison;
  constexpr double kCount = std::size(kTolerances);
  for (const double tolerance : kTolerances) {
    const Inelastic dp = SweepInelastic(IvpMethod::kDormandPrince54, tolerance);
    const Inelastic ab = SweepInelastic(IvpMethod::kAdamsPece, tolerance);
    sheet.Add("c = 0.7 ODE45", tolerance, dp.error, 0.0, dp.evaluations);
    sheet.Add("c = 0.7 ODE113", tolerance, ab.error, 0.0, ab.evaluations);
    comparison.error_ratio *= std::pow(ab.error / dp.error, 1.0 / kCount);
    comparison.evaluation_ratio += ab.evaluations / dp.evaluations / kCount;
    if (ab.error < dp.error) ++comparison.better;
  }
  return comparison;
}

// The number of tolerances at which the median drop without loss ends with less energy than it
// had.
int CountLosses(IvpMethod method, const char* name, Sheet& sheet) {
  int losses = 0;
  for (const double tolerance : kTolerances) {
    const testing::DropSweep sweep =
        testing::SweepDrops(OptionsAt(method, tolerance, 2.0), kDropCount);
    sheet.Add(std::string("elastic ") + name, tolerance, std::fabs(sweep.Median()), sweep.Median(),
              sweep.evaluations);
    if (sweep.Median() < 0.0) ++losses;
  }
  return losses;
}

}  // namespace

void SmoothAdamsBetter(Findings& findings) {
  findings.sheet() = Sheet({"series", "tolerance", "error", "median_energy_change", "evaluations"});
  const Comparison inelastic = CompareInelastic(findings.sheet());
  const int count = static_cast<int>(std::size(kTolerances));
  const Reference tool = {Source::kReferenceRun, "both emulated, without guards"};
  findings.Reproduced(
      "c = 0.7: error of the third top, ODE113 over ODE45",
      {"proved to give better results than ODE45, for a non-fully elastic impact", "3"},
      {{inelastic.error_ratio, Below(1.0, 1.0, "", "1 where neither is better"),
        "geometric mean of 8 tolerances"},
       {static_cast<double>(inelastic.better),
        Between(5.0, 8.0, "", "more than half of the tolerances"),
        "tolerances at which it is smaller"}},
      tool);
  findings.Tells("c = 0.7: evaluations, ODE113 over ODE45", Text(inelastic.evaluation_ratio));
  const int adams = CountLosses(IvpMethod::kAdamsPece, "ODE113", findings.sheet());
  const int dormand_prince = CountLosses(IvpMethod::kDormandPrince54, "ODE45", findings.sheet());
  findings.Reproduced("elastic: of 8 tolerances, those at which the median of 40 drops loses",
                      {"this integrator led to a subsequent slight energy loss", "3"},
                      {{static_cast<double>(adams), Exactly(static_cast<double>(count)), "ODE113"},
                       {static_cast<double>(dormand_prince), Exactly(0.0), "ODE45, which gains"}},
                      tool);
  findings.SetPanels({{"c = 0.7: error of the third top",
                       "tolerance",
                       "relative error",
                       {{"ODE45", "tolerance", "error", "series", "c = 0.7 ODE45"},
                        {"ODE113", "tolerance", "error", "series", "c = 0.7 ODE113"}},
                       true,
                       true},
                      {"Elastic: change of energy in 2 s, size of the median",
                       "tolerance",
                       "|dE/E|",
                       {{"ODE45: gains", "tolerance", "error", "series", "elastic ODE45"},
                        {"ODE113: loses", "tolerance", "error", "series", "elastic ODE113"}},
                       true,
                       true}});
}

}  // namespace carom::papers
