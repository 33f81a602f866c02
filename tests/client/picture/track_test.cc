// Arcs are quadratic Bezier curves, and tracks pass where the service says that balls are.

#include "client/picture/track.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/client/picture/picture_shots.h"

namespace carom::picture {
namespace {

using ::carom::testing::SamplesOf;
using ::carom::testing::SceneOf;
using ::carom::testing::ShotAt;

// A ball that slides: v0 = (2, 1) m/s, the friction against a slip along (3, -4), 1.96 m/s^2.
Arc Sliding() {
  return {0.5,
          1.3,
          carom::v1::MOTION_STATE_SLIDING,
          {-0.4, 0.1, 0.03},
          {2.0, 1.0, 0.0},
          {-1.176, 1.568, 0.0}};
}

TEST(ArcTest, IsItsBezierCurve) {
  const Arc arc = Sliding();
  const Vector p0 = arc.position_m;
  const Vector p1 = ControlPoint(arc);
  const Vector p2 = PositionAt(arc, arc.end_s);
  for (const double u : {0.0, 0.125, 0.3, 0.5, 0.77, 1.0}) {
    const Vector at = PositionAt(arc, arc.begin_s + u * (arc.end_s - arc.begin_s));
    for (size_t i = 0; i < 3; ++i) {
      const double curve = (1 - u) * (1 - u) * p0[i] + 2 * u * (1 - u) * p1[i] + u * u * p2[i];
      EXPECT_NEAR(at[i], curve, 1e-15) << u;
    }
  }
}

TEST(ArcTest, MovesByTheLawOfConstantAcceleration) {
  const Vector at = PositionAt(Sliding(), 1.5);  // s = 1.
  EXPECT_DOUBLE_EQ(at[0], -0.4 + 2.0 - 0.588);
  EXPECT_DOUBLE_EQ(at[1], 0.1 + 1.0 + 0.784);
  EXPECT_DOUBLE_EQ(at[2], 0.03);
  EXPECT_DOUBLE_EQ(VelocityAt(Sliding(), 1.5)[1], 1.0 + 1.568);
}

TEST(TrackTest, StaysAtItsEnds) {
  const Track track{{Sliding()}, {}};
  EXPECT_EQ(PositionAt(track, 0.0), Sliding().position_m);
  EXPECT_EQ(PositionAt(track, 9.0), PositionAt(Sliding(), 1.3));
}

TEST(TrackTest, TheLaterOfTwoArcsHasTheTimeAtWhichTheyMeet) {
  Arc later = Sliding();
  later.begin_s = 1.3;
  later.end_s = 2.0;
  const Track track{{Sliding(), later}, {}};
  EXPECT_EQ(ArcAt(track, 1.3).begin_s, 1.3);
  EXPECT_EQ(ArcAt(track, 1.2999).begin_s, 0.5);
}

// The largest distance between the tracks and samples that they were not made of, m.
double GreatestMiss(const carom::v1::SimulateRequest& request, double period_s) {
  const ShotScene scene = SceneOf(request);
  const ShotSamples samples = SamplesOf(request, period_s);
  double miss_m = 0.0;
  size_t compared = 0;
  for (const SampleChannel& channel : samples.channels) {
    if (channel.quantity != carom::v1::QUANTITY_POSITION) continue;
    const Track& track = scene.balls[channel.ball].track;
    for (size_t i = 0; i < samples.times_s.size(); ++i) {
      const Vector at = PositionAt(track, samples.times_s[i]);
      for (size_t axis = 0; axis < 3; ++axis) {
        miss_m = std::max(miss_m, std::abs(at[axis] - channel.values[3 * i + axis]));
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 100u);
  return miss_m;
}

constexpr double kPeriod_s = 0.00731;  // Never a time that the tracks were asked of, but 0.
constexpr double kNanometre_m = 1e-9;

TEST(TrackTest, PassesWhereTheBallsAre) {
  const auto request = ShotAt({{-0.5, 0.0}, {0.3, 0.1}}, 2.0, 0.14);
  EXPECT_LE(GreatestMiss(request, kPeriod_s), kNanometre_m);
}

TEST(TrackTest, PassesWhereTheBallsOfABreakAre) {
  carom::v1::SimulateRequest request = ShotAt({}, 9.0, 0.003);
  request.mutable_layouts(0)->mutable_rack()->set_name("nine_ball");
  EXPECT_LE(GreatestMiss(request, kPeriod_s), kNanometre_m);
}

TEST(TrackTest, PassesWhereFlyingBallsAre) {
  auto request = ShotAt({{-0.6, 0.0}, {-0.25, 0.0}, {0.5, 0.01}}, 3.3, 0.0);
  request.mutable_shots()->mutable_shots(0)->mutable_strike()->set_elevation_rad(0.7);
  request.add_settings()->set_flight(carom::v1::FLIGHT_ON);
  EXPECT_LE(GreatestMiss(request, kPeriod_s), kNanometre_m);
  EXPECT_GT(HighestCentre(SceneOf(request)), 0.1);
}

TEST(TrackTest, PassesWhereSpinningAndDrawnBallsAre) {
  auto request = ShotAt({{-0.5, 0.0}, {0.1, 0.0}}, 3.0, 0.0);
  request.mutable_shots()->mutable_shots(0)->mutable_strike()->set_height_offset(-0.4);
  request.mutable_shots()->mutable_shots(0)->mutable_strike()->set_side_offset(0.4);
  EXPECT_LE(GreatestMiss(request, kPeriod_s), kNanometre_m);
}

// Forces are integrated: between the samples tracks are parabolas that fit at their ends. A
// hundredth of a millimetre is 0.004 px of a picture.
TEST(TrackTest, PassesNearTheBallsOfTheCompliantEngine) {
  auto request = ShotAt({{0.9, 0.0}, {1.1, 0.01}}, 2.0, 0.0);
  request.add_settings()->set_engine(carom::v1::ENGINE_COMPLIANT);
  request.mutable_settings(0)->mutable_stop()->set_at_time_s(1.0);
  EXPECT_LE(GreatestMiss(request, kPeriod_s), 1e-5);
}

TEST(TrackTest, HasOneArcBetweenTwoEvents) {
  const ShotScene scene = SceneOf(ShotAt({{-0.5, 0.0}, {0.3, 0.1}}, 2.0, 0.14));
  for (uint32_t ball = 0; ball < scene.balls.size(); ++ball) {
    const auto events = std::count_if(scene.events.begin(), scene.events.end(), [&](auto& event) {
      const bool is_both = event.kind == carom::v1::EVENT_KIND_BALL_BALL;
      return event.ball == ball || (is_both && event.other == static_cast<int>(ball));
    });
    // From 0 to the first event, unless that is the strike at 0; after the last event, unless that
    // is the end of the shot; and its last place.
    EXPECT_LE(scene.balls[ball].track.arcs.size(), static_cast<size_t>(events) + 2) << ball;
  }
}

}  // namespace
}  // namespace carom::picture
