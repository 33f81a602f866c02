// Drift of the constraints over 10 s under the four methods: pool-04.

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "core/base/constants.h"
#include "core/models/cradle/newtons_cradle.h"
#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/experiments.h"
#include "tests/testing/channels.h"

namespace carom::papers {
namespace {

constexpr double kDriftDuration_s = 10.0;

// Greatest so far; at 1 s and at the end.
struct Drift {
  Violation early;
  Violation late;
};

void Raise(double& greatest, double value) { greatest = std::max(greatest, value); }

void Note(double t, const Violation& now, Drift& drift) {
  for (Violation* greatest : {&drift.early, &drift.late}) {
    if (greatest == &drift.early && t > 1.0) continue;
    Raise(greatest->position, now.position);
    Raise(greatest->velocity, now.velocity);
  }
}

void Write(const std::string& system, const NamedMethod& method, double t, const Violation& now,
           Findings& findings) {
  findings.sheet().Add(system + " " + method.name, t, now.position, now.velocity);
}

// The defaults of the paper's tool, at which drift shows; at 1e-12 there is none in 10 s.
constexpr double kRelative = 1e-3;
constexpr double kAbsolute = 1e-6;
constexpr double kLargestStep_s = 0.1 * kDriftDuration_s;

IvpOptions ToolDefaults() {
  IvpOptions options;
  options.relative_tolerance = kRelative;
  options.absolute_tolerance = kAbsolute;
  options.largest_step_s = kLargestStep_s;
  return options;
}

Drift RunSystem(const std::string& name, const NamedMethod& method, const ConstrainedSystem& parts,
                Findings& findings) {
  MultibodySystem system(parts.spec);
  Drift drift;
  double written_s = -1.0;
  const auto look = [&](double t, std::span<const double> y) {
    const Violation now = system.MeasureConstraints(y);
    Note(t, now, drift);
    if (t < written_s + 0.02) return;
    Write(name, method, t, now, findings);
    written_s = t;
  };
  RunConstrained(system, parts.start, kDriftDuration_s, ToolDefaults(), look);
  return drift;
}

// To 1 s and to 10 s.
Drift RunCradle(const NamedMethod& method, Findings& findings) {
  NewtonsCradle cradle;
  cradle.constraints.method = method.method;
  cradle.integration.relative_tolerance = kRelative;
  cradle.integration.absolute_tolerance = kAbsolute;
  cradle.integration.largest_step_s = kLargestStep_s;
  Drift drift;
  for (Violation* greatest : {&drift.early, &drift.late}) {
    cradle.duration_s = greatest == &drift.early ? 1.0 : kDriftDuration_s;
    MechanismRecord record;
    const MechanismDetail detail = {.sample_period_s = 0.02};
    (void)Simulate(cradle, detail, StopToken(), record);
    greatest->position = testing::FigureOf(record, "greatest_violation");
    greatest->velocity = testing::FigureOf(record, "greatest_velocity_violation");
    if (greatest == &drift.early) continue;
    for (std::size_t i = 0; i < record.samples.times_s.size(); ++i) {
      const int row = static_cast<int>(i);
      const Violation now = {
          testing::At(record.samples, row, {"constraints", "violation"}),
          testing::At(record.samples, row, {"constraints", "velocity_violation"})};
      Write("cradle", method, record.samples.times_s[i], now, findings);
    }
  }
  return drift;
}

using ByMethod = std::map<std::string, Drift>;

void MeasureDrift(const std::string& name, const ByMethod& drifts, Findings& findings) {
  const Drift& free = drifts.at("LM");
  findings.Measure("pool-04a", {{free.late.position / free.early.position, name}});
  for (const char* method : {"BG", "AL", "DC"}) {
    findings.Measure("pool-04b",
                     {{drifts.at(method).late.position / free.late.position, name + " " + method}});
  }
}

Plot DriftPlot(const std::string& system) {
  Plot plot{system + ": violation of the constraints", "t, s", "greatest |Phi|", {}};
  plot.log_y = true;
  for (const NamedMethod& method : kMethods) {
    const std::string key = system + " " + method.name;
    plot.curves.push_back({method.name, "t_s", "violation", "run", key, "lines"});
  }
  plot.y_low = 1e-18;  // Below the last place of a metre a violation is none.
  return plot;
}

}  // namespace

void PoolDrift(Findings& findings) {
  findings.sheet() = Sheet({"run", "t_s", "violation", "velocity_violation"});
  ByMethod pendulum;
  ByMethod cradle;
  for (const NamedMethod& method : kMethods) {
    pendulum[method.name] = RunSystem(
        "pendulum", method, PendulumOnRod(method.method, DegreesToRadians(90.0)), findings);
    cradle[method.name] = RunCradle(method, findings);
  }
  MeasureDrift("pendulum", pendulum, findings);
  MeasureDrift("cradle", cradle, findings);
  findings.SetPanels({DriftPlot("pendulum"), DriftPlot("cradle")});
}

}  // namespace carom::papers
