#include "core/models/cushions.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace carom
