#ifndef CAROM_TESTS_TESTING_POOL_BALL_H_
#define CAROM_TESTS_TESTING_POOL_BALL_H_

namespace carom::testing {

/// Radius of a pool ball of 2 1/4 in, as that of a default ball.
inline constexpr double kRadius_m = 0.028575;

/// Distance of the centres at which two of them touch.
inline constexpr double kTouching_m = 2.0 * kRadius_m;

/// Mass of the balls of [Compliant pool table]. A default ball is of 6 oz.
inline constexpr double kMass_kg = 0.17;

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_POOL_BALL_H_
