#ifndef CAROM_TESTS_TESTING_ASSEMBLE_H_
#define CAROM_TESTS_TESTING_ASSEMBLE_H_

#include <algorithm>
#include <span>
#include <vector>

#include "core/multibody/constraint_solver.h"

namespace carom {

/// Newton-Raphson on Phi(q) = 0 from a guess, [Compliant pool table] 2.2: greatest |Phi| before
/// each iteration and after the last, until it is below `tolerance` or 30 are done.
inline std::vector<double> Assemble(ConstraintSolver& solver, std::span<BodyMotion> motions,
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

#endif  // CAROM_TESTS_TESTING_ASSEMBLE_H_
