#include "core/multibody/constraint_solver.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/base/constants.h"

namespace carom {

// Bodies that constraints tie together, and room for their equations: n = 6 velocities a body, k
// rows.
struct ConstraintSolver::Group {
  std::vector<int> bodies;
  std::vector<int> constraints;
  Eigen::MatrixXd jacobian;                        // D, k x n
  Eigen::MatrixXd moved;                           // M^-1 D^T, n x k
  Eigen::MatrixXd rows_square;                     // D M^-1 D^T (+ 1 / alpha) or D D^T, k x k
  Eigen::VectorXd value;                           // Phi
  Eigen::VectorXd rate;                            // Phi'
  Eigen::VectorXd gamma;                           // of D v' = gamma
  Eigen::VectorXd free;                            // accelerations without constraints
  Eigen::VectorXd acceleration;                    // v'
  Eigen::VectorXd change;                          // of v or v'
  Eigen::VectorXd multiplier;                      // lambda
  Eigen::LDLT<Eigen::MatrixXd> multiplier_system;  // k x k
  Eigen::MatrixXd coordinate_jacobian;  // Phi_q and the norms of p, (k + bodies) x 7 bodies
  Eigen::VectorXd coordinate_value;
  Eigen::VectorXd coordinate_change;  // of q
  Eigen::MatrixXd coordinate_square;
  Eigen::LDLT<Eigen::MatrixXd> coordinate_system;

  // False for a singular matrix: redundant rows.
  static bool Decompose(const Eigen::MatrixXd& matrix, Eigen::LDLT<Eigen::MatrixXd>& ldlt);

  // D, Phi, Phi' and gamma at these motions.
  void EvaluateRows(const std::vector<Constraint>& constraints,
                    std::span<const BodyMotion> motions);

  // M^-1 D^T.
  void MoveByInverseMass(const std::vector<RigidBody>& bodies, std::span<const BodyMotion> motions);

  // Adds the group's `change` to the velocities of its bodies.
  void ChangeVelocities(std::span<BodyMotion> motions) const;

  // Adds the rows of one constraint to a matrix with `width` columns a body.
  template <class Rows>
  void Place(int body, int row, int rows, int width, const Rows& block,
             Eigen::MatrixXd& matrix) const {
    if (body == kGround) return;
    matrix.block(row, width * Column(body), rows, width) += block.topRows(rows);
  }

 private:
  int Column(int body) const;
};

namespace {

// A pivot of D M^-1 D^T below this share of the greatest one is a row that says nothing new.
constexpr double kSingularPivot = 1e-12;

// Inverse of the global inertia tensor A J' A^T.
Eigen::Matrix3d InverseInertia(const RigidBody& body, const BodyMotion& motion) {
  const Eigen::Matrix3d rotation = RotationMatrix(motion.orientation);
  return rotation * body.inertia_kg_m2.cwiseInverse().asDiagonal() * rotation.transpose();
}

}  // namespace

int ConstraintSolver::Group::Column(int body) const {
  const auto at = std::find(bodies.begin(), bodies.end(), body);
  return static_cast<int>(at - bodies.begin());
}

// LDLT is Eigen's unblocked decomposition: its bits do not depend on the size of a cache.
bool ConstraintSolver::Group::Decompose(const Eigen::MatrixXd& matrix,
                                        Eigen::LDLT<Eigen::MatrixXd>& ldlt) {
  ldlt.compute(matrix);
  if (ldlt.info() != Eigen::Success) return false;
  const auto pivots = ldlt.vectorD().cwiseAbs();
  return pivots.minCoeff() > kSingularPivot * pivots.maxCoeff();
}

void ConstraintSolver::Group::EvaluateRows(const std::vector<Constraint>& all,
                                           std::span<const BodyMotion> motions) {
  jacobian.setZero();
  int row = 0;
  for (const int c : constraints) {
    const ConstraintRows at = Evaluate(all[Index(c)], motions);
    const auto [a, b] = BodiesOf(all[Index(c)]);
    Place(a, row, at.rows, 6, at.jacobian_a, jacobian);
    Place(b, row, at.rows, 6, at.jacobian_b, jacobian);
    value.segment(row, at.rows) = at.value.head(at.rows);
    gamma.segment(row, at.rows) = at.gamma.head(at.rows);
    row += at.rows;
  }
  rate.setZero();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const BodyMotion& motion = motions[Index(bodies[i])];
    const auto column = static_cast<Eigen::Index>(6 * i);
    rate += jacobian.middleCols(column, 3).lazyProduct(motion.velocity_m_s);
    rate += jacobian.middleCols(column + 3, 3).lazyProduct(motion.spin_rad_s);
  }
}

void ConstraintSolver::Group::MoveByInverseMass(const std::vector<RigidBody>& all,
                                                std::span<const BodyMotion> motions) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const RigidBody& body = all[Index(bodies[i])];
    const auto row = static_cast<Eigen::Index>(6 * i);
    moved.middleRows(row, 3) = jacobian.middleCols(row, 3).transpose() / body.mass_kg;
    moved.middleRows(row + 3, 3) = InverseInertia(body, motions[Index(bodies[i])])
                                       .lazyProduct(jacobian.middleCols(row + 3, 3).transpose());
  }
}

void ConstraintSolver::Group::ChangeVelocities(std::span<BodyMotion> motions) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    BodyMotion& motion = motions[Index(bodies[i])];
    const auto row = static_cast<Eigen::Index>(6 * i);
    motion.velocity_m_s += change.segment(row, 3);
    motion.spin_rad_s += change.segment(row + 3, 3);
  }
}

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

// What puts positions and velocities back onto their constraints.

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

}  // namespace carom
