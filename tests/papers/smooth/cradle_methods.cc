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

constexpr double kSwingsDuration_s = 10.0;

NewtonsCradle DefaultCradle(ConstraintMethod method) {
  NewtonsCradle cradle = PaperCradle();
  cradle.duration_s = kSwingsDuration_s;
  cradle.constraints.method = method;
  cradle.integration.relative_tolerance = 1e-3;
  cradle.integration.absolute_tolerance = 1e-6;
  cradle.integration.largest_step_s = 0.1 * kSwingsDuration_s;
  return cradle;
}

double Greatest(const std::vector<double>& values) {
  return values.empty() ? NAN : *std::max_element(values.begin(), values.end());
}

void WriteSwings(const std::string& run, const Swings& swings, Findings& findings) {
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
  }
  findings.Reproduced(how + ": the standard method over the worst of the others",
                      {"inconsistent results", "5"},
                      {{Greatest(free.violations) / drift,
                        Above(1.0, 1.0, "", "1 where it is no worse"), "greatest |Phi|"},
                       {std::fabs(free.EnergyChange()) / most,
                        Above(1.0, 1.0, "", "1 where it is no worse"), "change of energy"}},
                      {Source::kReferenceRun, "BG, AL, DC"});
  findings.Tells(
      how + ", LM: whether it fails",
      {"The method based on standard Lagrange multipliers led to a failure of the system and, "
       "therefore, inconsistent results.",
       "5, Fig 14"},
      free.complete ? "it comes to its end, though the rods grow" : "it does not come to its end");
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
    WriteSwings(std::string("guards ") + method.name, guarded[method.name], findings);
    WriteSwings(std::string("no guards ") + method.name, guardless[method.name], findings);
  }
  Judge("ODE45 at its defaults, guards", guarded, findings);
  Judge("ODE45 at its defaults, no guards", guardless, findings);
  Plot violations = PlotOf("Violation of the constraints", "greatest |Phi|", "violation");
  violations.log_y = true;
  findings.SetPanels({PlotOf("Cradle: height of the ball released", "height, m", "height_m"),
                      violations, PlotOf("Energy over the swing's", "energy", "energy")});
}

}  // namespace carom::papers
