#ifndef CAROM_TESTS_CORE_MATH_CROSSING_ORACLE_H_
#define CAROM_TESTS_CORE_MATH_CROSSING_ORACLE_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace carom::testing {

/// A slow, independent reading of the rule of core/math/first_crossing.h, in 80-bit arithmetic:
/// real roots by plain bisection between the derivative's roots, no closed forms, no shortcuts.
using Coefficients = std::vector<long double>;  // ascending powers

inline long double Value(const Coefficients& c, long double t) {
  long double value = 0.0L;
  for (std::size_t k = c.size(); k-- > 0;) value = value * t + c[k];
  return value;
}

inline Coefficients DerivativeOf(const Coefficients& c) {
  Coefficients derivative;
  for (std::size_t k = 1; k < c.size(); ++k) {
    derivative.push_back(static_cast<long double>(k) * c[k]);
  }
  return derivative;
}

/// Ends of the monotone pieces of c on [0, end]: 0, the derivative's roots, end.
inline std::vector<long double> RootsWithin(const Coefficients& c, long double end);

inline std::vector<long double> PiecesOf(const Coefficients& c, long double end) {
  std::vector<long double> ends = {0.0L};
  if (c.size() > 2) {
    for (const long double root : RootsWithin(DerivativeOf(c), end)) ends.push_back(root);
  }
  ends.push_back(end);
  return ends;
}

inline std::vector<long double> RootsWithin(const Coefficients& c, long double end) {
  std::vector<long double> roots;
  const std::vector<long double> ends = PiecesOf(c, end);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    long double low = ends[i];
    long double high = ends[i + 1];
    const bool positive_low = Value(c, low) > 0.0L;
    if (positive_low == (Value(c, high) > 0.0L)) continue;
    for (int step = 0; step < 200 && low < high; ++step) {
      const long double middle = 0.5L * (low + high);
      if (middle == low || middle == high) break;
      ((Value(c, middle) > 0.0L) == positive_low ? low : high) = middle;
    }
    roots.push_back(high);
  }
  return roots;
}

/// Lowest value of c on [begin, end].
inline long double LowestWithin(const Coefficients& c, long double begin, long double end) {
  long double lowest = std::min(Value(c, begin), Value(c, end));
  for (const long double t : PiecesOf(c, end)) {
    if (t > begin) lowest = std::min(lowest, Value(c, t));
  }
  return lowest;
}

/// The time from which the rule searches: 0 when apart, else the first maximum; none if the gap
/// never turns down again. Only for gaps that are apart or do not fall at 0.
inline std::optional<long double> SearchStart(const Coefficients& gap, long double end) {
  if (gap[0] > 0.0L) return 0.0L;
  const Coefficients rate = DerivativeOf(gap);
  for (const long double t : RootsWithin(rate, end)) {
    if (Value(DerivativeOf(rate), t) < 0.0L) return t;
  }
  return std::nullopt;
}

/// The rule itself.
inline std::optional<long double> OracleCrossing(const Coefficients& gap, long double end) {
  const auto first = std::find_if(gap.begin() + 1, gap.end(), [](auto c) { return c != 0.0L; });
  if (gap[0] <= 0.0L && first != gap.end() && *first < 0.0L) return 0.0L;
  const std::optional<long double> start = SearchStart(gap, end);
  if (!start) return std::nullopt;
  if (Value(gap, *start) <= 0.0L) return *start;
  for (const long double t : RootsWithin(gap, end)) {
    if (t > *start && Value(DerivativeOf(gap), t) < 0.0L) return t;
  }
  return std::nullopt;
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_MATH_CROSSING_ORACLE_H_
