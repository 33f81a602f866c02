// What puts positions and velocities back onto their constraints.

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/base/index.h"
#include "core/multibody/constraint_group.h"
#include "core/multibody/constraint_solver.h"

namespace carom {
namespace {

// 2 G for the columns of a body's Euler parameters: omega = 2 G p', (2.4) and Phi_p = 2 D_omega G.
Eigen::Matrix<double, ConstraintRows::kMost, 7> InCoordinates(
    const Eigen::Matrix<double, ConstraintRows::kMost, 6>& jacobian, const EulerParameters& p) {
  Eigen::Matrix<double, ConstraintRows::kMost, 7> result;
  result.leftCols<3>() = jacobian.leftCols<3>();
  result.rightCols<4>() = 2.0 * jacobian.rightCols<3>() * EulerParameterMatrix(p);
  return result;
}

}  // namespace

SolveStatus ConstraintSolver::CorrectPositions(std::span<BodyMotion> motions) {
  SolveStatus worst = SolveStatus::kSolved;
  for (Group& group : groups_) {
    Eigen::MatrixXd& phi_q = group.coordinate_jacobian;
    phi_q.setZero();
    int row = 0;
    for (const int c : group.constraints) {
      const ConstraintRows at = Evaluate(constraints_[Index(c)], motions);
      const std::array<int, 2> tied = BodiesOf(constraints_[Index(c)]);
      for (int side = 0; side < 2; ++side) {
        const int body = tied[Index(side)];
        if (body == kGround) continue;
        const EulerParameters& p = motions[Index(body)].orientation;
        group.Place(body, row, at.rows, 7,
                    InCoordinates(side == 0 ? at.jacobian_a : at.jacobian_b, p), phi_q);
      }
      group.coordinate_value.segment(row, at.rows) = at.value.head(at.rows);
      row += at.rows;
    }
    for (std::size_t i = 0; i < group.bodies.size(); ++i, ++row) {  // (2.7) of each body
      const EulerParameters& p = motions[Index(group.bodies[i])].orientation;
      group.coordinate_value[row] = 0.5 * (p.squaredNorm() - 1.0);
      phi_q.block(row, static_cast<Eigen::Index>(7 * i + 3), 1, 4) = p.transpose();
    }
    group.coordinate_square = phi_q.lazyProduct(phi_q.transpose());
    if (!Group::Decompose(group.coordinate_square, group.coordinate_system)) {
      worst = SolveStatus::kSingular;
      continue;
    }
    group.coordinate_system.solveInPlace(group.coordinate_value);
    group.coordinate_change = -phi_q.transpose().lazyProduct(group.coordinate_value);
    for (std::size_t i = 0; i < group.bodies.size(); ++i) {
      BodyMotion& motion = motions[Index(group.bodies[i])];
      const auto column = static_cast<Eigen::Index>(7 * i);
      motion.position_m += group.coordinate_change.segment(column, 3);
      motion.orientation += group.coordinate_change.segment(column + 3, 4);
    }
  }
  // Phi_q knows the way along the sphere |p| = 1 only, so back onto it; and nothing above has seen
  // the bodies that no constraint ties.
  for (BodyMotion& motion : motions) motion.orientation.normalize();
  return worst;
}

SolveStatus ConstraintSolver::CorrectVelocities(std::span<BodyMotion> motions) {
  SolveStatus worst = SolveStatus::kSolved;
  for (Group& group : groups_) {
    group.EvaluateRows(constraints_, motions);
    const Eigen::MatrixXd& d = group.jacobian;
    group.rows_square = d.lazyProduct(d.transpose());
    if (!Group::Decompose(group.rows_square, group.multiplier_system)) {
      worst = SolveStatus::kSingular;
      continue;
    }
    group.multiplier_system.solveInPlace(group.rate);
    group.change = -d.transpose().lazyProduct(group.rate);
    group.ChangeVelocities(motions);
  }
  return worst;
}

// M dv = D^T p with D (v + dv) = 0: p = -(D M^-1 D^T)^-1 D v. With 1 / alpha on the diagonal, as in
// PenaltyIterations, redundant rows do no harm, and each round leaves a small share of D v.
SolveStatus ConstraintSolver::ShareMomentum(std::span<BodyMotion> motions) {
  const bool penalty = options_.method == ConstraintMethod::kAugmentedLagrangian;
  SolveStatus worst = SolveStatus::kSolved;
  for (Group& group : groups_) {
    for (int round = 0; round < (penalty ? options_.max_iterations : 1); ++round) {
      group.EvaluateRows(constraints_, motions);
      if (round > 0 && group.rate.cwiseAbs().maxCoeff() <= options_.tolerance) break;
      group.MoveByInverseMass(bodies_, motions);
      group.rows_square = group.jacobian.lazyProduct(group.moved);
      if (penalty) group.rows_square.diagonal().array() += 1.0 / options_.penalty;
      if (!Group::Decompose(group.rows_square, group.multiplier_system) && !penalty) {
        worst = SolveStatus::kSingular;
        break;
      }
      group.multiplier_system.solveInPlace(group.rate);
      group.change = -group.moved.lazyProduct(group.rate);
      group.ChangeVelocities(motions);
    }
  }
  return worst;
}

Violation ConstraintSolver::Measure(std::span<const BodyMotion> motions) {
  Violation violation;
  for (Group& group : groups_) {
    group.EvaluateRows(constraints_, motions);
    violation.position = std::max(violation.position, group.value.cwiseAbs().maxCoeff());
    violation.velocity = std::max(violation.velocity, group.rate.cwiseAbs().maxCoeff());
  }
  for (const BodyMotion& motion : motions) {
    const double norm_error = 0.5 * std::fabs(motion.orientation.squaredNorm() - 1.0);
    violation.orientation = std::max(violation.orientation, norm_error);
  }
  return violation;
}

std::vector<double> Assemble(ConstraintSolver& solver, std::span<BodyMotion> motions,
                             double tolerance) {
  constexpr int kMostIterations = 30;
  const auto broken = [&solver, motions] {
    const Violation violation = solver.Measure(motions);
    return std::max(violation.position, violation.orientation);
  };
  std::vector<double> violations = {broken()};
  while (violations.back() > tolerance && violations.size() <= kMostIterations) {
    if (solver.CorrectPositions(motions) != SolveStatus::kSolved) break;
    violations.push_back(broken());
  }
  return violations;
}

}  // namespace carom
