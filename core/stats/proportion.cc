#include "core/stats/proportion.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/demand.h"
#include "core/base/portable_math.h"

namespace carom::stats {

// P(X = k) after C. Loader, Fast and Accurate Computation of Binomial Probabilities, 2000. With
// the Stirling error s(n) = ln n! - ln(sqrt(2 pi n) (n / e)^n) and the deviance
// D(x, m) = x ln(x / m) + m - x,
//
//   P = sqrt(n / (2 pi k (n - k))) exp(s(n) - s(k) - s(n - k) - D(k, n p) - D(n - k, n q)).
//
// Every term of the exponent is small where P is not: nothing large cancels.

namespace {

constexpr int64_t kMostDraws = int64_t{1} << 40;

// s(n) up to here from n! itself, which a double holds exactly up to 18!. Beyond, the first term
// that the series leaves out, 691 / (360360 n^11), is below 2e-16.
constexpr int64_t kExactStirling = 16;

double StirlingErrorExact(int64_t n) {
  double factorial = 1.0;
  for (int64_t i = 2; i <= n; ++i) factorial *= static_cast<double>(i);
  const double x = static_cast<double>(n);
  return Log(factorial) - 0.5 * Log(kTwoPi * x) - x * Log(x) + x;
}

// Stirling's series: 1/(12 n) - 1/(360 n^3) + 1/(1260 n^5) - 1/(1680 n^7) + 1/(1188 n^9).
double StirlingError(int64_t n) {
  if (n <= kExactStirling) return StirlingErrorExact(n);
  const double x = static_cast<double>(n);
  const double xx = x * x;
  constexpr double kS0 = 1.0 / 12.0, kS1 = 1.0 / 360.0, kS2 = 1.0 / 1260.0, kS3 = 1.0 / 1680.0,
                   kS4 = 1.0 / 1188.0;
  return (kS0 - (kS1 - (kS2 - (kS3 - kS4 / xx) / xx) / xx) / xx) / x;
}

// D(x, m), for x, m > 0. Near x = m, with v = (x - m) / (x + m), Loader's series
// D = (x - m) v + 2 x (v^3 / 3 + v^5 / 5 + ...).
double Deviance(double x, double m) {
  const double difference = x - m;
  if (std::abs(difference) >= 0.1 * (x + m)) return x * Log(x / m) + m - x;
  const double v = difference / (x + m);
  const double vv = v * v;
  double sum = difference * v;
  double power = 2.0 * x * v;
  for (int j = 3;; j += 2) {
    power *= vv;
    const double next = sum + power / j;
    if (next == sum) return sum;
    sum = next;
  }
}

// q^n for q = 1 - p: where p is small, ln q would carry q's rounding n times.
double PowerOfComplement(double p, int64_t n) {
  const double x = static_cast<double>(n);
  if (p > 0.1) return Exp(x * Log(1.0 - p));
  // ln(1 - p) = -2 (w + w^3 / 3 + w^5 / 5 + ...) with w = p / (2 - p).
  const double w = p / (2.0 - p);
  double sum = w;
  double power = w;
  for (int j = 3;; j += 2) {
    power *= w * w;
    const double next = sum + power / j;
    if (next == sum) break;
    sum = next;
  }
  return Exp(-2.0 * x * sum);
}

double Probability(int64_t n, int64_t k, double p) {
  const double x = static_cast<double>(k);
  const double y = static_cast<double>(n - k);
  const double draws = static_cast<double>(n);
  const double exponent = StirlingError(n) - StirlingError(k) - StirlingError(n - k) -
                          Deviance(x, draws * p) - Deviance(y, draws * (1.0 - p));
  return std::sqrt(draws / (kTwoPi * x * y)) * Exp(exponent);
}

// The tail from i of n beyond the mean, where the terms fall: the next one is
// (n - i) / (i + 1) odds times the last, with odds p / q for successes and q / p for failures.
double FallingTail(double term, int64_t n, int64_t i, double odds) {
  double sum = term;
  for (; i < n; ++i) {
    term *= static_cast<double>(n - i) / static_cast<double>(i + 1) * odds;
    const double next = sum + term;
    if (next == sum) break;
    sum = next;
  }
  return sum;
}

void Check(int64_t n, double p) {
  CAROM_DEMAND(n >= 0 && n <= kMostDraws, "the number of draws is in [0, 2^40]");
  CAROM_DEMAND(p >= 0.0 && p <= 1.0, "a probability is in [0, 1]");
}

}  // namespace

double BinomialProbability(int64_t n, int64_t k, double p) {
  Check(n, p);
  if (k < 0 || k > n) return 0.0;
  if (p == 0.0) return k == 0 ? 1.0 : 0.0;
  if (p == 1.0) return k == n ? 1.0 : 0.0;
  if (k == 0) return PowerOfComplement(p, n);
  if (k == n) return p < 0.9 ? Exp(static_cast<double>(n) * Log(p)) : PowerOfComplement(1.0 - p, n);
  return Probability(n, k, p);
}

double UpperTail(int64_t n, int64_t k, double p) {
  Check(n, p);
  if (k <= 0) return 1.0;
  if (k > n || p == 0.0) return 0.0;
  if (p == 1.0) return 1.0;
  if (static_cast<double>(k) <= static_cast<double>(n) * p) return 1.0 - LowerTail(n, k - 1, p);
  return FallingTail(BinomialProbability(n, k, p), n, k, p / (1.0 - p));
}

double LowerTail(int64_t n, int64_t k, double p) {
  Check(n, p);
  if (k < 0) return 0.0;
  if (k >= n || p == 0.0) return 1.0;
  if (p == 1.0) return 0.0;
  if (static_cast<double>(k) >= static_cast<double>(n) * p) return 1.0 - UpperTail(n, k + 1, p);
  return FallingTail(BinomialProbability(n, k, p), n, n - k, (1.0 - p) / p);
}

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

namespace {

// Draws before the first look. Fewer draws say little: with 64 draws the interval of 95 % is 0.06
// wide when none succeeds, and 0.26 when half of them do.
constexpr int64_t kFirstLook = 64;

}  // namespace

Looks::Looks(const LooksOptions& options) : options_(options) {
  CAROM_DEMAND(options.most_draws >= 1 && options.most_draws <= int64_t{1} << 40,
               "the number of draws is in [1, 2^40]");
  CAROM_DEMAND(kLooksWidthRange.Contains(options.width), "the width is in [0.001, 1]");
  CAROM_DEMAND(options.confidence > 0.0 && options.confidence < 1.0, "a confidence is in (0, 1)");
  for (int64_t draws = 0; draws < options.most_draws; draws = Next(draws)) ++count_;
  confidence_of_each_ = 1.0 - (1.0 - options.confidence) / count_;
}

int64_t Looks::Next(int64_t draws) const {
  int64_t look = kFirstLook;
  while (look <= draws) look *= 2;
  return std::min(look, options_.most_draws);
}

ProportionInterval Looks::IntervalOf(int64_t successes, int64_t counted) const {
  return ClopperPearson(successes, counted, confidence_of_each_);
}

bool Looks::IsEnough(int64_t successes, int64_t counted) const {
  const ProportionInterval interval = IntervalOf(successes, counted);
  return interval.high - interval.low <= options_.width;
}

}  // namespace carom::stats
