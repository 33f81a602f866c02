// Constraints that are there twice, and a linkage in its singular position: pool-05.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/constants.h"
#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/experiments.h"

namespace carom::papers {
namespace {

// The pendulum with its rod there twice.
ConstrainedSystem DoubledPendulum(ConstraintMethod method) {
  ConstrainedSystem pendulum = PendulumOnRod(method, DegreesToRadians(60.0));
  pendulum.spec.constraints.push_back(pendulum.spec.constraints[0]);
  return pendulum;
}

// Two cranks of 1 m a coupler's length apart, with a point of 1 kg at either end of the coupler. At
// 90 degrees all three lie in a line, and one of the three rods says nothing new. As long as the
// cranks stay parallel the points move like pendulums.
ConstrainedSystem Parallelogram(ConstraintMethod method, double angle_rad, double rate_rad_s) {
  constexpr double kCoupler_m = 1.5;
  const Vec3 pivot(kCoupler_m, 0.0, 0.0);
  const Vec3 y(0.0, 1.0, 0.0);
  ConstrainedSystem linkage;
  linkage.spec.bodies = {RigidBody{}, RigidBody{}};
  linkage.spec.constraints = {KeepDistance{.body_a = 0}, KeepDistance{.body_a = 1, .arm_b = pivot},
                              KeepDistance{.body_a = 0, .body_b = 1, .length_m = kCoupler_m},
                              KeepInPlane{.body = 0, .normal = y},
                              KeepInPlane{.body = 1, .normal = y}};
  linkage.spec.constraint_options.method = method;
  BodyMotion point;
  point.position_m = Vec3(std::sin(angle_rad), 0.0, -std::cos(angle_rad));
  point.velocity_m_s = rate_rad_s * Vec3(std::cos(angle_rad), 0.0, std::sin(angle_rad));
  linkage.start = {point, point};
  linkage.start[1].position_m += pivot;
  return linkage;
}

struct Outcome {
  bool complete = false;
  double end_s = 0.0;
  Violation greatest;
  int iterations = 0;  // The most of (2.21).
};

Outcome Swing(const ConstrainedSystem& parts, double duration_s) {
  MultibodySystem system(parts.spec);
  IvpOptions options;
  options.relative_tolerance = 1e-9;
  options.absolute_tolerance = 1e-11;
  options.largest_step_s = 0.01;
  options.max_evaluations = 2'000'000;
  Outcome outcome;
  const IvpResult result = RunConstrained(
      system, parts.start, duration_s, options, [&](double /*t*/, std::span<const double> y) {
        const Violation now = system.MeasureConstraints(y);
        outcome.greatest.position = std::max(outcome.greatest.position, now.position);
        outcome.greatest.velocity = std::max(outcome.greatest.velocity, now.velocity);
        outcome.iterations = std::max(outcome.iterations, system.constraints()->iterations());
      });
  outcome.complete = result.end == IvpEnd::kComplete && !system.failed();
  outcome.end_s = result.t;
  return outcome;
}

void Write(const std::string& name, const char* method, const Outcome& outcome,
           Findings& findings) {
  findings.sheet().Add(name, method, outcome.complete ? "runs" : "fails", outcome.end_s,
                       outcome.iterations, outcome.greatest.position, outcome.greatest.velocity);
}

void MeasureShare(const std::string& name, const NamedMethod& method, const Outcome& outcome,
                  double duration_s, Findings& findings) {
  const double share = outcome.complete ? 1.0 : std::min(outcome.end_s / duration_s, 0.99);
  switch (method.method) {
    case ConstraintMethod::kAugmentedLagrangian:
      findings.Measure("pool-05a", {{share, name}});
      return findings.Plant("pool-05b", name + " by the augmented Lagrangian", {{share}});
    case ConstraintMethod::kBaumgarte:
      findings.Measure("pool-05b", {{share, name}});
      return findings.Plant("pool-05a", name + " by Baumgarte's method", {{share}});
    default:
      return;
  }
}

}  // namespace

void PoolRedundantRows(Findings& findings) {
  findings.sheet() = Sheet(
      {"system", "method", "status", "end_s", "iterations", "violation", "velocity_violation"});
  for (const NamedMethod& method : kMethods) {
    const Outcome doubled = Swing(DoubledPendulum(method.method), 3.0);
    Write("doubled rod", method.name, doubled, findings);
    MeasureShare("a rod that is there twice", method, doubled, 3.0, findings);
    const Outcome flat = Swing(Parallelogram(method.method, kHalfPi, -3.0), 0.3);
    Write("linkage from flat", method.name, flat, findings);
    MeasureShare("a parallelogram that starts flat", method, flat, 0.3, findings);
  }
  // From 135 degrees, through 90 degrees after some 0.4 s.
  for (const auto& [claim, method] : {std::pair("pool-05a", ConstraintMethod::kAugmentedLagrangian),
                                      std::pair("pool-05b", ConstraintMethod::kBaumgarte)}) {
    const Outcome passage = Swing(Parallelogram(method, DegreesToRadians(135.0), 0.0), 1.0);
    findings.Tell(claim, std::string("one that swings through flat ") +
                             (passage.complete ? "comes through, where no step ends there"
                                               : "breaks off near it"));
  }
}

}  // namespace carom::papers
