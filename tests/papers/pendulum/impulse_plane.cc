// Fig. 4: the impacts on the impulse half-plane: pendulum-09.

#include "tests/papers/pendulum/impulse_plane.h"

#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>

#include "core/base/constants.h"
#include "core/models/pendulum/double_pendulum.h"
#include "tests/papers/pendulum/experiments.h"
#include "tests/papers/pendulum/setup.h"
#include "tests/testing/csv.h"
#include "tests/testing/degrees.h"
#include "tests/testing/impact_case.h"

namespace carom::papers {
namespace {

// dT/dF once the slip has vanished.
double SlopeWithoutSlip(const ImpulsePlane& plane, StickTest test) {
  const double hold = -plane.epsilon / plane.alpha;
  const double effort = test == StickTest::kAbsolute ? std::fabs(hold) : hold;
  if (effort <= plane.friction) return hold;
  return plane.epsilon > 0.0 ? -plane.friction : plane.friction;
}

}  // namespace

ImpulsePath DrawPath(const ImpulsePlane& plane, StickTest test) {
  const double side = plane.slip > 0.0 ? 1.0 : -1.0;
  const double slope = -side * plane.friction;  // Of the line of friction, Eq. (37).
  // Where it crosses the line of sticking, and that of maximum compression.
  const double vanishing = -plane.slip / (plane.epsilon + plane.alpha * slope);
  const double compressed = -plane.closing / (plane.gamma + plane.epsilon * slope);
  const double after = SlopeWithoutSlip(plane, test);
  ImpulsePath path;
  path.points.push_back({});
  const bool in_compression = vanishing > 0.0 && vanishing < compressed;
  path.compression_impulse = compressed;
  if (in_compression) {
    const double closing = plane.closing + (plane.gamma + plane.epsilon * slope) * vanishing;
    path.compression_impulse = vanishing - closing / (plane.gamma + plane.epsilon * after);
  }
  const double end = (1.0 + plane.restitution) * path.compression_impulse;
  if (in_compression || (vanishing > 0.0 && vanishing < end)) {
    path.points.push_back({vanishing, slope * vanishing});
    path.points.push_back({end, slope * vanishing + after * (end - vanishing)});
  } else {
    path.points.push_back({end, slope * end});
  }
  return path;
}

namespace {

const std::map<std::string, std::string>& CasesByPath() {
  static const std::map<std::string, std::string> cases = {{"slip", "a"},
                                                           {"stick-in-compression", "b"},
                                                           {"reversal-in-compression", "c"},
                                                           {"stick-in-restitution", "d"},
                                                           {"reversal-in-restitution", "e"}};
  return cases;
}

ImpulsePlane PlaneOf(const testing::CsvRow& row) {
  return {row.Number("alpha"),
          row.Number("gamma"),
          row.Number("eps"),
          row.Number("s0"),
          row.Number("c0"),
          row.Number("mu"),
          0.9};
}

// Of the panel to each side: the path, and some of the line of sticking.
double HeightOf(const ImpulsePlane& plane, const ImpulsePath& path) {
  const double end = path.points.back().f;
  const double sticking = std::fmin(std::fabs(plane.Sticking(0.0)), std::fabs(plane.Sticking(end)));
  return std::fmax(1.3 * std::fabs(path.points.back().t) + 0.2 * end, 2.0 * sticking);
}

// T on the path at F.
double TAt(const ImpulsePath& path, double f) {
  size_t i = 1;
  while (i + 1 < path.points.size() && path.points[i].f < f) ++i;
  const ImpulsePoint& a = path.points[i - 1];
  const ImpulsePoint& b = path.points[i];
  return a.t + (b.t - a.t) * (f - a.f) / (b.f - a.f);
}

// Lines across the panel, from F = 0 to a little beyond the end.
void AddLines(const std::string& name, const ImpulsePlane& plane, const ImpulsePath& path,
              Findings& findings) {
  Sheet& sheet = findings.sheet();
  const double end = path.points.back().f;
  const double height = HeightOf(plane, path);
  for (int i = 0; i <= 200; ++i) {
    const double f = 1.15 * end * i / 200.0;
    if (std::fabs(plane.Sticking(f)) < height) sheet.Add(name + " s = 0", f, plane.Sticking(f));
    const double t = height * (i / 100.0 - 1.0);  // This line is steep.
    if (plane.Compression(t) < 1.15 * end) sheet.Add(name + " c = 0", plane.Compression(t), t);
  }
  sheet.Add(name + " end", end, -height);
  sheet.Add(name + " end", end, height);
  for (const ImpulsePoint& point : path.points) sheet.Add(name + " path", point.f, point.t);
}

// The paper's names: Gamma_m, where compression ends, Gamma_f, the end, and the angles phi of the
// line of friction and phi_s of the line of sticking off the axis of F.
Plot PanelOf(const std::string& name, const ImpulsePlane& plane, const ImpulsePath& path) {
  const auto degrees = [](double tangent) {
    char text[16];
    std::snprintf(text, sizeof text, "%.1f\u00b0", RadiansToDegrees(std::atan(tangent)));
    return std::string(text);
  };
  Plot panel{"Case " + name + ": \u03c6 = " + degrees(plane.friction) +
                 ", \u03c6_s = " + degrees(std::fabs(plane.epsilon) / plane.alpha),
             "F, N s",
             "T, N s",
             {}};
  for (const char* line : {" s = 0", " c = 0", " end", " path"}) {
    panel.curves.push_back(
        {std::string(line).substr(1), "F_Ns", "T_Ns", "curve", name + line, "lines"});
  }
  panel.curves.back().style = "linespoints lw 3";
  const double middle = path.compression_impulse;
  panel.marks = {{"\u0393_m", middle, TAt(path, middle)},
                 {"\u0393_f", path.points.back().f, path.points.back().t}};
  return panel;
}

// The first of each case is drawn.
void DrawCases(Findings& findings) {
  std::vector<Plot> panels;
  std::set<std::string> drawn;
  for (const testing::CsvRow& row : testing::ReadCsv("pendulum_routh_cases.csv")) {
    const auto found = CasesByPath().find(row.Text("path"));
    if (found == CasesByPath().end()) continue;  // Without friction.
    const ImpulsePlane plane = PlaneOf(row);
    const ImpulsePath path = DrawPath(plane, StickTest::kAbsolute);
    const std::string name = found->second + (plane.slip > 0.0 ? "'" : "");
    if (!drawn.insert(found->second).second) continue;
    AddLines(name, plane, path, findings);
    panels.push_back(PanelOf(name, plane, path));
  }
  findings.SetPanels(panels, 2);
}

// Random positions and velocities of the pendulum, with friction of up to 1.
void CountArrangements(Findings& findings) {
  CounterRandom random(9, 0);
  std::map<std::string, int> counts;
  int otherwise = 0;
  int vanished = 0;
  for (int i = 0; i < 20000;) {
    const DoublePendulum pendulum = PaperPendulum(random.Uniform(0.01, 1.0));
    const PendulumEquations equations(pendulum);
    const PendulumState state = RandomState(random);
    if ((equations.ContactJacobian(state.angle_rad) * state.rate_rad_s).y() >= 0.0) continue;
    ++i;
    const PendulumImpact impact = ResolveDiscImpact(equations, state);
    const std::string name = ImpactCase(impact.path, impact.velocity_before_m_s.x());
    ++counts[name];
    if (name[0] == 'a' || i > 1000) continue;  // Integration takes its time.
    const double slip = SlipByIntegration(impact, pendulum);
    if (std::isnan(slip)) continue;
    ++vanished;
    const bool sticks = pendulum.friction > std::fabs(impact.epsilon) / impact.alpha;
    otherwise += sticks == (slip < 1e-9) ? 0 : 1;
  }
  findings.Measure("pendulum-09a", otherwise);
  findings.Tell("pendulum-09a", "the slip vanishes in " + std::to_string(vanished) + " of 1000");
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    for (const char* mirrored : {"", "'"}) {
      const std::string one = std::string(name) + mirrored;
      findings.Measure("pendulum-09b", {{static_cast<double>(counts[one]), one}});
    }
  }
}

}  // namespace

void PendulumImpulsePlane(Findings& findings) {
  findings.sheet() = Sheet({"curve", "F_Ns", "T_Ns"});
  DrawCases(findings);
  CountArrangements(findings);
}

}  // namespace carom::papers
