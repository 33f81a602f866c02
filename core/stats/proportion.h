#ifndef CAROM_CORE_STATS_PROPORTION_H_
#define CAROM_CORE_STATS_PROPORTION_H_

#include <cstdint>

#include "core/base/interval.h"

/// Confidence intervals of a probability from k successes in n draws. Pure functions, thread-safe,
/// with the same bits everywhere.
///
/// All require 0 <= k <= n <= 2^40 and a confidence in (0, 1); anything else is a programming
/// error. Without draws the interval is [0, 1].

namespace carom::stats {

/// The binomial distribution: k successes in n draws that succeed with probability p each. Pure
/// functions, thread-safe, with the same bits everywhere (no libm beyond sqrt).
///
/// All require n in [0, 2^40] and p in [0, 1]; anything else is a programming error.

/// P(X = k); 0 for k outside [0, n]. By Loader's saddle-point expansion; relative error below 1e-12
/// for n up to 1e6 where the value is above 1e-300.
double BinomialProbability(int64_t n, int64_t k, double p);

/// P(X >= k) and P(X <= k), summed from the larger terms to the smaller. Relative error below 1e-12
/// for n up to 1e6, where the value is below a half.
double UpperTail(int64_t n, int64_t k, double p);
double LowerTail(int64_t n, int64_t k, double p);

struct ProportionInterval {
  double low = 0.0;
  double high = 1.0;

  bool Contains(double p) const { return low <= p && p <= high; }
};

/// The z with P(|Z| <= z) = confidence for a standard normal Z: 1.96 for 0.95. Absolute error below
/// 1e-12 for confidences up to 0.9999.
double TwoSidedNormalQuantile(double confidence);

/// The score interval: all p with |k/n - p| <= z sqrt(p (1 - p) / n) (E. B. Wilson, J. Am. Stat.
/// Assoc. 22, 1927). Its coverage is near the confidence on average over p, and may be far below
/// it near 0 and 1: at n = 25, p = 0.005 and 95 % it covers with 0.995^25 = 88.2 %, since one
/// success already puts its lower end, 0.7 %, above p.
ProportionInterval Wilson(int64_t k, int64_t n, double confidence);

/// The same for a z that is known. k may be a sum of values in [0, 1]: their variance is at most
/// that of a truth value with the same mean.
ProportionInterval WilsonScore(double k, int64_t n, double z);

/// The exact interval: its ends leave (1 - confidence) / 2 to the binomial tails (C. J. Clopper and
/// E. S. Pearson, Biometrika 26, 1934). Its coverage is at least the confidence at every p. It
/// costs some 120 sums of a tail, each over the terms of a few standard deviations: 1e6 draws take
/// milliseconds.
ProportionInterval ClopperPearson(int64_t k, int64_t n, double confidence);

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

#endif  // CAROM_CORE_STATS_PROPORTION_H_
