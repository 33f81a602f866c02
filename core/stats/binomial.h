#ifndef CAROM_CORE_STATS_BINOMIAL_H_
#define CAROM_CORE_STATS_BINOMIAL_H_

#include <cstdint>

/// The binomial distribution: k successes in n draws that succeed with probability p each. Pure
/// functions, thread-safe, with the same bits everywhere (no libm beyond sqrt).
///
/// All require n in [0, 2^40] and p in [0, 1]; anything else is a programming error.
namespace carom::stats {

/// P(X = k); 0 for k outside [0, n]. By Loader's saddle-point expansion; relative error below 1e-12
/// for n up to 1e6 where the value is above 1e-300.
double BinomialProbability(int64_t n, int64_t k, double p);

/// P(X >= k) and P(X <= k), summed from the larger terms to the smaller. Relative error below 1e-12
/// for n up to 1e6, where the value is below a half.
double UpperTail(int64_t n, int64_t k, double p);
double LowerTail(int64_t n, int64_t k, double p);

}  // namespace carom::stats

#endif  // CAROM_CORE_STATS_BINOMIAL_H_
