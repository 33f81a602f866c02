// The bounce with c = 0.7 under ever sharper tolerances: smooth-14.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/laws/normal/normal_law.h"
#include "tests/papers/smooth/bounce_experiments.h"
#include "tests/testing/bouncing_ball.h"
#include "tests/testing/csv.h"

namespace carom::papers {
namespace {

using testing::BouncingBall;
using testing::ContactSense;

constexpr int kBounces = 6;
constexpr double kBouncesDuration_s = 1.2;

struct Policy {
  const char* name;
  ContactSense sense;
};

constexpr Policy kPolicies[] = {
    {"guards", ContactSense::kGuards},
    {"first step in contact", ContactSense::kSteps},
    {"first evaluation in contact", ContactSense::kEvaluations},
};

// catalogue D-02
std::vector<double> ExpectedTops() {
  std::vector<double> tops_m;
  for (const testing::CsvRow& row : testing::ReadCsv("bounce.csv")) {
    if (row.Text("model") == "LN cr=0.7") tops_m.push_back(row.Number("apex_gap"));
  }
  return tops_m;
}

// What becomes of the first bounces at one tolerance.
struct BounceRun {
  double worst_error = 0.0;   // Of the tops, relative; 1 where bounces are missing.
  double longest_step = 0.0;  // Over the mean one.
  bool complete = false;
};

BounceRun PlayAt(double tolerance, const Policy& policy, Sheet& sheet) {
  static const std::vector<double> expected = ExpectedTops();
  BouncingBall ball(
      MakeNormalForce(LankaraniNikravesh{.restitution = 0.7}, BouncingBall::kStiffness),
      policy.sense);
  const IvpOptions options = testing::ToolOptions(ErrorNorm::kMax, tolerance,
                                                  std::min(tolerance, 1e-6), kBouncesDuration_s);
  const testing::BounceOutcome drop = testing::Drop(ball, 0.1, kBouncesDuration_s, options);
  BounceRun run;
  run.complete = drop.result.end == IvpEnd::kComplete;
  const IvpCost& cost = drop.result.cost;
  run.longest_step = cost.longest_step_s * static_cast<double>(cost.accepted_steps) / drop.result.t;
  if (drop.tops_m.size() < kBounces) run.worst_error = 1.0;
  for (std::size_t n = 0; n < std::min<std::size_t>(kBounces, drop.tops_m.size()); ++n) {
    const double error = drop.tops_m[n] / expected[n] - 1.0;
    run.worst_error = std::max(run.worst_error, std::fabs(error));
    sheet.Add(policy.name, tolerance, n + 1, drop.tops_m[n], std::fabs(error),
              drop.result.cost.evaluations);
  }
  return run;
}

std::vector<BounceRun> PlayAll(const Policy& policy, Sheet& sheet) {
  std::vector<BounceRun> runs;
  for (int exponent = 3; exponent <= 13; ++exponent) {
    runs.push_back(PlayAt(std::pow(10.0, -exponent), policy, sheet));
  }
  return runs;
}

}  // namespace

void SmoothInelastic(Findings& findings) {
  findings.sheet() =
      Sheet({"approach_taken_at", "tolerance", "bounce", "top_m", "relative_error", "evaluations"});
  Plot plot = {"Bounce with c = 0.7, ODE45: error of the first six tops",
               "tolerance",
               "relative error",
               {},
               true,
               true};
  double least_spread = 1e9;
  for (const Policy& policy : kPolicies) {
    const std::vector<BounceRun> runs = PlayAll(policy, findings.sheet());
    for (const BounceRun& run : runs) least_spread = std::min(least_spread, run.longest_step);
    plot.curves.push_back(
        {policy.name, "tolerance", "relative_error", "approach_taken_at", policy.name, "points"});
    const Reference catalogue = {Source::kCatalogue, "D-02, tops of an exact bounce"};
    const auto incomplete = static_cast<double>(std::count_if(
        runs.begin(), runs.end(), [](const BounceRun& run) { return !run.complete; }));
    findings.Extension(
        "approach at the " + std::string(policy.name) + ", 1e-3 to 1e-13, the first six bounces",
        catalogue,
        {{incomplete, Exactly(0.0), "runs that break down"},
         {runs.back().worst_error, SizeWithin({1e-5, "", "what is left at 1e-13"}),
          "worst top at 1e-13, off by"}});
    findings.Tells("approach at the " + std::string(policy.name) + ", 1e-3: worst top off by",
                   Text(runs.front().worst_error));
  }
  findings.NotCheckable(
      "the collapse",
      {"the simulation collapses with ODE45, even for really small tolerance values", "3, Fig 7"},
      "how the tool takes the speed of approach, by which the law divides. Taken at the end of the "
      "first step or at the first evaluation in contact, none of our runs of six bounces breaks "
      "down");
  findings.Misprint("what is varied: longest step over the mean one, least of all runs",
                    {"for different values of time step", "Fig 7"},
                    {{least_spread, Above(2.0, 1.0, "", "1 for a fixed step")}},
                    "the tool chooses its steps, long in flight: what the text varies is the "
                    "tolerance");
  findings.SetPlot(plot);
}

}  // namespace carom::papers
