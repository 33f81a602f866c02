#ifndef CAROM_TESTS_CORE_MODELS_PENDULUM_DOUBLE_PENDULUM_RIG_H_
#define CAROM_TESTS_CORE_MODELS_PENDULUM_DOUBLE_PENDULUM_RIG_H_

#include <gtest/gtest.h>

#include "core/models/pendulum/double_pendulum.h"

namespace carom::testing {

inline MechanismRecord RecordOf(const DoublePendulum& pendulum,
                                const MechanismDetail& detail = {}) {
  MechanismRecord record;
  const absl::Status status = Simulate(pendulum, detail, StopToken(), record);
  EXPECT_TRUE(status.ok()) << status;
  return record;
}

inline DoublePendulum WithFriction(double friction) {
  DoublePendulum pendulum;
  pendulum.friction = friction;
  return pendulum;
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_MODELS_PENDULUM_DOUBLE_PENDULUM_RIG_H_
