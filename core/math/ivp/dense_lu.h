#ifndef CAROM_CORE_MATH_IVP_DENSE_LU_H_
#define CAROM_CORE_MATH_IVP_DENSE_LU_H_

#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/base/stop_token.h"

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

}  // namespace carom

#endif  // CAROM_CORE_MATH_IVP_DENSE_LU_H_
