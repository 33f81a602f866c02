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
