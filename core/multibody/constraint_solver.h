#ifndef CAROM_CORE_MULTIBODY_CONSTRAINT_SOLVER_H_
#define CAROM_CORE_MULTIBODY_CONSTRAINT_SOLVER_H_

#include <memory>
#include <span>
#include <vector>

#include "core/multibody/body.h"
#include "core/multibody/constraint.h"

namespace carom {

/// How constraints enter the equations of motion, [Compliant pool table] section 2.
enum class ConstraintMethod {
  kLagrangeMultipliers,  ///< (2.20): accelerations obey Phi'' = 0; Phi and Phi' drift.
  kBaumgarte,            ///< (2.23): Phi'' + 2 alpha Phi' + beta^2 Phi = 0.
  kAugmentedLagrangian,  ///< (2.21)-(2.22): iterated penalties; redundant rows do no harm.
  kDirectCorrection,     ///< (2.24)-(2.29): (2.20), and q and v put back after each step.
};

struct ConstraintOptions {
  ConstraintMethod method = ConstraintMethod::kBaumgarte;
  double baumgarte_alpha_1_s = 5.0;  ///< (2.23); the paper's 5.
  double baumgarte_beta_1_s = 5.0;
  double penalty = 1e7;                ///< alpha of (2.21), kg.
  double penalty_frequency = 10.0;     ///< omega of (2.21), rad/s.
  double penalty_damping_ratio = 1.0;  ///< mu of (2.21).
  /// epsilon of (2.22): m/s^2 and rad/s^2, or relative to |q''| where that is above 1.
  double tolerance = 1e-9;
  int max_iterations = 50;
};

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

/// Newton-Raphson on Phi(q) = 0 from a guess, [Compliant pool table] 2.2: greatest |Phi| before
/// each iteration and after the last, until it is below `tolerance` or 30 are done.
std::vector<double> Assemble(ConstraintSolver& solver, std::span<BodyMotion> motions,
                             double tolerance);

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_CONSTRAINT_SOLVER_H_
