#ifndef CAROM_CORE_STATS_PROPORTION_H_
#define CAROM_CORE_STATS_PROPORTION_H_

#include <cstdint>

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

}  // namespace carom::stats

#endif  // CAROM_CORE_STATS_PROPORTION_H_
