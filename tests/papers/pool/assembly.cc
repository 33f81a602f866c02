// Positions by Newton-Raphson: pool-03.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/constraint_experiments.h"
#include "tests/testing/assemble.h"
#include "tests/testing/zxz_angles.h"

namespace carom::papers {
namespace {

// Coordinates 10 % off: positions grow by a tenth of the system's size, bodies turn by 0.1 rad.
std::vector<BodyMotion> Guess(std::vector<BodyMotion> motions, double size_m) {
  const EulerParameters turn = FromZxzAngles(0.05, 0.1, 0.05);
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const double sign = i % 2 == 0 ? 1.0 : -1.0;
    motions[i].position_m += 0.1 * size_m * Vec3(0.5 * sign, 0.6, -0.6 * sign);
    const EulerParameters& p = motions[i].orientation;
    const Vec3 v = p.tail<3>();
    const Vec3 w = turn.tail<3>();
    EulerParameters turned;
    turned[0] = turn[0] * p[0] - w.dot(v);
    turned.tail<3>() = turn[0] * v + p[0] * w + w.cross(v);
    motions[i].orientation = turned;
  }
  return motions;
}

// The greatest |Phi| over the bound that the square of the one before sets.
double OverQuadratic(const std::vector<double>& trace, double size_m) {
  double over = 0.0;
  for (std::size_t i = 1; i + 1 < trace.size(); ++i) {
    const double bound = 2.0 * trace[i] * trace[i] / std::min(size_m * size_m, 1.0) + 1e-14;
    over = std::max(over, trace[i + 1] / bound);
  }
  return over;
}

void Judge(const std::string& name, const ConstrainedSystem& parts, double size_m,
           Findings& findings) {
  ConstraintSolver solver(parts.spec.bodies, parts.spec.constraints, parts.spec.constraint_options);
  std::vector<BodyMotion> motions = Guess(parts.start, size_m);
  const std::vector<double> trace = Assemble(solver, motions, 1e-14);
  std::string phis;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    findings.sheet().Add(name, static_cast<int>(i), trace[i]);
    char text[16];
    std::snprintf(text, sizeof text, i == 0 ? "%.1e" : ", %.1e", trace[i]);
    phis += text;
  }
  findings.Reproduced(
      name + ": |Phi| per iteration, guess 10 % off: " + phis,
      {"solved iteratively by employing the Newton-Raphson method", "2.2"},
      {{trace.back(), SizeWithin({1e-14, "", "rounding"}), "at the end"},
       {OverQuadratic(trace, size_m), Below(1.0, 1.0, "", "2 |Phi|^2 / L^2 and rounding"),
        "over the bound of quadratic convergence"}},
      {Source::kClosedForm, "Newton's method converges quadratically"});
}

// A rod of 1 m hung by its end.
ConstrainedSystem CompoundPendulum() {
  ConstrainedSystem pendulum;
  pendulum.spec.bodies = {RigidBody{1.0, Vec3(1.0 / 12.0, 1.0 / 12.0, 1e-3)}};
  pendulum.spec.constraints = {SphericalJoint{.arm_a = Vec3(0.0, 0.0, 0.5)}};
  BodyMotion rod;
  rod.position_m = Vec3(0.0, 0.0, -0.5);
  pendulum.start = {rod};
  return pendulum;
}

}  // namespace

void PoolAssembly(Findings& findings) {
  constexpr auto kMethod = ConstraintMethod::kDirectCorrection;
  findings.sheet() = Sheet({"system", "iteration", "violation"});
  Judge("pendulum, a point on a rod", PendulumOnRod(kMethod, 0.7), 1.0, findings);
  Judge("pendulum, a rod in a spherical joint", CompoundPendulum(), 1.0, findings);
  Judge("cradle, five rods", HangingCradle(kMethod), 0.15, findings);
  Judge("table, cloth and six cushions welded", WeldedTable(kMethod, false), 2.54, findings);
}

}  // namespace carom::papers
