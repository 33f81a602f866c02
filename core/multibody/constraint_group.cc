#include "core/multibody/constraint_group.h"

#include <algorithm>
#include <cstddef>

#include "core/base/index.h"

namespace carom {
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

}  // namespace carom
