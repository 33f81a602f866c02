// Constraints that are there twice, and a linkage in its singular position: pool-05.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/constraint_experiments.h"

namespace carom::papers {
namespace {

constexpr double kPenalties[] = {1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

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

double AngleOf(std::span<const double> y, int body, double pivot_m) {
  const Vec3 at = ReadBody(y, body).position_m;
  return std::atan2(at.x() - pivot_m, -at.z());
}

struct Outcome {
  bool complete = false;
  double end_s = 0.0;
  Violation greatest;
  double angle_rad = 0.0;        // Of the first rod, at the end.
  double other_angle_rad = 0.0;  // Of the linkage's second crank.
  int iterations = 0;            // The most of (2.21).
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
        outcome.angle_rad = AngleOf(y, 0, 0.0);
        if (parts.start.size() > 1) outcome.other_angle_rad = AngleOf(y, 1, 1.5);
      });
  outcome.complete = result.end == IvpEnd::kComplete && !system.failed();
  outcome.end_s = result.t;
  return outcome;
}

void Write(const std::string& name, const char* method, double penalty, const Outcome& outcome,
           double error, Findings& findings) {
  findings.sheet().Add(name, method, penalty, outcome.complete ? "runs" : "fails", outcome.end_s,
                       outcome.iterations, outcome.greatest.position, outcome.greatest.velocity,
                       error);
}

// What each method is expected to do with a matrix that has no inverse.
void JudgeSingular(const std::string& name, const NamedMethod& method, const Outcome& outcome,
                   Findings& findings) {
  const std::string what = name + ", " + method.name + ": share of the run that it comes through";
  const double share = outcome.complete ? 1.0 : std::min(outcome.end_s / 0.3, 0.99);
  const Printed solved = {
      "Even when the system is close to a singular position or when dealing with redundant "
      "constraints the system of equations can still be solved.",
      "2.3"};
  const Printed fails = {
      "Baumgarte's method uses to fail when dealing with kinematic singular configurations or with "
      "redundant constraints",
      "2.3"};
  const Reference matrix = {Source::kClosedForm, "D M^-1 D^T has no inverse"};
  const Measured comes_through = {share, Exactly(1.0)};
  const Measured stops = {share, Below(1.0, 1.0, "", "1 if it came through to the end")};
  if (method.method == ConstraintMethod::kAugmentedLagrangian) {
    findings.Reproduced(what, solved, {comes_through}, matrix);
  } else if (method.method == ConstraintMethod::kBaumgarte) {
    findings.Reproduced(what, fails, {stops}, matrix);
  } else {
    findings.Extension(what, matrix, {stops});
  }
}

void JudgeDoubledRod(Findings& findings) {
  constexpr double kDuration_s = 3.0;
  constexpr auto kLagrange = ConstraintMethod::kLagrangeMultipliers;
  const double angle =
      Swing(PendulumOnRod(kLagrange, DegreesToRadians(60.0)), kDuration_s).angle_rad;
  for (const NamedMethod& method : kMethods) {
    const Outcome outcome = Swing(DoubledPendulum(method.method), kDuration_s);
    Write("doubled rod", method.name, 1e7, outcome, outcome.angle_rad - angle, findings);
    JudgeSingular("doubled rod", method, outcome, findings);
    if (!outcome.complete) continue;
    findings.SelfCheck("doubled rod, " + std::string(method.name) + ": angle after 3 s",
                       {Source::kReferenceRun, "the pendulum on one rod"},
                       {{outcome.angle_rad - angle, NearZero({1e-6, "rad", "|Phi| of AL"}, 1.0)}});
  }
}

void JudgePenalties(Findings& findings) {
  constexpr double kDuration_s = 3.0;
  int last = 1 << 30;
  int rises = 0;
  double worst = 0.0;
  std::string told;
  for (const double penalty : kPenalties) {
    ConstrainedSystem parts = DoubledPendulum(ConstraintMethod::kAugmentedLagrangian);
    parts.spec.constraint_options.penalty = penalty;
    const Outcome outcome = Swing(parts, kDuration_s);
    Write("doubled rod", "AL", penalty, outcome, 0.0, findings);
    rises += outcome.iterations > last ? 1 : 0;
    worst = std::max(worst, outcome.complete ? outcome.greatest.position : 1.0);
    last = outcome.iterations;
    told += (told.empty() ? "" : ", ") + Text(outcome.iterations);
  }
  findings.Reproduced(
      "doubled rod, AL: most iterations at penalties 1e3 to 1e9: " + told,
      {"alpha is a large real value (penalty number)", "2.3"},
      {{static_cast<double>(rises), Exactly(0.0), "steps to a larger penalty that need more"},
       {worst, SizeWithin({1e-6, "m^2", "the iteration's tolerance"}, 1.0), "greatest |Phi|"}},
      {Source::kReferenceRun, "the next smaller penalty"});
}

void JudgeFlatStart(Findings& findings) {
  for (const NamedMethod& method : kMethods) {
    const Outcome outcome = Swing(Parallelogram(method.method, kHalfPi, -3.0), 0.3);
    Write("linkage from flat", method.name, 1e7, outcome, 0.0, findings);
    JudgeSingular("linkage that starts flat", method, outcome, findings);
  }
}

// Drops from 135 degrees and comes through 90 degrees after some 0.4 s.
void JudgePassage(Findings& findings) {
  constexpr double kDuration_s = 1.0;
  const double start = DegreesToRadians(135.0);
  constexpr auto kLagrange = ConstraintMethod::kLagrangeMultipliers;
  const double angle = Swing(PendulumOnRod(kLagrange, start), kDuration_s).angle_rad;
  for (const NamedMethod& method : kMethods) {
    const Outcome outcome = Swing(Parallelogram(method.method, start, 0.0), kDuration_s);
    const double error =
        std::max(std::fabs(outcome.angle_rad - angle), std::fabs(outcome.other_angle_rad - angle));
    Write("linkage through flat", method.name, 1e7, outcome, error, findings);
    const std::string what = "linkage that swings through flat, " + std::string(method.name);
    const Measured passes = {outcome.complete ? error : std::nan(""),
                             SizeWithin({1e-8, "rad", "integration at 1e-9 over 1 s"}, 1.0)};
    const Reference pendulum = {Source::kReferenceRun, "a pendulum, which each crank is"};
    if (method.method == ConstraintMethod::kAugmentedLagrangian) {
      findings.Reproduced(what + ": error of the angles",
                          {"Even when the system is close to a singular position", "2.3"}, {passes},
                          pendulum);
    } else {
      findings.Extension(what + ": no step ends in the position itself; error of the angles",
                         pendulum, {passes});
    }
  }
}

}  // namespace

void PoolRedundantRows(Findings& findings) {
  findings.sheet() = Sheet({"system", "method", "penalty_kg", "status", "end_s", "iterations",
                            "violation", "velocity_violation", "angle_error_rad"});
  JudgeDoubledRod(findings);
  JudgePenalties(findings);
  JudgeFlatStart(findings);
  JudgePassage(findings);
}

}  // namespace carom::papers
