#ifndef CAROM_CORE_BASE_INTERVAL_H_
#define CAROM_CORE_BASE_INTERVAL_H_

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

}  // namespace carom

#endif  // CAROM_CORE_BASE_INTERVAL_H_
