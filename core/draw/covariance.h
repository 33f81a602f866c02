#ifndef CAROM_CORE_DRAW_COVARIANCE_H_
#define CAROM_CORE_DRAW_COVARIANCE_H_

#include <span>
#include <vector>

#include "absl/status/status.h"
#include "core/base/random.h"

namespace carom {

/// Most quantities that are drawn together.
inline constexpr size_t kMostTogether = 32;

/// Numbers drawn together from a normal distribution: mean + L n of standard normal numbers n, with
/// the lower triangle L of the covariance's Cholesky decomposition. The message Covariance in
/// distribution.proto specifies every operation, to the bit.
class JointNormal {
 public:
  /// `means` has `size` numbers, or none: then all are 0. `covariance` has size^2 numbers, row by
  /// row. INVALID_ARGUMENT at "means" or "covariance" for numbers that are not finite, or a matrix
  /// that is not symmetric or not positive semi-definite.
  static absl::Status Make(size_t size, const std::vector<double>& means,
                           const std::vector<double>& covariance, JointNormal& joint);

  size_t size() const { return means_.size(); }

  /// The next values of a stream, into `values` of size(). Allocates nothing.
  void Draw(CounterRandom& random, std::span<double> values) const;

 private:
  std::vector<double> means_;
  std::vector<double> factor_;  ///< L, row by row, zeros above the diagonal.
};

}  // namespace carom

#endif  // CAROM_CORE_DRAW_COVARIANCE_H_
