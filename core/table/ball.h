#ifndef CAROM_CORE_TABLE_BALL_H_
#define CAROM_CORE_TABLE_BALL_H_

namespace carom {

/// One ball as a homogeneous sphere. Balls of one shot may differ in mass and radius.
/// Defaults: a pool ball of 2 1/4 in and 6 oz.
struct BallSpec {
  double mass_kg = 0.170097;
  double radius_m = 0.028575;

  /// About any axis through the centre, kg m^2.
  double Inertia() const { return 0.4 * mass_kg * radius_m * radius_m; }
};

}  // namespace carom

#endif  // CAROM_CORE_TABLE_BALL_H_
