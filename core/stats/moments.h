#ifndef CAROM_CORE_STATS_MOMENTS_H_
#define CAROM_CORE_STATS_MOMENTS_H_

#include <cstdint>
#include <span>
#include <vector>

namespace carom::stats {

/// Mean and covariance of vectors, in one pass: the bits depend on the order of Add() and on
/// nothing else. By B. P. Welford's update (Technometrics 4, 1962), for every pair of components.
class Moments {
 public:
  explicit Moments(int dimension);

  void Add(std::span<const double> sample);

  int64_t count() const { return count_; }
  int dimension() const { return static_cast<int>(mean_.size()); }
  /// 0 without samples.
  double Mean(int i) const { return mean_[static_cast<size_t>(i)]; }
  /// With the divisor count - 1; 0 for fewer than two samples.
  double Covariance(int i, int j) const;

 private:
  size_t At(int i, int j) const;

  int64_t count_ = 0;
  std::vector<double> mean_;
  std::vector<double> products_;  // Sums of products of deviations, row by row.
};

/// Of ascending numbers: the quantile p in [0, 1] by linear interpolation between the order
/// statistics around (n - 1) p, definition 7 of R. J. Hyndman and Y. Fan (Am. Stat. 50, 1996).
/// Requires one number at least.
double Quantile(std::span<const double> ascending, double p);

}  // namespace carom::stats

#endif  // CAROM_CORE_STATS_MOMENTS_H_
