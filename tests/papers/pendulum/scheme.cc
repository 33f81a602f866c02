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

const Printed kSignChange = {
    "Fulfillment of the condition (9) means that in the found interval ... the collision appears.",
    "3.2"};

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

struct Study {
  double step_s;
  double error_s[2];  // Of 40-digit arithmetic with the paper's scheme; 0: not known.
  double half_digit_s[2];
};
constexpr Study kStudies[] = {{2e-3, {0.0, 0.0}, {}},
                              {1e-3, {1.06e-5, 3.88e-5}, {5e-8, 5e-8}},
                              {5e-4, {1.34e-5, 1.03e-5}, {5e-8, 5e-8}},
                              {2e-4, {0.0, 0.0}, {}},
                              {1e-4, {3.9e-7, 3.1e-7}, {5e-9, 5e-9}},
                              {5e-5, {0.0, 0.0}, {}}};

void StudySteps(int which, const std::vector<double>& exact, Findings& findings) {
  const Simulation& simulation = kSimulations[which];
  const DoublePendulum pendulum = PaperPendulum(simulation.friction);
  std::vector<double> located;
  for (const Study& study : kStudies) {
    const PaperRun run = RunPaperScheme(pendulum, study.step_s, CollisionTest::kDownward);
    const double error_s = GreatestError(run.impacts_s, exact);
    located.push_back(GreatestError(LocatedTimes(pendulum, study.step_s, findings), exact));
    findings.sheet().Add(std::string("interpolated: ") + simulation.name, study.step_s, error_s);
    findings.sheet().Add(std::string("located: ") + simulation.name, study.step_s, located.back());
    if (study.error_s[which] == 0.0) continue;
    findings.SelfCheck(std::string(simulation.name) + ", h = " + Text(study.step_s) +
                           " s: the paper's scheme, greatest error of impact times over " +
                           Text(study.error_s[which]) + " s",
                       {Source::kCatalogue, "P-08"},
                       {{error_s / study.error_s[which],
                         Around(1.0, {study.half_digit_s[which] / study.error_s[which], "",
                                      "half a unit of the catalogue's last digit",
                                      /*derived=*/true})}});
  }
  // From 2e-3 to 2e-4 s, before rounding counts.
  const double order = std::log10(located[0] / located[3]);
  findings.Reproduced(
      std::string(simulation.name) + ": order in h of RK4, impacts located on its own solution",
      {"solved numerically using the fourth order Runge-Kutta method", "3.1"},
      {{order, Around(4.0, {0.6, "", "two errors of greatest impact times, each known to 2"})}},
      {Source::kClosedForm, "\"fourth\""});
}

// A pendulum whose obstacle lies so that its disc dips into it by `depth_m` once and comes back:
// the obstacle is moved to where a free swing is lowest before `until_s`.
DoublePendulum Grazing(double depth_m, double until_s, Findings& findings) {
  DoublePendulum free = PaperPendulum(0.0);
  free.obstacle_distance_m = 1.19;
  free.duration_s = until_s;
  const auto swing = Swing(free, Every(1e-5), findings);
  double lowest_m = 1.0;
  if (swing) {
    for (size_t i = 0; i < swing->samples.times_s.size(); ++i) {
      lowest_m = std::min(lowest_m,
                          testing::At(swing->samples, static_cast<int>(i), {"contact", "gap_m"}));
    }
  }
  free.obstacle_distance_m = 1.19 - lowest_m - depth_m;
  return free;
}

void CompareGrazing(Findings& findings) {
  const DoublePendulum grazing = Grazing(1e-6, 1.1, findings);
  const PaperRun printed = RunPaperScheme(grazing, 1e-3, CollisionTest::kPrinted);
  const auto ours = Swing(grazing, {}, findings);
  if (!ours) return;
  findings.sheet().Add("graze of 1e-6 m", "(9), h = 1e-3 s", printed.impacts_s.size(),
                       printed.false_alarms);
  findings.sheet().Add("graze of 1e-6 m", "bracketed", CountOf(*ours), 0);
  findings.Artefact(
      "a disc that dips in by 1e-6 m within one step: impacts",
      {"every time when function f changes its sign the Runge-Kutta algorithm is discontinued",
       "3.2"},
      {static_cast<double>(printed.impacts_s.size()), Exactly(0.0), "by (9), h = 1e-3 s"},
      {static_cast<double>(CountOf(*ours)), Exactly(1.0), "bracketed"},
      "f has the same sign at both ends of the step; its rate changes sign, and shows the dip");
}

void CompareExactTouch(Findings& findings) {
  // f = 0 to the last bit when the run begins, and falling.
  DoublePendulum touching = PaperPendulum(0.15);
  touching.angle_1_rad = 0.3;
  touching.angular_velocity_1_rad_s = -2.0;
  touching.angular_velocity_2_rad_s = 0.0;
  touching.duration_s = 2e-3;
  touching.disc_radius_m = 0.0625;  // A number of few bits, or f could not be 0.
  touching.angle_2_rad = -std::acos((0.9 - 0.0625 - 0.5 * std::cos(0.3)) / 0.6625);
  const auto gap_m = [&] { return PendulumEquations(touching).Gap({0.3, touching.angle_2_rad}); };
  for (int i = 0; i < 100 && gap_m() != 0.0; ++i) {  // The gap falls with the angle's size.
    touching.angle_2_rad = std::nextafter(touching.angle_2_rad, gap_m() > 0.0 ? 0.0 : -2.0);
  }
  const double rest_m = gap_m();
  const PaperRun printed = RunPaperScheme(touching, 1e-3, CollisionTest::kPrinted);
  const auto ours = Swing(touching, {}, findings);
  if (!ours || CountOf(*ours) == 0) return findings.Failed("f = 0", "no impact");
  findings.sheet().Add("f = 0, falling", "(9), h = 1e-3 s", printed.impacts_s.size(),
                       printed.false_alarms);
  findings.sheet().Add("f = 0, falling", "bracketed", CountOf(*ours), 0);
  findings.Artefact("f = " + Text(rest_m) + " m and falling",
                    {"f(psi_1j, psi_2j) f(psi_1(j+1), psi_2(j+1)) <0", "(9)"},
                    {static_cast<double>(printed.impacts_s.size()), Exactly(0.0),
                     "impacts by (9), f reaches " + Text(-printed.deepest_m) + " m"},
                    {ours->events[0].time_s, NearZero({1e-12, "s", "rounding"}, 1e-3),
                     "time of the impact, bracketed"},
                    "a product with f = 0 is not negative");
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
    findings.Artefact(
        std::string(simulation.name) + ", 6 s: sign changes of f on the way up, h = 1e-3 s",
        kSignChange,
        {static_cast<double>(printed.false_alarms),
         Above(1.0, 0.0, "", "0 if the rule were right; at most one for each impact"), "by (9)"},
        {static_cast<double>(meant.false_alarms), Exactly(0.0), "f from above only"},
        "interpolated angles leave f slightly below 0 after an impact; f must come from above");
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
  CompareGrazing(findings);
  CompareExactTouch(findings);
  CompareFalseAlarms(findings);
}

}  // namespace carom::papers
