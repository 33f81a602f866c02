#include "core/solid/cone.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

constexpr double kR_m = 0.028575;

Motion3D Straight(const Vec3& from_m, const Vec3& velocity_m_s) {
  return {{from_m.x(), velocity_m_s.x(), 0.0},
          {from_m.y(), velocity_m_s.y(), 0.0},
          {from_m.z(), velocity_m_s.z(), 0.0}};
}

TEST(ConeCrossing, AnUprightBackIsHalfAWall) {
  const Cone back(Vec2(1.0, 0.5), 0.06, 0.0, 0.04, Vec2(1.0, 0.0));
  EXPECT_NEAR(
      *ConeCrossing(Straight(Vec3(1.0, 0.5, 0.03), Vec3(-1.0, 0.0, 0.0)), back, kR_m, 1.0, false),
      0.06 - kR_m, 1e-15);
  EXPECT_FALSE(
      ConeCrossing(Straight(Vec3(1.0, 0.5, 0.03), Vec3(1.0, 0.2, 0.0)), back, kR_m, 1.0, false));
  EXPECT_FALSE(
      ConeCrossing(Straight(Vec3(1.0, 0.5, 0.05), Vec3(-1.0, 0.0, 0.0)), back, kR_m, 1.0, false));
}

// In the plane y = 0.5 the back is the line from (0.94, 0) to (0.97, 0.04), with the normal
// (0.8, -0.6): at the height z the centre is R off it at x = 0.94 + (R + 0.6 z) / 0.8.
TEST(ConeCrossing, ALeaningBackIsMetAboveTheBallsEquator) {
  const Cone back(Vec2(1.0, 0.5), 0.06, 0.03, 0.04, Vec2(1.0, 0.0));
  const double z = 0.01;
  const Motion3D motion = Straight(Vec3(1.0, 0.5, z), Vec3(-1.0, 0.0, 0.0));
  const double at_x = 0.94 + (kR_m + 0.6 * z) / 0.8;
  EXPECT_NEAR(*ConeCrossing(motion, back, kR_m, 1.0, false), 1.0 - at_x, 1e-15);
  const Nearest nearest = NearestOnCone(back, Vec3(at_x, 0.5, z), kR_m);
  EXPECT_NEAR(nearest.gap_m, 0.0, 1e-16);
  EXPECT_NEAR((nearest.normal - Vec3(0.8, 0.0, -0.6)).norm(), 0.0, 1e-15);
  EXPECT_NEAR(nearest.place_m.z(), z + 0.6 * kR_m, 1e-16);
  // Its foot would be above the upper rim, or below the cloth.
  for (const double out_z : {0.04 - 0.6 * kR_m + 1e-6, -0.6 * kR_m - 1e-6}) {
    EXPECT_FALSE(ConeCrossing(Straight(Vec3(1.0, 0.5, out_z), Vec3(-1.0, 0.0, 0.0)), back, kR_m,
                              1.0, false));
  }
}

}  // namespace
}  // namespace carom
