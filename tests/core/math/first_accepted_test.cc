#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/math/first_crossing.h"
#include "core/math/polynomial.h"
#include "tests/core/math/from_roots.h"

namespace carom {
namespace {

using testing::FromRoots;

bool Any(double /*time_s*/) { return true; }

// Small integers, so that the coefficients are exact.
const Polynomial<8> kFourVisits = FromRoots<8>(1.0, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0});

TEST(FirstAccepted, TakesTheFirstDescentThatCounts) {
  EXPECT_DOUBLE_EQ(*FirstAccepted(kFourVisits, kInfinity, Any), 1.0);
  for (const double from : {2.5, 4.5, 6.5}) {
    const auto late = [&](double t) { return t > from; };
    EXPECT_DOUBLE_EQ(*FirstAccepted(kFourVisits, kInfinity, late), from + 0.5) << from;
  }
  EXPECT_FALSE(FirstAccepted(kFourVisits, kInfinity, [](double t) { return t > 7.5; }));
}

TEST(FirstAccepted, AsksOnlyWhereTheGapTurnsNegativeAndInOrder) {
  std::vector<double> asked;
  const auto refuse = [&](double t) {
    asked.push_back(t);
    return false;
  };
  EXPECT_FALSE(FirstAccepted(kFourVisits, 10.0, refuse));
  ASSERT_EQ(asked.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(asked[i], 1.0 + 2.0 * double(i));
}

TEST(FirstAccepted, TheWindowIsClosed) {
  const auto late = [](double t) { return t > 1.5; };
  EXPECT_FALSE(FirstAccepted(kFourVisits, 2.999, late));
  EXPECT_DOUBLE_EQ(*FirstAccepted(kFourVisits, 3.0, late), 3.0);
  EXPECT_FALSE(FirstAccepted(kFourVisits, -1.0, Any));
  EXPECT_FALSE(FirstAccepted(kFourVisits, std::numeric_limits<double>::quiet_NaN(), Any));
}

TEST(FirstAccepted, ATouchIsNoDescent) {
  const Polynomial<8> touches = FromRoots<8>(1.0, {1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 5.0});
  EXPECT_DOUBLE_EQ(*FirstAccepted(touches, kInfinity, Any), 4.0);
}

TEST(FirstAccepted, OverlappingAndFallingIsNow) {
  const Polynomial<8> falling{{-1.0, -1e6, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0}};
  EXPECT_EQ(*FirstAccepted(falling, 1.0, Any), 0.0);
  const auto later = [](double t) { return t > 0.0; };
  EXPECT_FALSE(FirstAccepted(falling, 1.0, later));
}

// -(t - 2)^2 + value at 2, with terms that make it degree 8 in form only.
Polynomial<8> Leaving(double highest) { return {{highest - 4.0, 4.0, -1.0, 0, 0, 0, 0, 0, 0}}; }

TEST(FirstAccepted, LeavingAContactIsNone) {
  EXPECT_DOUBLE_EQ(*FirstAccepted(Leaving(1.0), 10.0, Any), 3.0);
  EXPECT_DOUBLE_EQ(*FirstAccepted(Leaving(-1.0), 10.0, Any), 2.0) << "begins to approach again";
  EXPECT_FALSE(FirstAccepted(Leaving(-1.0), 1.9, Any));
}

TEST(FirstAccepted, ConstantOrUnusableGapsAreNever) {
  EXPECT_FALSE(FirstAccepted(Polynomial<8>{}, kInfinity, Any));
  EXPECT_FALSE(FirstAccepted(Polynomial<8>{{-1.0}}, kInfinity, Any));
  EXPECT_FALSE(FirstAccepted(Polynomial<8>{{1.0, -1e200}}, kInfinity, Any));
  EXPECT_FALSE(
      FirstAccepted(Polynomial<8>{{std::numeric_limits<double>::quiet_NaN(), -1.0}}, 1.0, Any));
}

// Without refusals all degrees tell the same story as FirstCrossing.
TEST(FirstAccepted, IsFirstCrossingWhenAllIsAccepted) {
  CounterRandom random(41, 0);
  int found = 0;
  for (int i = 0; i < 5000; ++i) {
    Quartic gap;
    for (double& c : gap.c) c = random.Uniform(-1.0, 1.0);
    Polynomial<8> wide;
    for (std::size_t k = 0; k <= 4; ++k) wide.c[k] = gap.c[k];
    const double window_s = random.Uniform(0.0, 3.0);
    const OptionalTime expected = FirstCrossing(gap, window_s);
    EXPECT_EQ(FirstAccepted(gap, window_s, Any), expected);
    const OptionalTime walked = FirstAccepted(wide, window_s, Any);
    ASSERT_EQ(walked.has_value(), expected.has_value()) << i;
    if (!expected) continue;
    EXPECT_NEAR(*walked, *expected, 1e-15 * *expected) << i;
    ++found;
  }
  EXPECT_GT(found, 2000);
}

TEST(SurelyPositive, NeverClaimsTooMuch) {
  CounterRandom random(42, 0);
  int claims = 0;
  for (int i = 0; i < 20000; ++i) {
    Polynomial<8> gap;
    for (double& c : gap.c) c = random.Uniform(-1.0, 1.0);
    const double end_s = random.Uniform(0.0, 1.5);
    if (!SurelyPositive(gap, end_s)) continue;
    ++claims;
    for (int k = 0; k <= 50; ++k) ASSERT_GT(gap.Evaluate(end_s * k / 50.0), 0.0) << i;
    EXPECT_FALSE(FirstAccepted(gap, end_s, Any));
  }
  EXPECT_GT(claims, 2000);
  EXPECT_FALSE(SurelyPositive(Polynomial<8>{{1.0}}, kInfinity));
}

TEST(PolynomialAlgebra, SumsAndProducts) {
  constexpr Quadratic kA{{1.0, -2.0, 3.0}};
  constexpr Polynomial<1> kB{{5.0, 7.0}};
  EXPECT_EQ((kA * kB).c, (std::array<double, 4>{5.0, -3.0, 1.0, 21.0}));
  EXPECT_EQ((kA + kB).c, (std::array<double, 3>{6.0, 5.0, 3.0}));
  EXPECT_EQ((2.0 * kB).c, (std::array<double, 2>{10.0, 14.0}));
}

}  // namespace
}  // namespace carom
