#ifndef CAROM_CORE_STATS_MEDOIDS_H_
#define CAROM_CORE_STATS_MEDOIDS_H_

#include <cstdint>
#include <span>
#include <vector>

namespace carom::stats {

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

#endif  // CAROM_CORE_STATS_MEDOIDS_H_
