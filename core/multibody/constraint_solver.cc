#include "core/multibody/constraint_solver.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/base/index.h"
#include "core/multibody/constraint_group.h"

namespace carom {
namespace {

// D M^-1 D^T lambda = rhs - D free; v' = free + M^-1 D^T lambda.
template <class Group>
SolveStatus SolveMultipliers(Group& group, const Eigen::VectorXd& rhs) {
  group.rows_square = group.jacobian.lazyProduct(group.moved);
  if (!Group::Decompose(group.rows_square, group.multiplier_system)) return SolveStatus::kSingular;
  group.multiplier = rhs - group.jacobian.lazyProduct(group.free);
  group.multiplier_system.solveInPlace(group.multiplier);
  group.acceleration = group.free + group.moved.lazyProduct(group.multiplier);
  return SolveStatus::kSolved;
}

}  // namespace

ConstraintSolver::ConstraintSolver(std::span<const RigidBody> bodies,
                                   std::vector<Constraint> constraints,
                                   const ConstraintOptions& options)
    : bodies_(bodies.begin(), bodies.end()),
      constraints_(std::move(constraints)),
      options_(options) {
  std::vector<int> leader(bodies_.size());
  std::iota(leader.begin(), leader.end(), 0);
  const auto lead = [&leader](int body) {
    while (leader[Index(body)] != body) body = leader[Index(body)];
    return body;
  };
  for (const Constraint& constraint : constraints_) {
    const auto [a, b] = BodiesOf(constraint);
    if (a != kGround && b != kGround)
      leader[Index(std::max(lead(a), lead(b)))] = std::min(lead(a), lead(b));
    multipliers_.emplace_back(Index(RowsOf(constraint)), 0.0);
  }
  for (int body = 0; body < static_cast<int>(bodies_.size()); ++body) {
    Group group;
    for (int other = body; other < static_cast<int>(bodies_.size()); ++other) {
      if (lead(other) == body) group.bodies.push_back(other);
    }
    int rows = 0;
    for (int c = 0; c < static_cast<int>(constraints_.size()); ++c) {
      const auto [a, b] = BodiesOf(constraints_[Index(c)]);
      if (lead(a == kGround ? b : a) != body) continue;
      group.constraints.push_back(c);
      rows += RowsOf(constraints_[Index(c)]);
    }
    if (rows == 0) continue;
    const int columns = 6 * static_cast<int>(group.bodies.size());
    const int extra = static_cast<int>(group.bodies.size());
    group.jacobian.setZero(rows, columns);
    group.moved.setZero(columns, rows);
    group.value.setZero(rows);
    group.rate.setZero(rows);
    group.gamma.setZero(rows);
    group.multiplier.setZero(rows);
    group.rows_square.setZero(rows, rows);
    group.change.setZero(columns);
    group.coordinate_square.setZero(rows + extra, rows + extra);
    group.coordinate_change.setZero(7 * extra);
    group.free.setZero(columns);
    group.acceleration.setZero(columns);
    group.coordinate_jacobian.setZero(rows + extra, 7 * extra);
    group.coordinate_value.setZero(rows + extra);
    // Of the right size from the start, and with no member unset that a move would read.
    group.multiplier_system.compute(Eigen::MatrixXd::Identity(rows, rows));
    group.coordinate_system.compute(Eigen::MatrixXd::Identity(rows + extra, rows + extra));
    groups_.push_back(std::move(group));
  }
}

ConstraintSolver::~ConstraintSolver() = default;
ConstraintSolver::ConstraintSolver(ConstraintSolver&&) noexcept = default;
ConstraintSolver& ConstraintSolver::operator=(ConstraintSolver&&) noexcept = default;

SolveStatus ConstraintSolver::Accelerate(std::span<const BodyMotion> motions,
                                         std::span<const Load> loads,
                                         std::span<Acceleration> accelerations) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    carom::Accelerate(bodies_[i], motions[i], loads[i], accelerations[i]);
  }
  iterations_ = 0;
  SolveStatus worst = SolveStatus::kSolved;
  for (Group& group : groups_) {
    const SolveStatus status = AccelerateGroup(group, motions, accelerations);
    if (worst == SolveStatus::kSolved) worst = status;
  }
  return worst;
}

SolveStatus ConstraintSolver::AccelerateGroup(Group& group, std::span<const BodyMotion> motions,
                                              std::span<Acceleration> accelerations) {
  group.EvaluateRows(constraints_, motions);
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const Acceleration& free = accelerations[Index(group.bodies[i])];
    const auto row = static_cast<Eigen::Index>(6 * i);
    group.free.segment(row, 3) = free.linear_m_s2;
    group.free.segment(row + 3, 3) = free.angular_rad_s2;
  }

  SolveStatus status = SolveStatus::kSolved;
  if (options_.method == ConstraintMethod::kAugmentedLagrangian) {
    status = PenaltyIterations(group, motions);
  } else {
    group.MoveByInverseMass(bodies_, motions);
    if (options_.method == ConstraintMethod::kBaumgarte) {  // (2.23)
      group.gamma -= 2.0 * options_.baumgarte_alpha_1_s * group.rate +
                     options_.baumgarte_beta_1_s * options_.baumgarte_beta_1_s * group.value;
    }
    status = SolveMultipliers(group, group.gamma);
  }
  if (status == SolveStatus::kSingular) return status;

  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    Acceleration& out = accelerations[Index(group.bodies[i])];
    const auto row = static_cast<Eigen::Index>(6 * i);
    out.linear_m_s2 = group.acceleration.segment(row, 3);
    out.angular_rad_s2 = group.acceleration.segment(row + 3, 3);
  }
  Eigen::Index row = 0;
  for (const int c : group.constraints) {
    for (double& multiplier : multipliers_[Index(c)]) multiplier = group.multiplier[row++];
  }
  return status;
}

// (2.21): (M + alpha D^T D) q''_(i+1) = M q''_i - alpha D^T (-gamma + 2 mu omega Phi' + omega^2
// Phi), from the free accelerations. The forces that it adds up are D^T lambda, and by Woodbury's
// identity each step is
//   (D M^-1 D^T + 1 / alpha) dlambda = gamma - D q''_i,  q''_(i+1) = free + M^-1 D^T lambda.
// Not -alpha (D q''_(i+1) - gamma), which is the same: alpha times the rounding of q''. Redundant
// rows leave the matrix regular, by 1 / alpha.
SolveStatus ConstraintSolver::PenaltyIterations(Group& group, std::span<const BodyMotion> motions) {
  group.MoveByInverseMass(bodies_, motions);
  const double omega = options_.penalty_frequency;
  group.gamma -=
      2.0 * options_.penalty_damping_ratio * omega * group.rate + omega * omega * group.value;
  group.rows_square = group.jacobian.lazyProduct(group.moved);
  group.rows_square.diagonal().array() += 1.0 / options_.penalty;
  group.multiplier_system.compute(group.rows_square);

  group.acceleration = group.free;
  group.multiplier.setZero();
  for (int i = 1; i <= options_.max_iterations; ++i) {
    iterations_ = std::max(iterations_, i);
    group.value = group.gamma - group.jacobian.lazyProduct(group.acceleration);
    group.multiplier_system.solveInPlace(group.value);
    group.multiplier += group.value;
    group.change = group.moved.lazyProduct(group.value);
    group.acceleration = group.free + group.moved.lazyProduct(group.multiplier);
    // (2.22), with <=, and in units that a contact's great accelerations can meet.
    const double unit = std::max(group.acceleration.norm(), 1.0);
    if (group.change.norm() <= options_.tolerance * unit) return SolveStatus::kSolved;
  }
  return SolveStatus::kNotConverged;
}

std::span<const double> ConstraintSolver::Multipliers(int constraint) const {
  return multipliers_[Index(constraint)];
}

}  // namespace carom
