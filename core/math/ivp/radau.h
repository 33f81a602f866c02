#ifndef CAROM_CORE_MATH_IVP_RADAU_H_
#define CAROM_CORE_MATH_IVP_RADAU_H_

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/base/stop_token.h"
#include "core/math/ivp/stepper.h"

namespace carom {

/// L U factors of a small square matrix, with partial pivoting and in one fixed order of operations
/// (Eigen's blocked solvers follow the cache size that they find). Keeps its memory.
class DenseLu {
 public:
  /// For n x n matrices.
  void Resize(std::size_t n) {
    n_ = n;
    factors_.resize(n * n);
    pivots_.resize(n);
  }

  /// The matrix, to be filled before Factor().
  double& At(std::size_t row, std::size_t column) { return factors_[row * n_ + column]; }

  /// False when the matrix is singular to the last bit, or not finite, or the caller asks to stop.
  bool Factor(StopToken stop = StopToken()) {
    for (std::size_t k = 0; k < n_; ++k) {
      if (stop.StopRequested()) return false;
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < n_; ++i) {
        if (std::fabs(At(i, k)) > std::fabs(At(pivot, k))) pivot = i;
      }
      pivots_[k] = pivot;
      if (pivot != k) {
        for (std::size_t j = 0; j < n_; ++j) std::swap(At(k, j), At(pivot, j));
      }
      if (At(k, k) == 0.0 || !std::isfinite(At(k, k))) return false;
      for (std::size_t i = k + 1; i < n_; ++i) {
        const double factor = At(i, k) /= At(k, k);
        if (factor == 0.0) continue;
        for (std::size_t j = k + 1; j < n_; ++j) At(i, j) -= factor * At(k, j);
      }
    }
    return true;
  }

  /// Solves for b, in place. Requires that Factor() returned true.
  void Solve(std::span<double> b) {
    for (std::size_t k = 0; k < n_; ++k) std::swap(b[k], b[pivots_[k]]);
    for (std::size_t i = 1; i < n_; ++i) {
      for (std::size_t j = 0; j < i; ++j) b[i] -= At(i, j) * b[j];
    }
    for (std::size_t i = n_; i-- > 0;) {
      for (std::size_t j = i + 1; j < n_; ++j) b[i] -= At(i, j) * b[j];
      b[i] /= At(i, i);
    }
  }

 private:
  std::size_t n_ = 0;
  std::vector<double> factors_;  // Row by row: U, and below its diagonal L.
  std::vector<std::size_t> pivots_;
};

/// Radau IIA of fifth order with three stages, implicit and L-stable, for stiff systems: simplified
/// Newton iterations in the coordinates in which the method's matrix falls apart into a real and a
/// complex part, a Jacobian by differences that is kept while they converge fast, and an embedded
/// error of third order. [Hairer & Wanner 1996, section IV.8]
class Radau final : public Stepper {
 public:
  double Try(double h) override;
  void StateWithin(double part, std::span<double> y) override;
  void Accept(double t, std::span<const double> y, bool changed) override;
  double NextStep(double h, double error) override;

 protected:
  int error_order() const override { return 4; }
  void Resize(std::size_t n) override;
  void Restart() override;

 private:
  /// Increments of y at the three stages, or their transforms.
  using Stages = std::array<std::vector<double>, 3>;
  enum class Newton { kConverged, kSlow, kNotFinite };

  void EvaluateJacobian();
  bool Factor(double h);
  void GuessStages(double h);
  Newton SolveStages(double h);
  /// One iteration; returns the size of its change in units of the tolerance.
  double Iterate(double h);
  double EstimateError(double h);
  /// The polynomial through the stages of `increments`, at s in units of their step.
  static double Collocation(const Stages& increments, std::size_t i, double s);

  bool jacobian_wanted_ = true;    ///< Before the next step.
  bool jacobian_is_here_ = false;  ///< Evaluated at the point reached.
  bool doubtful_ = true;        ///< After a start or a rejected step the error is looked at twice.
  double factored_step_ = 0.0;  ///< 0: the factors are out of date.
  double tried_step_ = 0.0;
  double last_step_ = 0.0;  ///< 0: no step since the start.

  std::vector<double> jacobian_;  ///< Row by row.
  DenseLu real_;
  DenseLu complex_;  ///< Of twice the size: real and imaginary parts.
  Stages increments_;
  Stages last_increments_;
  Stages transformed_;
  Stages slopes_;
  std::vector<double> stage_;
  std::vector<double> real_change_;
  std::vector<double> complex_change_;
  std::vector<double> error_;
};

}  // namespace carom

#endif  // CAROM_CORE_MATH_IVP_RADAU_H_
