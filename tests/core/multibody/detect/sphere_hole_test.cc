// A sphere against a pocket's hole: slate and liner.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/multibody/detect/sphere_contact.h"
#include "tests/core/multibody/detect/expect_contact.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::ExpectContact;
using testing::kRadius_m;

// A pocket whose back stands on the half of its circle towards -x.
Hole PocketOf(double opening_x) { return {Vec2(0.3, -0.2), 0.062, Vec2(opening_x, 0.0), 0.036}; }

TEST(SphereHole, PlaneRimAndWallWithoutABack) {
  const Hole hole = PocketOf(0.0);
  ExpectContact(SphereHole(Vec3(0.5, 0.1, 0.02), kRadius_m, hole), 0.02 - kRadius_m, UnitZ());
  // 0.03 beyond the rim's inside and 0.04 above it.
  ExpectContact(SphereHole(Vec3(0.332, -0.2, 0.04), kRadius_m, hole), 0.05 - kRadius_m,
                Vec3(-0.6, 0.0, 0.8));
  ExpectContact(SphereHole(Vec3(0.332, -0.2, -0.01), kRadius_m, hole), 0.03 - kRadius_m,
                Vec3(-1.0, 0.0, 0.0));
  ExpectContact(SphereHole(Vec3(0.3, -0.2, -0.01), kRadius_m, hole), 0.062 - kRadius_m,
                Vec3(-1.0, 0.0, 0.0));
}

TEST(SphereLiner, WallUpperRimAndEnds) {
  const Hole hole = PocketOf(1.0);
  for (const double z : {0.03, -0.02}) {
    ExpectContact(SphereLiner(Vec3(0.268, -0.2, z), kRadius_m, hole), 0.03 - kRadius_m,
                  Vec3::UnitX());
  }
  // 0.03 inside the upper rim and 0.04 above it.
  ExpectContact(SphereLiner(Vec3(0.268, -0.2, 0.076), kRadius_m, hole), 0.05 - kRadius_m,
                Vec3(0.6, 0.0, 0.8));
  // Before the end at y = -0.138: 0.006 in x and 0.008 in y.
  ExpectContact(SphereLiner(Vec3(0.306, -0.146, 0.03), kRadius_m, hole), 0.01 - kRadius_m,
                Vec3(0.6, -0.8, 0.0));
  // From behind.
  ExpectContact(SphereLiner(Vec3(0.208, -0.2, 0.032), kRadius_m, hole), 0.03 - kRadius_m,
                Vec3(-1.0, 0.0, 0.0));
  ExpectContact(SphereLiner(Vec3(0.3, -0.2, 0.02), kRadius_m, hole), 0.062 - kRadius_m,
                Vec3::UnitX());
}

// A liner of 0.03 height that leans inwards by 0.04: in the plane y = -0.2 its back is the line
// from (0.238, 0) to (0.278, 0.03), with the normal (0.6, -0.8).
TEST(SphereLiner, Leans) {
  Hole hole = PocketOf(1.0);
  hole.back_height_m = 0.03;
  hole.overhang_m = 0.04;
  // From the middle of the line, and from a place below the cloth.
  for (const double foot_z : {0.015, 0.004}) {
    const Vec3 centre(0.238 + foot_z * 4.0 / 3.0 + 0.6 * 0.01, -0.2, foot_z - 0.8 * 0.01);
    ExpectContact(SphereLiner(centre, kRadius_m, hole), 0.01 - kRadius_m, Vec3(0.6, 0.0, -0.8));
  }
  // Above the upper rim, and beside the wall under the back.
  ExpectContact(SphereLiner(Vec3(0.281, -0.2, 0.034), kRadius_m, hole), 0.005 - kRadius_m,
                Vec3(0.6, 0.0, 0.8));
  ExpectContact(SphereLiner(Vec3(0.248, -0.2, -0.05), kRadius_m, hole), 0.01 - kRadius_m,
                Vec3::UnitX());
  // Before the end at (0.3, -0.138, 0)..(0.3, -0.178, 0.03), a centimetre in front of its middle.
  ExpectContact(SphereLiner(Vec3(0.31, -0.158, 0.015), kRadius_m, hole), 0.01 - kRadius_m,
                Vec3::UnitX());
}

// Beside a liner the slate has the other half of the wall only, with an end on either side.
TEST(SphereHole, EndsAtTheLiner) {
  const Hole hole = PocketOf(1.0);
  ExpectContact(SphereHole(Vec3(0.332, -0.2, -0.01), kRadius_m, hole), 0.03 - kRadius_m,
                Vec3(-1.0, 0.0, 0.0));
  // The end at (0.3, -0.138): 0.006 behind it in x and 0.008 in y.
  ExpectContact(SphereHole(Vec3(0.294, -0.146, -0.03), kRadius_m, hole), 0.01 - kRadius_m,
                Vec3(-0.6, -0.8, 0.0));
}

// The least distance to points spread over the wall's half towards the opening, or over the liner.
double DistanceBySampling(const Vec3& p, const Hole& hole, bool liner) {
  constexpr int kAround = 2000;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kAround; ++i) {
    const double angle = 2.0 * M_PI * i / kAround;
    const Vec2 outward(std::cos(angle), std::sin(angle));
    const double towards = outward.dot(hole.opening);
    if (liner ? towards > 1e-12 : towards < -1e-12) continue;
    const Vec2 at = hole.centre_m + hole.radius_m * outward;
    // The wall is upright: the nearest height is the own.
    const double z = std::min(p.z(), liner ? hole.back_height_m : 0.0);
    least = std::min(least, (p - Vec3(at.x(), at.y(), z)).norm());
  }
  return least;
}

TEST(SphereHole, SlateAndLinerAreTheNearestOfAllPointsAndContinuous) {
  const Hole hole = PocketOf(-1.0);
  CounterRandom random(17, 0);
  for (int i = 0; i < 2000; ++i) {
    const double off_axis = 0.052 * std::sqrt(random.Uniform(0.0, 1.0));
    const double angle = random.Uniform(0.0, 2.0 * M_PI);
    const Vec3 p(0.3 + off_axis * std::cos(angle), -0.2 + off_axis * std::sin(angle),
                 random.Uniform(-0.03, 0.09));
    for (const bool liner : {false, true}) {
      const auto detect = liner ? &SphereLiner : &SphereHole;
      const SphereContact contact = detect(p, kRadius_m, hole);
      EXPECT_NEAR(contact.gap_m + kRadius_m, DistanceBySampling(p, hole, liner), 5e-7);
      EXPECT_NEAR((p - contact.point_m).norm(), contact.gap_m + kRadius_m, 1e-15);
      // No jump anywhere: a gap changes by no more than the way.
      const Vec3 step(1e-7, -1e-7, 1e-7);
      EXPECT_LE(std::fabs(detect(p + step, kRadius_m, hole).gap_m - contact.gap_m),
                step.norm() * (1.0 + 1e-6));
    }
  }
}

}  // namespace
}  // namespace carom
