// Tracks made of records that are written down here.

#include "client/picture/track_reader.h"

#include <gtest/gtest.h>

#include <vector>

namespace carom::picture {
namespace {

using carom::v1::MOTION_STATE_ROLLING;
using carom::v1::MOTION_STATE_SLIDING;
using carom::v1::MOTION_STATE_STATIONARY;

// One ball; samples may be added, of all that is sampled.
class Record {
 public:
  Record() {
    for (const auto quantity : {carom::v1::QUANTITY_POSITION, carom::v1::QUANTITY_VELOCITY,
                                carom::v1::QUANTITY_ANGULAR_VELOCITY, carom::v1::QUANTITY_MOTION}) {
      record_.samples.channels.push_back({0, quantity, {}});
    }
  }

  Record& Sample(double time_s, const BallSnapshot& ball) {
    record_.samples.times_s.push_back(time_s);
    Append(0, ball.position_m);
    Append(1, ball.velocity_m_s);
    Append(2, ball.angular_velocity_rad_s);
    record_.samples.channels[3].values.push_back(ball.motion);
    return *this;
  }
  Record& Event(double time_s, carom::v1::EventKind kind, const BallSnapshot& before,
                const BallSnapshot& after) {
    record_.events.push_back({time_s, kind, 0, -1, {before}, {after}, {}});
    return *this;
  }
  Record& End(double time_s, const BallSnapshot& ball) {
    record_.outcome.end_time_s = time_s;
    record_.outcome.balls = {ball};
    return *this;
  }
  Record& Sampled() {
    record_.is_piecewise_parabolic = false;
    return *this;
  }
  ShotRecord& get() { return record_; }

 private:
  void Append(size_t channel, const Vector& values) {
    auto& column = record_.samples.channels[channel].values;
    column.insert(column.end(), values.begin(), values.end());
  }

  ShotRecord record_;
};

BallSnapshot Ball(carom::v1::MotionState motion, double x_m, double vx_m_s, double spin_rad_s = 0) {
  return {motion, {x_m, 0.0, 0.03}, {vx_m_s, 0.0, 0.0}, {0.0, 0.0, spin_rad_s}};
}

// From 3 m/s at 2 m/s^2 for 1 s: to x = 2 and 1 m/s; then at 0.5 m/s^2 for 2 s: to x = 3 and rest.
Record SlidesAndRolls() {
  Record record;
  record.Sample(0.0, Ball(MOTION_STATE_SLIDING, 0.0, 3.0))
      .Event(1.0, carom::v1::EVENT_KIND_SLIDING_TO_ROLLING, Ball(MOTION_STATE_SLIDING, 2.0, 1.0),
             Ball(MOTION_STATE_ROLLING, 2.0, 1.0))
      .Event(3.0, carom::v1::EVENT_KIND_ROLLING_TO_STATIONARY, Ball(MOTION_STATE_ROLLING, 3.0, 0.0),
             Ball(MOTION_STATE_STATIONARY, 3.0, 0.0))
      .End(3.0, Ball(MOTION_STATE_STATIONARY, 3.0, 0.0));
  return record;
}

TEST(TrackReaderTest, FindsTheAccelerationOfEachState) {
  const auto tracks = ReadTracks(SlidesAndRolls().get());
  ASSERT_TRUE(tracks.ok()) << tracks.status();
  const std::vector<Arc>& arcs = tracks->at(0).arcs;
  ASSERT_EQ(arcs.size(), 3u);
  EXPECT_EQ(arcs[0].motion, MOTION_STATE_SLIDING);
  EXPECT_DOUBLE_EQ(arcs[0].acceleration_m_s2[0], -2.0);
  EXPECT_EQ(arcs[1].motion, MOTION_STATE_ROLLING);
  EXPECT_DOUBLE_EQ(arcs[1].acceleration_m_s2[0], -0.5);
  EXPECT_EQ(arcs[2].motion, MOTION_STATE_STATIONARY);
  EXPECT_DOUBLE_EQ(PositionAt(tracks->at(0), 0.5)[0], 1.25);
}

// x = t^3 from 0 to 1: velocities 0 and 3, so that halfway 2 - 1.5 = 0.5 m/s.
TEST(TrackReaderTest, FitsTwoArcsWhereTheAccelerationIsNotConstant) {
  Record record;
  record.Sample(0.0, Ball(MOTION_STATE_SLIDING, 0.0, 0.0))
      .Sample(1.0, Ball(MOTION_STATE_SLIDING, 1.0, 3.0))
      .End(1.0, Ball(MOTION_STATE_SLIDING, 1.0, 3.0))
      .Sampled();
  const auto tracks = ReadTracks(record.get());
  ASSERT_TRUE(tracks.ok()) << tracks.status();
  const std::vector<Arc>& arcs = tracks->at(0).arcs;
  ASSERT_EQ(arcs.size(), 3u);
  EXPECT_DOUBLE_EQ(arcs[1].velocity_m_s[0], 0.5);
  EXPECT_DOUBLE_EQ(arcs[1].position_m[0], 0.125);
  EXPECT_DOUBLE_EQ(PositionAt(arcs[1], 1.0)[0], 1.0);
  EXPECT_DOUBLE_EQ(VelocityAt(arcs[1], 1.0)[0], 3.0);
}

// Samples of one parabola make one arc, however many they are.
TEST(TrackReaderTest, LeavesOutSamplesThatAnArcPasses) {
  Record record;
  for (const double t : {0.0, 0.1, 0.25, 0.5, 0.8}) {
    record.Sample(t, Ball(MOTION_STATE_SLIDING, 3.0 * t - t * t, 3.0 - 2.0 * t));
  }
  record.End(1.0, Ball(MOTION_STATE_SLIDING, 2.0, 1.0)).Sampled();
  const auto tracks = ReadTracks(record.get());
  ASSERT_TRUE(tracks.ok()) << tracks.status();
  EXPECT_EQ(tracks->at(0).arcs.size(), 2u);
  EXPECT_NEAR(tracks->at(0).arcs[0].acceleration_m_s2[0], -2.0, 1e-12);
}

// The spin of 2 rad/s ends after 1 s of 4, without an event.
TEST(TrackReaderTest, FindsWhereTheSpinEnds) {
  Record record;
  for (const double t : {0.0, 0.5, 1.0, 1.5, 2.0, 3.0}) {
    record.Sample(t, Ball(MOTION_STATE_ROLLING, t, 1.0, t < 1.0 ? 2.0 - 2.0 * t : 0.0));
  }
  record.End(4.0, Ball(MOTION_STATE_ROLLING, 4.0, 1.0));
  const auto tracks = ReadTracks(record.get());
  ASSERT_TRUE(tracks.ok()) << tracks.status();
  const std::vector<SpinPoint>& spin = tracks->at(0).spin;
  ASSERT_EQ(spin.size(), 3u);
  EXPECT_EQ(spin[1].time_s, 1.0);
  EXPECT_EQ(spin[1].angular_velocity_rad_s[2], 0.0);
}

// A press from 1 s to 2 s, in which a sample tells where the ball is.
TEST(TrackReaderTest, PassesTheSamplesWithinAPress) {
  Record record;
  record.Sample(0.0, Ball(MOTION_STATE_ROLLING, 0.0, 1.0))
      .Event(1.0, carom::v1::EVENT_KIND_PRESS, Ball(MOTION_STATE_ROLLING, 1.0, 1.0),
             Ball(MOTION_STATE_ROLLING, 1.5, 0.25))
      .Sample(0.5, Ball(MOTION_STATE_ROLLING, 7.0, 1.0))
      .Sample(1.5, Ball(MOTION_STATE_ROLLING, 1.4, 0.5))
      .End(4.0, Ball(MOTION_STATE_ROLLING, 2.0, 0.25));
  record.get().events[0].press_kind = carom::v1::EVENT_KIND_BALL_CUSHION;
  record.get().events[0].press_duration_s = 1.0;
  const auto tracks = ReadTracks(record.get());
  ASSERT_TRUE(tracks.ok()) << tracks.status();
  EXPECT_NEAR(PositionAt(tracks->at(0), 0.5)[0], 0.5, 1e-12);
  EXPECT_NEAR(PositionAt(tracks->at(0), 1.5)[0], 1.4, 1e-12);
  EXPECT_NEAR(PositionAt(tracks->at(0), 2.0)[0], 1.5, 1e-12);
  EXPECT_NEAR(PositionAt(tracks->at(0), 3.0)[0], 1.75, 1e-12);
}

TEST(TrackReaderTest, WantsSamplesFromZeroOn) {
  Record late = SlidesAndRolls();
  late.get().samples.times_s[0] = 0.5;
  EXPECT_EQ(ReadTracks(late.get()).status().code(), absl::StatusCode::kInternal);
  Record lacking = SlidesAndRolls();
  lacking.get().samples.channels.pop_back();
  EXPECT_EQ(ReadTracks(lacking.get()).status().code(), absl::StatusCode::kInternal);
}

}  // namespace
}  // namespace carom::picture
