#ifndef CAROM_TESTS_CORE_TABLE_AT_H_
#define CAROM_TESTS_CORE_TABLE_AT_H_

#include "core/state/trajectory.h"
#include "tests/testing/pool_ball.h"

namespace carom::testing {

/// A default ball at rest on the cloth.
inline BallState At(double x_m, double y_m) {
  BallState state;
  state.position = Vec3(x_m, y_m, kRadius_m);
  return state;
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_TABLE_AT_H_
