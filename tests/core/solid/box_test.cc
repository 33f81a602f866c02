#include <gtest/gtest.h>

#include <limits>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/solid/plane_geometry.h"

namespace carom {
namespace {

constexpr double kMargin_m = 1e-9;  // As box.h states it.

bool Holds(const Box& box, const Box& inner) {
  return box.x_low <= inner.x_low && inner.x_high <= box.x_high && box.y_low <= inner.y_low &&
         inner.y_high <= box.y_high;
}

TEST(BoxOfPath, HoldsTheDiscAtAllTimes) {
  CounterRandom random(18, 1);
  for (int i = 0; i < 2000; ++i) {
    const Motion1D x{random.Uniform(-1.0, 1.0), random.Uniform(-5.0, 5.0),
                     random.Uniform(-2.0, 2.0)};
    const Motion1D y{random.Uniform(-1.0, 1.0), random.Uniform(-5.0, 5.0),
                     random.Uniform(-2.0, 2.0)};
    const double until_s = random.Uniform(0.0, 10.0);
    const double reach_m = random.Uniform(0.0, 0.05);
    const Box box = BoxOfPath(x, y, until_s, reach_m);
    for (int k = 0; k <= 100; ++k) {
      const double t = until_s * k / 100.0;
      const Box disc{x.At(t) - reach_m, x.At(t) + reach_m, y.At(t) - reach_m, y.At(t) + reach_m};
      ASSERT_TRUE(Holds(box, disc)) << "case " << i << " at " << t << " s";
    }
  }
}

// From 2 m/s to rest in one second along x, at rest along y.
TEST(BoxOfPath, OfABallThatRollsToAStopEndsWithIt) {
  const Box box = BoxOfPath({0.25, 2.0, -1.0}, {-0.5, 0.0, 0.0}, 1.0, 0.125);
  EXPECT_DOUBLE_EQ(box.x_low, 0.125 - kMargin_m);
  EXPECT_DOUBLE_EQ(box.x_high, 1.375 + kMargin_m);
  EXPECT_DOUBLE_EQ(box.y_low, -0.625 - kMargin_m);
  EXPECT_DOUBLE_EQ(box.y_high, -0.375 + kMargin_m);
}

TEST(BoxOfPath, IsTheWholePlaneWithoutAnEnd) {
  const double no_number = std::numeric_limits<double>::quiet_NaN();
  for (const double until_s : {1200.0, kInfinity, no_number}) {
    const Box box = BoxOfPath({0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, until_s, 0.03);
    EXPECT_EQ(box.x_low, -kInfinity);
    EXPECT_EQ(box.x_high, kInfinity);
    EXPECT_EQ(box.y_low, -kInfinity);
    EXPECT_EQ(box.y_high, kInfinity);
  }
}

}  // namespace
}  // namespace carom
