#include <gtest/gtest.h>

#include "core/solid/primitives.h"
#include "tests/core/solid/asking.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::kRadius_m;
using testing::Straight;

TEST(ConeCrossing, AnUprightBackIsHalfAWall) {
  const Cone back(Vec2(1.0, 0.5), 0.06, 0.0, 0.04, Vec2(1.0, 0.0));
  EXPECT_NEAR(*ContactTime(Straight(Vec3(1.0, 0.5, 0.03), Vec3(-1.0, 0.0, 0.0)), back, kRadius_m,
                           1.0, false),
              0.06 - kRadius_m, 1e-15);
  EXPECT_FALSE(ContactTime(Straight(Vec3(1.0, 0.5, 0.03), Vec3(1.0, 0.2, 0.0)), back, kRadius_m,
                           1.0, false));
  EXPECT_FALSE(ContactTime(Straight(Vec3(1.0, 0.5, 0.05), Vec3(-1.0, 0.0, 0.0)), back, kRadius_m,
                           1.0, false));
}

// In the plane y = 0.5 the back is the line from (0.94, 0) to (0.97, 0.04), with the normal
// (0.8, -0.6): at the height z the centre is R off it at x = 0.94 + (R + 0.6 z) / 0.8.
TEST(ConeCrossing, ALeaningBackIsMetAboveTheBallsEquator) {
  const Cone back(Vec2(1.0, 0.5), 0.06, 0.03, 0.04, Vec2(1.0, 0.0));
  const double z = 0.01;
  const Motion3D motion = Straight(Vec3(1.0, 0.5, z), Vec3(-1.0, 0.0, 0.0));
  const double at_x = 0.94 + (kRadius_m + 0.6 * z) / 0.8;
  EXPECT_NEAR(*ContactTime(motion, back, kRadius_m, 1.0, false), 1.0 - at_x, 1e-15);
  const Nearest nearest = NearestOn(back, Vec3(at_x, 0.5, z), kRadius_m);
  EXPECT_NEAR(nearest.gap_m, 0.0, 1e-16);
  EXPECT_NEAR((nearest.normal - Vec3(0.8, 0.0, -0.6)).norm(), 0.0, 1e-15);
  EXPECT_NEAR(nearest.place_m.z(), z + 0.6 * kRadius_m, 1e-16);
  // Its foot would be above the upper rim, or below the cloth.
  for (const double out_z : {0.04 - 0.6 * kRadius_m + 1e-6, -0.6 * kRadius_m - 1e-6}) {
    EXPECT_FALSE(ContactTime(Straight(Vec3(1.0, 0.5, out_z), Vec3(-1.0, 0.0, 0.0)), back, kRadius_m,
                             1.0, false));
  }
}

}  // namespace
}  // namespace carom
