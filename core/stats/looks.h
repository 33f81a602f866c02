#ifndef CAROM_CORE_STATS_LOOKS_H_
#define CAROM_CORE_STATS_LOOKS_H_

#include <cstdint>

#include "core/base/interval.h"
#include "core/stats/proportion.h"

namespace carom::stats {

/// The range of the requested width. With 2^20 draws, the most for a candidate, the interval of a
/// probability of one half is 0.003 wide.
inline constexpr Interval kLooksWidthRange{0.001, 1.0};

struct LooksOptions {
  int64_t most_draws = 1;
  double width = 1.0;        ///< An interval of at most this width is narrow enough.
  double confidence = 0.95;  ///< Of the intervals of all looks together, in (0, 1).
};

/// Decides when a probability is known well enough. Its draws are played up to a look; then the
/// exact interval of the counts is looked at, and the draws end when it is narrow enough.
///
/// Looks come after 64, 128, 256, ... draws and after the last one. One of k intervals that is
/// chosen by what they say need not cover as each of them does. So each has the confidence
/// 1 - a / k, with a = 1 - confidence: whatever rule chooses look t,
///
///   P(p outside of interval t) <= P(p outside of any of the k) <= k a / k = a
///
/// (Bonferroni). The doubling makes k the logarithm of the draws, so that little is lost: of 2^20
/// draws and 95 % the intervals reach 2.94 standard deviations to either side in place of 1.96.
///
/// Immutable and thread-safe.
class Looks {
 public:
  explicit Looks(const LooksOptions& options);

  /// The most looks, k.
  int count() const { return count_; }
  /// The confidence of the interval of one look.
  double confidence_of_each() const { return confidence_of_each_; }
  /// The number of draws at the first look after `draws` draws, which must not be all.
  int64_t Next(int64_t draws) const;

  /// The interval of a look with this many successes among the counted draws.
  ProportionInterval IntervalOf(int64_t successes, int64_t counted) const;
  /// Whether the interval of such a look is narrow enough.
  bool IsEnough(int64_t successes, int64_t counted) const;

 private:
  LooksOptions options_;
  int count_ = 0;
  double confidence_of_each_;
};

}  // namespace carom::stats

#endif  // CAROM_CORE_STATS_LOOKS_H_
