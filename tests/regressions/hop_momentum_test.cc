// What a hop takes from the common motion of two balls. It once scaled all of their motion, so that
// up to 18 mm/s of it went nowhere.

#include <gtest/gtest.h>

#include <cstdint>
#include <variant>

#include "core/shot/simulate.h"
#include "tests/testing/shots/random_shot.h"

namespace carom {
namespace {

constexpr uint64_t kShots = 4000;
// A spent ball that starts to fall is let down by 1e-10 m (event/support.cc): sqrt(2 g 1e-10 m).
constexpr double kStart_m_s = 4.5e-5;

// What a ball that has stopped lies on holds it, and takes what it is given.
bool Holds(const BallState& after) {
  return after.motion != MotionState::kAirborne && Horizontal(after.velocity).isZero(0.0);
}

// Of two balls alone, without the cloth's friction.
bool KeepsMomentum(const Settings& settings) {
  return settings.environment.simultaneous == SimultaneousImpacts::kSequential &&
         !std::holds_alternative<Mathavan2014>(settings.laws.ball_ball);
}

// By how much the speed of the balls' centre of mass changes.
Vec3 LostSpeed(const World& world, const Event& event, const EventStates& a, const EventStates& b) {
  const double mass_a_kg = world.balls[static_cast<size_t>(event.ball)].mass_kg;
  const double mass_b_kg = world.balls[static_cast<size_t>(event.other)].mass_kg;
  return (mass_a_kg * (a.after.velocity - a.before.velocity) +
          mass_b_kg * (b.after.velocity - b.before.velocity)) /
         (mass_a_kg + mass_b_kg);
}

// Of two balls in flight nothing takes momentum; of two of which one is on the cloth the slate
// takes what is vertical.
TEST(HopMomentum, StaysWithTheBalls) {
  Workspace workspace;
  Record record;
  Detail detail;
  detail.events = detail.event_states = detail.hops = true;
  int in_flight = 0;
  int on_the_cloth = 0;
  for (uint64_t index = 0; index < kShots; ++index) {
    const auto random = testing::MakeRandomShot3D(testing::kFlightSeed, index);
    if (!random || !KeepsMomentum(*random->scene.world().settings)) continue;
    ASSERT_TRUE(Simulate(random->scene, random->shot, detail, {}, workspace, record).ok());
    for (size_t i = 0; i < record.events.size(); ++i) {
      if (record.events[i].kind != EventKind::kBallBall) continue;
      const EventStates& a = record.event_states[2 * i];
      const EventStates& b = record.event_states[2 * i + 1];
      if (Holds(a.after) || Holds(b.after)) continue;
      const bool flying = !OnCloth(a.before.motion) && !OnCloth(b.before.motion);
      ++(flying ? in_flight : on_the_cloth);
      Vec3 lost = LostSpeed(random->scene.world(), record.events[i], a, b);
      if (!flying) lost.z() = 0.0;
      EXPECT_LE(lost.norm(), kStart_m_s)
          << "shot " << index << ", event " << i << ": " << random->what;
    }
  }
  EXPECT_GT(in_flight, 1000);
  EXPECT_GT(on_the_cloth, 10000);
}

}  // namespace
}  // namespace carom
