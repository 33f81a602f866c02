#include "core/play/gap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/aim/geometry.h"
#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/state/trajectory.h"
#include "core/table/shot.h"

namespace carom::play {
namespace {

// Paths from one place of a table and gaps at their ends, drawn.
class Gaps : public ::testing::Test {
 protected:
  Vec2 AnyPlace() {
    const double x = random_.Uniform(-1.3, 1.3);
    return {x, random_.Uniform(-0.65, 0.65)};
  }
  Gap AnyGap() {
    const double middle_m = random_.Uniform(-0.03, 0.03);
    const double half_m = random_.Uniform(0.001, 0.05);
    return {middle_m - half_m, middle_m + half_m};
  }

  CounterRandom random_{40, 0};
};

// Every ball that a band holds is near it, also one on the band's edge but for a rounding; what is
// near lies in the rectangle about the band but for single precision; and bands that were not set
// hold nothing.
TEST_F(Gaps, RoughBandsPassWhatBandsHold) {
  constexpr double kMostTouch_m = 0.06;
  int held = 0;
  int not_near = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vec2 from = AnyPlace();
    RoughBands rough;
    std::vector<Segment> segments(RoughBands::kMost);
    std::vector<Gap> gaps(RoughBands::kMost);
    std::vector<Band> bands(RoughBands::kMost);
    const auto set = static_cast<uint32_t>(random_.Uniform(0.0, 256.0));
    for (int b = 0; b < RoughBands::kMost; ++b) {
      segments[Index(b)] = Segment(from, AnyPlace());
      gaps[Index(b)] = AnyGap();
      bands[Index(b)] = Band(segments[Index(b)], gaps[Index(b)]);
      if ((set >> b & 1u) != 0) rough.Set(b, segments[Index(b)], bands[Index(b)], kMostTouch_m);
    }
    const auto half_width = [&](int b) {
      const Gap& gap = gaps[Index(b)];
      const double widest_m = std::max(std::abs(gap.low_m), std::abs(gap.high_m));
      const double turned = widest_m / segments[Index(b)].far_m;
      return widest_m + kMostTouch_m * (1.0 + 1e-9 + 0.5 * turned * turned);
    };
    // Anywhere, on the edge of a band, and just before its end.
    const int on = i % RoughBands::kMost;
    const Segment& edge = segments[Index(on)];
    const double least = 1.0 - 1e-12;
    const std::vector<Vec2> places{AnyPlace(), edge.EndBeside(least * half_width(on)),
                                   edge.EndBeside(-least * half_width(on)),
                                   edge.from_m + least * (edge.far_m + kMostTouch_m) * edge.ahead,
                                   edge.from_m + 1e-12 * edge.ahead};
    for (const Vec2& place : places) {
      const uint32_t near = rough.Near(place - from);
      EXPECT_EQ(near & ~set, 0u) << i;
      for (int b = 0; b < RoughBands::kMost; ++b) {
        if ((set >> b & 1u) == 0) continue;
        const Segment& segment = segments[Index(b)];
        const bool holds = bands[Index(b)].Holds(segment, place, kMostTouch_m) != 0;
        const bool is_near = (near >> b & 1u) != 0;
        EXPECT_TRUE(is_near || !holds) << i << ' ' << b;
        const SegmentCoordinates at(segment, place);
        const double out_m = std::max({-at.ahead_m, at.ahead_m - segment.far_m - kMostTouch_m,
                                       std::abs(at.left_m) - half_width(b)});
        EXPECT_TRUE(!is_near || out_m < 2e-5) << i << ' ' << b << ' ' << out_m;
        held += holds;
        not_near += !is_near;
      }
    }
  }
  EXPECT_GT(held, 4000);
  EXPECT_GT(not_near, 4000);
}

// Against angles: the tangents from the start of a path to the circle about a ball in which its
// centre touches that ball are asin(touch / distance) from the direction of the ball.
TEST_F(Gaps, AreNarrowedByShadows) {
  constexpr int kBalls = 12;
  constexpr double kUnclear_m = 1e-9;
  int narrowed = 0;
  int closed = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<BallSpec> specs(kBalls);
    std::vector<BallState> states(kBalls);
    // A path, and balls along it.
    const Segment segment(AnyPlace(), AnyPlace());
    for (int ball = 0; ball < kBalls; ++ball) {
      specs[Index(ball)].radius_m = random_.Uniform(0.01, 0.03);
      const double share = random_.Uniform(-0.2, 1.3);
      const Vec2 place = segment.from_m + share * segment.far_m * segment.ahead +
                         random_.Uniform(-0.4, 0.4) * segment.Left();
      states[Index(ball)].position = {place.x(), place.y(), specs[Index(ball)].radius_m};
    }
    const aim::BallMap map(specs, states, 0);
    const Gap gap = AnyGap();
    constexpr int kBall = 3;

    Gap left = gap;
    uint32_t by = 0;
    bool unclear = false;
    for (int ball = 0; ball < kBalls; ++ball) {
      if (ball == kBall) continue;
      const Vec2 to_ball = map.Place(ball) - segment.from_m;
      const double ahead_m = to_ball.dot(segment.ahead);
      const double left_m = segment.Left().dot(to_ball);
      const double touch_m = 2.0 * std::sqrt(map.Radius(kBall) * map.Radius(ball));
      unclear |= std::abs(ahead_m) < kUnclear_m;
      if (ahead_m <= 0.0) continue;
      Gap shadow{-1e9, 1e9};
      if (ahead_m < segment.far_m) {
        const double direction = std::atan2(left_m, ahead_m);
        const double half = std::asin(std::min(1.0, touch_m / to_ball.norm()));
        if (direction - half > -kHalfPi) shadow.low_m = segment.far_m * std::tan(direction - half);
        if (direction + half < kHalfPi) shadow.high_m = segment.far_m * std::tan(direction + half);
      } else {
        const double behind_m = ahead_m - segment.far_m;
        if (behind_m >= touch_m) continue;
        const double half_m = std::sqrt(touch_m * touch_m - behind_m * behind_m);
        shadow = {left_m - half_m, left_m + half_m};
      }
      unclear |= std::abs(shadow.high_m - gap.low_m) < kUnclear_m ||
                 std::abs(shadow.low_m - gap.high_m) < kUnclear_m;
      if (shadow.high_m <= gap.low_m || shadow.low_m >= gap.high_m) continue;
      by |= 1u << ball;
      if (left.high_m - shadow.high_m >= shadow.low_m - left.low_m) {
        left.low_m = std::max(left.low_m, shadow.high_m);
      } else {
        left.high_m = std::min(left.high_m, shadow.low_m);
      }
    }
    unclear |= std::abs(left.high_m - left.low_m) < kUnclear_m;
    if (unclear) continue;

    const NarrowedGap found = Narrow(map, kBall, segment, Band(segment, gap), ~0u, gap);
    EXPECT_EQ(found.by, by) << i;
    ASSERT_EQ(found.gap.IsOpen(), left.IsOpen()) << i;
    EXPECT_EQ(LeftOf(map, kBall, segment, ~0u, gap).IsOpen(), left.IsOpen()) << i;
    ++(left.IsOpen() ? narrowed : closed);
    if (!left.IsOpen()) continue;
    EXPECT_NEAR(found.gap.low_m, left.low_m, 1e-10) << i;
    EXPECT_NEAR(found.gap.high_m, left.high_m, 1e-10) << i;
  }
  EXPECT_GT(narrowed, 1000);
  EXPECT_GT(closed, 1000);
}

}  // namespace
}  // namespace carom::play
