// Whole shots of two balls whose outcome has a closed form, and the degenerate ones.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/core/event/rig.h"
#include "tests/core/motion/near.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::EventsOf;
using testing::ExpectEnergyNeverGrows;
using testing::ExpectNear;
using testing::kRadius_m;
using testing::kTouching_m;
using testing::Rig;

constexpr double kRollDecay = 0.01 * 9.81;  // m/s^2

double Gap(const Record& record) {
  const Vec3 apart = record.final_states[1].position - record.final_states[0].position;
  return apart.norm() - kTouching_m;
}

// Equal accelerations: the gap's polynomial is a constant, also when the balls touch.
TEST(TwoBalls, RollingInParallelNeverCollide) {
  for (const Vec2& offset : {Vec2(0.0, 0.1), Vec2(0.1, 0.0), Vec2(0.0, kTouching_m)}) {
    Rig rig;
    rig.AddRolling({0.0, 0.0}, {1.0, 0.0});
    rig.AddRolling(offset, {1.0, 0.0});
    const Record record = rig.Play();
    EXPECT_EQ(record.event_count, 2);
    EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
    const double way_m = 1.0 / (2.0 * kRollDecay);
    ExpectNear(record.final_states[0].position, {way_m, 0.0, kRadius_m}, 1e-12);
    ExpectNear(record.final_states[1].position, {way_m + offset.x(), offset.y(), kRadius_m}, 1e-12);
  }
}

// Headings that are no round numbers, in touch: rounding must not make contacts of it.
TEST(TwoBalls, RollingInParallelInTouchAtAnyHeading) {
  for (int degrees = 0; degrees < 360; degrees += 7) {
    const double angle = degrees * 0.017453292519943295;
    const Vec2 heading(std::cos(angle), std::sin(angle));
    Rig rig;
    rig.AddRolling({0.0, 0.0}, heading);
    rig.AddRolling({kTouching_m * 0.6, kTouching_m * 0.8}, heading);
    const Record record = rig.Play();
    EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
    EXPECT_LT(record.event_count, 10) << degrees;
    EXPECT_NEAR(Gap(record), 0.0, 1e-9) << degrees;
    EXPECT_NEAR((record.final_states[0].position.head<2>()).norm(), 1.0 / (2.0 * kRollDecay), 1e-9);
  }
}

// Equal decelerations: the gap closes at a constant rate of 1 m/s.
TEST(TwoBalls, StraightInWithEqualDecelerations) {
  Rig rig;
  rig.AddRolling({0.0, 0.0}, {2.0, 0.0});
  rig.AddRolling({0.5, 0.0}, {1.0, 0.0});
  const Record record = rig.Play();
  const std::vector<Event> impacts = EventsOf(record, EventKind::kBallBall);
  ASSERT_FALSE(impacts.empty());
  EXPECT_NEAR(impacts[0].time_s, 0.5 - kTouching_m, 1e-12);
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  ExpectEnergyNeverGrows(rig, record);
}

// Backspin that the cloth has just used up at the impact: an elastic stop shot.
TEST(TwoBalls, StopShot) {
  const double slide_decay = 0.2 * 9.81;
  const double impact_s = 0.2;
  const double way_m = 2.0 * impact_s - 0.5 * slide_decay * impact_s * impact_s;
  Rig rig;
  rig.settings.laws.ball_ball = ElasticBallBall{};
  rig.AddBall({0.0, 0.0}, {2.0, 0.0}, {0.0, -2.5 * slide_decay * impact_s / kRadius_m, 0.0});
  rig.AddBall({way_m + kTouching_m, 0.0});
  const Record record = rig.Play();
  const std::vector<Event> impacts = EventsOf(record, EventKind::kBallBall);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_NEAR(impacts[0].time_s, impact_s, 1e-12);
  ExpectNear(record.final_states[0].position, {way_m, 0.0, kRadius_m}, 1e-12);
  // The object ball leaves with all the speed, without spin: it slides, then rolls.
  const double speed = 2.0 - slide_decay * impact_s;
  const double slide_m = 12.0 / 49.0 * speed * speed / slide_decay;
  const double roll_m = 25.0 / 49.0 * speed * speed / (2.0 * kRollDecay);
  ExpectNear(record.final_states[1].position,
             {way_m + kTouching_m + slide_m + roll_m, 0.0, kRadius_m}, 1e-10);
}

// catalogue E-12 as a whole shot.
TEST(TwoBalls, GrazeOfOnePartInABillion) {
  for (const double scale : {1.0 - 1e-9, 1.0 + 1e-9}) {
    Rig rig;
    rig.RemoveFriction();
    rig.settings.environment.stop.at_time_s = 2.0;
    rig.AddBall({0.0, 0.0}, {1.0, 0.0});
    rig.AddBall({0.5, kTouching_m * scale});
    const Record record = rig.Play();
    const std::vector<Event> impacts = EventsOf(record, EventKind::kBallBall);
    ASSERT_EQ(impacts.size(), scale < 1.0 ? 1u : 0u);
    if (scale > 1.0) continue;
    EXPECT_NEAR(impacts[0].time_s, 0.49999744417430236, 1e-9);
    // cos of the cut is sqrt(1 - (1 - 1e-9)^2): the approach speed.
    const double approach = std::sqrt(1.0 - scale * scale);
    const double pushed = -record.final_states[1].velocity.y();
    EXPECT_LT(std::abs(pushed), approach);
  }
}

// Exactly two radii: a touch without approach. Rounding may call it a contact, but nothing moves.
TEST(TwoBalls, ExactGrazeGivesNoImpulse) {
  for (const double side : {1.0, -1.0}) {
    Rig rig;
    rig.RemoveFriction();
    rig.settings.environment.stop.at_time_s = 2.0;
    rig.AddBall({0.0, 0.0}, {1.0, 0.0});
    rig.AddBall({0.5, side * kTouching_m});
    const Record record = rig.Play();
    ExpectNear(record.final_states[0].position, {2.0, 0.0, kRadius_m}, 1e-7);
    ExpectNear(record.final_states[1].velocity, Vec3::Zero(), 1e-7);
    EXPECT_LE(record.event_count, 1);
  }
}

// Frozen balls: struck into each other the impact is at once; struck apart there is none.
TEST(TwoBalls, FrozenStruckIntoEachOther) {
  Rig rig;
  rig.RemoveFriction();
  rig.settings.environment.stop.at_time_s = 1.0;
  rig.settings.laws.ball_ball = ElasticBallBall{};
  rig.AddBall({0.0, 0.0});
  rig.AddBall({kTouching_m, 0.0});
  rig.shot.strike = CueStrike{0, 1.5, 0.0, 0.0, 0.0, 0.0};
  const Record record = rig.Play();
  ASSERT_EQ(record.events.size(), 2u);
  EXPECT_EQ(record.events[1].kind, EventKind::kBallBall);
  EXPECT_EQ(record.events[1].time_s, 0.0);
  EXPECT_EQ(record.outcome.first_contact, 1);
  ExpectNear(record.final_states[0].position, {0.0, 0.0, kRadius_m}, 1e-15);
  // catalogue E-43: the speed of a centre hit.
  ExpectNear(record.final_states[1].velocity, {2.3077017000476192, 0.0, 0.0}, 1e-12);
}

TEST(TwoBalls, FrozenStruckApartOrAlong) {
  for (const double azimuth : {0.5, 0.75, 1.0, 1.25, 1.5}) {  // of pi
    Rig rig;
    rig.AddBall({0.0, 0.0});
    rig.AddBall({kTouching_m, 0.0});
    rig.shot.strike = CueStrike{0, 1.5, azimuth * 3.14159265358979323846, 0.0, 0.0, 0.0};
    const Record record = rig.Play();
    EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
    ExpectNear(record.final_states[1].position, {kTouching_m, 0.0, kRadius_m}, 1e-9);
    EXPECT_LE(EventsOf(record, EventKind::kBallBall).size(),
              azimuth == 0.5 || azimuth == 1.5 ? 1u : 0u);
  }
}

// Follow presses a ball against another that is free to go: contacts that grow ever smaller.
TEST(TwoBalls, PushedTogetherByFollow) {
  for (const double restitution : {0.0, 0.5, 0.95, 1.0}) {
    for (const double other_spin : {0.0, 60.0, -60.0}) {
      Rig rig;
      rig.settings.laws.ball_ball = FrictionalBallBall{restitution, ConstantFriction{0.05}};
      rig.AddBall({0.0, 0.0}, {0.01, 0.0}, {0.0, 60.0, 0.0});
      rig.AddBall({kTouching_m, 0.0}, {-0.01, 0.0}, {0.0, other_spin, 0.0});
      const Record record = rig.Play();
      EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
      ExpectEnergyNeverGrows(rig, record);
      EXPECT_GE(Gap(record), -1e-9);
      EXPECT_NEAR(record.final_states[0].position.y(), 0.0, 1e-9);
      // Pressed for no longer than the follow lasts, which is 0.35 s on a ball that stands still.
      const double hops = 60.0 * kRadius_m / (2.5 * 0.2 * 9.81) / 0.01;
      EXPECT_LT(record.event_count, 2.0 * 2.0 * hops + 50.0) << restitution << " " << other_spin;
    }
  }
}

// A slow ball against one at rest, with every restitution: few contacts, and no overlap.
TEST(TwoBalls, SlowStraightContact) {
  for (const double restitution : {0.0, 0.5, 1.0}) {
    Rig rig;
    rig.settings.laws.ball_ball = FrictionalBallBall{restitution, ConstantFriction{0.05}};
    rig.AddRolling({0.0, 0.0}, {0.02, 0.0});
    rig.AddBall({kTouching_m + 0.0005, 0.0});
    const Record record = rig.Play();
    EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
    ExpectEnergyNeverGrows(rig, record);
    EXPECT_GE(Gap(record), -1e-9);
    EXPECT_LT(record.event_count, 100);
  }
}

// Any ball can be the cue ball, of any size; momentum of a frictionless elastic impact.
TEST(TwoBalls, HeavyAgainstLight) {
  Rig rig;
  rig.RemoveFriction();
  rig.settings.environment.stop.at_time_s = 1.0;
  rig.settings.laws.ball_ball = ElasticBallBall{};
  rig.AddBall({0.5, 0.0}, Vec2::Zero(), Vec3::Zero(), {0.1, kRadius_m});
  rig.AddBall({0.0, 0.0}, {1.0, 0.0}, Vec3::Zero(), {0.3, kRadius_m});
  const Record record = rig.Play();
  // (m - M) / (m + M) and 2 m / (m + M) with m = 0.3, M = 0.1.
  ExpectNear(record.final_states[1].velocity, {0.5, 0.0, 0.0}, 1e-12);
  ExpectNear(record.final_states[0].velocity, {1.5, 0.0, 0.0}, 1e-12);
}

}  // namespace
}  // namespace carom
