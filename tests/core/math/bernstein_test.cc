#include <gtest/gtest.h>

#include <limits>

#include "core/base/random.h"
#include "core/math/first_crossing.h"
#include "core/math/polynomial.h"
#include "core/math/sign_changes.h"

namespace carom {
namespace {

// A polynomial of degree 8 with known roots.
Polynomial<8> Product(const Quadratic& a, const Quadratic& b, const Quadratic& c,
                      const Quadratic& d) {
  return (a * b) * (c * d);
}

constexpr Quadratic kOne{{1.0, 0.0, 0.0}};

TEST(Bernstein, PositiveWhereItsLowestPointIsAboveZero) {
  const Quadratic dip{{0.25 + 0.02, -1.0, 1.0}};  // (t - 1/2)^2 + 0.02
  EXPECT_TRUE(SurelyNeverTurnsNegative(Product(dip, kOne, kOne, kOne), 1.0));
  EXPECT_FALSE(SurelyPositive(Product(dip, kOne, kOne, kOne), 2.0));  // Its hull dips.
  const Quadratic below{{0.25 - 1e-6, -1.0, 1.0}};
  EXPECT_FALSE(SurelyNeverTurnsNegative(Product(below, kOne, kOne, kOne), 1.0));
}

// t (1 - t) leaves zero and is back at t = 1.
TEST(Bernstein, AGapThatOpensFromZeroDoesNotTurn) {
  const Polynomial<8> hop = Product({{0.0, 1.0, -1.0}}, kOne, kOne, kOne);
  EXPECT_TRUE(SurelyNeverTurnsNegative(hop, 0.9));
  EXPECT_FALSE(SurelyNeverTurnsNegative(hop, 1.1));
  const Polynomial<8> out = Product({{-0.1, 1.0, 0.0}}, kOne, kOne, kOne);  // t - 0.1
  EXPECT_TRUE(SurelyNeverTurnsNegative(out, 5.0));
  const Polynomial<8> in = Product({{0.1, -1.0, 0.0}}, kOne, kOne, kOne);
  EXPECT_FALSE(SurelyNeverTurnsNegative(in, 5.0));
}

TEST(Bernstein, NothingIsSureOfNoWindow) {
  const Polynomial<8> one = Product(kOne, kOne, kOne, kOne);
  EXPECT_TRUE(SurelyNeverTurnsNegative(one, 0.0));
  EXPECT_FALSE(SurelyNeverTurnsNegative(one, -1.0));
  EXPECT_FALSE(SurelyNeverTurnsNegative(one, std::numeric_limits<double>::quiet_NaN()));
  const Polynomial<8> rises = Product({{1.0, 1.0, 0.0}}, kOne, kOne, kOne);
  EXPECT_FALSE(SurelyNeverTurnsNegative(rises, std::numeric_limits<double>::infinity()));
}

// Whatever it is sure of, the search for crossings finds none.
TEST(Bernstein, SureMeansNoCrossing) {
  constexpr int kCases = 100000;
  CounterRandom random(16, 8);
  int sure = 0;
  int crossing = 0;
  for (int i = 0; i < kCases; ++i) {
    const auto quadratic = [&] {
      const double middle = random.Uniform(-0.5, 1.5);
      const double depth = random.Uniform(-0.02, 0.2);
      return Quadratic{{middle * middle + depth, -2.0 * middle, 1.0}};
    };
    Polynomial<8> gap = Product(quadratic(), quadratic(), quadratic(), quadratic());
    if (random.Below(4) == 0) gap.c[0] = 0.0;
    if (random.Below(8) == 0) gap.c[0] = -1e-12;
    const auto time_s = FirstAccepted(gap, 1.0, [](double) { return true; });
    crossing += time_s ? 1 : 0;
    if (!SurelyNeverTurnsNegative(gap, 1.0)) continue;
    ++sure;
    ASSERT_FALSE(time_s) << i << ": " << *time_s;
  }
  EXPECT_GT(sure, kCases / 10);
  EXPECT_GT(crossing, kCases / 10);
}

}  // namespace
}  // namespace carom
