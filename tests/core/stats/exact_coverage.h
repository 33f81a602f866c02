#ifndef CAROM_TESTS_CORE_STATS_EXACT_COVERAGE_H_
#define CAROM_TESTS_CORE_STATS_EXACT_COVERAGE_H_

#include <cstdint>

#include "core/stats/proportion.h"

namespace carom::stats {

/// A function that makes an interval from (k, n, confidence).
using ProportionMethod = ProportionInterval (*)(int64_t k, int64_t n, double confidence);

/// The probability that the interval of n draws contains p, when each draw succeeds with p: the sum
/// of the binomial probabilities of those k whose interval does. Makes n + 1 intervals.
inline double ExactCoverage(ProportionMethod method, int64_t n, double p, double confidence) {
  double coverage = 0.0;
  for (int64_t k = 0; k <= n; ++k) {
    if (method(k, n, confidence).Contains(p)) coverage += BinomialProbability(n, k, p);
  }
  return coverage;
}

}  // namespace carom::stats

#endif  // CAROM_TESTS_CORE_STATS_EXACT_COVERAGE_H_
