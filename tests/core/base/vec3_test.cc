#include "core/base/vec3.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/base/constants.h"
#include "tests/testing/degrees.h"

namespace carom {
namespace {

TEST(Vec3, HorizontalDropsTheHeight) {
  EXPECT_EQ(Horizontal(Vec3(1.0, -2.0, 3.0)), Vec3(1.0, -2.0, 0.0));
}

TEST(Vec3, PerpendicularIsTheCrossProductWithUp) {
  const Vec3 v(1.0, -2.0, 3.0);
  EXPECT_EQ(PerpendicularZ(v), Vec3(UnitZ().cross(v)));
}

TEST(Vec3, IsFiniteSeesEveryComponent) {
  EXPECT_TRUE(IsFinite(Vec3(1.0, -2.0, 0.0)));
  for (int i = 0; i < 3; ++i) {
    Vec3 v = Vec3::Zero();
    v[i] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(IsFinite(v));
    v[i] = -std::numeric_limits<double>::infinity();
    EXPECT_FALSE(IsFinite(v));
  }
}

TEST(Constants, DegreesAndRadians) {
  EXPECT_EQ(DegreesToRadians(180.0), kPi);
  EXPECT_DOUBLE_EQ(RadiansToDegrees(DegreesToRadians(33.75)), 33.75);
}

}  // namespace
}  // namespace carom
