#ifndef CAROM_CORE_STATS_LOOKS_H_
#define CAROM_CORE_STATS_LOOKS_H_

#include <cstdint>

#include "core/base/interval.h"
#include "core/stats/proportion.h"

namespace carom::stats {

/// Of the width that is asked for. Of 2^20 draws, the most of a candidate, the interval of a
/// probability of a half is 0.003 wide.
inline constexpr Interval kLooksWidthRange{0.001, 1.0};

struct LooksOptions {
  int64_t most_draws = 1;
  double width = 1.0;        ///< An interval that is at most so wide is narrow enough.
  double confidence = 0.95;  ///< With which the intervals of all looks together cover, in (0, 1).
};

/// Tells when a probability is known well enough: its draws are played up to a look, then the exact
/// interval of what was counted is looked at, and they end where it is narrow enough.
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

  /// Looks at the most, k.
  int count() const { return count_; }
  /// Of the interval of one look.
  double confidence_of_each() const { return confidence_of_each_; }
  /// How many draws have been made at the first look after `draws` of them, which are not all.
  int64_t Next(int64_t draws) const;

  /// The interval of a look with so many successes among the draws that count.
  ProportionInterval IntervalOf(int64_t successes, int64_t counted) const;
  /// Whether it is narrow enough.
  bool IsEnough(int64_t successes, int64_t counted) const;

 private:
  LooksOptions options_;
  int count_ = 0;
  double confidence_of_each_;
};

}  // namespace carom::stats

#endif  // CAROM_CORE_STATS_LOOKS_H_
