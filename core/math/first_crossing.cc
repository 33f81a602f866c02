#include "core/math/first_crossing.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/math/compensated.h"
#include "core/math/crossing_by_pieces.h"
#include "core/math/sign_changes.h"

namespace carom {
namespace {

using internal::kRounding;
using internal::SumOfSizes;
using internal::Terms;

constexpr double kLargestCoefficient = 1e100;
constexpr int kLatestExponent = 40;    // crossings after 2^40 s count as never
constexpr double kLongWindow_s = 1e4;  // beyond, the roots' own bound is worth its cost

template <int N>
bool CoefficientsAreUsable(const Polynomial<N>& p) {
  double sum = 0.0;
  for (const double c : p.c) sum += std::fabs(c);
  return sum <= kLargestCoefficient;  // false for NaN
}

// The smallest e with |x| <= 2^e, at least -1022.
int UpperExponent(double x) {
  return static_cast<int>((std::bit_cast<uint64_t>(x) >> 52) & 0x7FFu) - 1022;
}

// Ceiling of a / b for b > 0.
int DivideRoundingUp(int a, int b) { return a > 0 ? (a + b - 1) / b : -(-a / b); }

// A power of two, at most 2^40, that no root of p or of its derivatives exceeds in size (or that
// cap): 2 max_k |c[n-k] / c[n]|^(1/k) [Fujiwara 1916] with the quotients rounded up to powers of
// two. By the theorem of Gauss and Lucas the derivatives' roots obey the same bound.
template <int N>
double RootBound(const Polynomial<N>& p) {
  int degree = N;
  while (degree > 0 && p.c[static_cast<std::size_t>(degree)] == 0.0) --degree;
  const double leading = p.c[static_cast<std::size_t>(degree)];
  const int leading_exponent = std::fabs(leading) < 0x1p-1022 ? -1074 : UpperExponent(leading) - 1;
  int largest = -1000;
  for (int k = 1; k <= degree; ++k) {
    const double c = p.c[static_cast<std::size_t>(degree - k)];
    if (c == 0.0) continue;
    largest = std::max(largest, DivideRoundingUp(UpperExponent(c) - leading_exponent, k));
  }
  const int exponent = std::min(largest + 1, kLatestExponent);
  return std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52);
}

// A polynomial lies within the hull of its Bernstein coefficients: where all are positive by more
// than their rounding errors, so is it. The first coefficient, c[0], has none.
bool BernsteinPositive(const Quartic& gap, double end) {
  const std::array<double, 5> a = Terms(gap, end);
  const double b1 = a[0] + 0.25 * a[1];
  const double b2 = a[0] + (0.5 * a[1] + (1.0 / 6.0) * a[2]);
  const double b3 = a[0] + (0.75 * a[1] + (0.5 * a[2] + 0.25 * a[3]));
  const double b4 = a[0] + (a[1] + (a[2] + (a[3] + a[4])));
  const double lowest = std::min(std::min(b1, b2), std::min(b3, b4));
  return a[0] > 0.0 && lowest > kRounding * SumOfSizes(a);
}

// The same for the gap's derivative: a gap that only grows. A first coefficient of c[1] > 0.
bool BernsteinRising(const Quartic& gap, double end) {
  const std::array<double, 5> a = Terms(gap, end);
  const double d1 = a[1] + (2.0 / 3.0) * a[2];
  const double d2 = a[1] + ((4.0 / 3.0) * a[2] + a[3]);
  const double d3 = a[1] + (2.0 * a[2] + (3.0 * a[3] + 4.0 * a[4]));
  const double sizes = std::fabs(a[1]) + std::fabs(a[2]) + std::fabs(a[3]) + std::fabs(a[4]);
  return a[1] > 0.0 && std::min(d1, std::min(d2, d3)) > 4.0 * kRounding * sizes;
}

// The whole rule for any gap that is apart, or leaving a contact, at 0: walks from one extremum of
// the gap to the next, between which it is monotone.
OptionalTime CrossingBetweenExtrema(const Quartic& gap, double end) {
  // A crossing that rounds to `end` may lie a fraction of a spacing past it.
  const double reach = end * (1.0 + 0x1p-50);
  const SignChanges<3> extrema = FindSignChanges(gap.Derivative(), reach);
  double apart_s = 0.0;  // a time at which the gap is positive
  std::size_t next = 0;
  if (gap.c[0] <= 0.0) {
    if (extrema.count == 0) return std::nullopt;
    apart_s = extrema.at[next++];
    if (EvaluateCompensated(gap, apart_s) <= 0.0) return apart_s;
  }
  for (; next < extrema.count; ++next) {
    const double time_s = extrema.at[next];
    if (EvaluateCompensated(gap, time_s) < 0.0) return SignChangeInBracket(gap, 1, apart_s, time_s);
    apart_s = time_s;
  }
  if (EvaluateCompensated(gap, reach) >= 0.0) return std::nullopt;
  return SignChangeInBracket(gap, 1, apart_s, reach);
}

OptionalTime Within(double end, OptionalTime time_s) {
  return time_s && *time_s <= end ? time_s : std::nullopt;
}

// Rounds the crossing of a quadratic gap, good to a few places, to the nearest double.
double PolishQuadratic(const Quadratic& gap, double t) {
  const double slope = gap.c[1] + 2.0 * gap.c[2] * t;
  const double step = -EvaluateCompensated(gap, t) / slope;
  return std::fabs(step) <= 1e-12 * t ? t + step : t;  // keeps t when the slope vanishes
}

}  // namespace

bool SurelyPositive(const Quartic& gap, double window_s) {
  return window_s >= 0.0 && BernsteinPositive(gap, window_s);
}

OptionalTime FirstCrossing(const Quartic& gap, double window_s) {
  if (!(window_s >= 0.0) || !CoefficientsAreUsable(gap)) return std::nullopt;
  const double end = window_s > kLongWindow_s ? std::min(window_s, RootBound(gap)) : window_s;
  if (BernsteinPositive(gap, end)) return std::nullopt;

  if (gap.c[0] <= 0.0) {
    const int trend = SignAfterZero(Polynomial<3>{{gap.c[1], gap.c[2], gap.c[3], gap.c[4]}});
    if (trend < 0) return 0.0;
    if (trend == 0 || BernsteinRising(gap, end)) return std::nullopt;
  } else {
    const internal::Attempt attempt = internal::CrossingByPieces(gap, end);
    if (attempt.verdict == internal::Attempt::kNever) return std::nullopt;
    if (attempt.verdict == internal::Attempt::kCrossing) {
      return Within(end, attempt.time_s);
    }
  }
  return Within(end, CrossingBetweenExtrema(gap, end));
}

OptionalTime FirstCrossing(const Quadratic& gap, double window_s) {
  if (!(window_s >= 0.0) || !CoefficientsAreUsable(gap)) return std::nullopt;
  const auto [c0, c1, c2] = gap.c;
  const double end = std::min(window_s, 0x1p40);
  const bool apart = c0 > 0.0;
  if (!apart && (c1 < 0.0 || (c1 == 0.0 && c2 < 0.0))) return 0.0;
  if (c1 >= 0.0 && c2 >= 0.0) return std::nullopt;

  // c1^2 - 4 c0 c2, correct to the last places even where the two nearly cancel.
  const DoubleDouble square = TwoProduct(c1, c1);
  const DoubleDouble product = TwoProduct(-4.0 * c0, c2);
  const DoubleDouble difference = square + product;
  const double discriminant = difference.hi + difference.lo;

  if (discriminant <= 0.0) {
    // It touches zero at most. A gap that began below rises first and then falls, c1 > 0 > c2, with
    // the maximum -discriminant / (4 c2).
    return apart ? std::nullopt : Within(end, -c1 / (2.0 * c2));
  }
  // The falling root in the form whose two terms have one sign.
  const double root = std::sqrt(discriminant);
  const double time_s = c1 < 0.0 ? 2.0 * c0 / (root - c1) : (c1 + root) / (-2.0 * c2);
  return Within(end, PolishQuadratic(gap, time_s));
}

}  // namespace carom
