#ifndef CAROM_TESTS_CORE_MOTION_NEAR_H_
#define CAROM_TESTS_CORE_MOTION_NEAR_H_

#include <gtest/gtest.h>

#include "core/base/vec3.h"

namespace carom::testing {

/// Every component within `tolerance`, absolute; NaN fails.
inline void ExpectNear(const Vec3& actual, const Vec3& expected, double tolerance) {
  EXPECT_LE((actual - expected).cwiseAbs().maxCoeff(), tolerance)
      << "actual   " << actual.transpose() << "\nexpected " << expected.transpose();
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_MOTION_NEAR_H_
