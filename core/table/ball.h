#ifndef CAROM_CORE_TABLE_BALL_H_
#define CAROM_CORE_TABLE_BALL_H_

#include <cmath>

#include "core/base/interval.h"

namespace carom {

/// c = I / (m R^2) of a homogeneous sphere.
inline constexpr double kHomogeneous = 0.4;

/// One ball: a sphere whose mass is distributed equally in all directions. Balls of one shot may
/// differ in mass and radius. Defaults: a pool ball of 2 1/4 in and 6 oz.
struct BallSpec {
  double mass_kg = 0.170097;
  double radius_m = 0.028575;
  /// c = I / (m R^2) of the moment of inertia I about any axis through the centre; in (0, 2/3]: all
  /// mass in the centre, all of it in the surface. The event engine takes kHomogeneous only.
  double inertia_ratio = kHomogeneous;

  /// I, kg m^2.
  double Inertia() const { return inertia_ratio * mass_kg * radius_m * radius_m; }

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("mass_kg", self.mass_kg, {1e-3, 100.0});
    visit("radius_m", self.radius_m, {1e-3, 1.0});
    visit("inertia_ratio", self.inertia_ratio, {0.0, 2.0 / 3.0, Interval::Ends::kOpenLow});
  }

  friend bool operator==(const BallSpec&, const BallSpec&) = default;
};

/// Between the centres of two balls on the cloth that touch, seen from above, m: the centres are as
/// high as the radii, and (R_a + R_b)^2 - (R_a - R_b)^2 = 4 R_a R_b. [Event-based] Eq. (ball_poly)
inline double TouchingOnCloth(double radius_a_m, double radius_b_m) {
  return 2.0 * std::sqrt(radius_a_m * radius_b_m);
}

}  // namespace carom

#endif  // CAROM_CORE_TABLE_BALL_H_
