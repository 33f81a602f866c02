#include "core/math/crossing_by_pieces.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/math/compensated.h"
#include "core/math/sign_changes.h"

namespace carom::internal {
namespace {

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

// First crossing of a gap that is positive at `begin` and convex on [begin, end], in most cases.
//
// The tangent of a convex function lies below it. So a Newton step from the left of the first root
// never passes it, a step from a falling piece on its right lands on its left, and a gap whose
// tangent stays positive has no root.
Attempt CrossingOfConvex(const Quartic& gap, double begin, double end) {
  constexpr int kMaxSteps = 12;
  constexpr double kConverged = 1e-7;
  constexpr double kPastEnd = 1.0 + 1e-9;
  const double slope0 = EvaluateSlope(gap, begin);
  if (slope0 >= 0.0) return {Attempt::kNever};

  // Start where the parabola at `begin` crosses zero; if it does not, at its lowest point.
  const double value0 = gap.Evaluate(begin);
  const double curvature = HalfCurvature(gap, begin);
  const double discriminant = slope0 * slope0 - 4.0 * value0 * curvature;
  double t = begin;
  if (discriminant > 0.0) {
    const double guess = begin + 2.0 * value0 / (std::sqrt(discriminant) - slope0);
    if (guess < end && EvaluateSlope(gap, guess) < 0.0) t = guess;
  } else {
    const double lowest = std::min(end, begin - slope0 / (2.0 * curvature));
    const double fall =
        std::fabs(EvaluateSlope(gap, lowest)) * std::max(lowest - begin, end - lowest);
    if (gap.Evaluate(lowest) > fall + Rounding(gap, end)) return {Attempt::kNever};
  }

  for (int i = 0; i < kMaxSteps; ++i) {
    const double value = gap.Evaluate(t);
    const double slope = EvaluateSlope(gap, t);
    const double next = std::max(begin, t - value / slope);
    if (slope >= 0.0 || next > end * kPastEnd) {
      return {value > Rounding(gap, t) ? Attempt::kNever : Attempt::kUnclear};
    }
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

}  // namespace

// A concave piece that starts and ends above zero stays above it; one that ends below crosses once.
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

}  // namespace carom::internal
