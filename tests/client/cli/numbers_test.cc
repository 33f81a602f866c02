#include "client/cli/numbers.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace carom {
namespace {

TEST(NumbersTest, AZeroHasNoMinus) {
  EXPECT_EQ(Fixed(-0.0, 4), "0.0000");
  EXPECT_EQ(Fixed(-0.00001, 4), "0.0000");
  EXPECT_EQ(Fixed(-0.0001, 4), "-0.0001");
  EXPECT_EQ(Fixed(-0.4, 0), "0");
  EXPECT_EQ(Significant(-0.0, 6), "0");
  EXPECT_EQ(Significant(-1e-300, 6), "-1e-300");
  EXPECT_EQ(Significant(-12.5, 2), "-12");
}

TEST(NumbersTest, InfinityKeepsItsSign) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Fixed(-infinity, 2), "-inf");
  EXPECT_EQ(Significant(-infinity, 2), "-inf");
}

TEST(NumbersTest, ExactNumbersComeBack) {
  for (const double value : {0.1, 1.0 / 3.0, -1e-300, 1.7976931348623157e308}) {
    EXPECT_EQ(std::stod(Exact(value)), value);
  }
  EXPECT_EQ(Exact(0.1), "0.1");
}

}  // namespace
}  // namespace carom
