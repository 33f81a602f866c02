#include <gtest/gtest.h>

#include <limits>

#include "core/math/first_crossing.h"

namespace carom {
namespace {

TEST(OptionalTime, HoldsATimeOrNone) {
  EXPECT_FALSE(OptionalTime());
  EXPECT_FALSE(OptionalTime(std::nullopt).has_value());
  EXPECT_EQ(OptionalTime(), std::nullopt);
  const OptionalTime now = 0.0;
  ASSERT_TRUE(now);
  EXPECT_EQ(*now, 0.0);
  EXPECT_NE(now, std::nullopt);
  EXPECT_EQ(now.value_or(2.0), 0.0);
  EXPECT_EQ(OptionalTime().value_or(2.0), 2.0);
}

TEST(OptionalTime, WhatIsNoFiniteTimeIsNone) {
  EXPECT_EQ(OptionalTime(std::numeric_limits<double>::quiet_NaN()), std::nullopt);
  EXPECT_EQ(OptionalTime(std::numeric_limits<double>::infinity()), std::nullopt);
  EXPECT_EQ(EarlierOf(std::numeric_limits<double>::quiet_NaN(), 1.0), OptionalTime(1.0));
}

TEST(OptionalTime, EarlierOfTwo) {
  EXPECT_EQ(EarlierOf(1.0, 2.0), OptionalTime(1.0));
  EXPECT_EQ(EarlierOf(2.0, 1.0), OptionalTime(1.0));
  EXPECT_EQ(EarlierOf(std::nullopt, 1.0), OptionalTime(1.0));
  EXPECT_EQ(EarlierOf(1.0, std::nullopt), OptionalTime(1.0));
  EXPECT_EQ(EarlierOf(std::nullopt, std::nullopt), std::nullopt);
}

}  // namespace
}  // namespace carom
