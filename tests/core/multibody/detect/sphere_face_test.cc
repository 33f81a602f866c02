#include <gtest/gtest.h>

#include "core/multibody/detect/sphere_contact.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::kRadius_m;

void ExpectExactContact(const SphereContact& found, double gap_m, const Vec3& normal) {
  EXPECT_NEAR(found.gap_m, gap_m, 1e-15);
  EXPECT_EQ(found.normal, normal);
}

// The face y = 0 of catalogue D-30's prism alone.
SphereContact At(double x, double y, double z) {
  const Face face{.along = Vec2(1.0, 0.0),
                  .normal = Vec2(0.0, -1.0),
                  .length_m = 0.12,
                  .high_m = 0.05,
                  .depth_m = 0.04};
  return SphereFace(Vec3(x, y, z), kRadius_m, face);
}

// catalogue D-30: before the face it is what the prism is, and p6, past its end, is a contact.
TEST(SphereFace, IsWiderThanItsPlaneByTheRadius) {
  const Vec3 out(0.0, -1.0, 0.0);
  ExpectExactContact(At(.05, -.027, .02), -.001575, out);
  ExpectExactContact(At(.14, -.024, .02), -.004575, out);
  ExpectExactContact(At(.05, -.1, .02), .1 - kRadius_m, out);
  // Pressed in, as deep as the solid is.
  ExpectExactContact(At(.05, .03, .02), -.03 - kRadius_m, out);
  EXPECT_NEAR((At(.14, -.024, .02).point_m - Vec3(.14, 0.0, .02)).norm(), 0.0, 1e-15);
}

// Beside the window the gap is what is left to its side, so that it closes without a leap.
TEST(SphereFace, BesideItsWindowNothingIsMet) {
  ExpectExactContact(At(-kRadius_m - .001, -.01, .02), .001, Vec3(-1.0, 0.0, 0.0));
  ExpectExactContact(At(.12 + kRadius_m + .001, -.01, .02), .001, Vec3(1.0, 0.0, 0.0));
  ExpectExactContact(At(.05, -.01, .05 + kRadius_m + .001), .001, UnitZ());
  ExpectExactContact(At(.05, -.01, -kRadius_m - .001), .001, -UnitZ());
  ExpectExactContact(At(.05, .041, .02), .001, Vec3(0.0, 1.0, 0.0));
  // Far in front of the plane that is further than the side.
  ExpectExactContact(At(-kRadius_m - .001, -.2, .02), .2 - kRadius_m, Vec3(0.0, -1.0, 0.0));
}

}  // namespace
}  // namespace carom
