#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "core/models/pool/pool_table.h"
#include "core/table/catalog.h"

namespace carom {
namespace {

Table TwoNoses(const Vec2& end_of_second) {
  Table table;
  table.noses.push_back({Vec2(-0.5, 0.6), Vec2(0.0, 0.6), 0.05});
  table.noses.push_back({Vec2(0.0, 0.6), end_of_second, 0.05});
  return table;
}

TEST(Cushions, NosesOfACornerThatSticksOutAreOneSolid) {
  EXPECT_EQ(MakeCushions(TwoNoses({0.08, 0.66}), NoseContact::kPlane).size(), 1u);
}

TEST(Cushions, NosesOfAnInnerCornerPushSeparately) {
  EXPECT_EQ(MakeCushions(TwoNoses({0.08, 0.54}), NoseContact::kPlane).size(), 2u);
}

TEST(Cushions, ABallBesideASharpCornerIsPushedAlongTheNormalOfTheNoseAlone) {
  const std::vector<UnionSurface> cushions =
      MakeCushions(TwoNoses({0.08, 0.66}), NoseContact::kPlane);
  constexpr double kRadius_m = 0.028575;
  const SphereContact contact = Detect(cushions[0], Vec3(-0.005, 0.575, kRadius_m), kRadius_m);
  EXPECT_NEAR(contact.gap_m, 0.025 - kRadius_m, 1e-15);
  EXPECT_NEAR((contact.normal - Vec3(0.0, -1.0, 0.0)).norm(), 0.0, 1e-15);
}

// [Compliant pool table] 3.2, Fig 3.
TEST(Cushions, OfPrismsAreABoxAndTwoTrianglesEach) {
  const Table& table = FindTable("pool_9ft_prisms")->table;
  EXPECT_TRUE(table.jaws.empty());
  const std::vector<UnionSurface> cushions = MakeCushions(table, NoseContact::kPlane);
  ASSERT_EQ(cushions.size(), 6u);
  for (const UnionSurface& cushion : cushions) {
    EXPECT_TRUE(cushion.cylinders.empty());
    ASSERT_EQ(cushion.prisms.size(), 3u);
    const std::span<const Prism::Side> box = cushion.prisms[0].sides();
    EXPECT_EQ(box.size(), 4u);
    for (const int end : {1, 2}) {
      const std::span<const Prism::Side> triangle =
          cushion.prisms[static_cast<std::size_t>(end)].sides();
      ASSERT_EQ(triangle.size(), 3u);
      // One side lies along an end of the box, whose corner is a corner of the triangle.
      const auto along_the_box = [&](const Prism::Side& side) {
        return std::any_of(box.begin(), box.end(), [&](const Prism::Side& other) {
          return side.normal.dot(other.normal) < -1.0 + 1e-12 &&
                 std::fabs(side.normal.dot(other.corner_m - side.corner_m)) < 1e-12;
        });
      };
      EXPECT_EQ(std::count_if(triangle.begin(), triangle.end(), along_the_box), 1);
    }
  }
}

// A ball that slides along nose, corner and facing is pushed off the noses that the table names,
// nowhere by an edge between the solids, and as far off as its radius.
TEST(Cushions, OfPrismsHaveNoSeams) {
  constexpr double kRadius_m = 0.028575;
  const Table& table = FindTable("pool_9ft_prisms")->table;
  const std::vector<UnionSurface> cushions = MakeCushions(table, NoseContact::kPlane);
  for (const Nose& nose : table.noses) {
    const Vec2 across_line(nose.start_m.y() - nose.end_m.y(), nose.end_m.x() - nose.start_m.x());
    for (const double part : {0.01, 0.3, 0.5, 0.7, 0.99}) {
      const Vec2 on_nose = nose.start_m + part * (nose.end_m - nose.start_m);
      int in_front = 0;
      for (const double side : {1.0, -1.0}) {
        const Vec2 normal = side * across_line.normalized();
        const Vec2 centre = on_nose + kRadius_m * normal;
        for (const UnionSurface& cushion : cushions) {
          const SphereContact at =
              Detect(cushion, Vec3(centre.x(), centre.y(), kRadius_m), kRadius_m);
          if (std::fabs(at.gap_m) > 1e-12) continue;
          ++in_front;
          EXPECT_NEAR((at.normal - Vec3(normal.x(), normal.y(), 0.0)).norm(), 0.0, 1e-12);
        }
      }
      EXPECT_EQ(in_front, 1) << on_nose.transpose();
    }
  }
}

// Behind a facing that leans in, under the nose, a triangle would lie within the box of the nose.
TEST(Cushions, AFacingThatLeansInKeepsItsBox) {
  Table table = TwoNoses({-0.02, 0.66});
  table.rail_tops.push_back({{{-0.5, 0.6}, {0.0, 0.6}, {-0.02, 0.66}, {-0.5, 0.66}}, 0.05});
  const std::vector<UnionSurface> cushions = MakeCushions(table, NoseContact::kPlane);
  ASSERT_EQ(cushions.size(), 1u);
  for (const Prism& solid : cushions[0].prisms) {
    EXPECT_EQ(solid.sides().size(), 4u);
  }
}

}  // namespace
}  // namespace carom
