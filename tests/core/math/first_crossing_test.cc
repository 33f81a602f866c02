#include "core/math/first_crossing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/constants.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::kTouching_m;

Quartic Negated(Quartic p) {
  for (double& c : p.c) c = -c;
  return p;
}

void ExpectCrossing(OptionalTime crossing, double expected_s, double tolerance_s) {
  ASSERT_TRUE(crossing.has_value());
  EXPECT_NEAR(*crossing, expected_s, tolerance_s);
}

// catalogue E-10: a sliding ball (started as in E-05) against one at rest.
TEST(FirstCrossing, SlidingBallMeetsBallAtRest) {
  const Quartic gap{{0.1228338775, -1.05, 2.8062098817718126, -2.6151640122693341, 0.962361}};
  constexpr double kSlideEnd_s = 0.36289037807588122;
  ExpectCrossing(FirstCrossing(gap, kSlideEnd_s), 0.23546182701954683, 1e-12);
  EXPECT_EQ(FirstCrossing(gap, kInfinity), FirstCrossing(gap, kSlideEnd_s));
  EXPECT_FALSE(FirstCrossing(gap, 0.2354));
}

// catalogue E-12: one part in 10^9 of two radii decides between a graze and a miss.
TEST(FirstCrossing, Graze) {
  const auto gap = [](double offset_m) {  // unit speed, 0.5 m ahead
    return Quartic{
        {0.25 + (offset_m - kTouching_m) * (offset_m + kTouching_m), -1.0, 1.0, 0.0, 0.0}};
  };
  ExpectCrossing(FirstCrossing(gap(kTouching_m * (1.0 - 1e-9)), kInfinity), 0.49999744417430236,
                 1e-9);
  EXPECT_FALSE(FirstCrossing(gap(kTouching_m * (1.0 + 1e-9)), kInfinity));
}

// catalogue E-18: double, nearly double and tiny roots. The sources give roots; seen from outside
// (negated) a double root only touches, seen from inside the gap first comes to its maximum there.
TEST(FirstCrossing, DoubleRootFromOutsideIsNoCrossing) {
  const Quartic p{{-3.15, 20.82, -33.71, -2.6, 1.0}};  // (t - 0.3)^2 (t - 7) (t + 5)
  ExpectCrossing(FirstCrossing(p, 5.0), 0.3, 1e-7);
  const OptionalTime outside = FirstCrossing(Negated(p), kInfinity);
  // The rounded coefficients may turn the touch into a crossing or a miss by 1e-16 in depth.
  ASSERT_TRUE(outside.has_value());
  EXPECT_LT(std::min(std::fabs(*outside - 0.3), std::fabs(*outside - 7.0)), 1e-7);
  // With exact coefficients it is a miss: (t - 1/2)^2 (t + 1)^2.
  EXPECT_FALSE(FirstCrossing(Quartic{{0.25, -0.5, -0.75, 1.0, 1.0}}, kInfinity));
}

TEST(FirstCrossing, NearlyDoubleRoot) {
  const Quartic p{{-3.1500105, 20.8200344, -33.7099977, -2.600001, 1.0}};  // .3 and .300001
  ExpectCrossing(FirstCrossing(Negated(p), kInfinity), 0.3, 1e-9);
  ExpectCrossing(FirstCrossing(p, 5.0), 0.300001, 1e-9);
}

TEST(FirstCrossing, TinyRoot) {
  const Quartic p{{-6.6e-8, 66.000000017, -16.99999999, -10.000000001, 1.0}};
  ExpectCrossing(FirstCrossing(Negated(p), kInfinity), 1e-9, 1e-15);
}

TEST(FirstCrossing, TripleRootCrosses) {
  // (1/2 - t)^3, known to the cube root of twice the working precision.
  ExpectCrossing(FirstCrossing(Quartic{{0.125, -0.75, 1.5, -1.0, 0.0}}, kInfinity), 0.5, 1e-10);
}

TEST(FirstCrossing, SecondDipBehindAMaximum) {
  // (t - 1)^2 (t - 2)(t - 3) + small lift at 1: only the roots 2 and 3 are crossings.
  const Quartic touching{{6.0, -17.0, 17.0, -7.0, 1.0}};
  ExpectCrossing(FirstCrossing(touching, kInfinity), 2.0, 1e-14);
  EXPECT_FALSE(FirstCrossing(touching, 1.999));
}

TEST(FirstCrossing, OverlappingAndApproachingIsNow) {
  EXPECT_EQ(FirstCrossing(Quartic{{0.0, -1.0, 5.0, 0.0, 0.0}}, 1.0), 0.0);
  EXPECT_EQ(FirstCrossing(Quartic{{-1e-17, -1.0, 5.0, 0.0, 0.0}}, 0.0), 0.0);
  EXPECT_EQ(FirstCrossing(Quartic{{0.0, 0.0, 0.0, -1e-9, 5.0}}, 1.0), 0.0);
}

TEST(FirstCrossing, LeavingAContactForGood) {
  EXPECT_FALSE(FirstCrossing(Quartic{{0.0, 1.0, 5.0, 0.0, 0.0}}, kInfinity));
  EXPECT_FALSE(FirstCrossing(Quartic{{-1e-17, 1.0, 0.0, 0.0, 0.0}}, kInfinity));
  EXPECT_FALSE(FirstCrossing(Quartic{{0.0, 0.0, 1e-9, 0.0, 0.0}}, kInfinity));
}

TEST(FirstCrossing, LeavingAContactAndReturning) {
  // t (2 - t): away, and back at 2.
  ExpectCrossing(FirstCrossing(Quartic{{0.0, 2.0, -1.0, 0.0, 0.0}}, kInfinity), 2.0, 0.0);
  EXPECT_FALSE(FirstCrossing(Quartic{{0.0, 2.0, -1.0, 0.0, 0.0}}, 1.9));
  // The same sunk below zero: they approach again from the maximum at 1.
  ExpectCrossing(FirstCrossing(Quartic{{-1.5, 2.0, -1.0, 0.0, 0.0}}, kInfinity), 1.0, 0.0);
  EXPECT_FALSE(FirstCrossing(Quartic{{-1.5, 2.0, -1.0, 0.0, 0.0}}, 0.9));
}

TEST(FirstCrossing, RestingContactNeverCrosses) {
  EXPECT_FALSE(FirstCrossing(Quartic{}, kInfinity));
  EXPECT_FALSE(FirstCrossing(Quartic{{-1e-9, 0.0, 0.0, 0.0, 0.0}}, kInfinity));
  EXPECT_FALSE(FirstCrossing(Quadratic{}, kInfinity));
}

TEST(FirstCrossing, TheWindowIsClosed) {
  const Quartic line{{1.0, -2.0, 0.0, 0.0, 0.0}};
  EXPECT_EQ(FirstCrossing(line, 0.5), 0.5);
  EXPECT_FALSE(FirstCrossing(line, std::nextafter(0.5, 0.0)));
  EXPECT_FALSE(FirstCrossing(line, 0.0));
  EXPECT_FALSE(FirstCrossing(line, -1.0));
  EXPECT_FALSE(FirstCrossing(line, kNan));
}

TEST(FirstCrossing, VanishingLeadingCoefficients) {
  for (const double tiny : {0.0, 1e-300, -1e-300, 1e-30, -1e-30, 5e-324}) {
    const Quartic gap{{1.0, -2.0, tiny, -tiny, tiny}};
    EXPECT_EQ(FirstCrossing(gap, 10.0), 0.5) << tiny;
    EXPECT_EQ(FirstCrossing(gap, kInfinity), 0.5) << tiny;
  }
  // No crossing but one that the tiny coefficient brings, at 10^6 s, or beyond the horizon.
  ExpectCrossing(FirstCrossing(Quartic{{1.0, 0.0, 0.0, 0.0, -1e-24}}, kInfinity), 1e6, 1e-9);
  EXPECT_FALSE(FirstCrossing(Quartic{{1.0, 0.0, 0.0, 0.0, -1e-300}}, kInfinity));
}

TEST(FirstCrossing, UnusableCoefficientsNeverCross) {
  for (const double bad : {kNan, kInfinity, -kInfinity, 1e101, -1e300}) {
    for (std::size_t k = 0; k < 5; ++k) {
      Quartic gap{{1.0, -2.0, 0.0, 0.0, 0.0}};
      gap.c[k] = bad;
      EXPECT_FALSE(FirstCrossing(gap, kInfinity)) << bad << " in " << k;
      EXPECT_FALSE(SurelyPositive(gap, 0.1) && std::isnan(bad));
    }
    EXPECT_FALSE(FirstCrossing(Quadratic{{1.0, bad, 0.0}}, 1.0));
  }
}

TEST(FirstCrossing, QuadraticsFollowTheSameRule) {
  EXPECT_EQ(FirstCrossing(Quadratic{{1.0, -3.0, 2.0}}, kInfinity), 0.5);
  EXPECT_EQ(FirstCrossing(Quadratic{{1.0, 1.0, -2.0}}, kInfinity), 1.0);
  EXPECT_FALSE(FirstCrossing(Quadratic{{1.0, -2.0, 1.0}}, kInfinity));  // touches at 1
  EXPECT_EQ(FirstCrossing(Quadratic{{0.0, -1.0, 2.0}}, 0.0), 0.0);
  EXPECT_EQ(FirstCrossing(Quadratic{{0.0, 0.0, -2.0}}, 0.0), 0.0);
  EXPECT_EQ(FirstCrossing(Quadratic{{0.0, 2.0, -1.0}}, kInfinity), 2.0);
  EXPECT_EQ(FirstCrossing(Quadratic{{-1.5, 2.0, -1.0}}, kInfinity), 1.0);
  EXPECT_FALSE(FirstCrossing(Quadratic{{0.0, 2.0, 1.0}}, kInfinity));
  EXPECT_FALSE(FirstCrossing(Quadratic{{1.0, 0.0, 0.0}}, kInfinity));
}

TEST(FirstCrossing, QuadraticWithoutCancellation) {
  // Roots 1e-12 and 1e4: the textbook formula would lose the small one entirely.
  ExpectCrossing(FirstCrossing(Quadratic{{1e-8, -(1e4 + 1e-12), 1.0}}, kInfinity), 1e-12, 1e-27);
  // Roots 1 and 1 + 2^-26, the discriminant 2^-52 of terms of size 4.
  const double near = 1.0 + 0x1p-26;
  EXPECT_EQ(FirstCrossing(Quadratic{{near, -(1.0 + near), 1.0}}, kInfinity), 1.0);
}

TEST(FirstCrossing, QuadraticAndQuarticAgreeToTheBit) {
  for (int i = 1; i <= 200; ++i) {
    for (int j = -20; j <= 20; ++j) {
      const Quadratic gap{{0.01 * i, -0.7 * i + 0.1 * j, 0.37 * j}};
      const Quartic same{{gap.c[0], gap.c[1], gap.c[2], 0.0, 0.0}};
      EXPECT_EQ(FirstCrossing(gap, 3.0), FirstCrossing(same, 3.0)) << i << " " << j;
    }
  }
}

TEST(SurelyPositive, RejectsPairsThatStayApart) {
  const Quartic separation{{1.0, 0.5, 0.1, 0.0, 0.0}};
  EXPECT_TRUE(SurelyPositive(separation, 10.0));
  EXPECT_FALSE(SurelyPositive(Quartic{{1.0, -2.0, 0.0, 0.0, 0.0}}, 0.5));
  EXPECT_TRUE(SurelyPositive(Quartic{{1.0, -2.0, 0.0, 0.0, 0.0}}, 0.49));
  EXPECT_FALSE(SurelyPositive(separation, kInfinity));
  EXPECT_FALSE(SurelyPositive(separation, -1.0));
  EXPECT_FALSE(SurelyPositive(Quartic{}, 1.0));
}

// A gap whose leading coefficient is negative was taken for convex, because its second differences
// were weighed with 3 and 6 for 1.5 and 3, and its fall after the inflection was not seen: it ends
// at -0.066.
TEST(FirstCrossing, ConvexAtFirstAndFallingAfterTheInflection) {
  const Quartic gap{{0x1.03b56f1be7992p-1, -0x1.143fa7dadcd93p-1, 0x1.b567d6850aa8p-4,
                     0x1.6beefdc1fb446p+0, -0x1.b02848e57393fp-1}};
  constexpr double kEnd_s = 1.6764;
  ASSERT_GT(gap.Evaluate(1.6), 0.0);
  ASSERT_LT(gap.Evaluate(kEnd_s), -0.06);
  const OptionalTime crossing = FirstCrossing(gap, kEnd_s);
  ASSERT_TRUE(crossing.has_value());
  EXPECT_NEAR(gap.Evaluate(*crossing), 0.0, 1e-15);
  EXPECT_GT(gap.Evaluate(0.999 * *crossing), 0.0);
}

// The root is simple but flat, so rounding moves the root of the tangent beside it by far more than
// the window reaches past it. (The root was found with exact fractions.)
TEST(FirstCrossing, FindsAFlatRootJustInsideTheWindow) {
  const Quartic gap{{0x1.828866123b181p+0, -0x1.d832b026a8a98p+1, 0x1.b0a2f3db289d7p+1,
                     -0x1.6058a71122f9fp+0, 0x1.ae6f56f0648ap-3}};
  constexpr double kRoot_s = 1.6371317622783208;
  for (const double window_s : {2.444, 1.6372, 1.637132, 1.637131764, 1.637131763}) {
    EXPECT_EQ(FirstCrossing(gap, window_s), OptionalTime(kRoot_s)) << window_s;
  }
  EXPECT_EQ(FirstCrossing(gap, 1.637131762), std::nullopt);
}

}  // namespace
}  // namespace carom
