#ifndef CAROM_CORE_DRAW_DISTRIBUTION_H_
#define CAROM_CORE_DRAW_DISTRIBUTION_H_

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "core/base/interval.h"
#include "core/base/random.h"
#include "core/draw/quantity.h"

// How a number is drawn. distribution.proto specifies every operation, to the bit.

namespace carom {

/// No number of a distribution is farther from 0.
inline constexpr Interval kNumberRange{-1e6, 1e6};
/// The weights of a choice.
inline constexpr Interval kWeightRange{0.0, 1e6};

/// A truncated normal distribution keeps at least this share of the normal one. The share that
/// kMostTruncatedTries draws all miss it is 0.99^4096 = 1.3e-18.
inline constexpr double kLeastMass = 0.01;
inline constexpr int kMostTruncatedTries = 4096;

/// Always the same.
struct ConstantDistribution {
  static constexpr char kName[] = "constant";
  double value = 0.0;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("constant", self.value, kNumberRange);
  }

  bool operator==(const ConstantDistribution&) const = default;
};

/// lo + (hi - lo) u, never above hi.
struct UniformDistribution {
  static constexpr char kName[] = "uniform";
  double lo = 0.0;
  double hi = 0.0;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("lo", self.lo, kNumberRange);
    visit("hi", self.hi, kNumberRange);
  }

  bool operator==(const UniformDistribution&) const = default;
};

/// mean + sigma n of a standard normal n by Box and Muller.
struct NormalDistribution {
  static constexpr char kName[] = "normal";
  double mean = 0.0;
  double sigma = 0.0;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("mean", self.mean, kNumberRange);
    visit("sigma", self.sigma, {0.0, 1e6});
  }

  bool operator==(const NormalDistribution&) const = default;
};

/// The same, drawn again until it lies in [lo, hi].
struct TruncatedNormalDistribution {
  static constexpr char kName[] = "truncated_normal";
  double mean = 0.0;
  double sigma = 0.0;
  double lo = 0.0;
  double hi = 0.0;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("mean", self.mean, kNumberRange);
    visit("sigma", self.sigma, {0.0, 1e6, Interval::Ends::kOpenLow});
    visit("lo", self.lo, kNumberRange);
    visit("hi", self.hi, kNumberRange);
  }

  bool operator==(const TruncatedNormalDistribution&) const = default;
};

/// One of some values. The vectors are parallel; cumulative[j] is the sum of the weights up to that
/// of values[j], which is included.
struct ChoiceDistribution {
  static constexpr char kName[] = "choice";
  std::vector<double> values;
  std::vector<double> cumulative;

  /// INVALID_ARGUMENT at "values" or "weights". Without weights all values are equally likely.
  static absl::Status Make(std::vector<double> values, const std::vector<double>& weights,
                           ChoiceDistribution& choice);

  bool operator==(const ChoiceDistribution&) const = default;
};

using Distribution = std::variant<ConstantDistribution, UniformDistribution, NormalDistribution,
                                  TruncatedNormalDistribution, ChoiceDistribution>;

/// Where a number is drawn from: draw (shot) number `draw` of a seed.
struct DrawKey {
  uint64_t seed = 0;
  uint64_t draw = 0;
  QuantityId quantity;

  CounterRandom Stream() const { return CounterRandom(seed, draw, quantity.id()); }
};

/// OK for numbers in range, lo <= hi (of a truncated normal lo < hi, and kLeastMass between them).
/// Else INVALID_ARGUMENT with the path below the distribution: "uniform.hi: 1 must be at least 2".
/// A choice has been checked when it was made.
absl::Status ValidateDistribution(const Distribution& distribution);

/// The same for a quantity whose values must be in `range`: at least kLeastMass of the distribution
/// lies there, and all values of a choice.
absl::Status ValidateDistribution(const Distribution& distribution, const Interval& range);

/// The share of a valid distribution that lies in `range`; to about 1e-9.
double MassIn(const Distribution& distribution, const Interval& range);

/// Whether all draws of a valid distribution are the same.
bool IsConstant(const Distribution& distribution);

/// The next value of a stream. NaN when a truncated normal was missed kMostTruncatedTries times.
/// Requires a valid distribution. Allocates nothing.
double Draw(const Distribution& distribution, CounterRandom& random);

/// The first value of a quantity's stream.
double Draw(const Distribution& distribution, const DrawKey& key);

/// How often a quantity is drawn, while its values are outside the range of its field, before the
/// shot fails.
inline constexpr int kMostTries = 100;

/// The first of at most kMostTries values that is in `range`; NaN when there is none.
double DrawWithin(const Distribution& distribution, const Interval& range, CounterRandom& random);

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

#endif  // CAROM_CORE_DRAW_DISTRIBUTION_H_
