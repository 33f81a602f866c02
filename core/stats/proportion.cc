#include "core/stats/proportion.h"

#include <cmath>

#include "core/base/constants.h"
#include "core/base/demand.h"
#include "core/base/portable_math.h"
#include "core/stats/binomial.h"

namespace carom::stats {
namespace {

void CheckCounts(double k, int64_t n) {
  CAROM_DEMAND(k >= 0.0 && k <= static_cast<double>(n), "the successes are in [0, draws]");
}

void CheckConfidence(double confidence) {
  CAROM_DEMAND(confidence > 0.0 && confidence < 1.0, "a confidence is in (0, 1)");
}

// P(|Z| <= z) = 2 phi(z) (z + z^3 / 3 + z^5 / (3 5) + ...), all terms positive (Abramowitz and
// Stegun 26.2.11).
double NormalWithin(double z) {
  double term = z;
  double sum = z;
  for (int j = 3;; j += 2) {
    term *= z * z / j;
    const double next = sum + term;
    if (next == sum) break;
    sum = next;
  }
  return 2.0 / std::sqrt(kTwoPi) * Exp(-0.5 * z * z) * sum;
}

// The last number in [low, high] for which `below` holds, which it does up to some point.
template <class Below>
double LastBelow(double low, double high, Below&& below) {
  for (;;) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return low;
    (below(middle) ? low : high) = middle;
  }
}

// The lower root of (k/n - p)^2 = z^2 p (1 - p) / n. The product of both roots is
// (k/n)^2 / (1 + z^2/n), which gives the lower one without cancellation.
double LowerScore(double k, int64_t n, double z) {
  const double share = k / static_cast<double>(n);
  const double s = z * z / static_cast<double>(n);
  const double sum = share + 0.5 * s + std::sqrt(s * (share * (1.0 - share) + 0.25 * s));
  return share * share / sum;
}

}  // namespace

double TwoSidedNormalQuantile(double confidence) {
  CheckConfidence(confidence);
  // P(|Z| > 9) is 2e-19: no double below 1 is nearer to 1.
  return LastBelow(0.0, 9.0, [confidence](double z) { return NormalWithin(z) < confidence; });
}

ProportionInterval WilsonScore(double k, int64_t n, double z) {
  CheckCounts(k, n);
  if (n == 0) return {};
  return {LowerScore(k, n, z), 1.0 - LowerScore(static_cast<double>(n) - k, n, z)};
}

ProportionInterval Wilson(int64_t k, int64_t n, double confidence) {
  return WilsonScore(static_cast<double>(k), n, TwoSidedNormalQuantile(confidence));
}

ProportionInterval ClopperPearson(int64_t k, int64_t n, double confidence) {
  CheckCounts(static_cast<double>(k), n);
  CheckConfidence(confidence);
  ProportionInterval interval;
  if (n == 0) return interval;
  const double tail = 0.5 * (1.0 - confidence);
  const double share = static_cast<double>(k) / static_cast<double>(n);
  if (k > 0) {
    interval.low = LastBelow(0.0, share, [=](double p) { return UpperTail(n, k, p) < tail; });
  }
  if (k < n) {
    interval.high = LastBelow(share, 1.0, [=](double p) { return LowerTail(n, k, p) >= tail; });
  }
  return interval;
}

double ExactCoverage(ProportionMethod method, int64_t n, double p, double confidence) {
  double coverage = 0.0;
  for (int64_t k = 0; k <= n; ++k) {
    if (method(k, n, confidence).Contains(p)) coverage += BinomialProbability(n, k, p);
  }
  return coverage;
}

}  // namespace carom::stats
