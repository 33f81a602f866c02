#include "client/picture/spread.h"

#include <algorithm>
#include <cmath>

namespace carom::picture {

Spread SpreadOf(const std::vector<Place>& places) {
  Spread spread;
  const auto count = static_cast<double>(places.size());
  if (places.empty()) return spread;
  for (const Place& place : places) {
    spread.mean.x_m += place.x_m / count;
    spread.mean.y_m += place.y_m / count;
  }
  if (places.size() < 2) return spread;
  for (const Place& place : places) {
    const double x_m = place.x_m - spread.mean.x_m;
    const double y_m = place.y_m - spread.mean.y_m;
    spread.xx_m2 += x_m * x_m / (count - 1.0);
    spread.xy_m2 += x_m * y_m / (count - 1.0);
    spread.yy_m2 += y_m * y_m / (count - 1.0);
  }
  return spread;
}

Place OnEllipse(const Spread& spread, double squared, double cos, double sin) {
  const double l11 = std::sqrt(spread.xx_m2);
  const double l21 = l11 > 0.0 ? spread.xy_m2 / l11 : 0.0;
  const double l22 = std::sqrt(std::max(0.0, spread.yy_m2 - l21 * l21));
  const double radius = std::sqrt(squared);
  return {spread.mean.x_m + radius * l11 * cos, spread.mean.y_m + radius * (l21 * cos + l22 * sin)};
}

// [Wilson 1927, "Probable inference, the law of succession, and statistical inference"], with z the
// 97.5 % quantile of the normal distribution.
Chance ChanceOf(uint64_t count, uint64_t trials) {
  constexpr double kZ = 1.959963984540054;
  const auto n = static_cast<double>(trials);
  const double share = static_cast<double>(count) / n;
  const double scale = 1.0 / (1.0 + kZ * kZ / n);
  const double middle = scale * (share + kZ * kZ / (2.0 * n));
  const double half = scale * kZ * std::sqrt(share * (1.0 - share) / n + kZ * kZ / (4.0 * n * n));
  return {share, std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

}  // namespace carom::picture
