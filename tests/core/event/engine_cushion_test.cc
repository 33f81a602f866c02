// Whole shots of one ball against noses and jaws, judged by closed forms.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/core/event/rig.h"
#include "tests/core/motion/near.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::AddBox;
using testing::EventsOf;
using testing::ExpectEnergyNeverGrows;
using testing::ExpectNear;
using testing::kNoseReach_m;
using testing::kRadius_m;
using testing::kTolerance;
using testing::Rig;

// No friction of any kind and a mirror for a rail, for one second.
Rig MirrorRig() {
  Rig rig;
  rig.RemoveFriction();
  rig.settings.laws.cushion = RestitutionCushion{1.0};
  rig.settings.environment.stop.at_time_s = 1.0;
  return rig;
}

void ExpectOneImpact(const Record& record, EventKind kind, double time_s) {
  const std::vector<Event> impacts = EventsOf(record, kind);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(record.event_count, 1);
  EXPECT_NEAR(impacts[0].time_s, time_s, kTolerance);
}

TEST(Cushion, MirrorsABall) {
  Rig rig = MirrorRig();
  rig.AddNose({0.5, -1.0}, {0.5, 1.0});
  rig.AddBall({0.0, 0.0}, {2.0, 0.5});
  const Record record = rig.Play();
  const double impact_s = (0.5 - kNoseReach_m) / 2.0;
  ExpectOneImpact(record, EventKind::kBallCushion, impact_s);
  ExpectNear(record.final_states[0].velocity, {-2.0, 0.5, 0.0}, kTolerance);
  ExpectNear(record.final_states[0].position, {2.0 * (0.5 - kNoseReach_m) - 2.0, 0.5, kRadius_m},
             kTolerance);
  EXPECT_EQ(record.outcome.cushions_total, 1);
}

TEST(Cushion, IsSolidFromBehind) {
  Rig rig = MirrorRig();
  rig.AddNose({0.5, -1.0}, {0.5, 1.0});
  rig.AddBall({1.0, 0.0}, {-2.0, 0.5});
  const Record record = rig.Play();
  ExpectOneImpact(record, EventKind::kBallCushion, (0.5 - kNoseReach_m) / 2.0);
  ExpectNear(record.final_states[0].velocity, {2.0, 0.5, 0.0}, kTolerance);
}

// The ball passes with 0.6 of the reach beside the end: the normal there is -(0.8, 0.6).
TEST(Cushion, EndOfANose) {
  for (const double turn : {1.0, -1.0}) {
    Rig rig = MirrorRig();
    const Vec2 end(0.5, turn * 0.6 * kNoseReach_m);
    rig.AddNose(end, {0.5, turn * 0.5});
    rig.AddBall({0.0, 0.0}, {1.0, 0.0});
    const Record record = rig.Play();
    ExpectOneImpact(record, EventKind::kBallCushion, 0.5 - 0.8 * kNoseReach_m);
    ExpectNear(record.final_states[0].velocity, {-0.28, -turn * 0.96, 0.0}, kTolerance);
  }
}

TEST(Cushion, Jaw) {
  Rig rig = MirrorRig();
  const double reach_m = 0.02 + kNoseReach_m;
  rig.table.jaws.push_back({{0.5, 0.6 * reach_m}, 0.02, 0.036576});
  rig.AddBall({0.0, 0.0}, {1.0, 0.0});
  const Record record = rig.Play();
  ExpectOneImpact(record, EventKind::kBallJaw, 0.5 - 0.8 * reach_m);
  ExpectNear(record.final_states[0].velocity, {-0.28, -0.96, 0.0}, kTolerance);
  EXPECT_EQ(record.outcome.cushions_total, 1);
}

// A line of travel that just touches the end of a nose, or a jaw: no impulse worth the name.
TEST(Cushion, ExactGrazes) {
  Rig rig = MirrorRig();
  rig.AddNose({0.5, kNoseReach_m}, {0.5, 0.5});
  rig.table.jaws.push_back({{0.7, -0.02 - kNoseReach_m}, 0.02, 0.036576});
  rig.AddBall({0.0, 0.0}, {1.0, 0.0});
  const Record record = rig.Play();
  EXPECT_LE(record.event_count, 2);
  ExpectNear(record.final_states[0].position, {1.0, 0.0, kRadius_m}, 1e-6);
}

// Into a corner at 45 degrees: both cushions at one time, and out again on the diagonal.
TEST(Cushion, TwoAtOnce) {
  const std::vector<CushionLaw> laws = {RestitutionCushion{0.85}, Han2005{0.85, 0.0}};
  for (const CushionLaw& law : laws) {
    Rig rig;
    AddBox(0.5, 0.5, rig);
    rig.settings.laws.cushion = law;
    rig.AddRolling({0.0, 0.0}, {1.0, 1.0});
    const Record record = rig.Play();
    const std::vector<Event> impacts = EventsOf(record, EventKind::kBallCushion);
    ASSERT_GE(impacts.size(), 2u);
    EXPECT_EQ(impacts[0].other, 0);
    EXPECT_EQ(impacts[1].other, 2);
    // v t - mu_r g t^2 / 2 along the diagonal.
    const double way_m = std::sqrt(2.0) * (0.5 - kNoseReach_m);
    const double impact_s = (std::sqrt(2.0) - std::sqrt(2.0 - 2.0 * 0.0981 * way_m)) / 0.0981;
    EXPECT_NEAR(impacts[0].time_s, impact_s, kTolerance);
    EXPECT_EQ(impacts[0].time_s, impacts[1].time_s);
    const BallState& end = record.final_states[0];
    EXPECT_NEAR(end.position.x(), end.position.y(), kTolerance);
    ExpectEnergyNeverGrows(rig, record);
  }
}

// With friction the first cushion's impulse changes the slip at the second: pairwise resolution is
// not symmetric, but both are met, in the order of their indices, and the ball gets out.
TEST(Cushion, TwoAtOnceWithFriction) {
  for (const CushionLaw& law : std::vector<CushionLaw>{Han2005{}, Mathavan2010{}}) {
    Rig rig;
    AddBox(0.5, 0.5, rig);
    rig.settings.laws.cushion = law;
    rig.AddRolling({0.0, 0.0}, {1.0, 1.0});
    const Record record = rig.Play();
    const std::vector<Event> impacts = EventsOf(record, EventKind::kBallCushion);
    ASSERT_GE(impacts.size(), 2u);
    EXPECT_EQ(impacts[0].other, 0);
    EXPECT_EQ(impacts[1].other, 2);
    EXPECT_EQ(impacts[0].time_s, impacts[1].time_s);
    EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
    EXPECT_LT(record.final_states[0].position.x(), 0.4);
    EXPECT_LT(record.final_states[0].position.y(), 0.4);
    ExpectEnergyNeverGrows(rig, record);
  }
}

// catalogue E-06: a ball frozen to a rail rolls along it as if it were not there, whatever the
// rail's direction.
TEST(Cushion, FrozenBallRollsAlong) {
  for (int degrees = 0; degrees < 360; degrees += 11) {
    const double angle = degrees * 0.017453292519943295;
    const Vec2 along(std::cos(angle), std::sin(angle));
    const Vec2 away(-along.y(), along.x());
    Rig rig;
    rig.AddNose(-along, 9.0 * along);
    rig.AddRolling(kNoseReach_m * away, 1.2 * along);
    const Record record = rig.Play();
    EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
    EXPECT_LE(record.event_count, 3) << degrees;
    EXPECT_NEAR(record.end_time_s, 12.232415902140673, 1e-9) << degrees;
    const Vec2 end = kNoseReach_m * away + 7.3394495412844037 * along;
    ExpectNear(record.final_states[0].position, {end.x(), end.y(), kRadius_m}, 1e-9);
  }
}

TEST(Cushion, FrozenBallStruckIntoIt) {
  Rig rig;
  rig.settings.laws.cushion = RestitutionCushion{0.85};
  rig.AddNose({0.5, -1.0}, {0.5, 1.0});
  rig.AddBall({0.5 - kNoseReach_m, 0.0});
  rig.shot.strike = CueStrike{0, 1.5, 0.0, 0.0, 0.0, 0.0};
  const Record record = rig.Play();
  ASSERT_GE(record.events.size(), 2u);
  EXPECT_EQ(record.events[1].kind, EventKind::kBallCushion);
  EXPECT_NEAR(record.events[1].time_s, 0.0, 1e-15);
  // catalogue E-43
  ExpectNear(record.event_states[2].after.velocity, {-0.85 * 2.3077017000476192, 0.0, 0.0},
             kTolerance);
  EXPECT_LT(record.final_states[0].position.x(), 0.0);
  EXPECT_EQ(record.outcome.cushions_before_contact, 1);
}

TEST(Cushion, FrozenBallStruckAway) {
  Rig rig;
  rig.AddNose({0.5, -1.0}, {0.5, 1.0});
  rig.AddBall({0.5 - kNoseReach_m, 0.0});
  rig.shot.strike = CueStrike{0, 1.5, 3.14159265358979323846, 0.0, 0.0, 0.0};
  EXPECT_EQ(rig.Play().outcome.cushions_total, 0);
}

// Rolled for 200 legs between mirrors: the path unfolds into a straight line.
TEST(Cushion, UnfoldsIntoAStraightLine) {
  Rig rig = MirrorRig();
  rig.settings.environment.stop.at_time_s = 100.0;
  AddBox(0.5 + kNoseReach_m, 0.25 + kNoseReach_m, rig);  // the centre's box is 1 m by 0.5 m
  rig.AddBall({0.0, 0.0}, {1.3, 0.7});
  const Record record = rig.Play();
  const auto folded = [](double way, double half) {
    const double period = 4.0 * half;
    const double phase = way + half - period * std::floor((way + half) / period);
    return phase < 2.0 * half ? phase - half : 3.0 * half - phase;
  };
  EXPECT_NEAR(record.final_states[0].position.x(), folded(130.0, 0.5), 1e-10);
  EXPECT_NEAR(record.final_states[0].position.y(), folded(70.0, 0.25), 1e-10);
  EXPECT_EQ(record.outcome.cushions_total, 130 + 140);
}

}  // namespace
}  // namespace carom
