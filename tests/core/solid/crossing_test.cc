#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/math/first_crossing.h"
#include "core/solid/nose.h"
#include "core/solid/primitives.h"
#include "core/solid/solid.h"
#include "tests/core/solid/asking.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::kFall;
using testing::kRadius_m;
using testing::Straight;

constexpr double kNose_m = 0.036576;

Motion3D Flying(const Vec3& from_m, const Vec3& velocity_m_s, double half_gravity = kFall) {
  return {{from_m.x(), velocity_m_s.x(), 0.0},
          {from_m.y(), velocity_m_s.y(), 0.0},
          {from_m.z(), velocity_m_s.z(), half_gravity}};
}

// Along y at x = 1, a metre long.
const SpaceSegment kNose{Vec3(1.0, 0.0, kNose_m), Vec3(0.0, 1.0, 0.0), 1.0};

OptionalTime HitsNose(const Motion3D& motion, bool separated = false) {
  return ContactTime(motion, kNose, kRadius_m, 2.0, separated);
}

TEST(SpaceSegmentCrossing, OnTheClothItIsTheEdgeOfThePlane) {
  const double reach_m = NoseContactDistance(NoseContact::kLine, kRadius_m, kNose_m);
  const auto time_s = HitsNose(Straight(Vec3(0.5, 0.3, kRadius_m), Vec3(2.0, 0.1, 0.0)));
  EXPECT_NEAR(*time_s, (0.5 - reach_m) / 2.0, 1e-15);
}

TEST(SpaceSegmentCrossing, DropsOntoTheNoseFromAbove) {
  const auto time_s = HitsNose(Flying(Vec3(1.0, 0.3, kNose_m + kRadius_m + 0.1), Vec3::Zero()));
  EXPECT_NEAR(*time_s, std::sqrt(0.1 / -kFall), 1e-15);
}

TEST(SpaceSegmentCrossing, IsMetFromBehindToo) {
  const auto time_s = HitsNose(Straight(Vec3(1.5, 0.3, kNose_m), Vec3(-2.0, 0.0, 0.0)));
  EXPECT_NEAR(*time_s, (0.5 - kRadius_m) / 2.0, 1e-15);
}

TEST(SpaceSegmentCrossing, EndsAreRoundAndNothingIsBeyondThem) {
  for (const double sign : {-1.0, 1.0}) {
    const double end_m = sign > 0.0 ? 1.0 : 0.0;
    const Vec3 start(0.5, end_m + sign * 0.01, kNose_m);
    const double side_m = std::sqrt(kRadius_m * kRadius_m - 0.01 * 0.01);
    EXPECT_NEAR(*HitsNose(Straight(start, Vec3(1.0, 0.0, 0.0))), 0.5 - side_m, 1e-15);
    const Vec3 beyond(0.5, end_m + sign * (kRadius_m + 1e-9), kNose_m);
    EXPECT_FALSE(HitsNose(Straight(beyond, Vec3(1.0, 0.0, 0.0))));
    const Vec3 along(1.0, end_m + sign * 0.5, kNose_m);
    EXPECT_NEAR(*HitsNose(Straight(along, Vec3(0.0, -sign, 0.0))), 0.5 - kRadius_m, 1e-15);
  }
}

// Inside the endless cylinder from the start, it meets the end's sphere.
TEST(SpaceSegmentCrossing, ComesAlongTheLine) {
  const auto time_s = HitsNose(Straight(Vec3(1.01, -0.5, kNose_m), Vec3(0.0, 1.0, 0.0)));
  EXPECT_NEAR(*time_s, 0.5 - std::sqrt(kRadius_m * kRadius_m - 1e-4), 1e-15);
}

TEST(SpaceSegmentCrossing, GrazesJustInsideAndJustOutside) {
  for (const double off_m : {1e-6, 1e-9, 1e-12}) {
    const Vec3 velocity(3.0, 0.0, 0.0);
    EXPECT_FALSE(HitsNose(Straight(Vec3(0.5, 0.3, kNose_m + kRadius_m + off_m), velocity)))
        << off_m;
    const auto time_s = HitsNose(Straight(Vec3(0.5, 0.3, kNose_m + kRadius_m - off_m), velocity));
    ASSERT_TRUE(time_s) << off_m;
    EXPECT_NEAR(*time_s, (0.5 - std::sqrt(2.0 * kRadius_m * off_m)) / 3.0, 2e-6 * std::sqrt(off_m));
  }
}

TEST(SpaceSegmentCrossing, LeavingAContactIsNoContact) {
  for (const double error_m : {-1e-15, 0.0, 1e-15}) {
    const Vec3 touching(1.0 - kRadius_m + error_m, 0.3, kNose_m);
    EXPECT_FALSE(HitsNose(Straight(touching, Vec3(-1.0, 0.2, 0.0)), true));
    EXPECT_FALSE(HitsNose(Straight(touching, Vec3(0.0, 0.2, 0.0)), true)) << "glides along it";
    const auto now_s = HitsNose(Straight(touching, Vec3(1.0, 0.0, 0.0)));
    EXPECT_NEAR(now_s.value_or(1.0), 0.0, 1e-14);
  }
}

// Gliding along the nose and off its end is no impact with that end.
TEST(SpaceSegmentCrossing, GlidesPastAnEnd) {
  for (const double error_m : {-1e-16, -1e-17, 0.0, 1e-17}) {
    const Vec3 touching(1.0, 0.5, kNose_m + kRadius_m + error_m);
    EXPECT_FALSE(HitsNose(Straight(touching, Vec3(0.0, 1.0, 0.0)), true)) << error_m;
    EXPECT_FALSE(HitsNose(Straight(touching, Vec3(0.0, -1.0, 0.0)), true)) << error_m;
  }
}

// [Event-based] cushion I calls a ball that flies over a hit (its false positive); II does not.
TEST(PlaneNose, HitsWhatFliesOver) {
  const Motion3D jump = Flying(Vec3(0.8, 0.3, kRadius_m), Vec3(2.0, 0.0, 2.0));
  ASSERT_GT(jump.z.At(0.1), kNose_m + 2.0 * kRadius_m);
  EXPECT_FALSE(ContactTime(jump, kNose, kRadius_m, 0.2, false));
  StraightEdge plane;
  plane.start_m = Vec2(1.0, 0.0);
  plane.along = Vec2(0.0, 1.0);
  plane.normal = Vec2(-1.0, 0.0);
  plane.length_m = 1.0;
  plane.reach_m = kRadius_m;
  EXPECT_NEAR(*EdgeCrossing(jump.x, jump.y, plane, 0.2, false), (0.2 - kRadius_m) / 2.0, 1e-15);
  // Plane and line end at the segment's ends.
  const Motion3D beside = Flying(Vec3(0.8, 1.0 + 1.1 * kRadius_m, kRadius_m), Vec3(2.0, 0.0, 2.0));
  EXPECT_FALSE(EdgeCrossing(beside.x, beside.y, plane, 0.2, false));
}

// Plane and line differ by R - sqrt(R^2 - dz^2): nothing at the nose's height ([Event-based]
// Fig. 12).
TEST(PlaneNose, DisagreesWithTheLineByHeight) {
  for (const double dz_m : {-0.02, -0.008001, 0.0, 0.01, 0.028}) {
    const auto time_s = HitsNose(Straight(Vec3(0.5, 0.3, kNose_m + dz_m), Vec3(1.0, 0.0, 0.0)));
    EXPECT_NEAR(*time_s, 0.5 - std::sqrt(kRadius_m * kRadius_m - dz_m * dz_m), 1e-15);
  }
  const Vec3 above(0.5, 0.3, kNose_m + kRadius_m + 1e-12);
  EXPECT_FALSE(HitsNose(Straight(above, Vec3(1.0, 0.0, 0.0))));
}

const Ring kRim{Vec2(1.0, 0.5), 0.06, 0.0};

TEST(RingCrossing, DropsOntoTheRim) {
  const auto time_s = ContactTime(Flying(Vec3(1.06, 0.5, kRadius_m + 0.1), Vec3::Zero()), kRim,
                                  kRadius_m, 1.0, false);
  EXPECT_NEAR(*time_s, std::sqrt(0.1 / -kFall), 1e-14);
}

TEST(RingCrossing, FromInsideAndFromOutside) {
  for (const double z_m : {0.0, 0.01, -0.02}) {
    const double side_m = std::sqrt(kRadius_m * kRadius_m - z_m * z_m);
    const Motion3D outwards = Straight(Vec3(1.0, 0.5, z_m), Vec3(0.6, 0.8, 0.0));
    EXPECT_NEAR(*ContactTime(outwards, kRim, kRadius_m, 1.0, false), 0.06 - side_m, 1e-14);
    const Motion3D inwards = Straight(Vec3(1.3, 0.9, z_m), Vec3(-0.6, -0.8, 0.0));
    EXPECT_NEAR(*ContactTime(inwards, kRim, kRadius_m, 1.0, false), 0.5 - 0.06 - side_m, 1e-14);
  }
}

TEST(RingCrossing, FallsThroughTheMiddle) {
  EXPECT_FALSE(ContactTime(Flying(Vec3(1.0, 0.5, 0.2), Vec3::Zero()), kRim, kRadius_m, 1.0, false));
  const double just_m = 0.06 - kRadius_m;
  EXPECT_FALSE(ContactTime(Flying(Vec3(1.0 + just_m - 1e-10, 0.5, 0.2), Vec3::Zero()), kRim,
                           kRadius_m, 1.0, false));
  EXPECT_TRUE(ContactTime(Flying(Vec3(1.0 + just_m + 1e-10, 0.5, 0.2), Vec3::Zero()), kRim,
                          kRadius_m, 1.0, false));
}

TEST(RingCrossing, LeavingAContactIsNoContact) {
  for (const double angle_sine : {0.1, 0.5, 0.9, 1.0}) {
    const double level = std::sqrt(1.0 - angle_sine * angle_sine);
    for (const double side : {-1.0, 1.0}) {
      const Vec3 normal(side * level, 0.0, angle_sine);
      const Vec3 touching = Vec3(1.06, 0.5, 0.0) + kRadius_m * normal;
      const Motion3D leaves = Straight(touching, 0.5 * normal);
      const auto back_s = ContactTime(leaves, kRim, kRadius_m, 0.02, true);
      EXPECT_FALSE(back_s) << angle_sine << " " << side;
      const auto now_s =
          ContactTime(Straight(touching, -0.5 * normal), kRim, kRadius_m, 1.0, false);
      EXPECT_NEAR(now_s.value_or(1.0), 0.0, 1e-14);
    }
  }
}

// A ring narrower than the ball is a spindle, with a lens about the axis that is as solid.
TEST(RingCrossing, NarrowRingOnAndNearItsAxis) {
  const Ring narrow{Vec2(1.0, 0.5), 0.012, kNose_m};
  for (const double off_m : {0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.01}) {
    const double across_m = 0.012 - off_m;
    const double touch_m = std::sqrt(kRadius_m * kRadius_m - across_m * across_m);
    const Motion3D falls = Flying(Vec3(1.0 + off_m, 0.5, kNose_m + touch_m + 0.05), Vec3::Zero());
    const auto time_s = ContactTime(falls, narrow, kRadius_m, 1.0, false);
    ASSERT_TRUE(time_s) << off_m;
    EXPECT_NEAR(*time_s, std::sqrt(0.05 / -kFall), 1e-13) << off_m;
  }
}

// Out of the lens the ball is still inside the spindle: its end must not count as a contact.
TEST(RingCrossing, TheOtherFactorIsNoContact) {
  const Ring narrow{Vec2(1.0, 0.5), 0.012, 0.0};
  const Motion3D crosses = Straight(Vec3(1.0, 0.5, 0.0), Vec3(0.5, 0.0, 0.0));
  const auto time_s = ContactTime(crosses, narrow, kRadius_m, 1.0, false);
  EXPECT_FALSE(time_s) << *time_s;
}

TEST(RingCrossing, HalfARing) {
  Ring half = kRim;
  half.opening = Vec2(1.0, 0.0);
  const Motion3D to_back = Straight(Vec3(1.0, 0.5, 0.01), Vec3(-1.0, 0.1, 0.0));
  const Motion3D to_front = Straight(Vec3(1.0, 0.5, 0.01), Vec3(1.0, 0.1, 0.0));
  EXPECT_EQ(ContactTime(to_back, half, kRadius_m, 1.0, false),
            ContactTime(to_back, kRim, kRadius_m, 1.0, false));
  EXPECT_FALSE(ContactTime(to_front, half, kRadius_m, 1.0, false));
}

TEST(PlateCrossing, CountsWhereItCovers) {
  const auto everywhere = [](const Vec2&) { return true; };
  const auto right_half = [](const Vec2& p) { return p.x() >= 0.0; };
  const Motion3D falls = Flying(Vec3(-0.1, 0.0, kNose_m + kRadius_m + 0.05), Vec3(1.0, 0.0, 0.0));
  const double landing_s = std::sqrt(0.05 / -kFall);
  ASSERT_LT(landing_s, 0.101);
  EXPECT_NEAR(*PlateCrossing(falls, kNose_m, kRadius_m, everywhere, 1.0, false), landing_s, 1e-15);
  EXPECT_EQ(PlateCrossing(falls, kNose_m, kRadius_m, right_half, 1.0, false).has_value(),
            landing_s >= 0.1);
}

// From a nose onto the rail top behind it: a rounding's depth below the plate where that begins.
TEST(PlateCrossing, IsNotMissedAtItsSeam) {
  const auto behind_nose = [](const Vec2& p) { return p.x() >= 0.0; };
  for (const double before_m : {1e-16, 1e-12, 1e-10, 1e-8}) {
    const Motion3D glides =
        Flying(Vec3(-before_m, 0.0, kNose_m + kRadius_m - 1e-17), Vec3(1.0, 0.0, 0.0));
    const auto time_s = PlateCrossing(glides, kNose_m, kRadius_m, behind_nose, 1.0, false);
    ASSERT_TRUE(time_s) << before_m;
    EXPECT_LT(*time_s, 2e-5);
  }
}

TEST(PlateCrossing, WhatIsBelowIsNotOnIt) {
  const auto everywhere = [](const Vec2&) { return true; };
  const Motion3D under = Flying(Vec3(0.0, 0.0, kNose_m), Vec3(1.0, 0.0, 0.1));
  EXPECT_FALSE(PlateCrossing(under, kNose_m, kRadius_m, everywhere, 1.0, false));
}

TEST(WallCrossing, BelowItsTopFromInside) {
  const Wall wall{Vec2(1.0, 0.5), 0.06, 0.0};
  const Vec3 velocity(0.6, 0.8, 0.0);
  EXPECT_NEAR(*ContactTime(Straight(Vec3(1.0, 0.5, -0.01), velocity), wall, kRadius_m, 1.0, false),
              0.06 - kRadius_m, 1e-15);
  EXPECT_FALSE(ContactTime(Straight(Vec3(1.0, 0.5, 0.01), velocity), wall, kRadius_m, 1.0, false));
  // From outside, even where a ball cannot be, it is not met.
  EXPECT_FALSE(ContactTime(Straight(Vec3(1.2, 0.5, -0.01), Vec3(0.0, 1.0, 0.0)), wall, kRadius_m,
                           1.0, false));
  EXPECT_FALSE(ContactTime(Straight(Vec3(1.0, 0.5, -0.01), velocity), wall, 0.07, 1.0, false));
}

// [Event-based] Eq. (ball_poly) with all three dimensions: one above the other.
TEST(BallBallCrossing3D, OneFallsOnTheOther) {
  const Motion3D rests = Straight(Vec3(0.2, 0.1, kRadius_m), Vec3::Zero());
  const Motion3D falls = Flying(Vec3(0.2, 0.1, 3.0 * kRadius_m + 0.3), Vec3::Zero());
  EXPECT_NEAR(*BallBallCrossing3D(rests, falls, 2.0 * kRadius_m, 1.0, false),
              std::sqrt(0.3 / -kFall), 1e-15);
  EXPECT_FALSE(BallBallCrossing3D(rests, falls, 2.0 * kRadius_m, 0.2, false));
  const Motion3D jumps = Flying(Vec3(0.0, 0.1, kRadius_m), Vec3(2.0, 0.0, 1.5));
  EXPECT_FALSE(BallBallCrossing3D(rests, jumps, 2.0 * kRadius_m, 0.2, false)) << "jumps over it";
}

TEST(HoleSolid, LeavesTheWallForTheOneOpposite) {
  const Pocket pocket{Vec2(0.0, 0.0), 0.06, "", Vec2(1.0, 0.0), 0.04};
  const double reach_m = 0.06 - kRadius_m;
  const Motion3D wall_first = Straight(Vec3(-reach_m, 0.0, -0.01), Vec3(0.5, 0.0, 0.0));
  const HoleSolid hole(pocket, 0.0, kRadius_m);
  const auto far_s = hole.Crossing(testing::InFlight(wall_first, kRadius_m, 1.0, true));
  EXPECT_NEAR(far_s.value_or(0.0), 2.0 * reach_m / 0.5, 1e-14);
  const Motion3D pressed = Straight(Vec3(-reach_m, 0.0, -0.01), Vec3(-0.5, 0.0, 0.0));
  EXPECT_NEAR(hole.Crossing(testing::InFlight(pressed, kRadius_m, 1.0)).value_or(1.0), 0.0, 1e-15);
}

// An answer's bits depend on the window alone; what is useful may only drop it.
TEST(FlightCrossing, WhatIsUsefulChangesNoBits) {
  const Motion3D falls = Flying(Vec3(1.055, 0.5, 0.2), Vec3(0.03, 0.02, 0.3));
  const auto time_s = ContactTime(falls, kRim, kRadius_m, 1.0, false);
  ASSERT_TRUE(time_s);
  for (const double more : {1.0, 1.0001, 1.5, 3.0}) {
    EXPECT_EQ(ContactTime(falls, kRim, kRadius_m, 1.0, false, more * *time_s), time_s);
  }
  const Motion3D hits = Flying(Vec3(0.5, 0.95, 0.2), Vec3(2.0, 0.1, 0.6));
  const auto hit_s = HitsNose(hits);
  ASSERT_TRUE(hit_s);
  for (const double more : {1.0, 1.0001, 1.5, 3.0}) {
    EXPECT_EQ(ContactTime(hits, kNose, kRadius_m, 2.0, false, more * *hit_s), hit_s);
  }
}

TEST(FlightCrossing, OddWindowsHoldNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Motion3D falls = Flying(Vec3(1.06, 0.5, 0.2), Vec3::Zero());
  for (const double window_s : {-1.0, nan}) {
    EXPECT_FALSE(ContactTime(falls, kRim, kRadius_m, window_s, false));
    EXPECT_FALSE(HitsNose(Straight(Vec3(nan, nan, nan), Vec3::Zero())));
    EXPECT_FALSE(ContactTime(falls, kNose, kRadius_m, window_s, false));
  }
  EXPECT_TRUE(ContactTime(falls, kRim, kRadius_m, kAlways, false));
}

}  // namespace
}  // namespace carom
