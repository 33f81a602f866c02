// What once went on for ever, or through something, where balls come to rest off the cloth. Each
// test is named for its defect.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/base/constants.h"
#include "core/table/catalog.h"
#include "tests/core/event/rig.h"
#include "tests/testing/shots/invariants.h"

namespace carom {
namespace {

using testing::CheckInvariants;
using testing::EventsOf;
using testing::Invariants;
using testing::Rig;

constexpr double kRadius_m = 0.028575;
constexpr double kTouching_m = 2.0 * kRadius_m;

Rig FlyingRig() {
  Rig rig;
  rig.settings.environment.flight = Flight::kOn;
  rig.settings.environment.limits.max_time_s = 60.0;
  rig.detail.samples = true;
  rig.detail.sample_period_s = 0.01;
  return rig;
}

void AddInAir(Rig& rig, const Vec3& position_m, const Vec3& velocity_m_s = Vec3::Zero()) {
  rig.AddBall({position_m.x(), position_m.y()});
  rig.shot.start.back().position = position_m;
  rig.shot.start.back().velocity = velocity_m_s;
  rig.shot.start.back().motion = MotionState::kAirborne;
}

// At rest, with every invariant held.
Record PlayToRest(const Rig& rig) {
  Record record = rig.Play();
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  const Invariants held = CheckInvariants(rig.MakeScene(), rig.shot, record);
  EXPECT_LE(held.worst_energy_gain, 1e-9) << held.worst;
  EXPECT_LE(held.worst_overlap_m, 1e-9) << held.worst;
  EXPECT_TRUE(held.all_finite);
  EXPECT_TRUE(held.by_state_machine);
  EXPECT_TRUE(held.ended_properly);
  return record;
}

// Two balls at rest, one exactly on top of the other: no motion to carry it on, no end of contacts.
TEST(RestInFlight, BallBalancedOnABall) {
  Rig rig = FlyingRig();
  rig.AddBall({0.0, 0.0});
  AddInAir(rig, {0.0, 0.0, kRadius_m + kTouching_m});
  const Record record = PlayToRest(rig);
  EXPECT_EQ(record.final_states[1].motion, MotionState::kSupported);
  EXPECT_LT(record.event_count, 2000);
}

// On its shoulder the upper ball must roll off, not hover.
TEST(RestInFlight, BallOnTheShoulderOfABall) {
  Rig rig = FlyingRig();
  rig.AddBall({0.0, 0.0});
  AddInAir(rig, {kTouching_m * std::sin(0.5), 0.0, kRadius_m + kTouching_m * std::cos(0.5)});
  const Record record = PlayToRest(rig);
  EXPECT_EQ(record.final_states[1].motion, MotionState::kStationary);
  EXPECT_NEAR(record.final_states[1].position.z(), kRadius_m, 1e-12);
}

// Laid at rest near the top it once froze there, after 300 contacts within milliseconds. It rolls
// off, whatever the contacts return, and only what stands on its contact's own width stays.
TEST(RestInFlight, BallNearTheTopOfABall) {
  for (const double restitution : {1.0, 0.95, 0.5}) {
    for (const double tilt_deg : {0.2, 0.4, 2.0, 8.0}) {
      SCOPED_TRACE(::testing::Message() << tilt_deg << " degrees, e = " << restitution);
      const double tilt = DegreesToRadians(tilt_deg);
      Rig rig = FlyingRig();
      rig.settings.laws.ball_ball = FrictionalBallBall{restitution, ConstantFriction{0.06}};
      rig.AddBall({0.0, 0.0});
      AddInAir(rig, {kTouching_m * std::sin(tilt), 0.0, kRadius_m + kTouching_m * std::cos(tilt)});
      const Record record = PlayToRest(rig);
      EXPECT_LT(record.event_count, 5000);
      const BallState& upper = record.final_states[1];
      EXPECT_EQ(upper.motion, tilt_deg < 0.25 ? MotionState::kSupported : MotionState::kStationary);
      // Down on the cloth within a second: falling over takes about ln(1 / tilt) x 0.08 s.
      const std::vector<Event> landings = EventsOf(record, EventKind::kBallSlate);
      EXPECT_EQ(landings.empty(), tilt_deg < 0.25);
      EXPECT_TRUE(landings.empty() || landings.back().time_s < 1.2);
    }
  }
}

// On two balls that hold still, off the middle of the groove: it once sank into them.
TEST(RestInFlight, BallInAGroove) {
  for (const double tilt : {0.02, 0.1, 0.3}) {
    SCOPED_TRACE(tilt);
    Rig rig = FlyingRig();
    rig.AddBall({0.0, kRadius_m});
    rig.AddBall({0.0, -kRadius_m});
    const double up_m = std::sqrt(3.0) * kRadius_m;
    AddInAir(rig, {up_m * std::sin(tilt), 0.0, kRadius_m + up_m * std::cos(tilt)});
    const Record record = PlayToRest(rig);
    EXPECT_EQ(record.final_states[2].motion, MotionState::kStationary);
  }
}

// A hair above the cloth between two balls without any gap: it once went to and fro at one instant.
TEST(RestInFlight, BallWithoutAGap) {
  Rig rig = FlyingRig();
  rig.AddBall({-kTouching_m, 0.0});
  rig.AddBall({kTouching_m, 0.0});
  AddInAir(rig, {0.0, 0.0, kRadius_m + 2e-6}, {0.0, 0.0, -1e-3});
  PlayToRest(rig);
}

// A ball squeezed between a falling one and the slate: a cascade at one time, whose last approach
// was once taken for none.
TEST(RestInFlight, BallSqueezedIntoTheSlate) {
  Rig rig = FlyingRig();
  rig.AddBall({0.0, 0.0});
  AddInAir(rig, {0.015, 0.0198, 0.0802}, {0.0, 0.0, -2.56});
  PlayToRest(rig);
}

// A fast ball along the wall of a pocket: ever smaller hops, 10^5 of them a second.
TEST(RestInFlight, BallRunsRoundAPocket) {
  Rig rig = FlyingRig();
  rig.settings.environment.pocket_model = PocketModel::kDrop;
  rig.settings.laws.slate = FrictionalSlate{0.4, 0.0};
  rig.table.pockets.push_back({{0.0, 0.0}, 0.062, "hole", Vec2(0.0, 1.0), 0.036});
  AddInAir(rig, {0.0, -0.0334, 0.005}, {2.0, 0.0, -0.2});
  const Record record = PlayToRest(rig);
  EXPECT_EQ(record.final_states[0].motion, MotionState::kPocketed);
  EXPECT_LT(record.event_count, 500);
}

// From the slate behind a pocket through its back, whose wall has an inside only, onto the rim of
// the slate below: that was once predicted, and the wall resolved, without end. (A ball that rolls
// on the slate meets no back from behind: where a table has one, a rail stands there.)
TEST(RestInFlight, BallOntoTheRimUnderABack) {
  Rig rig = FlyingRig();
  rig.settings.environment.pocket_model = PocketModel::kDrop;
  rig.table.pockets.push_back({{0.0, 0.0}, 0.062, "hole", Vec2(-1.0, 0.0), 0.034});
  AddInAir(rig, {0.0807, 0.0454, kRadius_m + 2e-5}, {-0.158, -0.087, 0.0});
  const Record record = PlayToRest(rig);
  const std::vector<Event> rims = EventsOf(record, EventKind::kPocketRim);
  ASSERT_FALSE(rims.empty());
  EXPECT_FALSE(EventsOf(record, EventKind::kPocketDrop).empty());
  EXPECT_LT(record.event_count, 100);
}

// In a hole a ball once got under the jaw of a snooker table, and up inside it.
TEST(RestInFlight, BallUnderTheJaw) {
  Rig rig = FlyingRig();
  rig.table = FindTable("snooker_12ft")->table;
  rig.settings.environment.pocket_model = PocketModel::kDrop;
  const Pocket& pocket = rig.table.pockets[0];
  const Vec2 across = Vec2(-pocket.opening.y(), pocket.opening.x());
  for (const double side : {-1.0, 1.0}) {
    Rig shot = rig;
    const Vec2 velocity = 1.5 * (side * across + pocket.opening);
    AddInAir(shot, {pocket.centre_m.x(), pocket.centre_m.y(), 0.012},
             {velocity.x(), velocity.y(), 0.5});
    PlayToRest(shot);
  }
}

// A ball released on a rail, and one that lies beside it: each once woke the other for ever.
TEST(RestInFlight, NeighboursOnARail) {
  Rig rig = FlyingRig();
  rig.table = FindTable("pool_9ft")->table;
  const double height_m = rig.table.rail_tops[0].height_m + kRadius_m;
  AddInAir(rig, {1.29, 0.2, height_m});
  AddInAir(rig, {1.29, 0.2 + kTouching_m, height_m});
  AddInAir(rig, {1.29, 0.2 - kTouching_m - 1e-4, height_m + 0.02});
  const Record record = PlayToRest(rig);
  for (const BallState& state : record.final_states) {
    EXPECT_EQ(state.motion, MotionState::kSupported);
  }
  EXPECT_LT(record.event_count, 500);
}

// Nothing takes a slow ball's speed on a frictionless rail top: it drifted until it fell off.
TEST(RestInFlight, SlowBallOnALevelTop) {
  Rig rig = FlyingRig();
  rig.settings.laws.slate = FrictionalSlate{0.5, 0.0};
  rig.table = FindTable("pool_9ft")->table;
  const double height_m = rig.table.rail_tops[0].height_m + kRadius_m;
  AddInAir(rig, {1.33, 0.2, height_m + 1e-3}, {0.0, 0.01, 0.0});
  const Record record = PlayToRest(rig);
  EXPECT_EQ(record.final_states[0].motion, MotionState::kSupported);
  EXPECT_NEAR(record.final_states[0].position.y(), 0.2, 2e-3);
}

// Two balls of a tie that did not meet each other were once thought to have separated, and passed
// through each other.
TEST(RestInFlight, MembersOfATieThatDidNotMeet) {
  Rig rig = FlyingRig();
  rig.settings.environment.simultaneous = SimultaneousImpacts::kTied;
  rig.AddRolling({0.0, 0.0}, {1.0, 0.0});
  rig.AddBall({0.3, 0.5 * kTouching_m});
  rig.AddBall({0.3, -0.5 * kTouching_m});
  const Record record = PlayToRest(rig);
  EXPECT_EQ(EventsOf(record, EventKind::kBallBall)[0].time_s,
            EventsOf(record, EventKind::kBallBall)[1].time_s);
}

}  // namespace
}  // namespace carom
