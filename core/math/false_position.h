#ifndef CAROM_CORE_MATH_FALSE_POSITION_H_
#define CAROM_CORE_MATH_FALSE_POSITION_H_

#include <cmath>

namespace carom {

/// Where a continuous function f changes its sign between `low` and `high`, by false position with
/// the Illinois rule: an end that stays has its value halved, so that both ends close in. Ends when
/// |f| <= tolerance or when the bracket has no number left between its ends.
/// Requires f(low) >= 0 >= f(high); `low` may be the larger. Pure; bits depend on f alone.
template <class F>
double FalsePosition(F&& f, double low, double high, double tolerance) {
  constexpr int kMaxIterations = 100;
  double at_low = f(low);
  double at_high = f(high);
  if (at_low <= tolerance) return low;
  if (at_high >= -tolerance) return high;
  double root = high;
  for (int i = 0; i < kMaxIterations; ++i) {
    root = low + (high - low) * (at_low / (at_low - at_high));
    if (root == low || root == high) break;
    const double value = f(root);
    if (std::fabs(value) <= tolerance) break;
    if (value > 0.0) {
      low = root;
      at_low = value;
      at_high *= 0.5;
    } else {
      high = root;
      at_high = value;
      at_low *= 0.5;
    }
  }
  return root;
}

}  // namespace carom

#endif  // CAROM_CORE_MATH_FALSE_POSITION_H_
