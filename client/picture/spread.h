#ifndef CAROM_CLIENT_PICTURE_SPREAD_H_
#define CAROM_CLIENT_PICTURE_SPREAD_H_

#include <array>
#include <cstdint>
#include <vector>

namespace carom::picture {

/// A point of the cloth, m.
struct Place {
  double x_m = 0.0;
  double y_m = 0.0;
};

/// Where places lie: their mean and their covariance.
struct Spread {
  Place mean;
  double xx_m2 = 0.0;
  double xy_m2 = 0.0;
  double yy_m2 = 0.0;
};

/// The mean, and the covariance with n - 1 below; zeros of fewer than two places.
Spread SpreadOf(const std::vector<Place>& places);

/// Squared radii, in standard deviations, of the ellipses that hold a half and 95 % of a normal
/// distribution in the plane: -2 ln(1 - p), the quantile of chi-squared with two degrees of
/// freedom.
inline constexpr double kHalf = 1.3862943611198906;
inline constexpr double kNineteenOf20 = 5.991464547107982;

/// Where the ellipse of a spread with this squared radius passes in the direction (cos, sin) of the
/// unit circle: mean + sqrt(squared) L (cos, sin), with L L^T the covariance (Cholesky).
Place OnEllipse(const Spread& spread, double squared, double cos, double sin);

/// A share of trials, with the bounds that hold the probability with 95 % [Wilson 1927].
struct Chance {
  double share = 0.0;
  double low = 0.0;
  double high = 1.0;
};

/// The chance of `count` of `trials`, at least one.
Chance ChanceOf(uint64_t count, uint64_t trials);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_SPREAD_H_
