#ifndef CAROM_CORE_STATS_SAMPLE_H_
#define CAROM_CORE_STATS_SAMPLE_H_

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

/// A sample that stands for those nearest to it.
struct Medoid {
  int sample = 0;  ///< Its index.
  int weight = 0;  ///< How many samples are nearest to it, itself among them.
};

/// Most samples and medoids: the distances of all pairs are kept, 512 KiB.
inline constexpr int kMostMedoidSamples = 256;
inline constexpr int kMostMedoids = 16;

/// Chooses `count` samples (fewer where there are fewer distinct ones) such that the sum over all
/// samples of the distance to the nearest chosen one is small: k-medoids by the BUILD step of PAM
/// (L. Kaufman and P. J. Rousseeuw, "Finding Groups in Data", 1990, ch. 2), then by moving each
/// medoid to the middle of its group until nothing changes (H.-S. Park and C.-H. Jun, Expert
/// Systems with Applications 36, 2009). The heaviest comes first; of equals the one with the lower
/// index. `samples` holds vectors of `dimension` numbers one after the other; their distance is
/// Euclid's. Deterministic.
std::vector<Medoid> FindMedoids(std::span<const double> samples, int dimension, int count);

}  // namespace carom::stats

#endif  // CAROM_CORE_STATS_SAMPLE_H_
