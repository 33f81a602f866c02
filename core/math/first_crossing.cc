#include "core/math/first_crossing.h"

#include <bit>
#include <cstdint>

namespace carom {
namespace {

// The quick method behind FirstCrossing for quartics, and the error bounds that it shares.

// Relative rounding error of a Bernstein coefficient or of Horner's scheme, with room to spare.
constexpr double kRounding = 2e-15;

// terms[k] = c[k] t^k.
std::array<double, 5> Terms(const Quartic& gap, double t) {
  const double t2 = t * t;
  return {gap.c[0], gap.c[1] * t, gap.c[2] * t2, gap.c[3] * (t2 * t), gap.c[4] * (t2 * t2)};
}

double SumOfSizes(const std::array<double, 5>& a) {
  return std::fabs(a[0]) + std::fabs(a[1]) + std::fabs(a[2]) + std::fabs(a[3]) + std::fabs(a[4]);
}

// Bounds the rounding error of gap.Evaluate(t).
double Rounding(const Quartic& gap, double t) { return kRounding * SumOfSizes(Terms(gap, t)); }

// What the quick method makes of a gap: a crossing, none, or too close to tell.
struct Attempt {
  enum Verdict { kNever, kCrossing, kUnclear } verdict;
  double time_s = 0.0;
};

// Half the second derivative, c2 + 3 c3 t + 6 c4 t^2, lies over [0, end] within the hull of its
// Bernstein coefficients c2, c2 + (3/2) c3 end and c2 + 3 c3 end + 6 c4 end^2: none is negative.
bool IsConvex(const Quartic& gap, double end) {
  const double a3 = 1.5 * (gap.c[3] * end);
  const double a4 = 6.0 * (gap.c[4] * (end * end));
  return gap.c[2] >= 0.0 && gap.c[2] + a3 >= 0.0 && gap.c[2] + (2.0 * a3 + a4) >= 0.0;
}

double EvaluateSlope(const Quartic& gap, double t) {
  return gap.c[1] + t * (2.0 * gap.c[2] + t * (3.0 * gap.c[3] + t * (4.0 * gap.c[4])));
}

// Half the second derivative.
double HalfCurvature(const Quartic& gap, double t) {
  return gap.c[2] + t * (3.0 * gap.c[3] + t * (6.0 * gap.c[4]));
}

// Newton's steps on residuals of twice the precision, from a t already close to a simple root with
// falling gap. The last step is far below a spacing of t, so the result does not depend on where t
// came from.
Attempt Polish(const Quartic& gap, double t) {
  constexpr int kMaxSteps = 6;
  constexpr double kClose = 1e-11;         // squares to less than a spacing, for a steep root
  constexpr double kLastPlaces = 0x1p-51;  // for a flat one, whose slope is less certain
  constexpr double kSteep = 1e-4;
  for (int i = 0; i < kMaxSteps; ++i) {
    const double slope = EvaluateSlope(gap, t);
    if (!(slope < 0.0)) return {Attempt::kUnclear};
    const double step = -EvaluateCompensated(gap, t) / slope;
    const bool steep = -slope * t > kSteep * SumOfSizes(Terms(gap, t));
    t += step;
    if (std::fabs(step) <= (steep ? kClose : kLastPlaces) * t) return {Attempt::kCrossing, t};
  }
  return {Attempt::kUnclear};
}

// Where the parabola that has the gap's value, slope and curvature at t has its first root, or its
// lowest point if it has none. `slope` is negative.
double ParabolaGuess(const Quartic& gap, double t, double value, double slope) {
  const double curvature = HalfCurvature(gap, t);
  const double discriminant = slope * slope - 4.0 * value * curvature;
  return discriminant > 0.0 ? t + 2.0 * value / (std::sqrt(discriminant) - slope)
                            : t - slope / (2.0 * curvature);
}

// First crossing of a gap that is positive at `begin` and convex on [begin, end], in most cases.
//
// The tangent of a convex function lies below it. So a Newton step from the left of the first root
// never passes it, a step from a falling piece on its right lands on its left, and a gap whose
// tangents stay positive has no root. The parabola's guess is far better than the tangent's, unless
// it lies beyond the gap's minimum, where the gap rises: then the tangent's is taken after all.
Attempt CrossingOfConvex(const Quartic& gap, double begin, double end) {
  constexpr int kMaxSteps = 24;
  constexpr double kConverged = 1e-5;  // A parabola's step cubes the error.
  constexpr double kPastEnd = 1.0 + 1e-9;
  double t = begin;
  double tangent_root = begin;  // Of the last t where the gap falls; never past the first root.
  for (int i = 0; i < kMaxSteps; ++i) {
    const double value = gap.Evaluate(t);
    const double slope = EvaluateSlope(gap, t);
    if (slope >= 0.0) {
      if (value - slope * (t - tangent_root) > Rounding(gap, end)) return {Attempt::kNever};
      if (t == tangent_root) return {Attempt::kUnclear};
      t = tangent_root;
      continue;
    }
    tangent_root = std::max(begin, t - value / slope);
    if (tangent_root > end * kPastEnd) {
      const double least = value + slope * (end - t);  // Of the tangent, and so of the gap.
      return {least > Rounding(gap, end) ? Attempt::kNever : Attempt::kUnclear};
    }
    const double next = std::clamp(ParabolaGuess(gap, t, value, slope), begin, end);
    const bool converged = std::fabs(next - t) <= kConverged * next;
    t = next;
    if (converged) return Polish(gap, t);
  }
  return {Attempt::kUnclear};
}

// The inflections of the gap inside (0, end), ascending, followed by `end`: the ends of pieces on
// each of which the gap is convex or concave (but for rounding).
struct PieceEnds {
  std::array<double, 3> at{};
  std::size_t count = 0;
};

PieceEnds FindPieceEnds(const Quartic& gap, double end) {
  PieceEnds ends;
  if (!IsConvex(gap, end)) {
    // Half the second derivative: a + b t + c t^2, its roots by the form without cancellation.
    const double a = gap.c[2];
    const double b = 3.0 * gap.c[3];
    const double c = 6.0 * gap.c[4];
    const double discriminant = b * b - 4.0 * a * c;
    if (discriminant > 0.0) {
      const double q = -0.5 * (b + std::copysign(std::sqrt(discriminant), b));
      const auto [first, second] = std::minmax({a / q, q / c});
      if (first > 0.0 && first < end) ends.at[ends.count++] = first;
      if (second > 0.0 && second < end) ends.at[ends.count++] = second;
    }
  }
  ends.at[ends.count++] = end;
  return ends;
}

// A concave piece that starts and ends above zero stays above it; one that ends below crosses once.
// First crossing in [0, end] of a gap with gap(0) > 0, piece by piece between its inflections. The
// time may exceed `end` by a few parts in 10^9. kUnclear only where a root is double, or nearly so.
Attempt CrossingByPieces(const Quartic& gap, double end) {
  const PieceEnds ends = FindPieceEnds(gap, end);
  double begin = 0.0;
  for (std::size_t i = 0; i < ends.count; ++i) {
    const double piece_end = ends.at[i];
    if (HalfCurvature(gap, 0.5 * (begin + piece_end)) >= 0.0) {
      const Attempt attempt = CrossingOfConvex(gap, begin, piece_end);
      if (attempt.verdict != Attempt::kNever) return attempt;
    } else {
      const double value = gap.Evaluate(piece_end);
      const double rounding = Rounding(gap, piece_end);
      if (value < -rounding) {
        return {Attempt::kCrossing, SignChangeInBracket(gap, 1, begin, piece_end)};
      }
      if (value <= rounding) return {Attempt::kUnclear};
    }
    begin = piece_end;
  }
  return {Attempt::kNever};
}

constexpr int kLatestExponent = 40;    // crossings after 2^40 s count as never
constexpr double kLongWindow_s = 1e4;  // beyond, the roots' own bound is worth its cost

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

OptionalTime FirstCrossing(const Quartic& gap, double window_s) {
  if (!(window_s >= 0.0) || !internal::IsUsable(gap)) return std::nullopt;
  const double end = window_s > kLongWindow_s ? std::min(window_s, RootBound(gap)) : window_s;
  if (SurelyPositive(gap, end)) return std::nullopt;

  if (gap.c[0] <= 0.0) {
    const int trend = SignAfterZero(Polynomial<3>{{gap.c[1], gap.c[2], gap.c[3], gap.c[4]}});
    if (trend < 0) return 0.0;
    if (trend == 0 || SurelyPositive(gap.Derivative(), end)) return std::nullopt;
  } else {
    const Attempt attempt = CrossingByPieces(gap, end);
    if (attempt.verdict == Attempt::kNever) return std::nullopt;
    if (attempt.verdict == Attempt::kCrossing) {
      return Within(end, attempt.time_s);
    }
  }
  return Within(end, CrossingBetweenExtrema(gap, end));
}

OptionalTime FirstCrossing(const Quadratic& gap, double window_s) {
  if (!(window_s >= 0.0) || !internal::IsUsable(gap)) return std::nullopt;
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
