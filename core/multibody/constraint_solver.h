#ifndef CAROM_CORE_MULTIBODY_CONSTRAINT_SOLVER_H_
#define CAROM_CORE_MULTIBODY_CONSTRAINT_SOLVER_H_

#include <memory>
#include <span>
#include <vector>

#include "core/laws/compliant.h"
#include "core/multibody/body.h"
#include "core/multibody/constraint.h"

namespace carom {

enum class SolveStatus {
  kSolved,
  kSingular,      ///< Redundant constraints or a singular position: no unique multipliers.
  kNotConverged,  ///< ConstraintOptions::max_iterations were not enough.
};

/// By how much the constraints are broken, each as the greatest over all rows.
struct Violation {
  double position = 0.0;     ///< |Phi|
  double velocity = 0.0;     ///< |Phi'|
  double orientation = 0.0;  ///< ||p|^2 - 1| / 2 of the bodies, which no row of D sees.
};

/// Newton-Euler equations of constrained bodies, [Compliant pool table] (2.12)-(2.22), solved for
/// accelerations and multipliers, for each group of bodies that constraints tie together on its
/// own. Multipliers have the sign of (2.18)-(2.19): M q'' = g + D^T lambda. Differs from (2.20),
/// which gives them the opposite one, because (2.18)-(2.19) say what a reaction is.
///
/// Allocates when made, never afterwards. Not thread-safe.
class ConstraintSolver {
 public:
  ConstraintSolver(std::span<const RigidBody> bodies, std::vector<Constraint> constraints,
                   const ConstraintOptions& options);
  ~ConstraintSolver();
  ConstraintSolver(ConstraintSolver&&) noexcept;
  ConstraintSolver& operator=(ConstraintSolver&&) noexcept;

  /// Accelerations of all bodies under the loads applied to them; free ones included.
  SolveStatus Accelerate(std::span<const BodyMotion> motions, std::span<const Load> loads,
                         std::span<Acceleration> accelerations);

  /// One Newton-Raphson step on Phi(q) = 0 in the 7 coordinates of each body, those of least norm:
  /// dq = -Phi_q^T (Phi_q Phi_q^T)^-1 Phi, |p|^2 = 1 among the rows, of free bodies too. Differs
  /// from (2.27)-(2.28) because they lack the inverse, and their D acts on 6 velocities.
  SolveStatus CorrectPositions(std::span<BodyMotion> motions);

  /// (2.29): the least change of the velocities that makes Phi' = 0.
  SolveStatus CorrectVelocities(std::span<BodyMotion> motions);

  /// Velocities after the constraints have taken hold of bodies that moved without them: changed by
  /// impulses of the constraints alone, which keep momenta.
  SolveStatus ShareMomentum(std::span<BodyMotion> motions);

  Violation Measure(std::span<const BodyMotion> motions);

  /// Multipliers of the constraint with this index after the last Accelerate.
  std::span<const double> Multipliers(int constraint) const;
  /// Iterations of (2.21) in the last Accelerate, the most of any group.
  int iterations() const { return iterations_; }
  const ConstraintOptions& options() const { return options_; }

 private:
  struct Group;
  SolveStatus AccelerateGroup(Group& group, std::span<const BodyMotion> motions,
                              std::span<Acceleration> accelerations);
  SolveStatus PenaltyIterations(Group& group, std::span<const BodyMotion> motions);

  std::vector<RigidBody> bodies_;
  std::vector<Constraint> constraints_;
  ConstraintOptions options_;
  std::vector<Group> groups_;
  std::vector<std::vector<double>> multipliers_;
  int iterations_ = 0;
};

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_CONSTRAINT_SOLVER_H_
