// The ways in which a centre meets a straight edge with its two round ends.

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/math/first_crossing.h"
#include "core/solid/plane_geometry.h"
#include "core/solid/plate.h"

namespace carom {
namespace {

constexpr double kReach_m = 0.03;
constexpr bool kNotSeparated = false;
constexpr bool kSeparated = true;

// From (-1, 0) to (1, 0).
StraightEdge Edge(double reach_m = kReach_m) {
  StraightEdge edge;
  edge.start_m = {-1.0, 0.0};
  edge.along = {1.0, 0.0};
  edge.normal = {0.0, 1.0};
  edge.length_m = 2.0;
  edge.reach_m = reach_m;
  return edge;
}

OptionalTime Crossing(const Motion1D& x, const Motion1D& y, bool separated = kNotSeparated) {
  return EdgeCrossing(x, y, Edge(), kInfinity, separated);
}

void ExpectAt(OptionalTime time, double expected_s) {
  ASSERT_TRUE(time);
  EXPECT_NEAR(*time, expected_s, 1e-12);
}

TEST(Edge, FromEitherSide) {
  ExpectAt(Crossing({0.3, 0.0, 0.0}, {1.0, -2.0, 0.0}), 0.485);
  ExpectAt(Crossing({0.3, 0.0, 0.0}, {-1.0, 2.0, 0.0}), 0.485);
  EXPECT_FALSE(Crossing({0.3, 0.0, 0.0}, {1.0, 2.0, 0.0}));
}

TEST(Edge, PassesBesideTheEnds) {
  EXPECT_FALSE(Crossing({1.0 + kReach_m * 1.000001, 0.0, 0.0}, {1.0, -2.0, 0.0}));
  EXPECT_FALSE(Crossing({-1.0 - kReach_m * 1.000001, 0.0, 0.0}, {-1.0, 2.0, 0.0}));
}

TEST(Edge, HitsAnEndHeadOn) {
  ExpectAt(Crossing({3.0, -1.0, 0.0}, {0.0, 0.0, 0.0}), 2.0 - kReach_m);
  ExpectAt(Crossing({-3.0, 1.0, 0.0}, {0.0, 0.0, 0.0}), 2.0 - kReach_m);
}

// 0.6 and 0.8 of the reach beside the end: the centre meets the round end 0.8 and 0.6 before it.
TEST(Edge, HitsTheRoundEndOffCentre) {
  ExpectAt(Crossing({1.0 + 0.6 * kReach_m, 0.0, 0.0}, {1.0, -1.0, 0.0}), 1.0 - 0.8 * kReach_m);
  ExpectAt(Crossing({3.0, -1.0, 0.0}, {0.8 * kReach_m, 0.0, 0.0}), 2.0 - 0.6 * kReach_m);
}

// y = 1 - 6 t + 6 t^2 dips below the edge's line from t = 0.21 to 0.79; x drifts from beyond the
// end (1.09) to beside the edge (0.81): past the end on the way down, and up against the back.
TEST(Edge, ReachedFromBehindAfterPassingRoundTheEnd) {
  ExpectAt(Crossing({1.2, -0.5, 0.0}, {1.0, -6.0, 6.0}),
           0.5 + std::sqrt(0.25 - (1.0 + kReach_m) / 6.0));
  // Without the drift both passages are beyond the end; without the detour the front is met first.
  EXPECT_FALSE(Crossing({1.2, 0.0, 0.0}, {1.0, -6.0, 6.0}));
  ExpectAt(Crossing({0.9, 0.0, 0.0}, {1.0, -6.0, 6.0}),
           0.5 - std::sqrt(0.25 - (1.0 - kReach_m) / 6.0));
}

TEST(Edge, JustSeparatedBodiesDoNotMeetAtOnce) {
  const Motion1D x{};
  ExpectAt(Crossing(x, {kReach_m, -1e-9, 0.0}), 0.0);
  EXPECT_FALSE(Crossing(x, {kReach_m, -1e-9, 0.0}, kSeparated));
  // Friction that truly presses brings them together again: y = reach + t / 2 - t^2.
  ExpectAt(Crossing({0.0, 0.0, 0.0}, {kReach_m, 0.5, -1.0}, kSeparated), 0.5);
}

TEST(Edge, RollingAlongInContactNeverHits) {
  EXPECT_FALSE(Crossing({-0.5, 1.0, -0.5}, {kReach_m, 0.0, 0.0}));
}

TEST(Edge, TheWindowIsClosed) {
  const Motion1D y{1.0 + kReach_m, -1.0, 0.0};
  EXPECT_TRUE(EdgeCrossing({}, y, Edge(), 1.0 + 1e-12, kNotSeparated));
  EXPECT_FALSE(EdgeCrossing({}, y, Edge(), 1.0 - 1e-12, kNotSeparated));
}

// An outline has no reach: it is crossed where the centre is on it.
TEST(Edge, WithoutReach) {
  ExpectAt(EdgeCrossing({0.0, 0.0, 0.0}, {1.0, -2.0, 0.0}, Edge(0.0), kInfinity, kNotSeparated),
           0.5);
  EXPECT_FALSE(
      EdgeCrossing({3.0, 0.0, 0.0}, {1.0, -2.0, 0.0}, Edge(0.0), kInfinity, kNotSeparated));
}

StraightEdge RandomEdge(CounterRandom& random, double reach_m) {
  const Vec2 span(random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0));
  StraightEdge edge;
  edge.start_m = {random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)};
  edge.length_m = span.norm();
  edge.along = span / edge.length_m;
  edge.normal = {-edge.along.y(), edge.along.x()};
  edge.reach_m = reach_m;
  return edge;
}

// Where the straight side ends and the round end begins, rounding decides which of them the centre
// meets; it must meet one. Half of the paths are square to the edge.
TEST(Edge, TheSeamIsClosed) {
  CounterRandom random(16, 1);
  for (int i = 0; i < 20000; ++i) {
    const StraightEdge edge = RandomEdge(random, kReach_m);
    const double side = i % 4 < 2 ? 1.0 : -1.0;
    const Vec2 end = random.Uniform() < 0.5 ? edge.start_m : edge.end_m();
    const Vec2 seam = end + side * edge.reach_m * edge.normal;
    const double slant = i % 2 == 0 ? 0.0 : random.Uniform(-2.0, 2.0);
    const Vec2 velocity = -side * edge.normal + slant * edge.along;
    const Vec2 start = seam - velocity;
    const auto time = EdgeCrossing({start.x(), velocity.x(), 0.0}, {start.y(), velocity.y(), 0.0},
                                   edge, kInfinity, kNotSeparated);
    ASSERT_TRUE(time) << i;
    ASSERT_NEAR(*time, 1.0, 1e-6) << i;
  }
}

double DistanceTo(const StraightEdge& edge, const Motion1D& x, const Motion1D& y, double t) {
  const Vec2 centre(x.At(t), y.At(t));
  return (centre - NearestOnSegment(centre, edge.start_m, edge.end_m())).norm();
}

// Judged by the distance itself: outside until the answer, at the reach at it, nearer after it.
TEST(Edge, RandomMotionsAgreeWithTheDistance) {
  CounterRandom random(16, 0);
  int hits = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto draw = [&](double most) { return random.Uniform(-most, most); };
    const Motion1D x{draw(2.0), draw(3.0), draw(2.0)};
    const Motion1D y{draw(1.0), draw(3.0), draw(2.0)};
    const StraightEdge edge = Edge();
    if (DistanceTo(edge, x, y, 0.0) <= kReach_m) continue;
    const double window_s = 2.0;
    const auto time = EdgeCrossing(x, y, edge, window_s, kNotSeparated);
    const double until_s = time.value_or(window_s);
    for (int k = 0; k <= 400; ++k) {
      const double t = until_s * k / 400.0;
      ASSERT_GE(DistanceTo(edge, x, y, t), kReach_m - 1e-12) << i << " at " << t;
    }
    if (!time) continue;
    ++hits;
    EXPECT_NEAR(DistanceTo(edge, x, y, *time), kReach_m, 1e-12);
    EXPECT_LT(DistanceTo(edge, x, y, *time + 1e-7), kReach_m);
  }
  EXPECT_GT(hits, 4000);
}

}  // namespace
}  // namespace carom
