#ifndef CAROM_CORE_MULTIBODY_CONSTRAINT_GROUP_H_
#define CAROM_CORE_MULTIBODY_CONSTRAINT_GROUP_H_

#include <Eigen/Cholesky>
#include <span>
#include <vector>

#include "core/multibody/constraint_solver.h"

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

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_CONSTRAINT_GROUP_H_
