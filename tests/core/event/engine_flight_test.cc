// Balls that leave the cloth: hops, jumps, chains of impacts at one time, rails, pockets, rest off
// the cloth.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/constants.h"
#include "core/event/impact.h"
#include "core/table/catalog.h"
#include "core/table/table_solids.h"
#include "tests/core/event/rig.h"
#include "tests/core/motion/near.h"
#include "tests/testing/pool_ball.h"
#include "tests/testing/state_machine.h"

namespace carom {
namespace {

using testing::EventsOf;
using testing::ExpectNear;
using testing::kGravity_m_s2;
using testing::kRadius_m;
using testing::Rig;

Rig FlyingRig() {
  Rig rig;
  rig.settings.environment.flight = Flight::kOn;
  return rig;
}

int AddInAir(Rig& rig, const Vec3& position_m, const Vec3& velocity_m_s) {
  const int ball = rig.AddBall({position_m.x(), position_m.y()});
  BallState& state = rig.shot.start.back();
  state.position = position_m;
  state.velocity = velocity_m_s;
  state.motion = MotionState::kAirborne;
  return ball;
}

CueStrike Strike(double speed_m_s, double elevation_deg) {
  CueStrike strike;
  strike.speed_m_s = speed_m_s;
  strike.elevation_rad = DegreesToRadians(elevation_deg);
  return strike;
}

// Energy with height, of all balls at one time: the events of that time taken together.
void ExpectLawfulLog(const Rig& rig, const Record& record) {
  for (size_t i = 0; i < record.events.size(); ++i) {
    const Event& event = record.events[i];
    const size_t count = event.kind == EventKind::kBallBall ? 2 : 1;
    double before = 0.0;
    double after = 0.0;
    for (size_t k = 0; k < count; ++k) {
      const EventStates& states = record.event_states[2 * i + k];
      const BallSpec& ball = rig.balls[static_cast<size_t>(k == 0 ? event.ball : event.other)];
      EXPECT_TRUE(Allowed(states.before.motion, event.kind, states.after.motion))
          << "event " << i << " from " << static_cast<int>(states.before.motion) << " to "
          << static_cast<int>(states.after.motion);
      const double weight = ball.mass_kg * kGravity_m_s2;
      before += KineticEnergy(states.before, ball) + weight * states.before.position.z();
      after += KineticEnergy(states.after, ball) + weight * states.after.position.z();
    }
    if (event.kind == EventKind::kCueStrike) continue;
    EXPECT_LE(after, before * (1.0 + 1e-12)) << "event " << i << " at " << event.time_s << " s";
  }
}

// The slate's friction changes a speed by at most mu (1 + e) times the downward one: by 0.6 mm/s
// for a tenth of the settling speed. The slate answers what is faster by an impact of its own.
TEST(EngineFlight, SlateTakesASlowDownwardVelocityAtOnce) {
  Environment environment;
  environment.flight = Flight::kOn;
  const auto kept = [&](double downwards_m_s) {
    BallState state;
    state.motion = MotionState::kSliding;
    state.velocity = {1.0, 0.0, -downwards_m_s};
    KeepOrDropFlight(environment, state);
    EXPECT_EQ(state.motion, MotionState::kSliding);
    return -state.velocity.z();
  };
  EXPECT_EQ(kept(0.05 * environment.settle_speed_m_s), 0.0);
  EXPECT_EQ(kept(0.2 * environment.settle_speed_m_s), 0.2 * environment.settle_speed_m_s);
}

// The lowest threshold that may be asked for still ends them, after a few more.
TEST(EngineFlight, BouncesEndAtTheSlowestSettling) {
  Rig rig = FlyingRig();
  rig.settings.environment.settle_speed_m_s = kSlowestSettling_m_s;
  AddInAir(rig, {0.0, 0.0, kRadius_m + 0.1}, {1.0, 0.0, 0.0});
  const Record record = rig.Play();
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  EXPECT_EQ(record.final_states[0].position.z(), kRadius_m);
  const std::vector<Event> bounces = EventsOf(record, EventKind::kBallSlate);
  EXPECT_EQ(bounces.size(), 14u);  // Halved: 1.4 m/s / 2^14 is the first below it.
}

// catalogue E-40: the slate returns half of the speed, bounce after bounce, until one is too low.
TEST(EngineFlight, BouncesDieOut) {
  Rig rig = FlyingRig();
  AddInAir(rig, {0.0, 0.0, kRadius_m + 1.2 * 1.2 / (2.0 * kGravity_m_s2)}, Vec3::Zero());
  const Record record = rig.Play();
  const std::vector<Event> bounces = EventsOf(record, EventKind::kBallSlate);
  ASSERT_GE(bounces.size(), 4u);
  double time_s = 1.2 / kGravity_m_s2;
  double speed = 1.2;
  for (const Event& bounce : bounces) {
    EXPECT_NEAR(bounce.time_s, time_s, 1e-12);
    speed *= 0.5;
    time_s += 2.0 * speed / kGravity_m_s2;
  }
  // 1.2 m/s halved six times is below the settling speed.
  EXPECT_EQ(bounces.size(), 6u);
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  EXPECT_EQ(record.final_states[0].motion, MotionState::kStationary);
  EXPECT_EQ(record.final_states[0].position.z(), kRadius_m);
}

// catalogue E-42: a bounce whose friction sticks.
TEST(EngineFlight, BounceWithFriction) {
  Rig rig = FlyingRig();
  AddInAir(rig, {0.0, 0.0, kRadius_m}, {1.0, 0.0, -3.0});
  const Record record = rig.Play();
  ASSERT_EQ(record.events[0].kind, EventKind::kBallSlate);
  const BallState& after = record.event_states[0].after;
  ExpectNear(after.velocity, {0.71428571428571429, 0.0, 1.5}, 1e-12);
  EXPECT_NEAR(after.spin.y(), 24.996875390576178, 1e-10);
}

// A jump shot clears a ball that lies in the way; with flight off it is hit.
TEST(EngineFlight, JumpsOverABall) {
  for (const Flight flight : {Flight::kOn, Flight::kOff}) {
    Rig rig = FlyingRig();
    rig.settings.environment.flight = flight;
    rig.AddBall({0.0, 0.0});
    rig.AddBall({0.3, 0.0});
    rig.shot.strike = Strike(4.0, 45.0);
    const Record record = rig.Play();
    EXPECT_EQ(EventsOf(record, EventKind::kBallBall).empty(), flight == Flight::kOn);
    ExpectLawfulLog(rig, record);
  }
}

// [Event-based] Fig. 3: a ball that falls on one on the cloth drives it into the slate, from which
// it bounces: three events at one time.
TEST(EngineFlight, FallingBallLiftsTheLowerOne) {
  Rig rig = FlyingRig();
  rig.AddBall({0.0, 0.0});
  AddInAir(rig, {-0.02, 0.0, 0.3}, {0.0, 0.0, -1.0});
  const Record record = rig.Play();
  ASSERT_GE(record.events.size(), 2u);
  EXPECT_EQ(record.events[0].kind, EventKind::kBallBall);
  EXPECT_EQ(record.events[1].kind, EventKind::kBallSlate);
  EXPECT_EQ(record.events[0].time_s, record.events[1].time_s);
  EXPECT_EQ(record.event_states[0].before.motion, MotionState::kStationary);
  EXPECT_EQ(record.event_states[0].after.motion, MotionState::kSliding);
  EXPECT_LT(record.event_states[0].after.velocity.z(), 0.0);
  EXPECT_EQ(record.event_states[1].after.motion, MotionState::kAirborne);
  EXPECT_EQ(record.event_states[2].before.motion, MotionState::kSliding);
  EXPECT_EQ(record.event_states[2].after.motion, MotionState::kAirborne);
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  ExpectLawfulLog(rig, record);
}

// [Event-based] Fig. 5: cushion, slate, airborne.
TEST(EngineFlight, CushionMakesABallHop) {
  Rig rig = FlyingRig();
  rig.AddNose({0.5, -1.0}, {0.5, 1.0});
  rig.AddRolling({0.0, 0.0}, {3.0, 0.0});
  const Record record = rig.Play();
  ASSERT_GE(record.events.size(), 3u);
  EXPECT_EQ(record.events[0].kind, EventKind::kBallCushion);
  EXPECT_EQ(record.events[1].kind, EventKind::kBallSlate);
  EXPECT_EQ(record.events[0].time_s, record.events[1].time_s);
  EXPECT_EQ(record.event_states[0].after.motion, MotionState::kSliding);
  EXPECT_EQ(record.event_states[2].after.motion, MotionState::kAirborne);
  ExpectLawfulLog(rig, record);
}

// A ball that comes over the nose is missed by its line, and hit by the plane through it.
TEST(EngineFlight, OverTheCushion) {
  for (const NoseContact contact : {NoseContact::kLine, NoseContact::kPlane}) {
    Rig rig = FlyingRig();
    rig.settings.environment.nose_contact = contact;
    rig.settings.environment.stop.at_time_s = 0.2;
    rig.AddNose({0.3, -1.0}, {0.3, 1.0});
    AddInAir(rig, {0.0, 0.0, 0.3}, {2.0, 0.0, 0.0});
    const Record record = rig.Play();
    EXPECT_EQ(EventsOf(record, EventKind::kBallCushion).size(),
              contact == NoseContact::kPlane ? 1u : 0u);
  }
}

// What flies past the outline has left the table: where, and how fast.
TEST(EngineFlight, LeavesTheTable) {
  Rig rig = FlyingRig();
  rig.table = FindTable("pool_9ft")->table;
  AddInAir(rig, {1.0, 0.1, 0.3}, {3.0, 0.5, 1.0});
  const Record record = rig.Play();
  ASSERT_EQ(record.outcome.left_table.size(), 1u);
  const Departure& gone = record.outcome.left_table[0];
  EXPECT_NEAR(gone.position_m.x(), 1.0 + 3.0 * gone.time_s, 1e-12);
  EXPECT_NEAR(gone.velocity_m_s.z(), 1.0 - kGravity_m_s2 * gone.time_s, 1e-12);
  EXPECT_EQ(record.final_states[0].motion, MotionState::kLeftTable);
}

// A ball dropped on the rail comes to rest there, and its state is a layout.
TEST(EngineFlight, RestsOnTheRail) {
  Rig rig = FlyingRig();
  rig.table = FindTable("pool_9ft")->table;
  AddInAir(rig, {1.3, 0.2, 0.2}, Vec3::Zero());
  const Record record = rig.Play();
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  EXPECT_EQ(record.final_states[0].motion, MotionState::kSupported);
  EXPECT_NEAR(record.final_states[0].position.z(), rig.table.rail_tops[0].height_m + kRadius_m,
              1e-6);
  ExpectLawfulLog(rig, record);

  Rig again = rig;
  again.shot.start = record.final_states;
  const Record second = again.Play();
  EXPECT_EQ(second.event_count, 0);
  EXPECT_EQ(second.final_states[0].position, record.final_states[0].position);
}

// A ball that is hit off the rail falls.
TEST(EngineFlight, KnockedOffTheRail) {
  Rig rig = FlyingRig();
  rig.table = FindTable("pool_9ft")->table;
  const double height_m = rig.table.rail_tops[0].height_m + kRadius_m;
  AddInAir(rig, {1.29, 0.2, height_m}, Vec3::Zero());
  rig.shot.start[0].motion = MotionState::kSupported;
  AddInAir(rig, {1.36, 0.2, height_m + 0.01}, {-2.0, 0.0, 0.0});
  const Record record = rig.Play();
  EXPECT_FALSE(EventsOf(record, EventKind::kBallBall).empty());
  EXPECT_EQ(record.final_states[0].position.z(), kRadius_m);
  ExpectLawfulLog(rig, record);
}

// A slow ball falls into a hole, a fast one flies over its rim, and one that passes high is not
// taken.
TEST(EngineFlight, PocketsWithARim) {
  struct Case {
    double speed_m_s;
    double height_m;
    bool potted;
  };
  for (const Case& c : {Case{0.05, 0.0, true}, Case{0.3, 0.0, true}, Case{1.0, 0.0, true},
                        Case{8.0, 0.0, false}, Case{2.0, 0.2, false}}) {
    Rig rig = FlyingRig();
    rig.settings.environment.pocket_model = PocketModel::kDrop;
    rig.table.pockets.push_back({{0.3, 0.0}, 0.06, "hole"});
    rig.settings.environment.stop.at_time_s = 3.0;
    if (c.height_m > 0.0) {
      AddInAir(rig, {0.1, 0.0, kRadius_m + c.height_m}, {c.speed_m_s, 0.0, 0.0});
    } else {
      rig.AddRolling({0.235, 0.0}, {c.speed_m_s, 0.0});
    }
    const Record record = rig.Play();
    EXPECT_EQ(record.outcome.pocketed.size(), c.potted ? 1u : 0u) << c.speed_m_s;
    ExpectLawfulLog(rig, record);
  }
}

// With the simple circle a ball is taken where it lies, or lands, within it.
TEST(EngineFlight, SimpleCircleTakesWhatLandsInIt) {
  Rig rig = FlyingRig();
  rig.table.pockets.push_back({{0.3, 0.0}, 0.06, "circle"});
  AddInAir(rig, {0.3, 0.0, 0.3}, Vec3::Zero());
  const Record record = rig.Play();
  ASSERT_EQ(record.outcome.pocketed.size(), 1u);
  EXPECT_NEAR(record.outcome.pocketed[0].time_s, std::sqrt(2.0 * (0.3 - kRadius_m) / kGravity_m_s2),
              1e-12);
}

// Where back or rail stand behind the circle, it takes what would meet them: a low flier once got
// behind the rail.
TEST(EngineFlight, SimpleCircleTakesWhatFliesLowerThanItsBack) {
  const Table table = FindTable("pool_9ft")->table;
  const Pocket& pocket = table.pockets[3];
  const Vec2 from_m = pocket.centre_m + 0.2 * pocket.opening;
  for (const double above_m : {-0.01, 0.02}) {
    Rig rig = FlyingRig();
    rig.table = table;
    const double height_m = PocketTop(table, pocket) + kRadius_m + above_m;
    const Vec2 velocity = -8.0 * pocket.opening;
    AddInAir(rig, {from_m.x(), from_m.y(), height_m}, {velocity.x(), velocity.y(), 0.2});
    const Record record = rig.Play();
    EXPECT_EQ(record.outcome.pocketed.size(), above_m < 0.0 ? 1u : 0u);
    EXPECT_EQ(record.outcome.left_table.size(), above_m < 0.0 ? 0u : 1u);
    ExpectLawfulLog(rig, record);
  }
}

// It takes what sinks below the rails above it, too: from the rail it rolls into the pocket.
TEST(EngineFlight, SimpleCircleTakesWhatRollsOffTheRail) {
  Rig rig = FlyingRig();
  rig.table = FindTable("pool_9ft")->table;
  const Pocket& pocket = rig.table.pockets[4];
  const double height_m = PocketTop(rig.table, pocket) + kRadius_m;
  const Vec2 from_m = pocket.centre_m - (pocket.radius_m + 0.01) * pocket.opening;
  const Vec2 velocity = 0.5 * pocket.opening;
  AddInAir(rig, {from_m.x(), from_m.y(), height_m}, {velocity.x(), velocity.y(), 0.0});
  const Record record = rig.Play();
  EXPECT_EQ(record.outcome.pocketed.size(), 1u);
  ExpectLawfulLog(rig, record);
}

}  // namespace
}  // namespace carom
