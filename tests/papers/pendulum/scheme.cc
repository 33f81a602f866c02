// The paper's integration and its search for collisions: pendulum-04, -05.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/papers/pendulum/experiments.h"
#include "tests/papers/pendulum/paper_scheme.h"
#include "tests/papers/pendulum/setup.h"
#include "tests/testing/channels.h"

namespace carom::papers {
namespace {

std::vector<double> TimesOf(const MechanismRecord& record) { return record.impacts.times_s; }

// The greatest error of an impact's time; infinite when an impact is missing.
double GreatestError(const std::vector<double>& times, const std::vector<double>& exact) {
  if (times.size() != exact.size()) return std::numeric_limits<double>::infinity();
  double greatest = 0.0;
  for (size_t i = 0; i < exact.size(); ++i) {
    greatest = std::max(greatest, std::fabs(times[i] - exact[i]));
  }
  return greatest;
}

// RK4 steps, but with impacts located on the method's own solution.
std::vector<double> LocatedTimes(DoublePendulum pendulum, double step_s, Findings& findings) {
  pendulum.integration.method = IvpMethod::kRungeKutta4;
  pendulum.integration.largest_step_s = step_s;
  const auto record = Swing(pendulum, {}, findings);
  return record ? TimesOf(*record) : std::vector<double>();
}

constexpr double kSteps_s[] = {2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5};

void StudySteps(int which, const std::vector<double>& exact, Findings& findings) {
  const Simulation& simulation = kSimulations[which];
  const DoublePendulum pendulum = PaperPendulum(simulation.friction);
  std::vector<double> located;
  for (const double step_s : kSteps_s) {
    const PaperRun run = RunPaperScheme(pendulum, step_s, CollisionTest::kDownward);
    const double error_s = GreatestError(run.impacts_s, exact);
    located.push_back(GreatestError(LocatedTimes(pendulum, step_s, findings), exact));
    findings.sheet().Add(std::string("interpolated: ") + simulation.name, step_s, error_s);
    findings.sheet().Add(std::string("located: ") + simulation.name, step_s, located.back());
  }
  // From 2e-3 to 2e-4 s, before rounding counts.
  findings.Measure("pendulum-04", {{std::log10(located[0] / located[3]), simulation.name}});
}

// After an interpolated impact f is not 0 but a rounding of the interpolation: when it is below,
// f changes sign again on the way up.
void CompareFalseAlarms(Findings& findings) {
  for (const Simulation& simulation : kSimulations) {
    const DoublePendulum pendulum = PaperPendulum(simulation.friction);
    const PaperRun printed = RunPaperScheme(pendulum, 1e-3, CollisionTest::kPrinted);
    findings.sheet().Add(simulation.name, "(9), h = 1e-3 s", printed.impacts_s.size(),
                         printed.false_alarms);
    const PaperRun meant = RunPaperScheme(pendulum, 1e-3, CollisionTest::kDownward);
    findings.sheet().Add(simulation.name, "downward only", meant.impacts_s.size(),
                         meant.false_alarms);
    findings.Measure("pendulum-05", {{static_cast<double>(printed.false_alarms), simulation.name}});
  }
}

}  // namespace

void PendulumStepStudy(Findings& findings) {
  findings.sheet() = Sheet({"curve", "step_s", "greatest_error_s"});
  Plot plot{"Times of the impacts within 6 s", "step h, s", "greatest error, s", {}};
  plot.log_x = plot.log_y = true;
  for (int which = 0; which < 2; ++which) {
    const auto exact = Swing(PaperPendulum(kSimulations[which].friction), {}, findings);
    if (!exact) return;
    StudySteps(which, TimesOf(*exact), findings);
    for (const char* how : {"interpolated: ", "located: "}) {
      const std::string curve = std::string(how) + kSimulations[which].name;
      plot.curves.push_back({curve, "step_s", "greatest_error_s", "curve", curve});
    }
  }
  findings.SetPlot(plot);
}

void PendulumSignChange(Findings& findings) {
  findings.sheet() = Sheet({"case", "search", "impacts", "sign_changes_upwards"});
  CompareFalseAlarms(findings);
}

}  // namespace carom::papers
