// The bouncing ball under the authors' tool: smooth-13, -14, -15.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/laws/normal/normal_law.h"
#include "tests/papers/smooth/experiments.h"
#include "tests/testing/bouncing_ball.h"

namespace carom::papers {
namespace {

using testing::BouncingBall;
using testing::ContactSense;
using testing::ToolOptions;

constexpr double kDropDuration_s = 2.0;
constexpr std::array<double, 8> kTolerances = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-10, 1e-12};

NormalForceLaw Lossy() {
  return MakeNormalForce(LankaraniNikravesh{{.restitution = 0.7}}, BouncingBall::kStiffness);
}

// Of drops from 0.09 to 0.11 m without loss, relative.
struct Drops {
  std::vector<double> changes;  // Of the energy of each, in all.
  std::vector<double> rises;    // Of each top over the one before.
  std::vector<double> highest;  // Top of each over the start.
};

Drops DropAll(ContactSense sense, const IvpOptions& options, int count) {
  Drops drops;
  for (int i = 0; i < count; ++i) {
    BouncingBall ball({.stiffness = BouncingBall::kStiffness}, sense);
    const double gap_m = 0.09 + 0.02 * i / (count - 1);
    const testing::BounceOutcome drop = testing::Drop(ball, gap_m, kDropDuration_s, options);
    drops.changes.push_back(drop.energy_change);
    drops.highest.push_back(drop.HighestTop() / gap_m - 1.0);
    double before_m = gap_m;
    for (const double top_m : drop.tops_m) {
      drops.rises.push_back(top_m / before_m - 1.0);
      before_m = top_m;
    }
  }
  return drops;
}

// (gains - losses)/sqrt(n): the sign test's z, with its correction for continuity.
double SignZ(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value > 0.0 ? 1.0 : value < 0.0 ? -1.0 : 0.0;
  if (sum == 0.0) return 0.0;
  return (sum - std::copysign(1.0, sum)) / std::sqrt(static_cast<double>(values.size()));
}

double Greatest(const std::vector<double>& values) {
  double greatest = 0.0;
  for (const double value : values) greatest = std::max(greatest, std::fabs(value));
  return greatest;
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double MedianSize(std::vector<double> values) {
  for (double& value : values) value = std::fabs(value);
  return Median(std::move(values));
}

// Tolerances of ODE45, and how many drops.
struct Setting {
  const char* name;  // AbsTol/RelTol, as the paper writes them.
  double relative;
  double absolute;
  int drops;
};
constexpr Setting kDefaults = {"1e-6/1e-3", 1e-3, 1e-6, 100};
constexpr Setting kExtreme = {"1e-12/1e-12", 1e-12, 1e-12, 20};
constexpr Setting kOptimal = {"1e-6/1e-8", 1e-8, 1e-6, 60};

IvpOptions ToolFor(const Setting& setting) {
  return ToolOptions(setting.relative, setting.absolute, kDropDuration_s);
}

// One drop from 0.1 m, with the authors' tool.
void WriteDrop(const Setting& setting, const IvpOptions& options, Sheet& sheet) {
  std::vector<double> times;
  for (int i = 0; i <= 1000; ++i) times.push_back(kDropDuration_s * i / 1000.0);
  BouncingBall ball({.stiffness = BouncingBall::kStiffness}, ContactSense::kSteps);
  const testing::BounceOutcome drop = testing::Drop(ball, 0.1, kDropDuration_s, options, times);
  for (std::size_t i = 0; i < drop.samples.size(); ++i) {
    sheet.Add(setting.name, times[i], drop.samples[i][0], ball.Energy(drop.samples[i]));
  }
}

IvpOptions OptionsAt(IvpMethod method, double tolerance, double duration_s) {
  IvpOptions options = ToolOptions(tolerance, std::min(tolerance, 1e-6), duration_s);
  options.method = method;
  return options;
}

// The third top of a lossy drop; 0 where there is none.
double ThirdTop(ContactSense sense, double gap_m, const IvpOptions& options) {
  BouncingBall ball(Lossy(), sense);
  const testing::BounceOutcome drop = testing::Drop(ball, gap_m, 0.7, options);
  return drop.tops_m.size() < 3 ? 0.0 : drop.tops_m[2];
}

// Error of the third top, relative: geometric mean over 20 drops.
double LossyError(IvpMethod method, double tolerance) {
  constexpr int kDrops = 20;
  double logarithm = 0.0;
  for (int i = 0; i < kDrops; ++i) {
    const double gap_m = 0.09 + 0.02 * i / (kDrops - 1);
    const double exact =
        ThirdTop(ContactSense::kGuards, gap_m, OptionsAt(IvpMethod::kAdamsPece, 1e-12, 0.7));
    const double top = ThirdTop(ContactSense::kSteps, gap_m, OptionsAt(method, tolerance, 0.7));
    logarithm += std::log(std::max(std::fabs(top / exact - 1.0), 1e-12)) / kDrops;
  }
  return std::exp(logarithm);
}

double MedianChange(IvpMethod method, double tolerance) {
  const IvpOptions options = OptionsAt(method, tolerance, kDropDuration_s);
  return Median(DropAll(ContactSense::kSteps, options, 40).changes);
}

}  // namespace

void SmoothTolerances(Findings& findings) {
  findings.sheet() = Sheet({"tolerances", "t_s", "gap_m", "energy_J"});
  Plot heights = {"Elastic bounce without guards, ODE45", "t, s", "gap, m", {}};
  Plot energies = {"Its energy", "t, s", "energy, J", {}};
  for (const Setting& setting : {kDefaults, kExtreme, kOptimal}) {
    WriteDrop(setting, ToolFor(setting), findings.sheet());
    heights.curves.push_back({setting.name, "t_s", "gap_m", "tolerances", setting.name, "lines"});
    energies.curves.push_back(
        {setting.name, "t_s", "energy_J", "tolerances", setting.name, "lines"});
  }
  const auto drop = [](ContactSense sense, const Setting& setting) {
    return DropAll(sense, ToolFor(setting), setting.drops);
  };
  const Drops loose = drop(ContactSense::kSteps, kDefaults);
  const Drops located = drop(ContactSense::kGuards, kDefaults);
  findings.Emulate("smooth-13a", SignZ(loose.rises));
  findings.Measure("smooth-13a", SignZ(located.rises));
  findings.Emulate("smooth-13d", Median(loose.highest));
  findings.Measure("smooth-13d", Median(located.highest));
  for (const auto& [claim, setting] :
       {std::pair("smooth-13b", kExtreme), std::pair("smooth-13c", kOptimal)}) {
    const Drops tight = drop(ContactSense::kSteps, setting);
    findings.Emulate(claim, MedianSize(tight.changes));
    findings.Measure(claim, MedianSize(drop(ContactSense::kGuards, setting).changes));
    findings.Tell(claim, "greatest |dE/E| " + Text(Greatest(tight.changes)));
    findings.Plant(claim, "the defaults", {{MedianSize(loose.changes)}});
    findings.Plant("smooth-13d", setting.name, {{Median(tight.highest)}});
  }
  findings.SetPanels({heights, energies});
}

void SmoothInelastic(Findings& findings) {
  constexpr int kDrops = 20;
  constexpr double kReallySmall = 1e-6;
  findings.sheet() = Sheet({"approach_taken_at", "tolerance", "broken_off", "of"});
  for (const auto& [name, sense] :
       {std::pair("first step in contact", ContactSense::kSteps),
        std::pair("first evaluation in contact", ContactSense::kEvaluations),
        std::pair("contacts located", ContactSense::kGuards)}) {
    int collapses = 0;
    int loose = 0;
    for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-9, 1e-11, 1e-13}) {
      int broken = 0;
      for (int i = 0; i < kDrops; ++i) {
        BouncingBall ball(Lossy(), sense);
        const double gap_m = 0.09 + 0.02 * i / (kDrops - 1);
        const testing::BounceOutcome drop =
            testing::Drop(ball, gap_m, 1.2, OptionsAt(IvpMethod::kDormandPrince54, tolerance, 1.2));
        broken += drop.result.end != IvpEnd::kComplete ? 1 : 0;
      }
      (tolerance > kReallySmall ? loose : collapses) += broken;
      findings.sheet().Add(name, tolerance, broken, kDrops);
    }
    const Quantity count = {static_cast<double>(collapses), name};
    findings.Tell("smooth-14", std::string(name) + ": at 1e-3 to 1e-5, " + std::to_string(loose));
    if (sense == ContactSense::kGuards) {
      findings.Measure("smooth-14", {count});
    } else {
      findings.Emulate("smooth-14", {count});
    }
  }
}

void SmoothAdamsBetter(Findings& findings) {
  findings.sheet() = Sheet({"series", "tolerance", "error"});
  for (const double tolerance : kTolerances) {
    const double dp = LossyError(IvpMethod::kDormandPrince54, tolerance);
    const double ab = LossyError(IvpMethod::kAdamsPece, tolerance);
    const double elastic_dp = MedianChange(IvpMethod::kDormandPrince54, tolerance);
    const double elastic_ab = MedianChange(IvpMethod::kAdamsPece, tolerance);
    findings.Emulate("smooth-15a", {{std::log(dp / ab), Text(tolerance)}});
    findings.Emulate("smooth-15b", {{-elastic_ab, Text(tolerance)}});
    findings.sheet().Add("c = 0.7 ODE45", tolerance, dp);
    findings.sheet().Add("c = 0.7 ODE113", tolerance, ab);
    findings.sheet().Add("elastic ODE45", tolerance, std::fabs(elastic_dp));
    findings.sheet().Add("elastic ODE113", tolerance, std::fabs(elastic_ab));
  }
  const auto panel = [](const std::string& title, const std::string& series) {
    return Plot{title,
                "tolerance",
                "relative error",
                {{"ODE45", "tolerance", "error", "series", series + " ODE45"},
                 {"ODE113", "tolerance", "error", "series", series + " ODE113"}},
                true,
                true};
  };
  findings.SetPanels({panel("c = 0.7: error of the third top", "c = 0.7"),
                      panel("Elastic: change of energy in 2 s, median", "elastic")});
}

}  // namespace carom::papers
