#ifndef CAROM_CORE_BASE_INTERVAL_H_
#define CAROM_CORE_BASE_INTERVAL_H_

#include <string>

namespace carom {

/// The values that a parameter may take.
struct Interval {
  enum class Ends { kClosed, kOpenLow, kOpenHigh };

  double low = 0.0;
  double high = 0.0;
  Ends ends = Ends::kClosed;

  /// False for NaN.
  constexpr bool Contains(double value) const {
    const bool above = ends == Ends::kOpenLow ? value > low : value >= low;
    const bool below = ends == Ends::kOpenHigh ? value < high : value <= high;
    return above && below;
  }
};

/// "in [0, 1]", "in (0, 1]", "in [0, 1)".
std::string Describe(const Interval& interval);

/// The same of whole numbers, in full: "in [1, 10000000]".
std::string DescribeCounts(const Interval& interval);

}  // namespace carom

#endif  // CAROM_CORE_BASE_INTERVAL_H_
