// Direct correction, as printed and right: pool-07.

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/constraint_experiments.h"

namespace carom::papers {
namespace {

using Row7 = Eigen::Matrix<double, 1, 7>;

// Phi_q of a constraint on one body: D = dPhi'/d(v, omega), and omega = 2 G p'.
Eigen::MatrixXd InCoordinates(const ConstraintRows& at, const EulerParameters& p) {
  Eigen::MatrixXd phi_q(at.rows, 7);
  phi_q.leftCols(3) = at.jacobian_a.topLeftCorner(at.rows, 3);
  phi_q.rightCols(4) = 2.0 * at.jacobian_a.topRightCorner(at.rows, 3) * EulerParameterMatrix(p);
  return phi_q;
}

enum class Reading {
  kPrinted,      // (2.27): D D^T without its inverse.
  kSixOnSeven,   // With the inverse, but D's last three columns taken for those of e1, e2, e3.
  kCoordinates,  // (Phi_q Phi_q^T)^-1: right.
};

// |Phi| before and after each of `count` corrections of one body.
std::vector<double> Correct(const Constraint& constraint, BodyMotion motion, Reading reading,
                            int count) {
  std::vector<double> sizes;
  for (int i = 0;; ++i) {
    const ConstraintRows at = Evaluate(constraint, std::array{motion});
    const Eigen::VectorXd phi = at.value.head(at.rows);
    sizes.push_back(phi.norm());
    if (i == count) return sizes;
    Eigen::MatrixXd d = InCoordinates(at, motion.orientation);
    if (reading == Reading::kSixOnSeven) {
      d.col(3).setZero();
      d.rightCols(3) = at.jacobian_a.topRightCorner(at.rows, 3);
    }
    const Eigen::MatrixXd square = d * d.transpose();
    const Eigen::VectorXd weighted = reading == Reading::kPrinted
                                         ? Eigen::VectorXd(square * phi)
                                         : Eigen::VectorXd(square.fullPivLu().solve(phi));
    const Eigen::VectorXd change = -d.transpose() * weighted;
    motion.position_m += change.head(3);
    motion.orientation += change.tail(4);
    motion.orientation.normalize();
  }
}

std::string Told(const std::vector<double>& sizes) {
  std::string told;
  for (const double size : sizes) {
    char text[16];
    std::snprintf(text, sizeof text, told.empty() ? "%.1e" : ", %.1e", size);
    told += text;
  }
  return told;
}

void Write(const std::string& name, const std::vector<double>& sizes, Findings& findings) {
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    findings.sheet().Add(name, static_cast<int>(i), sizes[i]);
  }
}

BodyMotion Disturbed(double length_m) {
  BodyMotion bob;
  bob.position_m = length_m * Vec3(0.6, 0.0, -0.8) + Vec3(1e-3, -5e-4, 8e-4);
  return bob;
}

// For Phi = (|d|^2 - L^2)/2, D D^T is L^2: one step as printed leaves (1 - L^4) of Phi.
void JudgeInverse(Findings& findings) {
  for (const double length : {0.3, 1.0, 2.0}) {
    const KeepDistance rod{.length_m = length};
    const auto printed = Correct(rod, Disturbed(length), Reading::kPrinted, 4);
    const auto right = Correct(rod, Disturbed(length), Reading::kCoordinates, 4);
    const std::string of = "rod of " + Text(length) + " m: ";
    Write(of + "as printed", printed, findings);
    Write(of + "with the inverse", right, findings);
    const Tolerance left = {0.05, "", "|Phi| of second order"};
    Band as_printed = Around(std::fabs(1.0 - std::pow(length, 4.0)), left);
    as_printed.wrong = 1.0;  // Of the rod of 1 m, where 0 is to be: nothing corrected.
    findings.Misprint(
        of + "what one correction leaves of Phi (with the inverse: " + Told(right) + ")",
        {"delta q = - D^T (D D^T) Phi(q^u)", "(2.27)"},
        {{printed[1] / printed[0], as_printed, "as printed: 1 - L^4"},
         {right[1] / right[0], SizeWithin(left), "with the inverse"},
         {right[4], SizeWithin({1e-15, "m^2", "rounding of a rod of 2 m"}, 4.0),
          "after four with the inverse"}},
        "the inverse of D D^T = L^2 is missing: as printed it is right for a rod of 1 m only");
  }
}

// A body that hangs by a spherical joint far from its centre of mass.
void JudgeCoordinates(Findings& findings) {
  const SphericalJoint joint{.arm_a = Vec3(0.1, -0.2, 3.0)};
  BodyMotion body;
  body.position_m = Vec3(-0.1, 0.2, -3.0);
  body.orientation = EulerParameters(1.0, 1e-3, 5e-4, 0.0).normalized();
  const auto six = Correct(joint, body, Reading::kSixOnSeven, 4);
  const auto right = Correct(joint, body, Reading::kCoordinates, 4);
  Write("joint: D of six velocities", six, findings);
  Write("joint: Phi_q", right, findings);
  findings.Misprint("joint on an arm of 3 m: |Phi| after one correction, of that before",
                    {"delta Phi = dPhi/dq_1 delta q_1 + ... = D delta q", "(2.26)"},
                    {{six[1] / six[0], Above(0.05, 0.0, "", "more than second order leaves"),
                      "D of (2.10) on (r, e1, e2, e3): " + Told(six)},
                     {right[1] / right[0], SizeWithin({0.05, "", "|Phi| of second order"}),
                      "Phi_q: " + Told(right)}},
                    "D multiplies 6 velocities and q has 7 coordinates: dPhi/dp = 2 D_omega G");
}

// catalogue D-18, by the solver, and the velocities of (2.29).
void JudgeSolver(Findings& findings) {
  const ConstrainedSystem parts = PendulumOnRod(ConstraintMethod::kDirectCorrection, 0.7);
  ConstraintSolver solver(parts.spec.bodies, parts.spec.constraints, parts.spec.constraint_options);
  std::vector<BodyMotion> motions = parts.start;
  motions[0].position_m += Vec3(1e-3, -5e-4, 8e-4);
  motions[0].velocity_m_s = Vec3(0.3, 0.1, -0.2);
  const double before = solver.Measure(motions).position;
  solver.CorrectPositions(motions);
  const double after = solver.Measure(motions).position;
  const Printed removes = {
      "delta q represents the set of corrections that eliminates the constraints violation", "2.3"};
  findings.Reproduced(
      "solver: |Phi| after one correction, over its square before", removes,
      {{after / (before * before),
        Below(1.0, 1.0 / before, "", "the square, and 1/|Phi| if it were of first order")}},
      {Source::kCatalogue, "D-18"});
  for (int i = 0; i < 3; ++i) solver.CorrectPositions(motions);
  findings.Reproduced(
      "solver: |Phi| after four", removes,
      {{solver.Measure(motions).position, SizeWithin({1e-14, "m^2", "rounding"}, 1.0)}},
      {Source::kClosedForm, "0"});
  const double speed = solver.Measure(motions).velocity;
  solver.CorrectVelocities(motions);
  findings.Reproduced(
      "|Phi'| after (2.29), from " + Text(speed),
      {"by using Eq. (2.29) with the new values of q^c, the velocity constraints violation is "
       "corrected",
       "2.3"},
      {{solver.Measure(motions).velocity, SizeWithin({1e-15, "m^2/s", "rounding"}, 1.0)}},
      {Source::kClosedForm, "0"});
}

}  // namespace

void PoolDirectCorrection(Findings& findings) {
  findings.sheet() = Sheet({"reading", "corrections", "violation"});
  JudgeInverse(findings);
  JudgeCoordinates(findings);
  JudgeSolver(findings);
}

}  // namespace carom::papers
