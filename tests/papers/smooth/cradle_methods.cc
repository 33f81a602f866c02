// The cradle under the four constraint methods: smooth-26.

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "tests/papers/smooth/cradle_experiments.h"
#include "tests/papers/smooth/cradle_setup.h"

namespace carom::papers {
namespace {

struct Method {
  ConstraintMethod method;
  const char* name;
};

constexpr Method kMethods[] = {{ConstraintMethod::kLagrangeMultipliers, "LM"},
                               {ConstraintMethod::kBaumgarte, "BG"},
                               {ConstraintMethod::kAugmentedLagrangian, "AL"},
                               {ConstraintMethod::kDirectCorrection, "DC"}};

constexpr double kDuration_s = 10.0;

NewtonsCradle DefaultCradle(ConstraintMethod method) {
  NewtonsCradle cradle = PaperCradle();
  cradle.duration_s = kDuration_s;
  cradle.constraints.method = method;
  cradle.integration.relative_tolerance = 1e-3;
  cradle.integration.absolute_tolerance = 1e-6;
  cradle.integration.largest_step_s = 0.1 * kDuration_s;
  return cradle;
}

double Greatest(const std::vector<double>& values) {
  return values.empty() ? NAN : *std::max_element(values.begin(), values.end());
}

std::string Told(const Swings& swings) {
  if (!swings.complete) return "does not come to its end";
  return "runs, |Phi| to " + Text(Greatest(swings.violations)) + ", energy " +
         Text(100.0 * swings.EnergyChange()) + " %";
}

void Write(const std::string& run, const Swings& swings, Findings& findings) {
  constexpr std::size_t kEvery = 20;
  for (std::size_t i = 0; i < swings.times_s.size(); i += kEvery) {
    findings.sheet().Add(run, swings.times_s[i], swings.heights_m[i], swings.violations[i],
                         swings.energies[i]);
  }
}

void Judge(const std::string& how, const std::map<std::string, Swings>& by, Findings& findings) {
  const Swings& free = by.at("LM");
  double most = 0.0;
  double drift = 0.0;
  for (const char* name : {"BG", "AL", "DC"}) {
    const Swings& held = by.at(name);
    most = std::max(most, std::fabs(held.EnergyChange()));
    drift = std::max(drift, Greatest(held.violations));
    findings.Reproduces(how + ", " + name, "runs", Told(held), held.complete);
  }
  const bool worse =
      std::fabs(free.EnergyChange()) > 3.0 * most && Greatest(free.violations) > 30.0 * drift;
  findings.Reproduces(how + ", LM", "inconsistent results", Told(free), worse);
  findings.Differs(how + ", LM: whether it comes to its end", "a failure of the system",
                   free.complete ? "it does" : "it does not", free.complete,
                   "ten constraints that do not depend on each other: (2.20) has a solution at "
                   "every step, though the rods grow");
}

Plot PlotOf(const char* title, const char* label, const char* column) {
  Plot plot{title, "t, s", label, {}};
  for (const Method& method : kMethods) {
    plot.curves.push_back(
        {method.name, "t_s", column, "run", std::string("guards ") + method.name, "lines"});
  }
  return plot;
}

}  // namespace

void CradleMethods(Findings& findings) {
  findings.sheet() = Sheet({"run", "t_s", "height_m", "violation", "energy"});
  std::map<std::string, Swings> guarded;
  std::map<std::string, Swings> guardless;
  for (const Method& method : kMethods) {
    guarded[method.name] = SwingWithGuards(DefaultCradle(method.method));
    guardless[method.name] = SwingWithoutGuards(DefaultCradle(method.method));
    Write(std::string("guards ") + method.name, guarded[method.name], findings);
    Write(std::string("no guards ") + method.name, guardless[method.name], findings);
  }
  Judge("ODE45 at its defaults, guards", guarded, findings);
  Judge("ODE45 at its defaults, no guards", guardless, findings);
  Plot violations = PlotOf("Violation of the constraints", "greatest |Phi|", "violation");
  violations.log_y = true;
  findings.SetPanels({PlotOf("Cradle: height of the ball released", "height, m", "height_m"),
                      violations, PlotOf("Energy over the swing's", "energy", "energy")});
}

}  // namespace carom::papers
