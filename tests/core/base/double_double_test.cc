#include "core/base/double_double.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"

namespace carom {
namespace {

// Integers below 2^53 have exact sums in 80-bit arithmetic; fma gives a product's error exactly.
TEST(DoubleDouble, SumAndProductAreExact) {
  CounterRandom random(3, 0);
  for (int i = 0; i < 10000; ++i) {
    const double a = random.Uniform(-1.0, 1.0);
    const double b = std::ldexp(random.Uniform(-1.0, 1.0), static_cast<int>(random.Below(8)));
    const DoubleDouble sum = TwoSum(a, b);
    ASSERT_EQ(sum.hi, a + b);
    ASSERT_EQ(static_cast<long double>(sum.hi) + sum.lo, static_cast<long double>(a) + b);
    const DoubleDouble product = TwoProduct(a, b);
    ASSERT_EQ(product.hi, a * b);
    ASSERT_EQ(product.lo, std::fma(a, b, -product.hi));
  }
}

TEST(DoubleDouble, KeepsWhatADoubleDrops) {
  const DoubleDouble one_and_a_bit = {1.0, 0x1p-80};
  const DoubleDouble square = one_and_a_bit * one_and_a_bit;
  EXPECT_EQ(square.hi, 1.0);
  EXPECT_EQ(square.lo, 0x1p-79);
  const DoubleDouble difference = square + DoubleDouble{-1.0, 0.0};
  EXPECT_EQ(difference.hi, 0x1p-79);
}

}  // namespace
}  // namespace carom
