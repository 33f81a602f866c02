#include "client/picture/spread.h"

#include <gtest/gtest.h>

#include <cmath>

namespace carom::picture {
namespace {

// The corners of a rectangle of 6 m x 2 m about (1, 2): sums of squares 4 * 9 and 4 * 1, over 3.
TEST(SpreadTest, OfARectangle) {
  const Spread spread = SpreadOf({{-2.0, 1.0}, {4.0, 1.0}, {4.0, 3.0}, {-2.0, 3.0}});
  EXPECT_DOUBLE_EQ(spread.mean.x_m, 1.0);
  EXPECT_DOUBLE_EQ(spread.mean.y_m, 2.0);
  EXPECT_DOUBLE_EQ(spread.xx_m2, 12.0);
  EXPECT_DOUBLE_EQ(spread.yy_m2, 4.0 / 3.0);
  EXPECT_DOUBLE_EQ(spread.xy_m2, 0.0);
}

TEST(SpreadTest, OfALineAndOfTooFew) {
  EXPECT_DOUBLE_EQ(SpreadOf({{0.0, 0.0}, {2.0, 2.0}}).xy_m2, 2.0);
  EXPECT_EQ(SpreadOf({{3.0, 4.0}}).xx_m2, 0.0);
  EXPECT_EQ(SpreadOf({}).mean.x_m, 0.0);
}

// (p - mean)^T C^-1 (p - mean) is the squared radius, for C = (4 1; 1 9), of determinant 35.
TEST(EllipseTest, HasItsRadiusInStandardDeviations) {
  const Spread spread{{0.5, -0.5}, 4.0, 1.0, 9.0};
  for (double angle = 0.0; angle < 6.3; angle += 0.3) {
    const Place at = OnEllipse(spread, kNineteenOf20, std::cos(angle), std::sin(angle));
    const double x = at.x_m - 0.5;
    const double y = at.y_m + 0.5;
    EXPECT_NEAR((9.0 * x * x - 2.0 * x * y + 4.0 * y * y) / 35.0, kNineteenOf20, 1e-12);
  }
}

TEST(EllipseTest, HoldsItsShareOfANormalDistribution) {
  EXPECT_NEAR(1.0 - std::exp(-0.5 * kHalf), 0.5, 1e-15);
  EXPECT_NEAR(1.0 - std::exp(-0.5 * kNineteenOf20), 0.95, 1e-15);
}

// 0 of 10: from 0 to z^2 / (n + z^2). 5 of 10: 1/2 -+ z / (2 sqrt(n + z^2)).
TEST(ChanceTest, HasWilsonsBounds) {
  constexpr double kZ2 = 3.841458820694124;
  const Chance none = ChanceOf(0, 10);
  EXPECT_EQ(none.low, 0.0);
  EXPECT_NEAR(none.high, kZ2 / (10.0 + kZ2), 1e-15);
  const Chance half = ChanceOf(5, 10);
  EXPECT_EQ(half.share, 0.5);
  EXPECT_NEAR(half.low, 0.5 - 0.5 * std::sqrt(kZ2 / (10.0 + kZ2)), 1e-15);
  EXPECT_NEAR(half.high, 0.5 + 0.5 * std::sqrt(kZ2 / (10.0 + kZ2)), 1e-15);
}

}  // namespace
}  // namespace carom::picture
